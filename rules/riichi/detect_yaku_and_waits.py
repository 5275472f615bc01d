"""Find the readings of a hand, the yaku of each reading, and waits.

`FORMS` detects yaku for explanations, whether or not they count; the package `mahjong`
decides what counts. EMA 2025, 3.3: a hand does not wait for a tile that the player
already holds four times, including melds. It can wait for a tile whose copies are all
visible elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.faults import RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hand_of_tiles import HAND_SIZE, Hand
from rules.tiles import (
    DRAGONS,
    GREEN,
    RED,
    TERMINALS_AND_HONORS,
    WHITE,
    Tile,
    counts,
    is_honor,
    kind,
    kinds_of,
    rank,
    suit,
    wind_tile,
)
from rules.winning_arrangements import (
    Arrangement,
    SetKind,
    Shape,
    arrangements,
    pack,
    standard_waits,
    waits,
)

SHAPES = (Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS)


def readings(hand: Hand, *, alike: bool = False) -> Iterator[Arrangement]:
    """Yield the readings of the concealed tiles, with the winning tile, as a winning
    hand.

    The seven pairs of riichi must all be different, unless `alike` is true.
    """
    for reading in arrangements(hand.concealed_kinds, SHAPES):
        pairs = reading.shape is Shape.SEVEN_PAIRS
        if alike or not pairs or len(set(reading.loose)) == 7:
            yield reading


_OUTSIDE = frozenset(TERMINALS_AND_HONORS)


@dataclass(frozen=True)
class Form:
    """A reading of the whole hand, including melds."""

    hand: Hand
    reading: Arrangement

    @cached_property
    def chows(self) -> tuple[Tile, ...]:
        """Return the lowest tile of each chow."""
        groups = (*self.reading.sets, *(meld.group for meld in self.hand.melds))
        return tuple(group.first for group in groups if group.kind is SetKind.CHOW)

    @cached_property
    def pungs(self) -> tuple[Tile, ...]:
        """Return the tile kind of each pung and kong."""
        groups = (*self.reading.sets, *(meld.group for meld in self.hand.melds))
        return tuple(group.first for group in groups if group.kind is not SetKind.CHOW)

    @cached_property
    def concealed_pungs(self) -> tuple[Tile, ...]:
        """Return the tile kind of each pung and kong that was not declared open. A
        discard may have completed the last set."""
        kongs = (meld.group for meld in self.hand.kongs if meld.concealed)
        groups = (*self.reading.sets, *kongs)
        return tuple(group.first for group in groups if group.kind is not SetKind.CHOW)

    @property
    def surely_concealed_pungs(self) -> tuple[Tile, ...]:
        """Return the concealed pungs that cannot have been completed by a discard."""
        winning = self.hand.concealed_kinds[-1]
        elsewhere = winning == self.reading.pair or any(
            winning in group.tiles
            for group in self.reading.sets
            if group.kind is SetKind.CHOW
        )
        if self.hand.self_draw or elsewhere:
            return self.concealed_pungs
        return tuple(pung for pung in self.concealed_pungs if pung != winning)

    @cached_property
    def kinds(self) -> frozenset[Tile]:
        return frozenset(map(kind, self.hand.tiles))

    @cached_property
    def is_outside(self) -> bool:
        """Return whether every set and the pair contain a terminal or an honor."""
        return (
            self.reading.shape is Shape.STANDARD
            and self.reading.pair in _OUTSIDE
            and all(rank(first) in (1, 7) for first in self.chows)
            and _OUTSIDE.issuperset(self.pungs)
        )

    @cached_property
    def suits(self) -> frozenset[int]:
        """Return the suits of the hand, without honors."""
        return frozenset(suit(tile) for tile in self.kinds if not is_honor(tile))

    @cached_property
    def has_honors(self) -> bool:
        return any(map(is_honor, self.kinds))

    def pairs_of_chows(self) -> int:
        return sum(self.chows.count(first) // 2 for first in set(self.chows))

    def in_three_suits(self, firsts: tuple[Tile, ...]) -> bool:
        """Return whether `firsts` contains the same number in all three suits."""
        return any({low, low + 9, low + 18} <= set(firsts) for low in range(9))


def _is_pure_straight(form: Form) -> bool:
    starts = (9 * number for number in range(3))
    return any({low, low + 3, low + 6} <= set(form.chows) for low in starts)


def _is_little_dragons(form: Form) -> bool:
    return form.reading.pair in DRAGONS and len(set(DRAGONS) & set(form.pungs)) == 2


FORMS: Mapping[str, Callable[[Form], bool]] = {
    "pinfu": lambda form: len(form.chows) == 4,
    "iipeikou": lambda form: form.pairs_of_chows() >= 1,
    "tanyao": lambda form: not form.kinds & _OUTSIDE,
    "yakuhai_white": lambda form: WHITE in form.pungs,
    "yakuhai_green": lambda form: GREEN in form.pungs,
    "yakuhai_red": lambda form: RED in form.pungs,
    "seat_wind": lambda form: wind_tile(form.hand.seat_wind) in form.pungs,
    "round_wind": lambda form: wind_tile(form.hand.prevailing_wind) in form.pungs,
    "chiitoitsu": lambda form: form.reading.shape is Shape.SEVEN_PAIRS,
    "sanshoku_doujun": lambda form: form.in_three_suits(form.chows),
    "ittsuu": _is_pure_straight,
    "chanta": lambda form: form.is_outside and bool(form.chows),
    "sanshoku_doukou": lambda form: form.in_three_suits(form.pungs),
    "sanankou": lambda form: len(form.concealed_pungs) >= 3,
    "suuankou": lambda form: len(form.concealed_pungs) == 4,
    "sankantsu": lambda form: len(form.hand.kongs) >= 3,
    "toitoi": lambda form: len(form.pungs) == 4,
    "shousangen": _is_little_dragons,
    "honroutou": lambda form: (
        form.kinds <= _OUTSIDE and form.reading.shape is not Shape.THIRTEEN_ORPHANS
    ),
    "ryanpeikou": lambda form: form.pairs_of_chows() == 2,
    "honitsu": lambda form: len(form.suits) == 1,
    "junchan": lambda form: (
        form.is_outside and bool(form.chows) and not form.has_honors
    ),
    "chinitsu": lambda form: len(form.suits) == 1 and not form.has_honors,
}


def formed(hand: Hand, reading: Arrangement) -> Iterator[str]:
    """Yield the ids of the yaku that the tiles have in this reading."""
    form = Form(hand, reading)
    for name, has in FORMS.items():
        if has(form):
            yield name


def riichi_waits(
    hand: Hand, *, nukidora: bool = False, alike: bool = False
) -> tuple[Tile, ...]:
    """Return the tile kinds, in order, that complete the 13 tiles of `hand`.

    `nukidora`: tiles may be laid aside for a replacement. `alike`: seven pairs may
    include two identical pairs. A red five counts as a five under all options. Raises
    RuleError with every fault.
    """
    if faults := waiting_hand_faults(hand, red_fives=True, nukidora=nukidora):
        raise RuleError(*faults)
    kinds = tuple(kinds_of(hand.concealed))
    completing = set(standard_waits(pack(kinds)))
    if len(kinds) == HAND_SIZE:
        completing.update(waits(kinds, (Shape.THIRTEEN_ORPHANS,)))
        completing.update(_seventh_pair(kinds, alike=alike))
    held = counts(hand.tiles)
    return tuple(sorted(tile for tile in completing if held[tile] < 4))


def _seventh_pair(kinds: Sequence[Tile], *, alike: bool) -> Iterator[Tile]:
    """Yield the single tile of a hand with six pairs; none for other hands."""
    single = [tile for tile in set(kinds) if kinds.count(tile) % 2]
    if len(single) == 1 and (alike or len(set(kinds)) == 7):
        yield from single
