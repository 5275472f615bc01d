"""Detect all patterns of a hand. Includes patterns that the rules do not use or that do
not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.hand_of_tiles import (
    DOUBLE_KONG,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
    Hand,
)
from rules.hong_kong.scoring_options import ScoringOptions
from rules.hong_kong.scoring_tables import Convention
from rules.tiles import (
    DRAGONS,
    ENDS_MASK,
    FLOWERS,
    HONOR_MASK,
    HONORS,
    SEASONS,
    TERMINAL_MASK,
    WIND_TILES,
    Tile,
    counts,
    is_honor,
    kind,
    mask_of,
    suits_in,
    wind_tile,
)
from rules.winds import WINDS
from rules.winning_arrangements import Arrangement, Group, SetKind, Shape, arrangements


class Facts:
    """Facts about a valid hand, computed once.

    `kinds`: the concealed tiles with the winning tile. `melds`: the declared sets.
    `mask`: all kinds in the hand, as bits. `suits`: the number of suits. `drawn`: the
    winning tile was drawn. `exposed`: a set is exposed.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.kinds = hand.concealed_kinds
        self.winning = hand.winning_tile
        self.melds = tuple([meld.group for meld in hand.melds])
        self.kongs = len(hand.kongs)
        self.drawn = hand.self_draw
        self.exposed = bool(hand.exposed)
        self.mask = mask_of(hand.tiles)
        self.suits = suits_in(self.mask)
        self.honors = self.mask & HONOR_MASK
        self.own_wind = wind_tile(hand.seat_wind)
        self.round_wind = wind_tile(hand.prevailing_wind)

    @property
    def scoring_pairs(self) -> tuple[Tile, ...]:
        """Return the kinds whose pungs score faan: dragons, seat wind and prevailing
        wind."""
        return (*DRAGONS, self.own_wind, self.round_wind)

    @property
    def own_bonus(self) -> tuple[Tile, Tile]:
        """Return the flower and the season of the player's seat."""
        number = WINDS.index(self.hand.seat_wind)
        return FLOWERS[number], SEASONS[number]

    def nine_gates(self, *, pure: bool) -> bool:
        """Return whether the concealed tiles are 1112345678999 of a suit and one more
        tile.

        `pure`: the tiles before the winning tile must be exactly 1112345678999.
        """
        if self.suits != 1 or self.honors or len(self.kinds) != 14:
            return False
        before = counts(self.hand.concealed if pure else self.kinds)
        first = self.kinds[0] // 9 * 9
        held = before[first : first + 9]
        if pure:
            return self.winning is not None and tuple(held) == _GATES
        return all(have >= wanted for have, wanted in zip(held, _GATES, strict=True))


_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class Reading(NamedTuple):
    """A reading of a hand: all sets including declared sets, the pair, and the number
    of chows."""

    arrangement: Arrangement
    sets: tuple[Group, ...]
    pair: Tile | None
    chows: int

    def claims_pair(self, facts: Facts) -> bool:
        """Return whether a discard completed the pair and could not complete a set."""
        winning = facts.hand.winning_tile
        if facts.hand.self_draw or winning is None or kind(winning) != self.pair:
            return False
        return not any(kind(winning) in group.tiles for group in self.arrangement.sets)


def readings(facts: Facts, convention: Convention) -> Iterator[Reading]:
    """Yield every reading of the hand, even with more chows than allowed."""
    quads = convention.options.seven_pairs_quad_as_two
    for arrangement in arrangements(facts.kinds, convention.shapes):
        if _repeats_a_pair(arrangement) and not quads:
            continue
        sets = facts.melds + arrangement.sets
        chows = sum([group.kind is SetKind.CHOW for group in sets])
        yield Reading(arrangement, sets, arrangement.pair, chows)


def _repeats_a_pair(arrangement: Arrangement) -> bool:
    seven_pairs = arrangement.shape is Shape.SEVEN_PAIRS
    return seven_pairs and len(set(arrangement.loose)) < 7


def may_win(facts: Facts, convention: Convention) -> bool:
    """Return whether the hand has a reading with an allowed number of chows."""
    most = convention.options.max_chows
    return any(reading.chows <= most for reading in readings(facts, convention))


_FLAGGED = {
    ROBBING_KONG: "robbing_kong",
    LAST_TILE: "last_tile",
    REPLACEMENT: "kong_replacement",
    DOUBLE_KONG: "double_kong",
    FLOWER_REPLACEMENT: "flower_replacement",
    HEAVENLY: "heavenly",
}
#: Suit -> dragon of the same colour.
_COLOURS = {2: ("jade_dragon", 32), 0: ("ruby_dragon", 31), 1: ("pearl_dragon", 33)}


def of_the_hand(facts: Facts, options: ScoringOptions) -> Iterator[str]:
    """Yield the ids of the patterns that the hand has in every reading."""
    yield from _of_winning(facts, options)
    yield from _of_bonus_tiles(facts)
    yield from _of_suits(facts)
    for _kong in range(facts.kongs):
        yield "kong"
    if facts.nine_gates(pure=options.nine_gates_wait == "pure"):
        yield "nine_gates"


