"""Check the han of wins entered without tiles, because some values are impossible.

Values that no hand can have are already refused when they are read
(`base_points.check_han_fu`). Here: a player who declared riichi has a concealed hand
and the han of riichi.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.riichi.base_points import SEVEN_PAIRS_FU
from rules.riichi.entries import Win, Winner
from rules.translation_marks import _

_PINFU_FU = 20


def impossible_values(win: Win) -> Iterator[Fault]:
    """Yield a fault for each winner in riichi with too few han.

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
    """Return the fewest han: riichi, self-draw, and yaku that the fu imply.

    Seven pairs have two han, a self-drawn pinfu one.
    """
    shown = {SEVEN_PAIRS_FU: 2, _PINFU_FU: 1}.get(winner.value.fu or 0, 0)
    return 1 + self_draw + shown
