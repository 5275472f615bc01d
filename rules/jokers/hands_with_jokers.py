"""Of the hands that jokers can make, the one that is worth the most.

The hands that a hand with jokers can be.

What jokers can do for a hand that did not win: pairs and pungs of the tiles in hand,
or of new ones.

What a hand with jokers waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from rules.faults import RuleError
from rules.hand_of_tiles import Hand, Meld
from rules.hand_score_and_patterns import LeftOut, Pattern
from rules.jokers.joker_hand_search import Block, ClassOf, Search, WorthOf, completions
from rules.jokers.special_hands_with_jokers import Kinds
from rules.tiles import JOKER, KINDS, Tile, counts, is_honor
from rules.translation_marks import _

R = TypeVar("R", bound=tuple[int, ...])


def best_of(
    hands: Iterable[Hand], rank: Callable[[Hand], R], enough: Callable[[R], bool]
) -> Hand | None:
    """The hand of the highest rank; the first whose rank is `enough`, where no other
    can be paid more. None if none of them may win.

    `rank` raises RuleError for a hand that may not win.
    """
    best, highest = None, None
    for hand in hands:
        try:
            its = rank(hand)
        except RuleError:
            continue
        if highest is None or its > highest:
            best, highest = hand, its
            if enough(its):
                break
    return best


def barred(
    names: Iterable[str], counted: Iterable[str], patterns: Mapping[str, Pattern]
) -> Iterator[LeftOut]:
    """What a hand would score of `names` if it had no joker, and does not."""
    told = set(counted)
    for name in names:
        if name not in told and name in patterns:
            told.add(name)
            yield LeftOut(
                patterns[name],
                "joker",
                _("Hands with a joker do not score this pattern."),
            )


@dataclass(frozen=True)
class Play:
    """What a ruleset says of one hand's jokers: see `Search`; `targets` are whole hands
    that are no sets and a pair. `winning_kinds` chooses, of what the jokers of a hand
    stand for, what the last tile may be, if that is a joker."""

    copies: int
    chows: int
    class_of: ClassOf
    worth_of: WorthOf
    free: tuple[Block, ...]
    targets: tuple[Kinds, ...]
    winning_kinds: Callable[[Counter[Tile], tuple[Block, ...]], Iterable[Tile]]


def settled(hand: Hand) -> Hand:
    """The hand with what the jokers of its melds stand for; for one without faults."""
    return replace(hand, melds=tuple(meld.settled or meld for meld in hand.melds))


def in_hand(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in hand, the winning one among them, jokers too."""
    won = () if hand.winning_tile is None else (hand.winning_tile,)
    return (*hand.concealed, *won)


def possible_hands(hand: Hand, play: Play) -> Iterator[Hand]:
    """The winning hands that the jokers of `hand` can make, its melds settled: one of
    each class."""
    real = counts(in_hand(hand))
    for kinds in play.targets:
        yield from _with_winning_tile(hand, kinds, (), play)
    for blocks in completions(search_of(hand, real, play)):
        kinds = tuple(sorted(kind for each in blocks for kind in each.tiles))
        yield from _with_winning_tile(hand, kinds, blocks, play)


def search_of(hand: Hand, real: Iterable[int], play: Play) -> Search:
    """The search for sets and a pair in `hand`, whose melds are settled."""
    return Search(
        real=tuple(real),
        sets=4 - len(hand.melds),
        melded=tuple(counts(tile for meld in hand.melds for tile in meld.tiles)),
        copies=play.copies,
        chows=play.chows - _chows(hand.melds),
        class_of=play.class_of,
        worth_of=play.worth_of,
        free=play.free,
    )


def _chows(melds: Iterable[Meld]) -> int:
    return sum(1 for meld in melds if meld.kind == "chow")


def _with_winning_tile(
    hand: Hand, kinds: Kinds, blocks: tuple[Block, ...], play: Play
) -> Iterator[Hand]:
    winning = hand.winning_tile
    if winning != JOKER:
        yield replace(hand, concealed=_without(kinds, winning))
        return
    stand_for = Counter(kinds)
    stand_for.subtract(each for each in hand.concealed if each != JOKER)
    for kind in play.winning_kinds(+stand_for, blocks):
        yield replace(hand, concealed=_without(kinds, kind), winning_tile=kind)


def _without(kinds: Kinds, tile: Tile | None) -> Kinds:
    if tile is None:
        return kinds
    at = kinds.index(tile)
    return kinds[:at] + kinds[at + 1 :]


