"""Calculate base points from han and fu.

EMA 2025, 4.1.1: the base points are the fu, doubled (han + 2) times. They are at most
2,000 below five han.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.faults import Fault
from rules.riichi.options import ScoringOptions
from rules.translation_marks import _

MANGAN = "mangan"
SANBAIMAN = "sanbaiman"
YAKUMAN = "yakuman"
#: Limit -> base points.
LIMITS = {
    MANGAN: 2_000,
    "haneman": 3_000,
    "baiman": 4_000,
    SANBAIMAN: 6_000,
    YAKUMAN: 8_000,
}
_LEAST_HAN = ((11, SANBAIMAN), (8, "baiman"), (6, "haneman"), (5, MANGAN))
_KAZOE_HAN = 13
#: Without fu, most han below mangan.
_MOST_HAN_BELOW = 3
#: Base points that rounding up makes a mangan: 4 han 30 fu, 3 han 60 fu.
_KIRIAGE = 1_920

_FU_UNIT = 10
SEVEN_PAIRS_FU = 25
#: Highest fu: three concealed kongs of terminals or honors, a single wait, a pair of a
#: wind that is both seat and prevailing wind.
MOST_FU = 140
#: Most fu of hands of one or two han, with two such kongs.
_MOST_FU_BELOW_THREE_HAN = 110
MOST_HAN = 100
_FU = (20, SEVEN_PAIRS_FU, *range(30, MOST_FU + 1, _FU_UNIT))


class Worth(NamedTuple):
    """The base points of a hand, and the name of its limit; "" below mangan."""

    base: int
    limit: str = ""


def limit_worth(limit: str) -> Worth:
    """Return the base points of a limit, and its name."""
    return Worth(LIMITS[limit], limit)


def worth(han: int, fu: int, options: ScoringOptions) -> Worth:
    """Return the base points and the limit of a hand with `han` and `fu`.

    From five han, `fu` does not matter. If the options do not use fu, the base points
    are 250, 500 and 1,000 for one to three han, and four han are a mangan.
    """
    if han >= _KAZOE_HAN:
        return limit_worth(options.kazoe)
    for least, limit in _LEAST_HAN:
        if han >= least:
            return limit_worth(limit)
    if not options.uses_fu:
        return limit_worth(MANGAN) if han > _MOST_HAN_BELOW else Worth(125 << han)
    base = fu << han + 2
    if base >= LIMITS[MANGAN] or (options.kiriage and base == _KIRIAGE):
        return limit_worth(MANGAN)
    return Worth(base)


def yakuman_worth(number: int, options: ScoringOptions) -> Worth:
    """Return the base points of `number` yakuman; of one yakuman if they do not add
    up."""
    return Worth(LIMITS[YAKUMAN] * yakuman_paid(number, options), YAKUMAN)


def yakuman_paid(number: int, options: ScoringOptions) -> int:
    """Return how many of `number` yakuman are paid: at most one if they do not add
    up."""
    return number if options.yakuman_stack else min(number, 1)


def check_han_fu(han: int, fu: int, *, self_draw: bool) -> list[Fault]:
    """Return a fault for each reason why no hand has `han` and `fu`; for values entered
    without tiles."""
    return [*_han_faults(han), *_fu_faults(han, fu, self_draw)]


def _han_faults(han: int) -> Iterator[Fault]:
    if not 1 <= han <= MOST_HAN:
        yield Fault(
            "no_such_han",
            _("%(han)s han is not possible. Enter a number from 1 to %(most)s."),
            "han",
            {"han": han, "most": MOST_HAN},
        )


def _fu_faults(han: int, fu: int, self_draw: bool) -> Iterator[Fault]:
    params = {"han": han, "fu": fu}
    if fu not in _FU:
        yield Fault(
            "no_such_fu",
            _(
                "%(fu)s fu is not possible. Enter 20, 25, or 30 to %(most)s in steps "
                "of 10."
            ),
            "fu",
            params | {"most": MOST_FU},
        )
    elif fu == _FU[0] and not (self_draw and han >= 2):
        yield Fault(
            "only_pinfu_has_20_fu",
            _(
                "%(han)s han 20 fu is not possible. Only a self-drawn pinfu has 20 fu, "
                "with at least 2 han."
            )
            if self_draw
            else _("Only a self-drawn pinfu has 20 fu. On a discard, pinfu has 30 fu."),
            "fu",
            params,
        )
    elif fu == SEVEN_PAIRS_FU and han < (3 if self_draw else 2):
        yield Fault(
            "only_seven_pairs_have_25_fu",
            _(
                "%(han)s han 25 fu is not possible. Only seven pairs have 25 fu, with "
                "at least 3 han on a self-draw."
            )
            if self_draw
            else _(
                "%(han)s han 25 fu is not possible. Only seven pairs have 25 fu, with "
                "at least 2 han."
            ),
            "fu",
            params,
        )
    elif han < 3 and fu > _MOST_FU_BELOW_THREE_HAN:
        yield Fault(
            "too_many_fu",
            _(
                "%(fu)s fu is not possible. A hand of %(han)s han has at most %(most)s "
                "fu."
            ),
            "fu",
            params | {"most": _MOST_FU_BELOW_THREE_HAN},
        )