def of_reading(
    reading: Reading, facts: Facts, options: ScoringOptions
) -> Iterator[str]:
    """Yield the ids of the patterns that the hand has in this reading."""
    if reading.arrangement.shape is not Shape.STANDARD:
        yield reading.arrangement.shape
        return
    if reading.chows == 4 and pair_is_allowed(reading, facts, options):
        yield "all_chows"
    if reading.chows == 0:
        yield from _of_triplets(reading, facts, options)
    if _mixed_terminals(reading, facts, options):
        yield "mixed_terminals"
    if facts.honors:
        yield from _of_honours(reading, facts)


def _of_winning(facts: Facts, options: ScoringOptions) -> Iterator[str]:
    flags = facts.hand.flags
    if facts.drawn:
        yield "self_draw"
    if not facts.exposed and _counts_as_concealed(facts, options):
        yield "concealed_hand"
    for flag in flags:
        if flag in _FLAGGED:
            yield _FLAGGED[flag]
    if EARTHLY in flags:
        own_draw = options.earthly == "first_discard" and facts.drawn
        yield "humanly" if own_draw else "earthly"


def _counts_as_concealed(facts: Facts, options: ScoringOptions) -> bool:
    if facts.kongs and not options.concealed_hand_kongs:
        return False
    if options.concealed_mode == "discard":
        return not facts.drawn
    return options.concealed_mode == "any"


def _of_bonus_tiles(facts: Facts) -> Iterator[str]:
    bonus = facts.hand.bonus
    if not bonus:
        yield "no_flowers"
        return
    flower, season = facts.own_bonus
    if flower in bonus:
        yield "own_flower"
    if season in bonus:
        yield "own_season"
    if set(FLOWERS) <= set(bonus):
        yield "all_flowers"
    if set(SEASONS) <= set(bonus):
        yield "all_seasons"
    if len(bonus) >= 7:
        yield flower_win(bonus)


def flower_win(bonus: Sequence[Tile]) -> str:
    """Return the pattern id of a win by seven or eight bonus tiles."""
    return "seven_flowers" if len(bonus) == 7 else "eight_flowers"


def _of_suits(facts: Facts) -> Iterator[str]:
    if facts.suits == 0:
        yield "all_honours"
    elif facts.suits == 1:
        yield "mixed_one_suit" if facts.honors else "all_one_suit"
    elif facts.suits == 2:
        yield "voided_suit"


def pair_is_allowed(reading: Reading, facts: Facts, options: ScoringOptions) -> bool:
    """Return whether the options allow this pair in All Chows."""
    if options.all_chows_pair == "suited":
        return reading.pair not in HONORS
    if options.all_chows_pair == "not_scoring":
        return reading.pair not in facts.scoring_pairs
    return True


def _of_triplets(
    reading: Reading, facts: Facts, options: ScoringOptions
) -> Iterator[str]:
    yield "all_triplets"
    if facts.kongs == 4:
        yield "all_kongs"
    if not facts.mask & ~TERMINAL_MASK:
        yield "all_terminals"
    if _four_concealed(reading, facts, options):
        yield "four_concealed"
    if facts.suits == 1 and reading.pair is not None and not is_honor(reading.pair):
        colour, dragon = _COLOURS[reading.pair // 9]
        if facts.honors == 1 << dragon:
            yield colour


def _four_concealed(reading: Reading, facts: Facts, options: ScoringOptions) -> bool:
    if facts.exposed or (facts.kongs and not options.four_concealed_kongs):
        return False
    if facts.drawn:
        return True
    return not options.four_concealed_self_draw_only and reading.pair == facts.winning


def _mixed_terminals(reading: Reading, facts: Facts, options: ScoringOptions) -> bool:
    if not facts.honors or not facts.mask & TERMINAL_MASK:
        return False
    if reading.chows and not options.mixed_terminals_with_chows:
        return False
    pair = 1 << (reading.pair or 0)
    return bool(pair & ENDS_MASK) and all(
        mask_of(group.tiles) & ENDS_MASK for group in reading.sets
    )


def _of_honours(reading: Reading, facts: Facts) -> Iterator[str]:
    honours = [group.first for group in reading.sets if group.first in HONORS]
    dragons = sum([kind in DRAGONS for kind in honours])
    winds = len(honours) - dragons
    for _triplet in range(dragons):
        yield "dragon_triplet"
    if facts.own_wind in honours:
        yield "seat_wind"
    if facts.round_wind in honours:
        yield "prevailing_wind"
    if dragons == 3:
        yield "great_dragons"
    elif dragons == 2 and reading.pair in DRAGONS and reading.pair not in honours:
        yield "small_dragons"
    if winds == 4:
        yield "great_winds"
    elif winds == 3 and reading.pair in WIND_TILES and reading.pair not in honours:
        yield "small_winds"
