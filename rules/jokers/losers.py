"""What jokers can do for a hand that did not win: pairs and pungs of the tiles in hand,
or of new ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from rules.hands import Hand
from rules.tiles import JOKER, KINDS, Tile, counts, is_honor

_PAIR, _PUNG = 2, 3


def losing_hands(
    hand: Hand, new: Iterable[Tile], class_of: Callable[[Tile], Hashable], copies: int
) -> Iterator[Hand]:
    """The hands that the jokers of a loser's `hand`, its melds settled, can make of its
    tiles and the `new` kinds: one of each class. A joker that makes no pair or pung is
    a tile by itself; a pair scores of honors only."""
    held = counts(hand.concealed)
    melded = counts(tile for meld in hand.melds for tile in meld.tiles)
    groups: dict[Hashable, list[Tile]] = {}
    for kind in dict.fromkeys((*(k for k, n in enumerate(held) if n), *new)):
        if held[kind] < _PUNG:
            room = min(copies - melded[kind], _PUNG)
            groups.setdefault((class_of(kind), held[kind], room), []).append(kind)
    rest = tuple(tile for tile in hand.concealed if tile != JOKER)
    jokers = hand.concealed.count(JOKER)
    for added in _additions(list(groups.values()), held, melded, jokers, copies):
        tiles = [kind for kind, count in added.items() for _n in range(count)]
        alone = (k for k in range(KINDS) if not held[k] and k not in added)
        tiles += islice(alone, jokers - len(tiles))
        yield replace(hand, concealed=(*rest, *tiles))


def _additions(
    groups: list[list[Tile]], held: list[int], melded: list[int], left: int, copies: int
) -> Iterator[Mapping[Tile, int]]:
    """How many jokers each kind gets, `left` of them in all or fewer."""
    if not groups:
        # With so many left another pung could be made, which never is worth less.
        if left < _PUNG:
            yield {}
        return
    kinds, others = groups[0], groups[1:]
    room = copies - melded[kinds[0]]
    to_pair, to_pung = _PAIR - held[kinds[0]], _PUNG - held[kinds[0]]
    for pungs in range(len(kinds) + 1 if room >= _PUNG else 1):
        if pungs * to_pung > left:
            return
        scoring = is_honor(kinds[0]) and to_pair > 0 and room >= _PAIR
        possible = len(kinds) - pungs if scoring else 0
        for pairs in range(possible + 1):
            cost = pungs * to_pung + pairs * to_pair
            if cost > left:
                break
            here = dict.fromkeys(kinds[:pungs], to_pung)
            here |= dict.fromkeys(kinds[pungs : pungs + pairs], to_pair)
            for more in _additions(others, held, melded, left - cost, copies):
                yield {**here, **more}
