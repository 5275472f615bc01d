"""Detect items that score points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.classical.arrangement_facts import Facts, PlacedSet
from rules.classical.arrangements import Reading
from rules.classical.scoring_tables import Convention
from rules.classical.waits import completing_tiles
from rules.hand_of_tiles import HEAVENLY, ONLY_TILE
from rules.tiles import DRAGON_MASK, ENDS_MASK, SEASONS, Tile, rank
from rules.winning_arrangements import SetKind

#: (kind of set, exposed, 1 or 9 or honor) -> item.
_SET_ITEMS = {
    (SetKind.PUNG, True, False): "exposed_pung",
    (SetKind.PUNG, False, False): "concealed_pung",
    (SetKind.PUNG, True, True): "exposed_major_pung",
    (SetKind.PUNG, False, True): "concealed_major_pung",
    (SetKind.KONG, True, False): "exposed_kong",
    (SetKind.KONG, False, False): "concealed_kong",
    (SetKind.KONG, True, True): "exposed_major_kong",
    (SetKind.KONG, False, True): "concealed_major_kong",
}


def is_major(tile: Tile) -> bool:
    return bool(ENDS_MASK >> tile & 1)


def set_items(sets: Iterable[PlacedSet]) -> Iterator[str]:
    for kind, tile, exposed, _open in sets:
        if kind is not SetKind.CHOW:
            yield _SET_ITEMS[kind, exposed, is_major(tile)]


def pair_items(pairs: Iterable[Tile], facts: Facts) -> Iterator[str]:
    for pair in pairs:
        if DRAGON_MASK >> pair & 1:
            yield "pair_dragons"
        if pair == facts.own:
            yield "pair_own_wind"
        if pair == facts.round:
            yield "pair_round_wind"


def bonus_items(facts: Facts) -> Iterator[str]:
    for tile in facts.hand.bonus:
        yield "season" if tile in SEASONS else "flower"


def winning_items(
    facts: Facts, reading: Reading, convention: Convention
) -> Iterator[str]:
    """Yield the items the winner scores for winning and for the last tile."""
    yield "mahjong"
    if facts.hand.self_draw and HEAVENLY not in facts.hand.flags:
        yield "last_tile_from_wall"
    if not any(meld.open for meld in facts.melds):
        yield "concealed_hand"
    if facts.winning is None:
        return
    if reading.pair_completed:
        major = is_major(facts.winning)
        yield "major_pair_completed" if major else "minor_pair_completed"
    if "only_possible_tile" in convention.points and _only_possible(
        facts, facts.winning, reading, convention
    ):
        yield "only_possible_tile"


def _only_possible(
    facts: Facts, winning: Tile, reading: Reading, convention: Convention
) -> bool:
    rule = convention.options.only_possible_tile_when
    if rule == "shape":
        return _by_shape(winning, reading)
    if rule == "drawn" and not facts.hand.self_draw:
        return False
    return (
        ONLY_TILE in facts.hand.flags or len(completing_tiles(facts, convention)) == 1
    )


def _by_shape(winning: Tile, reading: Reading) -> bool:
    """Return whether the winning tile completed a pair, the middle of a chow or the 3
    or 7 of an edge chow."""
    completed = reading.completed
    if completed is None or completed.kind is not SetKind.CHOW:
        return reading.pair_completed
    first = completed.tile
    edge = (rank(first) == 1 and winning == first + 2) or (
        rank(first) == 7 and winning == first
    )
    return edge or winning == first + 1
