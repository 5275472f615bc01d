"""Find every reading of tiles as a winning hand, and the tiles that a hand waits for.

Each suit is read separately and cached, because the same suits appear in many hands.
The cache key is a suit's tiles packed into one number, three bits for each number of
the suit. Honors are a fourth suit without chows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from rules.tiles import KINDS, SUITS, TERMINALS_AND_HONORS, Tile, is_honor


class SetKind(StrEnum):
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


class Group(NamedTuple):
    """A set: its kind and its lowest tile (one of the 34 kinds)."""

    kind: SetKind
    first: Tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        first = self.first
        if self.kind is SetKind.CHOW:
            return first, first + 1, first + 2
        return (first,) * (4 if self.kind is SetKind.KONG else 3)


CHOWS = tuple(Group(SetKind.CHOW, first) for first in range(KINDS))
PUNGS = tuple(Group(SetKind.PUNG, first) for first in range(KINDS))
KONGS = tuple(Group(SetKind.KONG, first) for first in range(KINDS))


class Shape(StrEnum):
    """A shape of a winning hand. Each ruleset allows some shapes."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    KNITTED_SINGLES = "knitted_singles"
    KNITTED_STRAIGHT = "knitted_straight"


class Arrangement(NamedTuple):
    """A reading of the concealed tiles, with the winning tile, in one shape.

    `loose` are the tiles outside sets and `pair`: all tiles of seven pairs, thirteen
    orphans and knitted singles; the nine tiles of a knitted straight.
    """

    shape: Shape
    sets: tuple[Group, ...] = ()
    pair: Tile | None = None
    loose: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all tiles of the arrangement, sorted."""
        in_sets = [tile for group in self.sets for tile in group.tiles]
        pair = [] if self.pair is None else [self.pair] * 2
        return tuple(sorted((*in_sets, *pair, *self.loose)))


#: The six knitted patterns: 147 of a suit, 258 of another, 369 of the third.
KNITTED: tuple[tuple[Tile, ...], ...] = tuple(
    tuple(
        sorted(
            9 * suit + start + step
            for start, suit in enumerate(suits)
            for step in (0, 3, 6)
        )
    )
    for suits in permutations(range(len(SUITS)))
)

Packed = tuple[int, int, int, int]

#: One tile of each of two adjacent ranks.
_TWO_RANKS = 0o11
_UNIT = tuple(1 << 3 * (kind % 9) for kind in range(KINDS))
_SUIT = tuple(min(kind // 9, 3) for kind in range(KINDS))


def pack(kinds: Iterable[Tile]) -> Packed:
    """Return the three suits and the honors of `kinds`, each packed into one number."""
    suits = [0, 0, 0, 0]
    for kind in kinds:
        suits[_SUIT[kind]] += _UNIT[kind]
    return suits[0], suits[1], suits[2], suits[3]


class SuitReadings(NamedTuple):
    """The readings of a suit: as sets only, and as sets and one pair."""

    sets: tuple[tuple[Group, ...], ...]
    with_pair: tuple[tuple[tuple[Group, ...], Tile], ...]


@lru_cache(maxsize=1 << 16)
def read_suit(packed: int, suit: int) -> SuitReadings:
    """Return every reading of one packed suit, each once.

    Any number of chows can start at the lowest number. The remaining tiles of that
    number must be none, a pair, a pung, or both.
    """
    if not packed:
        return SuitReadings(((),), ())
    shift = (packed & -packed).bit_length() - 1
    shift -= shift % 3
    first = 9 * suit + shift // 3
    count = packed >> shift & 7
    rest = packed - (count << shift)
    sets: list[tuple[Group, ...]] = []
    with_pair: list[tuple[tuple[Group, ...], Tile]] = []
    for chows in range(count + 1):
        if chows and not _can_take_chows(rest, shift, suit, chows):
            break
        remaining = count - chows
        if remaining in (1, 4):
            continue
        left = read_suit(rest - (chows * _TWO_RANKS << shift + 3), suit)
        first_sets = (CHOWS[first],) * chows
        if remaining in (3, 5):
            first_sets = (PUNGS[first], *first_sets)
        if remaining in (0, 3):
            sets += [first_sets + others for others in left.sets]
            with_pair += [
                (first_sets + others, pair) for others, pair in left.with_pair
            ]
        elif remaining in (2, 5):
            with_pair += [(first_sets + others, first) for others in left.sets]
    return SuitReadings(tuple(sets), tuple(with_pair))


def _can_take_chows(rest: int, shift: int, suit: int, chows: int) -> bool:
    return (
        suit < len(SUITS)
        and shift <= 18
        and (rest >> shift + 3 & 7) >= chows
        and (rest >> shift + 6 & 7) >= chows
    )


@lru_cache(maxsize=1 << 16)
def _suit_waits(packed: int, suit: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return the tiles that complete a suit to sets, and the tiles that complete it to
    sets and one pair."""
    ranks = range(7 if suit == len(SUITS) else 9)
    wider = [(9 * suit + r, read_suit(packed + (1 << 3 * r), suit)) for r in ranks]
    return (
        tuple(kind for kind, readings in wider if readings.sets),
        tuple(kind for kind, readings in wider if readings.with_pair),
    )


