"""What a hand with jokers waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.hands import Hand
from rules.jokers.completing import completions
from rules.jokers.hands import Play, search_of
from rules.jokers.targets import Kinds
from rules.tiles import KINDS, Tile, counts, is_honor


def waiting_kinds(
    hand: Hand, play: Play, targets: Callable[[list[int]], tuple[Kinds, ...]]
) -> tuple[Tile, ...]:
    """The kinds, in order, that complete `hand` without its winning tile, its melds
    settled, if its jokers stand for the right tiles. `targets`: the whole hands that
    tiles and jokers can be."""
    in_hand = counts(hand.concealed)
    melded = counts(tile for meld in hand.melds for tile in meld.tiles)
    found = []
    apart: bool | None = None
    for kind in range(KINDS):
        if in_hand[kind] + melded[kind] >= play.copies:
            continue
        real = counts((*hand.concealed, kind))
        alone = not melded[kind] and _is_apart(kind, in_hand)
        if not alone or apart is None:
            search = search_of(hand, real, play)
            complete = next(completions(search), None) is not None
            apart = complete if alone else apart
        else:
            complete = apart
        # Whole hands take longest to try, and with many jokers sets are made already.
        if complete or targets(real):
            found.append(kind)
    return tuple(found)


def _is_apart(kind: Tile, in_hand: Sequence[int]) -> bool:
    """Whether no tile in hand can be in a set or pair with `kind`. What is so can be in
    a pung or pair with jokers, whatever kind it is, and nothing else is better."""
    if in_hand[kind]:
        return False
    if is_honor(kind):
        return True
    suit = kind // 9 * 9
    near = range(max(suit, kind - 2), min(suit + 9, kind + 3))
    return not any(in_hand[each] for each in near)
