"""Every way to read a hand in MCR, each with the fans whose definitions hold.

An interpretation is an arrangement and the place of the winning tile in it: the
place decides the wait and whether a pung was completed by the discard (1998 rules,
article 7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.arrangements import (
    Arrangement,
    Group,
    SetKind,
    Shape,
    arrangements,
    standard_readings,
)
from rules.mcr import fans
from rules.mcr.combinations import chow_fans, pung_fans
from rules.mcr.facts import Facts
from rules.mcr.waiting import special_shapes
from rules.mcr.whole_hand import (
    DRAGON_MASK,
    HONOR_MASK,
    TERMINAL_MASK,
    whole_hand_fans,
)
from rules.tiles import WIND_TILES, Tile

#: Fan -> how often it holds.
Held = dict[int, int]

_TERMINAL_OR_HONOR = TERMINAL_MASK | HONOR_MASK
_CONCEALED_PUNGS = {
    2: fans.TWO_CONCEALED_PUNGS,
    3: fans.THREE_CONCEALED_PUNGS,
    4: fans.FOUR_CONCEALED_PUNGS,
}
_NINE_GATES = tuple(
    tuple(9 * suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
    for suit in range(3)
)


class Interpretation(NamedTuple):
    """An arrangement, the winning tile's place, and the fans that hold.

    `wait` is the fan of the shape the tile completed, whether or not it was the
    only wait; `melded_pung` says that the discard completed a pung.
    """

    arrangement: Arrangement
    wait: int | None
    melded_pung: bool
    held: Held


def interpretations(facts: Facts) -> Iterator[Interpretation]:
    """Every interpretation of a hand; none if it is not a winning hand."""
    for sets, pair in standard_readings(facts.packed):
        arrangement = Arrangement(Shape.STANDARD, sets, pair)
        held = _shared(facts)
        _add_sets(held, facts, sets, pair)
        yield from _placed(facts, arrangement, held)
    if shapes := special_shapes(facts.concealed):
        for arrangement in arrangements(facts.concealed, shapes):
            yield from _special(facts, arrangement)


def _special(facts: Facts, arrangement: Arrangement) -> Iterator[Interpretation]:
    held: Held = dict.fromkeys(facts.circumstances, 1)
    match arrangement.shape:
        case Shape.THIRTEEN_ORPHANS:
            held[fans.THIRTEEN_ORPHANS] = 1
        case Shape.KNITTED_SINGLES:
            _add_knitted_singles(held, facts)
        case Shape.SEVEN_PAIRS:
            if not _pairs_allowed(facts):
                return
            held = _shared(facts)
            _add_seven_pairs(held, facts)
        case Shape.KNITTED_STRAIGHT:
            held = _shared(facts)
            _add_knitted_straight(held, facts, arrangement)
            yield from _placed(facts, arrangement, held)
            return
    yield Interpretation(arrangement, None, False, held)


def _shared(facts: Facts) -> Held:
    """The fans of sets and pairs that do not depend on the reading."""
    held = dict.fromkeys(whole_hand_fans(facts.mask), 1)
    for fan in facts.circumstances:
        held[fan] = 1
    if facts.tile_hogs:
        held[fans.TILE_HOG] = facts.tile_hogs
    return held


def _add_sets(held: Held, facts: Facts, sets: tuple[Group, ...], pair: Tile) -> None:
    chows = facts.chows + [first for kind, first in sets if kind is SetKind.CHOW]
    pungs = facts.pungs + [first for kind, first in sets if kind is not SetKind.CHOW]
    chows.sort()
    pungs.sort()
    if len(chows) > 1:
        _add_all(held, chow_fans(tuple(chows)))
    if pungs:
        _add_pungs(held, facts, pungs)
    if len(chows) == 4:
        _add_four_chows(held, chows, pair)
    elif len(pungs) == 4:
        _add_four_pungs(held, pungs, pair)
    if _is_outside(chows, pungs, pair):
        held[fans.OUTSIDE_HAND] = 1
    if _is_all_fives(chows, pungs, pair):
        held[fans.ALL_FIVES] = 1
    if facts.exposed == 4 and not facts.hand.self_draw:
        held[fans.MELDED_HAND] = 1
    _add_honor_hands(held, pungs, pair)
    if facts.hand.concealed in _NINE_GATES and not facts.hand.melds:
        held[fans.NINE_GATES] = 1
        _imply_terminal_pung(held, facts)


def _add_pungs(held: Held, facts: Facts, pungs: list[Tile]) -> None:
    if len(pungs) > 1:
        _add_all(held, pung_fans(tuple(pungs)))
    for pung in pungs:
        bit = 1 << pung
        if bit & DRAGON_MASK:
            _add(held, fans.DRAGON_PUNG)
            continue
        if pung == facts.prevailing:
            held[fans.PREVALENT_WIND] = 1
        if pung == facts.seat:
            held[fans.SEAT_WIND] = 1
        elif bit & _TERMINAL_OR_HONOR and pung != facts.prevailing:
            _add(held, fans.PUNG_OF_TERMINALS_OR_HONORS)
    if held.get(fans.DRAGON_PUNG, 0) > 1:
        held[fans.TWO_DRAGON_PUNGS] = 1


def _add_honor_hands(held: Held, pungs: list[Tile], pair: Tile) -> None:
    """The fans of three and four winds and of three dragons."""
    winds = sum(pung in WIND_TILES for pung in pungs)
    if winds >= 3:
        if winds == 4:
            held[fans.BIG_FOUR_WINDS] = 1
        elif pair in WIND_TILES:
            held[fans.LITTLE_FOUR_WINDS] = 1
        else:
            held[fans.BIG_THREE_WINDS] = 1
        _leave_terminal_pungs_only(held, pungs)
    dragons = held.get(fans.DRAGON_PUNG, 0)
    if dragons == 3:
        held[fans.BIG_THREE_DRAGONS] = 1
    elif dragons == 2 and 1 << pair & DRAGON_MASK:
        held[fans.LITTLE_THREE_DRAGONS] = 1


def _leave_terminal_pungs_only(held: Held, pungs: list[Tile]) -> None:
    """The winds of a hand of winds are no pungs of honors besides."""
    held.pop(fans.PUNG_OF_TERMINALS_OR_HONORS, None)
    if terminals := sum(1 << pung & TERMINAL_MASK != 0 for pung in pungs):
        held[fans.PUNG_OF_TERMINALS_OR_HONORS] = terminals


def _imply_terminal_pung(held: Held, facts: Facts) -> None:
    """Nine Gates implies one of its pungs of terminals."""
    pungs = held.pop(fans.PUNG_OF_TERMINALS_OR_HONORS, 0)
    if pungs > 1 and facts.options.nine_gates_second_pung:
        held[fans.PUNG_OF_TERMINALS_OR_HONORS] = pungs - 1


def _add_four_chows(held: Held, chows: list[Tile], pair: Tile) -> None:
    if 1 << pair & HONOR_MASK:
        return
    held[fans.ALL_CHOWS] = 1
    one, two, three, four = chows
    if pair % 9 != 4 or one % 9 or four % 9 != 6:
        return
    if one == two and three == four == one + 6 == pair + 2:
        held[fans.PURE_TERMINAL_CHOWS] = 1
    elif (two, four, three % 9) == (one + 6, three + 6, 0) and (
        {one // 9, three // 9, pair // 9} == {0, 1, 2}
    ):
        held[fans.THREE_SUITED_TERMINAL_CHOWS] = 1


def _add_four_pungs(held: Held, pungs: list[Tile], pair: Tile) -> None:
    held[fans.ALL_PUNGS] = 1
    if all(tile < WIND_TILES[0] and tile % 9 % 2 for tile in (*pungs, pair)):
        held[fans.ALL_EVEN_PUNGS] = 1


def _is_outside(chows: list[Tile], pungs: list[Tile], pair: Tile) -> bool:
    return (
        1 << pair & _TERMINAL_OR_HONOR != 0
        and all(chow % 9 in (0, 6) for chow in chows)
        and all(1 << pung & _TERMINAL_OR_HONOR for pung in pungs)
    )


def _is_all_fives(chows: list[Tile], pungs: list[Tile], pair: Tile) -> bool:
    return (
        pair % 9 == 4
        and all(chow % 9 in (2, 3, 4) for chow in chows)
        and all(tile % 9 == 4 and tile < WIND_TILES[0] for tile in (*pungs, pair))
    )


def _add_seven_pairs(held: Held, facts: Facts) -> None:
    held[fans.SEVEN_PAIRS] = 1
    special = fans.ALL_GREEN in held or fans.ALL_TERMINALS in held
    if special and not facts.options.tile_hog_in_pairs:
        held.pop(fans.TILE_HOG, None)
    kinds = sorted(set(facts.concealed))
    if fans.FULL_FLUSH in held and kinds[-1] - kinds[0] == 6 and len(kinds) == 7:
        held[fans.SEVEN_SHIFTED_PAIRS] = 1


def _pairs_allowed(facts: Facts) -> bool:
    return facts.options.four_of_a_kind_as_two_pairs or not facts.tile_hogs


def _add_knitted_singles(held: Held, facts: Facts) -> None:
    honors = (facts.mask & HONOR_MASK).bit_count()
    if honors == 7:
        held[fans.GREATER_HONORS_AND_KNITTED_TILES] = 1
        return
    held[fans.LESSER_HONORS_AND_KNITTED_TILES] = 1
    if honors == 5 and facts.options.knitted_straight_in_lesser:
        held[fans.KNITTED_STRAIGHT] = 1


def _add_knitted_straight(held: Held, facts: Facts, arrangement: Arrangement) -> None:
    held[fans.KNITTED_STRAIGHT] = 1
    in_hand = [group.first for group in arrangement.sets if group.kind is SetKind.PUNG]
    _add_pungs(held, facts, facts.pungs + in_hand)
    no_pungs = not facts.pungs and not in_hand
    if no_pungs and not 1 << (arrangement.pair or 0) & HONOR_MASK:
        held[fans.ALL_CHOWS] = 1


def _placed(
    facts: Facts, arrangement: Arrangement, held: Held
) -> Iterator[Interpretation]:
    """The interpretations of an arrangement: one for each place of the winning
    tile that makes a difference."""
    pungs = sum(group.kind is SetKind.PUNG for group in arrangement.sets)
    for melded_pung, wait in dict.fromkeys(places(facts, arrangement)):
        here = held.copy()
        concealed = pungs + facts.concealed_kongs - melded_pung
        if concealed > 1:
            here[_CONCEALED_PUNGS[concealed]] = 1
        if wait is not None and _wait_counts(facts, arrangement, wait):
            here[wait] = 1
        yield Interpretation(arrangement, wait, melded_pung, here)


def places(facts: Facts, arrangement: Arrangement) -> Iterator[tuple[bool, int | None]]:
    """(whether the discard completed a pung, the fan of the wait) by place."""
    winning = facts.winning
    if arrangement.pair == winning:
        yield False, fans.SINGLE_WAIT
    discarded = not (facts.hand.self_draw or facts.options.discarded_pung_is_concealed)
    for kind, first in arrangement.sets:
        if kind is SetKind.CHOW:
            if first <= winning <= first + 2:
                yield False, _chow_wait(first, winning)
        elif first == winning:
            yield discarded, None
    if winning in arrangement.loose:
        yield False, None


def _chow_wait(first: Tile, winning: Tile) -> int | None:
    if winning == first + 1:
        return fans.CLOSED_WAIT
    edge = first + 2 if first % 9 == 0 else first
    return fans.EDGE_WAIT if first % 9 in (0, 6) and winning == edge else None


def _wait_counts(facts: Facts, arrangement: Arrangement, wait: int) -> bool:
    if arrangement.shape is Shape.KNITTED_STRAIGHT:
        rule = facts.options.knitted_straight_waits
        if rule == "single_only" and wait != fans.SINGLE_WAIT:
            return False
        if rule == "not_on_knitted_tiles" and facts.winning in arrangement.loose:
            return False
    if facts.options.last_tile_with_pair and fans.LAST_TILE in facts.circumstances:
        return wait != fans.SINGLE_WAIT and facts.waits == (facts.winning,)
    return facts.waits == (facts.winning,)


def _add_all(held: Held, found: Iterable[int]) -> None:
    for fan in found:
        held[fan] = held.get(fan, 0) + 1


def _add(held: Held, fan: int) -> None:
    held[fan] = held.get(fan, 0) + 1