def stand_for(hand: Hand, made: Hand) -> tuple[Tile, ...]:
    """What the jokers in `hand` stand for in `made`, in order; that of the winning tile
    last."""
    rest = Counter(made.concealed)
    rest.subtract(each for each in hand.concealed if each != JOKER)
    won = (made.winning_tile,) if hand.winning_tile == JOKER else ()
    last = tuple(each for each in won if each is not None)
    return (*sorted((+rest).elements()), *last)


_PAIR, _PUNG = 2, 3


def losing_hands(
    hand: Hand, new: Iterable[Tile], class_of: Callable[[Tile], Hashable], copies: int
) -> Iterator[Hand]:
    """The hands that the jokers of a loser's `hand`, its melds settled, can make of its
    tiles and the `new` kinds: one of each class. A joker that makes no pair or pung is
    a tile by itself; a pair scores of honors only."""
    held = counts(hand.concealed)
    melded = counts(tile for meld in hand.melds for tile in meld.tiles)
    groups: dict[Hashable, list[Tile]] = {}
    for kind in dict.fromkeys((*(k for k, n in enumerate(held) if n), *new)):
        if held[kind] < _PUNG:
            room = min(copies - melded[kind], _PUNG)
            groups.setdefault((class_of(kind), held[kind], room), []).append(kind)
    rest = tuple(tile for tile in hand.concealed if tile != JOKER)
    jokers = hand.concealed.count(JOKER)
    for added in _additions(list(groups.values()), held, melded, jokers, copies):
        tiles = [kind for kind, count in added.items() for _n in range(count)]
        alone = (k for k in range(KINDS) if not held[k] and k not in added)
        tiles += islice(alone, jokers - len(tiles))
        yield replace(hand, concealed=(*rest, *tiles))


def _additions(
    groups: list[list[Tile]], held: list[int], melded: list[int], left: int, copies: int
) -> Iterator[Mapping[Tile, int]]:
    """How many jokers each kind gets, `left` of them in all or fewer."""
    if not groups:
        # With so many left another pung could be made, which never is worth less.
        if left < _PUNG:
            yield {}
        return
    kinds, others = groups[0], groups[1:]
    room = copies - melded[kinds[0]]
    to_pair, to_pung = _PAIR - held[kinds[0]], _PUNG - held[kinds[0]]
    for pungs in range(len(kinds) + 1 if room >= _PUNG else 1):
        if pungs * to_pung > left:
            return
        scoring = is_honor(kinds[0]) and to_pair > 0 and room >= _PAIR
        possible = len(kinds) - pungs if scoring else 0
        for pairs in range(possible + 1):
            cost = pungs * to_pung + pairs * to_pair
            if cost > left:
                break
            here = dict.fromkeys(kinds[:pungs], to_pung)
            here |= dict.fromkeys(kinds[pungs : pungs + pairs], to_pair)
            for more in _additions(others, held, melded, left - cost, copies):
                yield {**here, **more}


def waiting_kinds(
    hand: Hand, play: Play, targets: Callable[[list[int]], tuple[Kinds, ...]]
) -> tuple[Tile, ...]:
    """The kinds, in order, that complete `hand` without its winning tile, its melds
    settled, if its jokers stand for the right tiles. `targets`: the whole hands that
    tiles and jokers can be."""
    in_hand = counts(hand.concealed)
    melded = counts(tile for meld in hand.melds for tile in meld.tiles)
    found = []
    apart: bool | None = None
    for kind in range(KINDS):
        if in_hand[kind] + melded[kind] >= play.copies:
            continue
        real = counts((*hand.concealed, kind))
        alone = not melded[kind] and _is_apart(kind, in_hand)
        if not alone or apart is None:
            search = search_of(hand, real, play)
            complete = next(completions(search), None) is not None
            apart = complete if alone else apart
        else:
            complete = apart
        # Whole hands take longest to try, and with many jokers sets are made already.
        if complete or targets(real):
            found.append(kind)
    return tuple(found)


def _is_apart(kind: Tile, in_hand: Sequence[int]) -> bool:
    """Whether no tile in hand can be in a set or pair with `kind`. What is so can be in
    a pung or pair with jokers, whatever kind it is, and nothing else is better."""
    if in_hand[kind]:
        return False
    if is_honor(kind):
        return True
    suit = kind // 9 * 9
    near = range(max(suit, kind - 2), min(suit + 9, kind + 3))
    return not any(in_hand[each] for each in near)
