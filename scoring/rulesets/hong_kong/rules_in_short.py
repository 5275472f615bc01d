"""The rules of a Hong Kong event in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.hong_kong import HongKong, HongKongOptions
from rules.hong_kong.base_points import base_points
from rules.options import plain_number
from scoring.rulesets.shared.rules_in_short import (
    bonus_tiles_in_short,
    claims_in_short,
    deal_in_short,
    extra_hands_in_short,
    jokers_in_short,
    pools_in_short,
    rounds_in_short,
)
from scoring.rulesets.shared.shown_hands import in_unit

_PAYMENTS = {
    "shared": gettext_lazy(
        "The discarder pays double, the two others once. Self-drawn: everybody pays "
        "double."
    ),
    "half": gettext_lazy(
        "The discarder pays once, the two others half. Self-drawn: everybody pays once."
    ),
    "full": gettext_lazy(
        "The discarder alone pays, double. Self-drawn: everybody pays once."
    ),
    "single": gettext_lazy(
        "The discarder alone pays, once. Self-drawn: everybody pays once."
    ),
    "matrix": gettext_lazy("Who is East decides how often the base points are paid."),
}
_FALSE_WINS = {
    "as_draw": gettext_lazy("The hand ends, as after a draw."),
    "stays": gettext_lazy("The hand ends, and the deal stays."),
    "passes": gettext_lazy("The hand ends, and the deal passes."),
    "passes_if_dealer": gettext_lazy(
        "The hand ends, and the deal passes if East was wrong."
    ),
    "open_hand": gettext_lazy("Play goes on, the offender's hand open on the table."),
    "may_not_win": gettext_lazy("Play goes on, and the offender may not win."),
    "replayed": gettext_lazy("The hand is played again."),
}


def in_short(rules: HongKong) -> Iterator[str]:
    """What everybody at the table should know."""
    options = rules.options
    yield _minimum(options)
    yield bonus_tiles_in_short(options.bonus_tiles)
    yield from jokers_in_short(options)
    yield from _amounts(options)
    yield _payment(options)
    if options.winners_settle:
        yield _("Several winners pay each other the difference of what others pay.")
    if options.dealer_doubles:
        yield _("Whatever East pays or receives is doubled.")
    yield from _draws(options)
    yield from _false_win(options)
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds, options.round_winds)


def _minimum(options: HongKongOptions) -> str:
    if options.require_limit_hand:
        return _("Only hands worth the limit may win.")
    if not options.min_faan:
        return _("Every complete hand may win.")
    words = (
        _("%(faan)s to win; bonus tiles count.")
        if options.bonus_counts_for_minimum
        else _("%(faan)s to win; bonus tiles do not help.")
    )
    return words % {"faan": in_unit(options.min_faan, "faan")}


def _amounts(options: HongKongOptions) -> Iterator[str]:
    """What the smallest and the greatest hand are worth."""
    lowest = options.lowest_faan
    words = _("A hand of %(faan)s is worth %(points)s base points.")
    yield words % _worth(lowest, options)
    if options.limit_faan is None:
        yield _("There is no limit.")
    elif options.limit_faan != lowest:
        words = _("The limit is %(faan)s: %(points)s base points.")
        yield words % _worth(options.limit_faan, options)


def _worth(faan: int, options: HongKongOptions) -> dict[str, object]:
    points = plain_number(base_points(faan, options))
    return {"faan": in_unit(faan, "faan"), "points": points}


def _payment(options: HongKongOptions) -> str:
    if options.payment == "single" and options.single_self_draw_half:
        return _("The discarder alone pays, once. Self-drawn: everybody pays half.")
    if options.payment in _PAYMENTS:
        return str(_PAYMENTS[options.payment])
    words = _(
        "The discarder pays %(discarder)s times the base points, the others %(others)s "
        "times. Self-drawn: everybody pays %(drawn)s times."
    )
    return words % {
        "discarder": plain_number(options.discarder_multiplier),
        "others": options.other_multiplier,
        "drawn": plain_number(options.self_draw_multiplier),
    }


def _draws(options: HongKongOptions) -> Iterator[str]:
    yield deal_in_short(
        passes_after_win=options.deal_passes_on_dealer_win,
        passes_after_draw=options.deal_passes_on_draw,
    )
    if options.goulash_carry:
        words = (
            _("After each draw the next winner gets %(more)s points more from each.")
            if options.goulash_carry_as == "points"
            else _(
                "After each draw the next winner's hand is worth %(more)s faan more."
            )
        )
        yield words % {"more": options.goulash_carry}
    yield from extra_hands_in_short(options.extra_hand_bonus)
    yield from pools_in_short(options)


def _false_win(options: HongKongOptions) -> Iterator[str]:
    words = (
        _("A false win costs %(points)s points, which nobody gets.")
        if options.false_win_policy == "deduction"
        else _("A false win costs %(points)s points to each of the others.")
    )
    cost = words % {"points": plain_number(options.false_win_cost)}
    yield f"{cost} {_FALSE_WINS[options.false_win_then]}"
