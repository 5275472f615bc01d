"""What jokers can be in a Classical hand: which sets and pairs are worth the same, and
the hands that are no sets and a pair; and what a hand with jokers waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from rules.arrangements import PUNGS, SetKind
from rules.classical.convention import Convention
from rules.hands import Hand
from rules.jokers import targets
from rules.jokers.completing import PAIRS, RUNS, Block
from rules.jokers.hands import Play, in_hand, settled
from rules.jokers.targets import Kinds
from rules.jokers.waits import waiting_kinds
from rules.tile_masks import DRAGON_MASK, ENDS_MASK, GREEN_MASK, mask_of
from rules.tiles import (
    HONORS,
    JOKER,
    KINDS,
    Tile,
    counts,
    is_honor,
    suit,
    tile,
    wind_tile,
)

#: Tiles that make a limit hand as the last one: 5 and 1 of dots, 2 of bamboos.
_LAST_TILES = frozenset(map(tile, ("5p", "1p", "2s")))
_SPECIAL: Mapping[str, Callable[[Sequence[int]], Iterator[Kinds]]] = {
    "thirteen_orphans": targets.thirteen_orphans,
    "nine_gates": targets.nine_gates,
    "gates_of_heaven": targets.nine_gates,
    "wriggling_snake": targets.wriggling_snake,
    "triple_knitting": targets.triple_knitting,
    "knitting": targets.knitting,
    "all_pair_honours": targets.all_pair_honours,
}


def play_of(hand: Hand, convention: Convention) -> Play:
    """What the jokers of `hand`, whose melds are settled, can be."""
    melded = [each for meld in hand.melds for each in meld.tiles]
    used = [each for each in (*in_hand(hand), *melded) if each < KINDS]
    classes = _Classes(hand, used, convention)
    return Play(
        copies=convention.options.copies_with_jokers,
        chows=convention.options.max_chows,
        class_of=classes.of_free,
        worth_of=classes.of_hand,
        free=tuple(_free(used, classes)),
        targets=_whole_hands(hand, counts(in_hand(hand)), convention),
        winning_kinds=classes.winning_kinds,
    )


def waits_with_jokers(hand: Hand, convention: Convention) -> tuple[Tile, ...]:
    """The kinds that complete `hand` without its winning tile, in order."""
    hand, played = settled(hand), convention.with_jokers
    return waiting_kinds(
        hand, play_of(hand, played), lambda real: _whole_hands(hand, real, played)
    )


def _whole_hands(
    hand: Hand, real: Sequence[int], convention: Convention
) -> tuple[Kinds, ...]:
    """The hands that are no four sets and a pair, or whose tiles matter one by one."""
    limits = convention.limits
    hands: dict[Kinds, None] = {}
    if not hand.melds:
        for name, makes in _SPECIAL.items():
            if name in limits:
                hands.update(dict.fromkeys(makes(real)))
    if "squirming_snake" in limits:
        melded = [tuple(sorted(meld.tiles)) for meld in hand.melds]
        hands.update(dict.fromkeys(targets.squirming_snake(real, melded)))
    return tuple(hands)


class _Classes:
    """Which sets and pairs, and which hands of them, are worth the same with the melds
    and the winning tile of one hand."""

    def __init__(
        self, hand: Hand, used: Iterable[Tile], convention: Convention
    ) -> None:
        won = hand.winning_tile
        self.joker_won = won == JOKER
        self.winning = None if self.joker_won else won
        self.real = counts(in_hand(hand))
        self.own, self.round = (
            wind_tile(hand.seat_wind),
            wind_tile(hand.prevailing_wind),
        )
        self.flagged = bool(hand.flags)
        mask = mask_of(used)
        self.green = "imperial_jade" in convention.limits and not mask & ~GREEN_MASK
        self.shape = convention.options.only_possible_tile_when == "shape"
        self.majors = _majors_are_best(convention)
        self.kept: dict[Block, Hashable] = {}

    def of_free(self, block: Block) -> Hashable:
        """Of jokers alone, ones and nines are made before other suit tiles, where these
        are worth no more."""
        if is_honor(block.first) or self.green or not self.majors:
            return self.of_block(block)
        return block.kind

    def of_hand(self, blocks: tuple[Block, ...]) -> Hashable:
        """The classes, and where a joker that was drawn last can be."""
        classes = frozenset(Counter(map(self.of_block, blocks)).items())
        return (classes, self._last(blocks)) if self.joker_won else classes

    def _last(self, blocks: tuple[Block, ...]) -> tuple[bool, bool]:
        """Whether a joker is in the pair, or in the middle of a chow."""
        held = Counter(kind for block in blocks for kind in block.tiles)
        jokers = {kind for kind, count in held.items() if count > self.real[kind]}
        pair = any(b.kind is None and b.first in jokers for b in blocks)
        middle = any(b.kind is SetKind.CHOW and b.first + 1 in jokers for b in blocks)
        return pair, self.shape and middle

    def of_block(self, block: Block) -> Hashable:
        """Only honors and the set or pair of the winning tile are told apart one by
        one; suits are not, for there are always those of the tiles without jokers."""
        if block not in self.kept:
            self.kept[block] = self._of(block)
        return self.kept[block]

    def _of(self, block: Block) -> Hashable:
        kind, first = block.kind, block.first
        if self.winning in block.tiles:
            where = first if kind is not SetKind.CHOW or self.shape else None
            return kind, where, "winning"
        mask = mask_of(block.tiles)
        green = self.green and not mask & ~GREEN_MASK
        if is_honor(first):
            return kind, self._honor(first), green
        major = kind is not SetKind.CHOW and bool(mask & ENDS_MASK)
        return kind, major, green

    def _honor(self, kind: Tile) -> Hashable:
        if kind in (self.own, self.round):
            return kind
        return "dragon" if DRAGON_MASK >> kind & 1 else "wind"

    def winning_kinds(
        self, stand_for: Counter[Tile], blocks: tuple[Block, ...]
    ) -> Iterator[Tile]:
        """A drawn joker is in the pair, if it can be: that never scores less; then in
        the middle of a chow, where the shape counts. Of a hand that is no sets and a
        pair, every tile may be the last."""
        if not blocks:
            yield from stand_for
            return
        pair = [block.first for block in blocks if block.kind is None]
        middle = [b.first + 1 for b in blocks if b.kind is SetKind.CHOW]
        first = next((k for k in (*pair, *middle, *stand_for) if k in stand_for), None)
        for kind in stand_for:
            if kind == first or (self.flagged and kind in _LAST_TILES):
                yield kind


def _majors_are_best(convention: Convention) -> bool:
    """Whether ones and nines score no less than other tiles of suits."""
    points = convention.points
    return all(
        points.get(minor, 0) <= points.get(major, 0)
        for minor, major in (
            ("concealed_pung", "concealed_major_pung"),
            ("exposed_pung", "exposed_major_pung"),
            ("minor_pair_completed", "major_pair_completed"),
        )
    )


def _free(used: Iterable[Tile], classes: _Classes) -> Iterator[Block]:
    """Sets and pairs of jokers alone, honors first: in a suit that is there already,
    for another makes no hand dearer."""
    suits = sorted({suit(each) for each in used} - {3}) or [2]
    for blocks in (PUNGS, PAIRS):
        for honor in reversed(HONORS):
            yield blocks[honor]
    for kind in (0, 8, *range(1, 8)):
        for each in suits:
            yield PUNGS[9 * each + kind]
            yield PAIRS[9 * each + kind]
    yield from (run for run in RUNS if suit(run.first) in suits)
