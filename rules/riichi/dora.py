"""The tiles that indicators make worth a han each.

EMA 2025, 4.2: the next tile of the suit, 1 after 9; E S W N E; white, green, red,
white.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.tiles import DRAGONS, WIND_TILES, Tile, counts, kind

_DRAGON_ORDER = DRAGONS[::-1]


def dora(indicator: Tile) -> Tile:
    """The kind that `indicator` makes dora."""
    its_kind = kind(indicator)
    for order in (WIND_TILES, _DRAGON_ORDER):
        if its_kind in order:
            return order[(order.index(its_kind) + 1) % len(order)]
    return its_kind // 9 * 9 + (its_kind + 1) % 9


def dora_held(tiles: Iterable[Tile], indicators: Sequence[Tile]) -> int:
    """How many dora are among `tiles`; one that is indicated twice counts twice."""
    held = counts(tiles)
    return sum(held[dora(indicator)] for indicator in indicators)