def standard_readings(packed: Packed) -> Iterator[tuple[tuple[Group, ...], Tile]]:
    """Yield every reading of the tiles as sets and one pair, as (sets, pair)."""
    suits = [read_suit(packed_suit, suit) for suit, packed_suit in enumerate(packed)]
    unfinished = [suit for suit in range(4) if not suits[suit].sets]
    if len(unfinished) != 1:
        return
    paired = unfinished[0]
    others = [suits[suit].sets for suit in range(4) if suit != paired]
    for sets, pair in suits[paired].with_pair:
        for first in others[0]:
            for second in others[1]:
                for third in others[2]:
                    yield sets + first + second + third, pair


def standard_waits(packed: Packed) -> tuple[Tile, ...]:
    """Return the tile kinds that complete the tiles to sets and a pair. Includes kinds
    whose four copies are all in the tiles."""
    unfinished = [
        suit
        for suit, packed_suit in enumerate(packed)
        if not read_suit(packed_suit, suit).sets
    ]
    if len(unfinished) == 1:
        suit = unfinished[0]
        return _suit_waits(packed[suit], suit)[1]
    if len(unfinished) != 2:
        return ()
    one, other = unfinished
    waits: tuple[Tile, ...] = ()
    if read_suit(packed[other], other).with_pair:
        waits += _suit_waits(packed[one], one)[0]
    if read_suit(packed[one], one).with_pair:
        waits += _suit_waits(packed[other], other)[0]
    return waits


def arrangements(
    kinds: Sequence[Tile], shapes: Iterable[Shape]
) -> Iterator[Arrangement]:
    """Yield every reading of `kinds` as one of `shapes`, each once.

    `kinds` has 2, 5, 8, 11 or 14 concealed tiles with the winning tile.
    """
    tiles = tuple(sorted(kinds))
    for shape in shapes:
        yield from _READERS[shape](tiles)


def completes(kinds: Sequence[Tile], shapes: Iterable[Shape]) -> bool:
    """Return whether `kinds` can be read as one of `shapes`."""
    return next(arrangements(kinds, shapes), None) is not None


def waits(kinds: Sequence[Tile], shapes: Iterable[Shape]) -> tuple[Tile, ...]:
    """Return the tile kinds, in order, that complete `kinds` (1, 4, 7, 10 or 13 tiles).

    Includes kinds whose four copies are all in `kinds`.
    """
    shapes = tuple(shapes)
    completing = set(standard_waits(pack(kinds))) if Shape.STANDARD in shapes else set()
    special = [shape for shape in shapes if shape is not Shape.STANDARD]
    if special and len(kinds) >= 10:
        completing.update(
            kind
            for kind in range(KINDS)
            if kind not in completing and completes((*kinds, kind), special)
        )
    return tuple(sorted(completing))


def _standard(tiles: tuple[Tile, ...]) -> Iterator[Arrangement]:
    for sets, pair in standard_readings(pack(tiles)):
        yield Arrangement(Shape.STANDARD, sets, pair)


def _seven_pairs(tiles: tuple[Tile, ...]) -> Iterator[Arrangement]:
    """Yield the tiles as seven pairs, if they are; four of a kind count as two
    pairs."""
    if len(tiles) == 14 and tiles[::2] == tiles[1::2]:
        yield Arrangement(Shape.SEVEN_PAIRS, loose=tiles)


def _thirteen_orphans(tiles: tuple[Tile, ...]) -> Iterator[Arrangement]:
    if len(tiles) == 14 and frozenset(tiles) == _ORPHANS:
        yield Arrangement(Shape.THIRTEEN_ORPHANS, loose=tiles)


def _knitted_singles(tiles: tuple[Tile, ...]) -> Iterator[Arrangement]:
    """Yield the tiles as knitted singles, if they are: fourteen different tiles, honors
    and suit tiles of one knitted pattern."""
    if len(tiles) != 14 or len(set(tiles)) != 14:
        return
    suited = {tile for tile in tiles if not is_honor(tile)}
    if any(suited <= pattern for pattern in _KNITTED_SETS):
        yield Arrangement(Shape.KNITTED_SINGLES, loose=tiles)


def _knitted_straight(tiles: tuple[Tile, ...]) -> Iterator[Arrangement]:
    """Yield the tiles as a knitted straight, if they are: the nine tiles of a knitted
    pattern, a pair and at most one set."""
    held = set(tiles)
    for pattern, wanted in zip(KNITTED, _KNITTED_SETS, strict=True):
        if wanted <= held:
            rest = list(tiles)
            for tile in pattern:
                rest.remove(tile)
            for sets, pair in standard_readings(pack(rest)):
                yield Arrangement(Shape.KNITTED_STRAIGHT, sets, pair, pattern)


_ORPHANS = frozenset(TERMINALS_AND_HONORS)
_KNITTED_SETS = tuple(frozenset(pattern) for pattern in KNITTED)
_READERS = {
    Shape.STANDARD: _standard,
    Shape.SEVEN_PAIRS: _seven_pairs,
    Shape.THIRTEEN_ORPHANS: _thirteen_orphans,
    Shape.KNITTED_SINGLES: _knitted_singles,
    Shape.KNITTED_STRAIGHT: _knitted_straight,
}
