"""What a new tournament by Riichi is asked, and what it may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.riichi import Riichi
from rules.riichi.options import RiichiOptions
from tournaments.events.rulesets import Preset
from tournaments.events.setup.ruleset_forms import TournamentForm, asked
from tournaments.models import EndPolicy


class RiichiTournamentForm(TournamentForm):
    ruleset_id = Riichi.id
    option_rows = (("hands_limit", "chombo_last_hand"),)
    #: What the rules of a preset say of time. What the form asks counts: the list
    #: tells what people who play by them are used to.
    TIME = {
        "none": _("no end by time"),
        "finish_hand": _("when time is up, finish the hand"),
        "hand_plus_one": _("when time is up, finish the hand and play one more"),
    }

    chombo_last_hand = asked(
        RiichiOptions,
        "chombo_last_hand",
        _("A chombo in the last hand"),
        ends=_("Ends the game"),
        again=_("The hand is dealt again"),
    )

    @classmethod
    def preset_name(cls, key: str, name: Promise | str) -> Promise | str:
        options = RiichiOptions.of(key)
        parts = [name, cls.TIME[options.time_policy]]
        if options.time_minutes:
            minutes = gettext("%(minutes)s minutes")
            parts.insert(1, minutes % {"minutes": options.time_minutes})
        return " · ".join(map(str, parts))


PRESETS: Mapping[str, Preset] = {
    "riichi-ema": Preset(
        name=_("Riichi, EMA"),
        words=_(
            "Two rounds of winds, 30000 points, uma 15 and 5; after 90 minutes the "
            "hand being played is finished, and one more is played."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND_PLUS_ONE,
    ),
    "riichi-wrc": Preset(
        name=_("Riichi, World Riichi Championship"),
        words=_(
            "Two rounds of winds, 30000 points, uma 15 and 5; after 90 minutes the "
            "hand being played is finished."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        options={"preset": "wrc_2022"},
    ),
    "riichi-tenhou": Preset(
        name=_("Riichi, as on Tenhou"),
        words=_("Two rounds of winds, 25000 points, red fives, uma 20 and 10, oka."),
        ruleset=Riichi.id,
        planned_rounds=4,
        minutes=75,
        options={"preset": "tenhou"},
    ),
}
