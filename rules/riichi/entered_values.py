"""Base points from a value as it was entered (EMA 2025, 4.1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from rules.faults import Fault, RuleError
from rules.riichi.base_points import (
    LIMITS,
    MOST_FU,
    YAKUMAN,
    check_han_fu,
    payments,
    total,
    worth,
    yakuman_worth,
)
from rules.riichi.entries import Value
from rules.riichi.options import RiichiOptions
from rules.text import _

MOST_YAKUMAN = 6
LEAST_MANGAN_HAN = 5
_SOME_FU = 30
_MOST_COUNTED_HAN = 13


def base_of(
    value: Value, options: RiichiOptions, *, dealer: bool, self_draw: bool
) -> int:
    """The base points of a value not entered by tiles.

    Raises RuleError for points that no hand of a dealer, or of another player, won
    in this way is paid.
    """
    if value.yakuman or value.limit == YAKUMAN:
        return yakuman_worth(value.yakuman or 1, options).base
    if value.limit:
        return LIMITS[value.limit]
    if value.han:
        return worth(value.han, value.fu or _SOME_FU, options).base
    return base_of_points(
        value.points or 0, options, dealer=dealer, self_draw=self_draw
    )


def base_of_points(
    points: int, options: RiichiOptions, *, dealer: bool, self_draw: bool
) -> int:
    """The base points of a hand for which all players together pay `points`.

    Raises RuleError if no hand is worth that. Bases with the same total give the
    same payments.
    """
    for base in _bases(options, self_draw):
        if total(payments(base, dealer=dealer, self_draw=self_draw)) == points:
            return base
    sentences = {
        (True, True): _(
            "%(points)s points is not possible for a self-draw by the dealer."
        ),
        (True, False): _(
            "%(points)s points is not possible for a win by the dealer on a discard."
        ),
        (False, True): _(
            "%(points)s points is not possible for a self-draw by a non-dealer."
        ),
        (False, False): _(
            "%(points)s points is not possible for a win by a non-dealer on a discard."
        ),
    }
    sentence = sentences[dealer, self_draw]
    raise RuleError(Fault("no_such_points", sentence, "points", {"points": points}))


@lru_cache(maxsize=64)
def _bases(options: RiichiOptions, self_draw: bool) -> tuple[int, ...]:
    """Every base a hand can have."""
    fu_and_han = product(range(20, MOST_FU + 1, 5), range(1, _MOST_COUNTED_HAN + 1))
    bases = {
        worth(han, fu, options).base
        for fu, han in fu_and_han
        if not check_han_fu(han, fu, self_draw=self_draw)
    }
    stacked = range(1, MOST_YAKUMAN + 1)
    bases.update(yakuman_worth(number, options).base for number in stacked)
    return tuple(sorted(bases))
