"""Hong Kong Old Style: presets for tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_lazy, pgettext
from django.utils.translation import gettext_lazy as _

from rules.hong_kong import HongKong, HongKongOptions
from rules.hong_kong.base_points_and_shares import base_points
from scoring.rulesets.any_ruleset.rule_sentences import (
    bonus_tiles_in_short,
    claims_in_short,
    deal_in_short,
    extra_hands_in_short,
    jokers_in_short,
    pools_in_short,
    rounds_in_short,
)
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.number_wording import exact, whole

PRESETS: Mapping[str, Preset] = {
    "hong-kong": Preset(
        name=_("Hong Kong Old Style"),
        summary=_("Minimum 3 faan, limit 13. The discarder pays double."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
    ),
    "hong-kong-tvb": Preset(
        name=_("Hong Kong, TVB tournament"),
        summary=_("Minimum 1 faan, limit 10. Only the discarder pays."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
        options={"preset": "tvb_2026"},
    ),
}

_PAYMENTS = {
    "shared": gettext_lazy(
        "On a discard, the discarder pays double, the others the single amount. On a "
        "self-draw, all pay double."
    ),
    "half": gettext_lazy(
        "On a discard, the discarder pays the full amount, the others half. On a "
        "self-draw, all pay the full amount."
    ),
    "full": gettext_lazy(
        "On a discard, only the discarder pays, double. On a self-draw, all pay the "
        "single amount."
    ),
    "single": gettext_lazy(
        "On a discard, only the discarder pays the full amount. On a self-draw, all "
        "pay the full amount."
    ),
    "matrix": gettext_lazy(
        "Payments depend on which players are dealer, winner and discarder."
    ),
}
_FALSE_WINS = {
    "as_draw": gettext_lazy("The hand ends as after a draw."),
    "stays": gettext_lazy("The hand ends and the dealer stays."),
    "passes": gettext_lazy("The hand ends and the dealer changes."),
    "passes_if_dealer": gettext_lazy(
        "The hand ends. The dealer changes only if the dealer is the offender."
    ),
    "open_hand": gettext_lazy(
        "Play continues with the offender's hand open on the table."
    ),
    "may_not_win": gettext_lazy("Play continues, but the offender cannot win."),
    "replayed": gettext_lazy("The hand is replayed."),
}


def in_short(rules: HongKong) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = rules.options
    yield _minimum(options)
    yield bonus_tiles_in_short(options.bonus_tiles)
    yield from jokers_in_short(options)
    yield from _amounts(options)
    yield _payment(options)
    if options.winners_settle:
        yield gettext(
            "Several winners pay each other the difference between the amounts the "
            "other players pay them."
        )
    if options.dealer_doubles:
        yield pgettext("hong_kong", "The dealer pays and receives double.")
    yield from _draws(options)
    yield from _false_win(options)
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds, options.round_winds)


def _minimum(options: HongKongOptions) -> str:
    if options.require_limit_hand:
        return gettext("Only hands worth the limit may win.")
    if not options.min_faan:
        return pgettext("hong_kong", "Every complete hand may win.")
    pattern = (
        gettext("Minimum to win: %(faan)s. Bonus tiles count.")
        if options.bonus_counts_for_minimum
        else gettext("Minimum to win: %(faan)s. Bonus tiles do not count.")
    )
    return pattern % {"faan": in_unit(options.min_faan, "faan")}


def _amounts(options: HongKongOptions) -> Iterator[str]:
    """Yield sentences on the values of the smallest and the largest hand."""
    lowest = options.lowest_faan
    pattern = gettext("A hand of %(faan)s is worth %(points)s base points.")
    yield pattern % _worth(lowest, options)
    if options.limit_faan is None:
        yield gettext("There is no limit.")
    elif options.limit_faan != lowest:
        pattern = gettext("Limit: %(faan)s, %(points)s base points.")
        yield pattern % _worth(options.limit_faan, options)


def _worth(faan: int, options: HongKongOptions) -> dict[str, object]:
    points = exact(base_points(faan, options))
    return {"faan": in_unit(faan, "faan"), "points": points}


def _payment(options: HongKongOptions) -> str:
    if options.payment == "single" and options.single_self_draw_half:
        return gettext(
            "On a discard, only the discarder pays, once. On a self-draw, all pay half."
        )
    if options.payment in _PAYMENTS:
        return str(_PAYMENTS[options.payment])
    pattern = gettext(
        "Payments as multiples of the base points: discarder %(discarder)s, others "
        "%(others)s; on a self-draw, each player %(drawn)s."
    )
    return pattern % {
        "discarder": exact(options.discarder_multiplier),
        "others": exact(options.other_multiplier),
        "drawn": exact(options.self_draw_multiplier),
    }


def _draws(options: HongKongOptions) -> Iterator[str]:
    yield deal_in_short(
        passes_after_win=options.deal_passes_on_dealer_win,
        passes_after_draw=options.deal_passes_on_draw,
    )
    if options.goulash_carry:
        pattern = (
            gettext(
                "After each draw, the next winner gets %(more)s more points from each "
                "player."
            )
            if options.goulash_carry_as == "points"
            else gettext("After each draw, the next winner's hand gains %(more)s faan.")
        )
        yield pattern % {"more": whole(options.goulash_carry)}
    yield from extra_hands_in_short(options.extra_hand_bonus)
    yield from pools_in_short(options)


def _false_win(options: HongKongOptions) -> Iterator[str]:
    pattern = (
        gettext("A false win costs %(points)s points, paid to no one.")
        if options.false_win_policy == "deduction"
        else gettext("A false win costs %(points)s points to each opponent.")
    )
    cost = pattern % {"points": exact(options.false_win_cost)}
    yield f"{cost} {_FALSE_WINS[options.false_win_then]}"
