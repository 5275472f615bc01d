"""Score Hong Kong hands with jokers: group sets and pairs of equal value, and find
special hands and waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.hand_of_tiles import Hand
from rules.hong_kong.detect_patterns import Facts, may_win
from rules.hong_kong.scoring_tables import Convention
from rules.jokers.hands_with_jokers import Play, in_hand, settled, waiting_kinds
from rules.jokers.joker_hand_search import PAIRS, RUNS, Block
from rules.jokers.special_hands_with_jokers import (
    PAIR_MASKS,
    Kinds,
    nine_gates,
    seven_pairs,
    thirteen_orphans,
)
from rules.tiles import (
    DRAGONS,
    ENDS_MASK,
    HONORS,
    JOKER,
    KINDS,
    Tile,
    counts,
    is_honor,
    kinds_of,
    mask_of,
    suit,
    wind_tile,
)
from rules.winning_arrangements import PUNGS, SetKind, Shape, waits

_COLOURED = ("jade_dragon", "ruby_dragon", "pearl_dragon")


def play_of(hand: Hand, convention: Convention) -> Play:
    """Return the input of the search for the best hand. The melds of `hand` must not
    have jokers."""
    options = convention.options
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    used = [tile for tile in (*in_hand(hand), *melded) if tile < KINDS]
    classes = _Classes(hand, convention)
    return Play(
        copies=options.copies_with_jokers,
        chows=options.max_chows,
        class_of=classes.of_block,
        worth_of=classes.of_hand,
        free=tuple(_free(used, convention)),
        targets=whole_hands(hand, counts(in_hand(hand)), convention),
        winning_kinds=_winning_kinds,
    )


def whole_hands(
    hand: Hand, real: Sequence[int], convention: Convention
) -> tuple[Kinds, ...]:
    """Return complete hands that are not four sets and a pair, or that need exact
    tiles."""
    if hand.melds:
        return ()
    hands: list[Kinds] = []
    if Shape.THIRTEEN_ORPHANS in convention.shapes:
        hands += thirteen_orphans(real)
    if "nine_gates" in convention.values:
        hands += nine_gates(real)
    if Shape.SEVEN_PAIRS in convention.shapes:
        quads = convention.options.seven_pairs_quad_as_two
        hands += seven_pairs(real, PAIR_MASKS, quads=quads)
    return tuple(hands)


def _winning_kinds(
    stand_for: Counter[Tile], blocks: tuple[Block, ...]
) -> Iterable[Tile]:
    """Return the tile kinds to try for a winning tile that is a joker. If the hand has
    sets, one kind is enough."""
    return list(stand_for)[:1] if blocks else stand_for


class _BlockReading(NamedTuple):
    """Properties that decide the class of a set or pair.

    `wins`: a claimed tile may complete it; `honor` is empty for suits.
    """

    is_pair: bool
    is_chow: bool
    wins: bool
    honor: str
    suit: int
    mask: int


class _Classes:
    """Groups of sets, pairs and hands of equal value, for one hand with jokers.

    The search tries only one member of each group, called a class.
    """

    def __init__(self, hand: Hand, convention: Convention) -> None:
        self.winning = None if hand.winning_tile == JOKER else hand.winning_tile
        self.claimed = not hand.self_draw
        self.own = (wind_tile(hand.seat_wind), wind_tile(hand.prevailing_wind))
        self.coloured = any(name in convention.values for name in _COLOURED)
        self.ends = convention.options.mixed_terminals_with_chows
        self.melded = tuple(meld.group for meld in hand.melds)
        self.chows = sum(1 for group in self.melded if group.kind is SetKind.CHOW)
        self.readings: dict[Block, _BlockReading] = {}
        self.suits = 0
        self.middle = False
        for group in self.melded:
            self.suits |= 0 if is_honor(group.first) else 1 << suit(group.first)
            self.middle = self.middle or not mask_of(group.tiles) & ENDS_MASK

    def of_hand(self, blocks: tuple[Block, ...]) -> Hashable:
        """Return the class of a complete hand.

        Hands with the same class score the same. It contains suits, honors, the pair,
        whether there are chows or only chows, terminals, and whether a claimed tile may
        have completed a set or only the pair.
        """
        suits, chows, sets = self.suits, self.chows, len(self.melded)
        masks, wins_set, wins_pair = 0, False, False
        middle = self.middle
        honors: list[str] = []
        for block in blocks:
            reading = self.readings.get(block) or self._tell(block)
            sets += not reading.is_pair
            chows += reading.is_chow
            wins_set = wins_set or (reading.wins and not reading.is_pair)
            wins_pair = wins_pair or (reading.wins and reading.is_pair)
            if reading.honor:
                honors.append(reading.honor)
                continue
            suits |= reading.suit
            masks |= reading.mask
            middle = middle or not reading.mask & ENDS_MASK
        chow_class = min(chows, 1) + (chows == sets)
        terminal = bool(masks & ENDS_MASK)
        if middle or (chows and not self.ends):
            middle, terminal = True, False
        won = wins_pair and not wins_set
        return suits, tuple(sorted(honors)), chow_class, middle, terminal, won

    def _tell(self, block: Block) -> _BlockReading:
        pair, honor = block.kind is None, ""
        if is_honor(block.first):
            honor = f"{pair}{self._honor(block.first)}"
        reading = _BlockReading(
            pair,
            block.kind is SetKind.CHOW,
            self.claimed and self.winning in block.tiles,
            honor,
            1 << suit(block.first),
            mask_of(block.tiles),
        )
        self.readings[block] = reading
        return reading

    def of_block(self, block: Block) -> Hashable:
        if is_honor(block.first):
            return block.kind, self._honor(block.first)
        if block.kind is SetKind.CHOW:
            ends = self.ends and mask_of(block.tiles) & ENDS_MASK != 0
            return block.kind, suit(block.first), ends
        return block.kind, suit(block.first), bool(ENDS_MASK >> block.first & 1)

    def _honor(self, kind: Tile) -> Hashable:
        if kind in self.own:
            return kind
        if kind in DRAGONS:
            return kind if self.coloured else "dragon"
        return "wind"


def _free(used: Iterable[Tile], convention: Convention) -> Iterator[Block]:
    """Yield the sets and pairs to try that are made of jokers only.

    A third suit is worth no more than the second, and two new suits are equivalent.
    """
    suits = sorted({suit(tile) for tile in used} - {3})
    others = [number for number in range(3) if number not in suits]
    coloured = any(name in convention.values for name in _COLOURED)
    allowed = (*suits, *(others if coloured else others[: max(1, 2 - len(suits))]))
    for blocks in (PUNGS, PAIRS):
        for honor in reversed(HONORS):
            yield blocks[honor]
    for number in allowed:
        for kind in (0, 8, *range(1, 8)):
            yield PUNGS[9 * number + kind]
            yield PAIRS[9 * number + kind]
    yield from (run for run in RUNS if suit(run.first) in allowed)


def waiting_tiles(hand: Hand, convention: Convention) -> tuple[Tile, ...]:
    """Return the tile kinds that complete the hand in a shape that the options allow.

    The hand must have no faults. Kinds that the hand holds four times are left out.
    """
    if hand.has_jokers:
        hand, convention = settled(hand), convention.with_jokers
        return waiting_kinds(
            hand,
            play_of(hand, convention),
            lambda real: whole_hands(hand, real, convention),
        )
    held = counts(hand.tiles)
    return tuple(
        tile
        for tile in waits(tuple(kinds_of(hand.concealed)), convention.shapes)
        if held[tile] < 4
        and may_win(Facts(replace(hand, winning_tile=tile)), convention)
    )
