"""Score Classical hands with jokers: group sets and pairs of equal value, and find
special hands, waits and the best hand that the jokers can make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.classical.arrangement_facts import Facts
from rules.classical.calling_for_limit_hand import (
    calling_for,
    may_be_calling,
    or_calling,
)
from rules.classical.count_hand import Outcome, meets_minimum
from rules.classical.scoring_tables import Convention
from rules.faults import RuleError
from rules.hand_faults import not_a_win
from rules.hand_of_tiles import Hand
from rules.jokers import special_hands_with_jokers
from rules.jokers.hands_with_jokers import (
    Play,
    best_of,
    in_hand,
    losing_hands,
    possible_hands,
    settled,
    waiting_kinds,
)
from rules.jokers.joker_hand_search import PAIRS, RUNS, Block
from rules.jokers.special_hands_with_jokers import Kinds
from rules.tiles import (
    DRAGON_MASK,
    ENDS_MASK,
    GREEN_MASK,
    HONORS,
    JOKER,
    KINDS,
    TERMINALS,
    Tile,
    counts,
    is_honor,
    mask_of,
    suit,
    tile,
    wind_tile,
)
from rules.winning_arrangements import PUNGS, SetKind

#: Last tiles that make a limit hand: 5 and 1 of dots, 2 of bamboos.
_LAST_TILES = frozenset(map(tile, ("5p", "1p", "2s")))
_SPECIAL: Mapping[str, Callable[[Sequence[int]], Iterator[Kinds]]] = {
    "thirteen_orphans": special_hands_with_jokers.thirteen_orphans,
    "nine_gates": special_hands_with_jokers.nine_gates,
    "gates_of_heaven": special_hands_with_jokers.nine_gates,
    "wriggling_snake": special_hands_with_jokers.wriggling_snake,
    "triple_knitting": special_hands_with_jokers.triple_knitting,
    "knitting": special_hands_with_jokers.knitting,
    "all_pair_honours": special_hands_with_jokers.all_pair_honours,
}


def play_of(hand: Hand, convention: Convention) -> Play:
    """Return the input of the search for the best hand. The melds of `hand` must not
    have jokers."""
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    used = [tile for tile in (*in_hand(hand), *melded) if tile < KINDS]
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
    """Return the tile kinds, in order, that complete `hand` without its winning
    tile."""
    hand, played = settled(hand), convention.with_jokers
    return waiting_kinds(
        hand, play_of(hand, played), lambda real: _whole_hands(hand, real, played)
    )


def _whole_hands(
    hand: Hand, real: Sequence[int], convention: Convention
) -> tuple[Kinds, ...]:
    """Return complete hands that are not four sets and a pair, or that need exact
    tiles."""
    limits = convention.limits
    hands: dict[Kinds, None] = {}
    if not hand.melds:
        for name, makes in _SPECIAL.items():
            if name in limits:
                hands.update(dict.fromkeys(makes(real)))
    if "squirming_snake" in limits:
        melded = [tuple(sorted(meld.tiles)) for meld in hand.melds]
        hands.update(
            dict.fromkeys(special_hands_with_jokers.squirming_snake(real, melded))
        )
    return tuple(hands)


class _Classes:
    """Groups of sets, pairs and hands of equal value, for one hand with jokers.

    The search tries only one member of each group, called a class.
    """

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
        """Return the class of a set or pair made of jokers only.

        Suit tiles of one kind of set share a class, unless ones and nines score less or
        all tiles may be green.
        """
        if is_honor(block.first) or self.green or not self.majors:
            return self.of_block(block)
        return block.kind

    def of_hand(self, blocks: tuple[Block, ...]) -> Hashable:
        """Return the class of a complete hand: the classes of its sets and pair. If the
        winning tile is a joker, also where the jokers are."""
        classes = frozenset(Counter(map(self.of_block, blocks)).items())
        return (classes, self._last(blocks)) if self.joker_won else classes

    def _last(self, blocks: tuple[Block, ...]) -> tuple[bool, bool]:
        """Return whether a joker is in the pair, and whether a joker is in the middle
        of a chow."""
        held = Counter(kind for block in blocks for kind in block.tiles)
        jokers = {kind for kind, count in held.items() if count > self.real[kind]}
        pair = any(b.kind is None and b.first in jokers for b in blocks)
        middle = any(b.kind is SetKind.CHOW and b.first + 1 in jokers for b in blocks)
        return pair, self.shape and middle

    def of_block(self, block: Block) -> Hashable:
        """Return the class of a set or pair.

        Honors are classed as seat wind, prevailing wind, other wind or dragon. The set
        or pair of the winning tile has its own class. Suits are not distinguished,
        because the real tiles determine them.
        """
        if block not in self.kept:
            self.kept[block] = self._of(block)
        return self.kept[block]

    def _of(self, block: Block) -> Hashable:
        kind, first = block.kind, block.first
        if self.winning in block.tiles:
            place = first if kind is not SetKind.CHOW or self.shape else None
            return kind, place, "winning"
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
        """Yield the tile kinds to try as the winning tile if it is a joker.

        Tries the pair first because it never scores less, then the middle of a chow.
        With flags, also tries tiles that make limit hands as the last tile. If the hand
        has no sets, tries every tile.
        """
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
    """Return whether ones and nines score no less than other suit tiles."""
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
    """Yield the sets and pairs to try that are made of jokers only, honors first.

    Only suits of the hand are used, because another suit never adds value.
    """
    suits = sorted({suit(tile) for tile in used} - {3}) or [2]
    for blocks in (PUNGS, PAIRS):
        for honor in reversed(HONORS):
            yield blocks[honor]
    for kind in (0, 8, *range(1, 8)):
        for number in suits:
            yield PUNGS[9 * number + kind]
            yield PAIRS[9 * number + kind]
    yield from (run for run in RUNS if suit(run.first) in suits)


Value = Callable[[Facts, Convention], Outcome]


def best_hand(
    hand: Hand, convention: Convention, value: Value
) -> tuple[Facts, Outcome]:
    """Return the best hand that the jokers can make, and its outcome by `value`.

    The melds of `hand` must not have jokers. For a winner, hands that reach the minimum
    are preferred. Raises RuleError if the jokers cannot complete a winner's hand.
    """
    played = convention.with_jokers
    if not hand.winner:
        return _losing(hand, played, value)
    made = _winning(hand, waits_with_jokers(hand, convention), played, value)
    if made is None:
        raise RuleError(not_a_win())
    return made, value(made, played)


def _winning(
    hand: Hand, waits: tuple[Tile, ...], played: Convention, value: Value
) -> Facts | None:
    cap = None if played.options.roof_off else played.options.limit

    def rank(made: Hand) -> tuple[int, ...]:
        facts = Facts(made, waits)
        outcome = value(facts, played)
        return meets_minimum(facts, outcome, played), *outcome.rank

    made = best_of(
        possible_hands(hand, play_of(hand, played)),
        rank,
        lambda hand_rank: cap is not None and hand_rank >= (True, cap),
    )
    return None if made is None else Facts(made, waits)


def _losing(hand: Hand, played: Convention, value: Value) -> tuple[Facts, Outcome]:
    """Return the best hand of pairs and pungs that a loser's jokers can make, and its
    outcome.

    To check for calling, one more joker is added as the drawn tile.
    """
    own, round_wind = wind_tile(hand.seat_wind), wind_tile(hand.prevailing_wind)

    def class_of(kind: Tile) -> Hashable:
        if kind in (own, round_wind):
            return kind
        if kind in HONORS:
            return "dragon" if DRAGON_MASK >> kind & 1 else "wind"
        return bool(ENDS_MASK >> kind & 1)

    copies = played.options.copies_with_jokers
    without_calling = played.without_calling
    made = best_of(
        losing_hands(hand, (*HONORS, *TERMINALS), class_of, copies),
        lambda complete: value(Facts(complete), without_calling).rank,
        lambda _its: False,
    )
    facts = Facts(made or hand)
    called = tuple(_called(hand, played, value))
    return facts, or_calling(value(facts, without_calling), called, played)


def _called(hand: Hand, played: Convention, value: Value) -> Iterator[str]:
    if not may_be_calling(hand, played):
        return
    complete = replace(
        hand, winning_tile=JOKER, self_draw=True, winner=True, flags=frozenset()
    )
    if made := _winning(complete, (), played, value):
        yield from calling_for(value(made, played), played)
