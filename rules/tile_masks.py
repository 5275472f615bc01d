"""Sets of kinds of tiles as one number, a bit a kind."""

from __future__ import annotations

from collections.abc import Iterable

from rules.tiles import DRAGONS, HONORS, TERMINALS, WIND_TILES, Tile, tile


def mask_of(kinds: Iterable[Tile]) -> int:
    """The set of these kinds."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


SUIT_MASKS = tuple(mask_of(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOR_MASK = mask_of(HONORS)
TERMINAL_MASK = mask_of(TERMINALS)
#: Terminals and honors.
ENDS_MASK = HONOR_MASK | TERMINAL_MASK
DRAGON_MASK = mask_of(DRAGONS)
WIND_MASK = mask_of(WIND_TILES)
GREEN_MASK = mask_of(map(tile, ("2s", "3s", "4s", "6s", "8s", "F")))


def suits_in(mask: int) -> int:
    """How many suits the kinds of `mask` are of."""
    return sum([mask & suit != 0 for suit in SUIT_MASKS])
