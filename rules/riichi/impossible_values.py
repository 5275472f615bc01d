"""Check the han of wins entered without tiles for impossible values.

`base_points.check_han_fu` checks values that no hand can have. This module checks that
a winner who declared riichi has at least the han of riichi.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.riichi.base_points import SEVEN_PAIRS_FU
from rules.riichi.entries import Win, Winner
from rules.translation_marks import _

_PINFU_FU = 20


def impossible_values(win: Win) -> Iterator[Fault]:
    """Yield a fault for each winner in riichi whose han are too few.

    EMA 2025, 4.2.1: riichi and menzen tsumo.
    """
    several = len(win.winners) > 1
    for number, winner in enumerate(win.winners):
        least = _least_han(winner, self_draw=win.discarder is None)
        han = winner.value.han
        if winner.seat not in win.riichi or han is None or han >= least:
            continue
        fault = Fault(
            "too_few_han_for_riichi",
            _(
                "%(han)s han is not possible. After riichi this hand has at least "
                "%(least)s."
            ),
            "han",
            {"least": least, "han": han},
        )
        yield fault.within(f"winners[{number}]") if several else fault


def _least_han(winner: Winner, *, self_draw: bool) -> int:
    """Return the fewest han of a winner in riichi: riichi, self-draw, and yaku that the
    fu imply.

    Seven pairs count two han, and a self-drawn pinfu one han.
    """
    shown = {SEVEN_PAIRS_FU: 2, _PINFU_FU: 1}.get(winner.value.fu or 0, 0)
    return 1 + self_draw + shown
