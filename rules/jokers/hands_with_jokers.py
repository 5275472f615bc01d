"""Find the hands that jokers can make: winning hands, the best hand, pairs and pungs of
a losing hand, and the waits of a hand with jokers."""

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
    """Return the hand with the highest rank; None if no hand may win.

    The search stops at the first hand whose rank is `enough`, because no other hand can
    be paid more. `rank` raises RuleError for a hand that may not win.
    """
    best, highest = None, None
    for hand in hands:
        try:
            hand_rank = rank(hand)
        except RuleError:
            continue
        if highest is None or hand_rank > highest:
            best, highest = hand, hand_rank
            if enough(hand_rank):
                break
    return best


def barred(
    names: Iterable[str], counted: Iterable[str], patterns: Mapping[str, Pattern]
) -> Iterator[LeftOut]:
    """Yield the patterns in `names` that the hand does not score because it has a
    joker."""
    named = set(counted)
    for name in names:
        if name not in named and name in patterns:
            named.add(name)
            yield LeftOut(
                patterns[name],
                "joker",
                _("Hands with a joker do not score this pattern."),
            )


@dataclass(frozen=True)
class Play:
    """The input of the search for the hands that jokers can make. See `Search` for most
    fields.

    `targets`: complete hands that are not sets and a pair. `winning_kinds` returns the
    tile kinds to try for the winning tile if it is a joker.
    """

    copies: int
    chows: int
    class_of: ClassOf
    worth_of: WorthOf
    free: tuple[Block, ...]
    targets: tuple[Kinds, ...]
    winning_kinds: Callable[[Counter[Tile], tuple[Block, ...]], Iterable[Tile]]


def settled(hand: Hand) -> Hand:
    """Return the hand with the jokers in its melds replaced by real tiles.

    The hand must not have faults.
    """
    return replace(hand, melds=tuple(meld.settled or meld for meld in hand.melds))


def in_hand(hand: Hand) -> tuple[Tile, ...]:
    """Return the tiles in hand, with the winning tile and jokers."""
    won = () if hand.winning_tile is None else (hand.winning_tile,)
    return (*hand.concealed, *won)


def possible_hands(hand: Hand, play: Play) -> Iterator[Hand]:
    """Yield the winning hands that the jokers of `hand` can make, one of each class.

    The melds of `hand` must not have jokers.
    """
    real = counts(in_hand(hand))
    for kinds in play.targets:
        yield from _with_winning_tile(hand, kinds, (), play)
    for blocks in completions(search_of(hand, real, play)):
        kinds = tuple(sorted(kind for block in blocks for kind in block.tiles))
        yield from _with_winning_tile(hand, kinds, blocks, play)


def search_of(hand: Hand, real: Iterable[int], play: Play) -> Search:
    """Return the search for the sets and the pair of `hand`. The melds of `hand` must
    not have jokers."""
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
    stand_for.subtract(tile for tile in hand.concealed if tile != JOKER)
    for kind in play.winning_kinds(+stand_for, blocks):
        yield replace(hand, concealed=_without(kinds, kind), winning_tile=kind)


def _without(kinds: Kinds, tile: Tile | None) -> Kinds:
    if tile is None:
        return kinds
    at = kinds.index(tile)
    return kinds[:at] + kinds[at + 1 :]


def stand_for(hand: Hand, made: Hand) -> tuple[Tile, ...]:
    """Return the tiles that replace the jokers of `hand` in `made`. The winning tile
    comes last."""
    rest = Counter(made.concealed)
    rest.subtract(tile for tile in hand.concealed if tile != JOKER)
    won = (made.winning_tile,) if hand.winning_tile == JOKER else ()
    last = tuple(tile for tile in won if tile is not None)
    return (*sorted((+rest).elements()), *last)


_PAIR, _PUNG = 2, 3


def losing_hands(
    hand: Hand, new: Iterable[Tile], class_of: Callable[[Tile], Hashable], copies: int
) -> Iterator[Hand]:
    """Yield the hands that the jokers of a losing `hand` can make, one of each class.

    The melds of `hand` must not have jokers. A joker becomes a kind in hand or one of
    the `new` kinds. A joker outside pairs and pungs is a single tile. Only pairs of
    honors score.
    """
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
        single_kinds = (k for k in range(KINDS) if not held[k] and k not in added)
        tiles += islice(single_kinds, jokers - len(tiles))
        yield replace(hand, concealed=(*rest, *tiles))


def _additions(
    groups: list[list[Tile]], held: list[int], melded: list[int], left: int, copies: int
) -> Iterator[Mapping[Tile, int]]:
    """Yield each way to use at most `left` jokers: the number of jokers by tile
    kind."""
    if not groups:
        # With enough jokers left for a pung, another pung never scores less.
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
            added = dict.fromkeys(kinds[:pungs], to_pung)
            added |= dict.fromkeys(kinds[pungs : pungs + pairs], to_pair)
            for more in _additions(others, held, melded, left - cost, copies):
                yield {**added, **more}


def waiting_kinds(
    hand: Hand, play: Play, targets: Callable[[list[int]], tuple[Kinds, ...]]
) -> tuple[Tile, ...]:
    """Return the tile kinds, in order, that complete `hand`. Its jokers may be any
    tile.

    `hand` has no winning tile, and no jokers in its melds. `targets` returns the
    complete hands other than sets and a pair, from the number of real tiles of each
    kind.
    """
    in_hand = counts(hand.concealed)
    melded = counts(tile for meld in hand.melds for tile in meld.tiles)
    waits = []
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
        # Whole hands take longest to try; with many jokers, sets are complete already.
        if complete or targets(real):
            waits.append(kind)
    return tuple(waits)


def _is_apart(kind: Tile, in_hand: Sequence[int]) -> bool:
    """Return whether no tile in hand can be in a set or pair with `kind`.

    All kinds for which this is true are equivalent: each fits only a pung or pair with
    jokers.
    """
    if in_hand[kind]:
        return False
    if is_honor(kind):
        return True
    suit = kind // 9 * 9
    near = range(max(suit, kind - 2), min(suit + 9, kind + 3))
    return not any(in_hand[neighbour] for neighbour in near)
