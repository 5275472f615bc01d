"""Fans that depend only on which tiles a hand has, not on how they are read."""

from __future__ import annotations

from functools import lru_cache

from rules.mcr import patterns
from rules.notation import parse_tiles
from rules.tile_masks import (
    DRAGON_MASK,
    GREEN_MASK,
    HONOR_MASK,
    TERMINAL_MASK,
    WIND_MASK,
    mask_of,
    suits_in,
)


def _ranks(*ranks: int) -> int:
    return mask_of(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


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
    suits = suits_in(mask)
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
