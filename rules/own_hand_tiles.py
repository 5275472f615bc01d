"""The tiles of a tournament's special hand: read the notation, and check whether a hand
fits it.

Tiles are written as in a hand: `123m`, `E`, `CC`. Letters can also represent a class of
tiles:

- Suits `a`, `b`, `c`: any suit. Different letters are different suits (`111a999b`).
- Numbers `n` (the same number throughout) and `x` (any number): `nnanb`, `xxm`.
- Honors `w` (any wind), `d` (any dragon), `h` (any honor); `t` is any terminal.
- `?`: any tile.

A hand has 14 tiles; a kong counts as 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from rules.faults import Fault, RuleError
from rules.hand_of_tiles import Hand
from rules.tiles import DRAGONS, HONORS, JOKER, KINDS, WIND_TILES, kind
from rules.tiles import tile as tile_of
from rules.translation_marks import _

#: Tiles of a winning hand.
SIZE = 14
MOST_CHARACTERS = 60

_COPIES = 4
_SUITS = "mps"
_ANY_SUIT = "abc"
_NUMBERS = "123456789nx"
_HONORS = "ESWNCFP"
_ALL = frozenset(range(KINDS))
_TERMINALS = frozenset(9 * suit + rank for suit in range(3) for rank in (0, 8))
_CLASSES = {
    "w": frozenset(WIND_TILES),
    "d": frozenset(DRAGONS),
    "h": frozenset(HONORS),
    "t": _TERMINALS,
    "?": _ALL,
}


class Slot(NamedTuple):
    """One tile of the notation: a number and a suit, or a letter for an honor or a
    class of tiles (then `number` is empty)."""

    number: str
    suit: str


@lru_cache(maxsize=256)
def read_tiles(text: str) -> tuple[Slot, ...]:
    """Return the 14 tiles of a notation. Raises RuleError with its first fault."""
    slots: list[Slot] = []
    numbers = ""
    for character in "".join(text.split()):
        if character in _NUMBERS:
            numbers += character
        elif character in _SUITS + _ANY_SUIT and numbers:
            slots += (Slot(number, character) for number in numbers)
            numbers = ""
        elif (character in _HONORS or character in _CLASSES) and not numbers:
            slots.append(Slot("", character))
        else:
            raise RuleError(_wrong_character(character))
    if numbers:
        raise RuleError(
            Fault(
                "own_hand_suit_missing",
                _("Enter a suit after “%(numbers)s”: m, p, s, a, b or c."),
                "tiles",
                {"numbers": numbers},
            )
        )
    if len(slots) != SIZE:
        raise RuleError(
            Fault(
                "own_hand_size",
                _("The notation has %(count)s tiles. Enter %(size)s."),
                "tiles",
                {"count": len(slots), "size": SIZE},
            )
        )
    if not any(map(_possible, _readings_of(slots))):
        raise RuleError(
            Fault(
                "own_hand_five_alike",
                _("No hand can have these tiles: there are only 4 of each kind."),
                "tiles",
            )
        )
    return tuple(slots)


def _possible(choices: Sequence[frozenset[int]]) -> bool:
    """Return whether the notation needs no kind more than four times."""
    demanded = Counter(kinds for kinds in choices if len(kinds) == 1)
    return all(count <= _COPIES for count in demanded.values())


def _wrong_character(character: str) -> Fault:
    return Fault(
        "own_hand_character",
        _(
            "“%(character)s” cannot be here. Use tiles such as 123m or E, suits a b c, "
            "numbers n x, and w d h t ?."
        ),
        "tiles",
        {"character": character},
    )


def fits(hand: Hand, text: str) -> bool:
    """Return whether the tiles of a hand fit this notation."""
    tiles = _fourteen(hand)
    if len(tiles) != SIZE:
        return False
    return any(_matches(tiles, choices) for choices in _readings(text))


def _fourteen(hand: Hand) -> tuple[int, ...]:
    """Return the kinds of a hand's tiles; only three for a kong."""
    melded = [tile for meld in hand.melds for tile in meld.tiles[:3]]
    won = () if hand.winning_tile is None else (hand.winning_tile,)
    tiles = (*hand.concealed, *melded, *won)
    return tuple(tile if tile == JOKER else kind(tile) for tile in tiles)


@lru_cache(maxsize=256)
def _readings(text: str) -> tuple[tuple[frozenset[int], ...], ...]:
    """Return the kinds allowed in each place of the notation, once for each meaning of
    its letters."""
    slots = read_tiles(text)
    return tuple(dict.fromkeys(_readings_of(slots)))


def _readings_of(slots: Sequence[Slot]) -> Iterator[tuple[frozenset[int], ...]]:
    suits = {slot.suit for slot in slots if slot.number and slot.suit in _ANY_SUIT}
    same = any(slot.number == "n" for slot in slots)
    for order in permutations(range(3)) if suits else ((0, 1, 2),):
        suit_of = {
            **dict(zip(_SUITS, range(3), strict=True)),
            **dict(zip(_ANY_SUIT, order, strict=True)),
        }
        for number in range(9) if same else (0,):
            yield tuple(_allowed(slot, suit_of, number) for slot in slots)


def _allowed(slot: Slot, suit_of: dict[str, int], number: int) -> frozenset[int]:
    if not slot.number:
        return _CLASSES.get(slot.suit) or frozenset((tile_of(slot.suit),))
    first = 9 * suit_of[slot.suit]
    if slot.number == "x":
        return frozenset(range(first, first + 9))
    place = number if slot.number == "n" else int(slot.number) - 1
    return frozenset((first + place,))


def _matches(tiles: Sequence[int], choices: Sequence[frozenset[int]]) -> bool:
    """Return whether every tile fits a different place of the notation. A joker fits
    every place."""
    place_in: dict[int, int] = {}

    def put(place: int, tried: set[int]) -> bool:
        for slot, allowed in enumerate(choices):
            if slot in tried or not (tiles[place] == JOKER or tiles[place] in allowed):
                continue
            tried.add(slot)
            if slot not in place_in or put(place_in[slot], tried):
                place_in[slot] = place
                return True
        return False

    return all(put(place, set()) for place in range(len(tiles)))
