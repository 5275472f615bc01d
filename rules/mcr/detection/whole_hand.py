"""Fans that depend only on which tiles a hand has, not on how they are read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.mcr import patterns
from rules.notation import parse_tiles
from rules.tiles import DRAGONS, HONORS, TERMINALS, WIND_TILES, Tile


def mask_of(kinds: Iterable[Tile]) -> int:
    """The set of kinds as one number, a bit a kind."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


def _ranks(*ranks: int) -> int:
    return mask_of(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


SUIT_MASKS = tuple(mask_of(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOR_MASK = mask_of(HONORS)
TERMINAL_MASK = mask_of(TERMINALS)
WIND_MASK = mask_of(WIND_TILES)
DRAGON_MASK = mask_of(DRAGONS)
GREEN_MASK = mask_of(parse_tiles("23468sF"))
REVERSIBLE_MASK = mask_of(parse_tiles("1234589p245689sP"))

#: Fans that hold when every tile is among these, the narrower before the wider.
_ALL_AMONG = (
    (patterns.ALL_GREEN, GREEN_MASK),
    (patterns.REVERSIBLE_TILES, REVERSIBLE_MASK),
    (patterns.UPPER_TILES, _ranks(7, 8, 9)),
    (patterns.MIDDLE_TILES, _ranks(4, 5, 6)),
    (patterns.LOWER_TILES, _ranks(1, 2, 3)),
    (patterns.UPPER_FOUR, _ranks(6, 7, 8, 9)),
    (patterns.LOWER_FOUR, _ranks(1, 2, 3, 4)),
    (patterns.ALL_SIMPLES, _ranks(2, 3, 4, 5, 6, 7, 8)),
    (patterns.NO_HONORS, _ranks(*range(1, 10))),
    (patterns.ALL_HONORS, HONOR_MASK),
    (patterns.ALL_TERMINALS, TERMINAL_MASK),
)


@lru_cache(maxsize=1 << 15)
def whole_hand_fans(mask: int) -> tuple[int, ...]:
    """The fans of a hand of these kinds that is four sets and a pair, seven pairs,
    or has a knitted straight."""
    held = [fan for fan, tiles in _ALL_AMONG if not mask & ~tiles]
    suits = sum(1 for suit in SUIT_MASKS if mask & suit)
    honors = mask & HONOR_MASK
    if honors and mask & TERMINAL_MASK and not mask & ~(HONOR_MASK | TERMINAL_MASK):
        held.append(patterns.ALL_TERMINALS_AND_HONORS)
    if suits == 1:
        held.append(patterns.HALF_FLUSH if honors else patterns.FULL_FLUSH)
    elif suits == 2:
        held.append(patterns.ONE_VOIDED_SUIT)
    elif suits == 3 and mask & WIND_MASK and mask & DRAGON_MASK:
        held.append(patterns.ALL_TYPES)
    return tuple(held)
