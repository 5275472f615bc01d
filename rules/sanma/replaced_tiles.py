"""Exchange tiles before a hand is valued, for rules that the package `mahjong` does not
support.

Every exchange keeps the other yaku of the hand. Dora are counted before the exchange.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from rules.hand_of_tiles import Hand
from rules.sanma.dora_and_norths import NORTH
from rules.tiles import (
    DRAGONS,
    HONORS,
    RED,
    TERMINALS,
    TERMINALS_AND_HONORS,
    WHITE,
    WIND_TILES,
    Tile,
    counts,
    is_honor,
    kind,
    suit,
)
from rules.winds import Wind
from rules.winning_arrangements import Shape, arrangements

_NORTH_WIND = Wind.NORTH


def north_as_dragon(hand: Hand) -> Hand:
    """Return the hand with its Norths replaced by a dragon that it does not have.

    In these rules, North is a value tile for every player, like dragons. The hand is
    unchanged if it has two or three kinds of dragons, or all four winds.
    """
    held = counts(hand.tiles)
    absent = [dragon for dragon in DRAGONS if not held[dragon]]
    if len(absent) < len(DRAGONS) - 1 or all(held[wind] for wind in WIND_TILES):
        return hand
    # Never green, which would make a hand of green tiles.
    return _exchanged(hand, WHITE if WHITE in absent else RED)


def north_as_own_wind(hand: Hand) -> Hand:
    """Return the hand with North as its seat wind or prevailing wind, so that North
    counts as a value tile.

    Replaces a wind that the hand does not have; unchanged if the hand has both.
    """
    held = counts(hand.tiles)
    if not held[_tile_of(hand.seat_wind)]:
        return replace(hand, seat_wind=_NORTH_WIND)
    if not held[_tile_of(hand.prevailing_wind)]:
        return replace(hand, prevailing_wind=_NORTH_WIND)
    return hand


def _tile_of(wind: Wind) -> Tile:
    return WIND_TILES[tuple(Wind).index(wind)]


def _exchanged(hand: Hand, dragon: Tile) -> Hand:
    def exchanged(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        return tuple(dragon if tile == NORTH else tile for tile in tiles)

    won = hand.winning_tile
    melds = tuple(replace(meld, tiles=exchanged(meld.tiles)) for meld in hand.melds)
    return replace(
        hand,
        concealed=exchanged(hand.concealed),
        melds=melds,
        winning_tile=dragon if won == NORTH else won,
    )


def different_pairs(hand: Hand) -> Hand | None:
    """Return the hand as seven different pairs, if it has seven pairs but some are
    identical; otherwise None.

    A second identical pair becomes a pair of another kind that changes no yaku.
    """
    if hand.melds or hand.winning_tile is None:
        return None
    held = counts(hand.tiles)
    if any(number % 2 for number in held) or max(held) < 4:
        return None
    fours = [tile for tile, number in enumerate(held) if number == 4]
    for others in product(*(_like(four, held) for four in fours)):
        if len({*others}) < len(others) or any(held[other] for other in others):
            continue
        changed = _with_pairs(hand, dict(zip(fours, others, strict=True)))
        if not any(arrangements(changed.concealed_kinds, (Shape.STANDARD,))):
            return changed
    return None


def _with_pairs(hand: Hand, others: Mapping[Tile, Tile]) -> Hand:
    """Return the hand with two tiles of each group of four exchanged. The winning tile
    is unchanged."""
    concealed = list(hand.concealed)
    for four, other in others.items():
        for _copy in range(2):
            place = next(n for n, tile in enumerate(concealed) if kind(tile) == four)
            concealed[place] = other
    return replace(hand, concealed=tuple(concealed))


def _like(four: Tile, held: Sequence[int]) -> Iterator[Tile]:
    """Yield the kinds that may replace a pair of `four`, beginning with kinds that
    change no yaku.

    Kinds of the same class come first, then kinds of the same suit. A hand of terminals
    and honors tries honors before other tiles of the suit.
    """
    if is_honor(four):
        yield from HONORS
        return
    run = range(9 * suit(four), 9 * suit(four) + 9)
    yield from (tile for tile in run if (tile in TERMINALS) is (four in TERMINALS))
    if not any(number for tile, number in enumerate(held) if tile not in _ENDS):
        yield from HONORS
    yield from run


_ENDS = frozenset(TERMINALS_AND_HONORS)
