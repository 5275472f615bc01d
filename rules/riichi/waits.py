"""What a hand waits for in Riichi.

EMA 2025, 3.3: a tile of which the player already holds four, melds included, is not
waited for; one that is out of play otherwise is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.arrangements import Shape, pack, standard_waits, waits
from rules.faults import RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hands import HAND_SIZE, Hand
from rules.tiles import Tile, counts, kinds_of


def riichi_waits(hand: Hand) -> tuple[Tile, ...]:
    """The kinds that complete `hand`'s 13 tiles, in order.

    A red five is a five, whatever the rules say of it. Raises RuleError with every
    fault.
    """
    if faults := waiting_hand_faults(hand, red_fives=True):
        raise RuleError(*faults)
    kinds = tuple(kinds_of(hand.concealed))
    found = set(standard_waits(pack(kinds)))
    if len(kinds) == HAND_SIZE:
        found.update(waits(kinds, (Shape.THIRTEEN_ORPHANS,)))
        found.update(_seventh_pair(kinds))
    held = counts(hand.tiles)
    return tuple(sorted(each for each in found if held[each] < 4))


def _seventh_pair(kinds: Sequence[Tile]) -> Iterator[Tile]:
    """The single tile beside six different pairs."""
    single = [each for each in set(kinds) if kinds.count(each) == 1]
    if len(single) == 1 and len(set(kinds)) == 7:
        yield from single
