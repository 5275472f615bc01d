"""MCR: presets for new tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, npgettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.mcr import Mcr
from scoring.rulesets.any_ruleset.rule_sentences import claims_in_short
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.models import EndPolicy
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.number_wording import whole

PRESETS: Mapping[str, Preset] = {
    "mcr-championship": Preset(
        name=_("MCR championship"),
        summary=_("16 hands in 115 minutes. At the gong, finish the current hand."),
        ruleset=Mcr.id,
        planned_rounds=7,
        minutes=115,
        options={"hands_limit": 16},
    ),
    "mcr-club-night": Preset(
        name=_("MCR club night"),
        summary=_("8 hands in 60 minutes. At the gong, finish the current hand."),
        ruleset=Mcr.id,
        planned_rounds=3,
        minutes=60,
        options={"hands_limit": 8},
    ),
    "mcr-gong": Preset(
        name=_("MCR, stopping at the gong"),
        summary=_(
            "16 hands in 120 minutes. The hand in progress at the gong does not count."
        ),
        ruleset=Mcr.id,
        planned_rounds=5,
        minutes=120,
        end_policy=EndPolicy.STOP_AT_ONCE,
        options={"hands_limit": 16},
    ),
}


def in_short(rules: Mcr) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = rules.options
    if options.minimum:
        pattern = gettext("Minimum to win: %(fan)s, without flowers.")
        yield pattern % {"fan": in_unit(options.minimum, "fan")}
    else:
        yield pgettext("mcr", "Every complete hand may win.")
    pattern = gettext(
        "Each loser pays %(base)s points. In addition, the discarder pays the fan, or "
        "all players do on a self-draw."
    )
    yield pattern % {"base": whole(options.base)}
    yield gettext("No payments after a draw. The dealer changes after every hand.")
    pattern = npgettext(
        "mcr",
        "A game has at most %(n)s hand.",
        "A game has at most %(n)s hands.",
        options.hands_limit or 0,
    )
    yield pattern % {"n": options.hands_limit}
    if options.seat_change:
        yield gettext("Players change seats after each wind round.")
    pattern = gettext(
        "A false win costs %(cost)s points, and each opponent gets %(each)s. Play "
        "continues, but the offender cannot win this hand."
    )
    yield pattern % {
        "cost": -options.false_win_offender,
        "each": options.false_win_others,
    }
    if options.false_win_not_ready > options.false_win_others:
        pattern = gettext("If the hand was not ready, each opponent gets %(each)s.")
        yield pattern % {"each": options.false_win_not_ready}
    yield from claims_in_short(rules)
