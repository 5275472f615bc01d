"""The hands that a hand with jokers can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rules.hands import Hand, Meld
from rules.jokers.completing import Block, ClassOf, Search, WorthOf, completions
from rules.jokers.targets import Kinds
from rules.tiles import JOKER, Tile, counts


@dataclass(frozen=True)
class Play:
    """What a ruleset says of one hand's jokers: see `Search`; `targets` are whole hands
    that are no sets and a pair. `winning_kinds` chooses, of what the jokers of a hand
    stand for, what the last tile may be, if that is a joker."""

    copies: int
    chows: int
    class_of: ClassOf
    worth_of: WorthOf
    free: tuple[Block, ...]
    targets: tuple[Kinds, ...]
    winning_kinds: Callable[[Counter[Tile], tuple[Block, ...]], Iterable[Tile]]


def settled(hand: Hand) -> Hand:
    """The hand with what the jokers of its melds stand for; for one without faults."""
    return replace(hand, melds=tuple(meld.settled or meld for meld in hand.melds))


def in_hand(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in hand, the winning one among them, jokers too."""
    won = () if hand.winning_tile is None else (hand.winning_tile,)
    return (*hand.concealed, *won)


def possible_hands(hand: Hand, play: Play) -> Iterator[Hand]:
    """The winning hands that the jokers of `hand` can make, its melds settled: one of
    each class."""
    real = counts(in_hand(hand))
    for kinds in play.targets:
        yield from _with_winning_tile(hand, kinds, (), play)
    for blocks in completions(search_of(hand, real, play)):
        kinds = tuple(sorted(kind for each in blocks for kind in each.tiles))
        yield from _with_winning_tile(hand, kinds, blocks, play)


def search_of(hand: Hand, real: Iterable[int], play: Play) -> Search:
    """The search for sets and a pair in `hand`, whose melds are settled."""
    return Search(
        real=tuple(real),
        sets=4 - len(hand.melds),
        melded=tuple(counts(tile for meld in hand.melds for tile in meld.tiles)),
        copies=play.copies,
        chows=play.chows - _chows(hand.melds),
        class_of=play.class_of,
        worth_of=play.worth_of,
        free=play.free,
    )


def _chows(melds: Iterable[Meld]) -> int:
    return sum(1 for meld in melds if meld.kind == "chow")


def _with_winning_tile(
    hand: Hand, kinds: Kinds, blocks: tuple[Block, ...], play: Play
) -> Iterator[Hand]:
    winning = hand.winning_tile
    if winning != JOKER:
        yield replace(hand, concealed=_without(kinds, winning))
        return
    stand_for = Counter(kinds)
    stand_for.subtract(each for each in hand.concealed if each != JOKER)
    for kind in play.winning_kinds(+stand_for, blocks):
        yield replace(hand, concealed=_without(kinds, kind), winning_tile=kind)


def _without(kinds: Kinds, tile: Tile | None) -> Kinds:
    if tile is None:
        return kinds
    at = kinds.index(tile)
    return kinds[:at] + kinds[at + 1 :]


def stand_for(hand: Hand, made: Hand) -> tuple[Tile, ...]:
    """What the jokers in `hand` stand for in `made`, in order; that of the winning tile
    last."""
    rest = Counter(made.concealed)
    rest.subtract(each for each in hand.concealed if each != JOKER)
    won = (made.winning_tile,) if hand.winning_tile == JOKER else ()
    last = tuple(each for each in won if each is not None)
    return (*sorted((+rest).elements()), *last)
