"""What a new tournament by Hong Kong Old Style is asked, and what it may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.hong_kong import HongKong
from rules.hong_kong.options import HongKongOptions
from tournaments.events.rulesets import Preset
from tournaments.events.setup.ruleset_forms import TournamentForm, asked


class HongKongTournamentForm(TournamentForm):
    ruleset_id = HongKong.id
    tie_breaks = ("score", "firsts")
    option_rows = (
        ("min_faan", "limit_faan"),
        ("payment", "multiple_winners"),
        ("goulash_carry", "hands_limit"),
    )

    min_faan = asked(HongKongOptions, "min_faan", _("Faan a win needs"))
    limit_faan = asked(HongKongOptions, "limit_faan", _("Faan of the limit"))
    payment = asked(
        HongKongOptions,
        "payment",
        _("Who pays for a win"),
        shared=_("Everybody, the discarder twice"),
        half=_("Everybody, half of that"),
        full=_("The discarder alone, twice"),
        single=_("The discarder alone, once"),
    )
    multiple_winners = asked(
        HongKongOptions,
        "multiple_winners",
        _("Several win on one discard"),
        nearest=_("The next in turn wins"),
        all=_("All of them win"),
    )
    goulash_carry = asked(
        HongKongOptions,
        "goulash_carry",
        _("Points that each draw adds for the next winner"),
        _("From each of the others."),
    )


PRESETS: Mapping[str, Preset] = {
    "hong-kong": Preset(
        name=_("Hong Kong Old Style"),
        words=_("Three faan at least, thirteen the limit; the discarder pays double."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
    ),
    "hong-kong-tvb": Preset(
        name=_("Hong Kong, TVB tournament"),
        words=_("One faan at least, ten the limit; the discarder pays alone."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
        options={"preset": "tvb_2026"},
    ),
}
