"""What a hand with jokers waits for."""

from __future__ import annotations

from collections.abc import Callable

from rules.hands import Hand
from rules.jokers.completing import completions
from rules.jokers.hands import Play, search_of
from rules.jokers.targets import Kinds
from rules.tiles import KINDS, Tile, counts


def waiting_kinds(
    hand: Hand, play: Play, targets: Callable[[list[int]], tuple[Kinds, ...]]
) -> tuple[Tile, ...]:
    """The kinds, in order, that complete `hand` without its winning tile, its melds
    settled, if its jokers stand for the right tiles. `targets`: the whole hands that
    tiles and jokers can be."""
    held = counts((*hand.concealed, *(t for meld in hand.melds for t in meld.tiles)))
    found = []
    for kind in range(KINDS):
        real = counts((*hand.concealed, kind))
        if held[kind] >= play.copies:
            continue
        search = search_of(hand, real, play)
        if targets(real) or next(completions(search), None) is not None:
            found.append(kind)
    return tuple(found)
