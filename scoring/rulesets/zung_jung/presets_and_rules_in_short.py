"""Zung Jung: presets for new tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext, npgettext
from django.utils.translation import gettext_lazy as _

from rules.zung_jung import ZungJung, ZungJungOptions
from rules.zung_jung.dealer_and_game_end import CYCLE
from rules.zung_jung.options import CHICKEN, PLACES, RAW, SQUARE_ROOT, UNIFORM
from scoring.rulesets.any_ruleset.rule_sentences import claims_in_short
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import whole

PRESETS: Mapping[str, Preset] = {
    "zung-jung": Preset(
        name=_("Zung Jung"),
        summary=_("16 hands in 90 minutes. The total score decides."),
        ruleset=ZungJung.id,
        planned_rounds=4,
        minutes=90,
        options={"hands_limit": 16},
    ),
    "zung-jung-world-series": Preset(
        name=_("Zung Jung, World Series of Mahjong"),
        summary=_(
            "4 games of 16 hands. The square root of each score gives match points."
        ),
        ruleset=ZungJung.id,
        planned_rounds=4,
        minutes=120,
        options={"preset": "world_series"},
    ),
}

_MATCH_POINTS = {
    RAW: gettext_lazy("The match points of a game are the player's score."),
    SQUARE_ROOT: gettext_lazy(
        "The match points of a game are the square root of the player's score: 900 "
        "gives 30, and −100 gives −10."
    ),
}


def in_short(rules: ZungJung) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = rules.options
    yield _minimum(options)
    yield gettext(
        "The points of patterns from different series are added. In each series, "
        "only the best pattern counts."
    )
    pattern = gettext(
        "The sum of several patterns is paid up to %(limit)s points. A pattern of "
        "%(limit)s or more counts alone."
    )
    yield pattern % {"limit": whole(options.limit)}
    yield from _payment(options)
    yield gettext(
        "No payments after a draw. The dealer changes after every hand. There is no "
        "prevailing wind."
    )
    yield from _length(options)
    pattern = gettext(
        "A false win costs %(points)s points, paid to no one. Play continues, but the "
        "offender cannot win this hand."
    )
    yield pattern % {"points": whole(options.false_win_points)}
    yield from claims_in_short(rules)
    yield _match_points(options)


def _minimum(options: ZungJungOptions) -> str:
    if options.minimum > CHICKEN:
        pattern = gettext("Minimum to win: %(points)s.")
        return pattern % {"points": in_unit(options.minimum, "points")}
    return gettext(
        "Every complete hand may win. A hand without a pattern is worth 1 point."
    )


def _payment(options: ZungJungOptions) -> Iterator[str]:
    if options.payoff == UNIFORM:
        yield gettext("Each of the others pays the winner the points of the hand.")
        return
    pattern = gettext(
        "On a self-draw, each player pays the points of the hand. On a discard, the "
        "winner gets 3 times the points: the others pay at most %(most)s each, and the "
        "responsible player pays the rest."
    )
    yield pattern % {"most": whole(options.shared_payment)}
    yield gettext(
        "The first player to discard the winning tile since the winner's last "
        "discard is responsible. If that is the winner, all pay the same."
    )


def _length(options: ZungJungOptions) -> Iterator[str]:
    hands = options.hands_limit
    if hands is None:
        return
    if hands % CYCLE:
        pattern = npgettext(
            "zung_jung",
            "A game has at most %(n)s hand.",
            "A game has at most %(n)s hands.",
            hands,
        )
        yield pattern % {"n": hands}
        return
    cycles = hands // CYCLE
    pattern = ngettext(
        "A game has %(n)s cycle of 4 hands.",
        "A game has %(n)s cycles of 4 hands.",
        cycles,
    )
    yield pattern % {"n": cycles}


def _match_points(options: ZungJungOptions) -> str:
    if options.match_points == PLACES:
        pattern = gettext("Places 1 to 4 at a table give %(points)s match points.")
        return pattern % {
            "points": joined_with_commas(map(whole, options.place_points))
        }
    return str(_MATCH_POINTS[options.match_points])
