"""Detect fans that depend on the tiles alone, or on the sets and pair of one reading.

`rules.mcr.score` later removes fans that other fans exclude.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.hand_notation import parse_tiles
from rules.mcr import patterns
from rules.mcr.detect_chow_and_pung_fans import chow_fans, pung_fans
from rules.mcr.hand_facts_and_waits import Facts
from rules.tiles import (
    DRAGON_MASK,
    ENDS_MASK,
    GREEN_MASK,
    HONOR_MASK,
    TERMINAL_MASK,
    WIND_MASK,
    WIND_TILES,
    Tile,
    mask_of,
    suits_in,
)
from rules.winning_arrangements import Arrangement, Group, SetKind


def _ranks(*ranks: int) -> int:
    return mask_of(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


REVERSIBLE_MASK = mask_of(parse_tiles("1234589p245689sP"))

#: Fans of hands with these tiles only, the most restrictive first.
_ALL_AMONG = (
    (patterns.ALL_GREEN, GREEN_MASK),
    (patterns.REVERSIBLE_TILES, REVERSIBLE_MASK),
    (patterns.UPPER_TILES, _ranks(7, 8, 9)),
    (patterns.MIDDLE_TILES, _ranks(4, 5, 6)),
    (patterns.LOWER_TILES, _ranks(1, 2, 3)),
    (patterns.UPPER_FOUR, _ranks(6, 7, 8, 9)),
    (patterns.LOWER_FOUR, _ranks(1, 2, 3, 4)),
    (patterns.ALL_SIMPLES, _ranks(2, 3, 4, 5, 6, 7, 8)),
    (patterns.NO_HONORS, _ranks(*range(1, 10))),
    (patterns.ALL_HONORS, HONOR_MASK),
    (patterns.ALL_TERMINALS, TERMINAL_MASK),
)


@lru_cache(maxsize=1 << 15)
def whole_hand_fans(mask: int) -> tuple[int, ...]:
    """Return the fans that depend only on the kinds in a hand. `mask` has the kinds as
    bits.

    The hand must be four sets and a pair, seven pairs, or have a knitted straight.
    """
    held = [fan for fan, tiles in _ALL_AMONG if not mask & ~tiles]
    suits = suits_in(mask)
    honors = mask & HONOR_MASK
    if honors and mask & TERMINAL_MASK and not mask & ~(HONOR_MASK | TERMINAL_MASK):
        held.append(patterns.ALL_TERMINALS_AND_HONORS)
    if suits == 1:
        held.append(patterns.HALF_FLUSH if honors else patterns.FULL_FLUSH)
    elif suits == 2:
        held.append(patterns.ONE_VOIDED_SUIT)
    elif suits == 3 and mask & WIND_MASK and mask & DRAGON_MASK:
        held.append(patterns.ALL_TYPES)
    return tuple(held)


#: Fan -> how often it holds.
Held = dict[int, int]

_NINE_GATES = tuple(
    tuple(9 * suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
    for suit in range(3)
)


def shared_fans(facts: Facts) -> Held:
    """Return the fans that do not depend on the reading, with the number of times: fans
    of the whole hand, fans of the way of winning, and Tile Hog."""
    held = dict.fromkeys(whole_hand_fans(facts.mask), 1)
    for fan in facts.circumstances:
        held[fan] = 1
    if facts.tile_hogs:
        held[patterns.TILE_HOG] = facts.tile_hogs
    return held


def add_sets(held: Held, facts: Facts, sets: tuple[Group, ...], pair: Tile) -> None:
    """Add to `held` the fans of four sets and a pair. `sets` are the concealed sets."""
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
        held[patterns.OUTSIDE_HAND] = 1
    if _is_all_fives(chows, pungs, pair):
        held[patterns.ALL_FIVES] = 1
    if facts.exposed == 4 and not facts.hand.self_draw:
        held[patterns.MELDED_HAND] = 1
    _add_honor_hands(held, pungs, pair)
    if facts.hand.concealed in _NINE_GATES and not facts.hand.melds:
        held[patterns.NINE_GATES] = 1
        _imply_terminal_pung(held, facts)


def _add_pungs(held: Held, facts: Facts, pungs: list[Tile]) -> None:
    if len(pungs) > 1:
        _add_all(held, pung_fans(tuple(pungs)))
    for pung in pungs:
        bit = 1 << pung
        if bit & DRAGON_MASK:
            _add(held, patterns.DRAGON_PUNG)
            continue
        if pung == facts.prevailing:
            held[patterns.PREVALENT_WIND] = 1
        if pung == facts.seat:
            held[patterns.SEAT_WIND] = 1
        elif bit & ENDS_MASK and pung != facts.prevailing:
            _add(held, patterns.PUNG_OF_TERMINALS_OR_HONORS)
    if held.get(patterns.DRAGON_PUNG, 0) > 1:
        held[patterns.TWO_DRAGON_PUNGS] = 1


def _add_honor_hands(held: Held, pungs: list[Tile], pair: Tile) -> None:
    """Add to `held` the fans of several pungs of winds or dragons.

    With a fan of winds, pungs of winds no longer count as Pung of Terminals or Honors.
    """
    winds = sum(pung in WIND_TILES for pung in pungs)
    if winds >= 3:
        if winds == 4:
            held[patterns.BIG_FOUR_WINDS] = 1
        elif pair in WIND_TILES:
            held[patterns.LITTLE_FOUR_WINDS] = 1
        else:
            held[patterns.BIG_THREE_WINDS] = 1
        _leave_terminal_pungs_only(held, pungs)
    dragons = held.get(patterns.DRAGON_PUNG, 0)
    if dragons == 3:
        held[patterns.BIG_THREE_DRAGONS] = 1
    elif dragons == 2 and 1 << pair & DRAGON_MASK:
        held[patterns.LITTLE_THREE_DRAGONS] = 1


def _leave_terminal_pungs_only(held: Held, pungs: list[Tile]) -> None:
    """Count only pungs of terminals as Pung of Terminals or Honors, because a fan of
    winds includes the pungs of winds."""
    held.pop(patterns.PUNG_OF_TERMINALS_OR_HONORS, None)
    if terminals := sum(1 << pung & TERMINAL_MASK != 0 for pung in pungs):
        held[patterns.PUNG_OF_TERMINALS_OR_HONORS] = terminals


def _imply_terminal_pung(held: Held, facts: Facts) -> None:
    """Remove the pungs of terminals that Nine Gates implies. An option keeps the second
    pung."""
    pungs = held.pop(patterns.PUNG_OF_TERMINALS_OR_HONORS, 0)
    if pungs > 1 and facts.options.nine_gates_second_pung:
        held[patterns.PUNG_OF_TERMINALS_OR_HONORS] = pungs - 1


def _add_four_chows(held: Held, chows: list[Tile], pair: Tile) -> None:
    if 1 << pair & HONOR_MASK:
        return
    held[patterns.ALL_CHOWS] = 1
    one, two, three, four = chows
    if pair % 9 != 4 or one % 9 or four % 9 != 6:
        return
    if one == two and three == four == one + 6 == pair + 2:
        held[patterns.PURE_TERMINAL_CHOWS] = 1
    elif (two, four, three % 9) == (one + 6, three + 6, 0) and (
        {one // 9, three // 9, pair // 9} == {0, 1, 2}
    ):
        held[patterns.THREE_SUITED_TERMINAL_CHOWS] = 1


def _add_four_pungs(held: Held, pungs: list[Tile], pair: Tile) -> None:
    held[patterns.ALL_PUNGS] = 1
    if all(tile < WIND_TILES[0] and tile % 9 % 2 for tile in (*pungs, pair)):
        held[patterns.ALL_EVEN_PUNGS] = 1


def _is_outside(chows: list[Tile], pungs: list[Tile], pair: Tile) -> bool:
    return (
        1 << pair & ENDS_MASK != 0
        and all(chow % 9 in (0, 6) for chow in chows)
        and all(1 << pung & ENDS_MASK for pung in pungs)
    )


def _is_all_fives(chows: list[Tile], pungs: list[Tile], pair: Tile) -> bool:
    return (
        pair % 9 == 4
        and all(chow % 9 in (2, 3, 4) for chow in chows)
        and all(tile % 9 == 4 and tile < WIND_TILES[0] for tile in (*pungs, pair))
    )


def add_seven_pairs(held: Held, facts: Facts) -> None:
    """Add to `held` the fans of Seven Pairs. Remove Tile Hog from hands for which the
    options do not count Tile Hog."""
    held[patterns.SEVEN_PAIRS] = 1
    special = patterns.ALL_GREEN in held or patterns.ALL_TERMINALS in held
    if special and not facts.options.tile_hog_in_pairs:
        held.pop(patterns.TILE_HOG, None)
    kinds = sorted(set(facts.concealed))
    if patterns.FULL_FLUSH in held and kinds[-1] - kinds[0] == 6 and len(kinds) == 7:
        held[patterns.SEVEN_SHIFTED_PAIRS] = 1


def add_knitted_singles(held: Held, facts: Facts) -> None:
    """Add to `held` Greater or Lesser Honors and Knitted Tiles, and Knitted Straight if
    the options add it to the latter (1998 rules, fans 10 and 34)."""
    honors = (facts.mask & HONOR_MASK).bit_count()
    if honors == 7:
        held[patterns.GREATER_HONORS_AND_KNITTED_TILES] = 1
        return
    held[patterns.LESSER_HONORS_AND_KNITTED_TILES] = 1
    if honors == 5 and facts.options.knitted_straight_in_lesser:
        held[patterns.KNITTED_STRAIGHT] = 1


def add_knitted_straight(held: Held, facts: Facts, arrangement: Arrangement) -> None:
    """Add to `held` Knitted Straight, and the fans of the fourth set and the pair."""
    held[patterns.KNITTED_STRAIGHT] = 1
    in_hand = [group.first for group in arrangement.sets if group.kind is SetKind.PUNG]
    _add_pungs(held, facts, facts.pungs + in_hand)
    no_pungs = not facts.pungs and not in_hand
    if no_pungs and not 1 << (arrangement.pair or 0) & HONOR_MASK:
        held[patterns.ALL_CHOWS] = 1


def _add_all(held: Held, fans: Iterable[int]) -> None:
    for fan in fans:
        held[fan] = held.get(fan, 0) + 1


def _add(held: Held, fan: int) -> None:
    held[fan] = held.get(fan, 0) + 1
