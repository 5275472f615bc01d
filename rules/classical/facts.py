"""What scoring asks about a hand again and again, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.arrangements import SetKind
from rules.hands import Hand, Meld
from rules.tiles import DRAGONS, HONORS, TERMINALS, WIND_TILES, Tile, counts, tile

_WIND_TILE = dict(zip("ESWN", WIND_TILES, strict=True))


class PlacedSet(NamedTuple):
    """A set: its kind, its lowest tile, and how it lies.

    `exposed` decides its points. A kong claimed onto a concealed pung is exposed for
    points and concealed for doubles; so `open` decides those.
    """

    kind: SetKind
    tile: Tile
    exposed: bool
    open: bool


def mask_of(kinds: Iterable[Tile]) -> int:
    """The set of kinds as one number, a bit a kind."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


SUIT_MASKS = tuple(mask_of(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOR_MASK = mask_of(HONORS)
TERMINAL_MASK = mask_of(TERMINALS)
MAJOR_MASK = HONOR_MASK | TERMINAL_MASK
DRAGON_MASK = mask_of(DRAGONS)
WIND_MASK = mask_of(WIND_TILES)
GREEN_MASK = mask_of(map(tile, ("2s", "3s", "4s", "6s", "8s", "F")))


class Facts:
    """A hand without faults, with what is asked about it again and again.

    `kinds` are the concealed tiles, the winning one among them; `melds` the declared
    sets; `held` how many of each kind there are in all; `mask` which kinds; `suits`
    how many suits; `one_suit` whether nothing else is held.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.winning = hand.winning_tile
        self.kinds = hand.concealed_kinds
        self.melds = tuple(map(_placed, hand.melds))
        self.held = counts(hand.tiles)
        self.mask = mask_of(hand.tiles)
        self.suits = sum(1 for suit in SUIT_MASKS if self.mask & suit)
        self.one_suit = self.suits == 1 and not self.mask & HONOR_MASK
        self.own = _WIND_TILE[hand.seat_wind]
        self.round = _WIND_TILE[hand.prevailing_wind]

    @property
    def drawn(self) -> bool:
        """Whether no tile of a set in hand was claimed."""
        return self.hand.self_draw or self.winning is None

    @property
    def melded_chows(self) -> int:
        return sum(1 for each in self.melds if each.kind is SetKind.CHOW)


def _placed(meld: Meld) -> PlacedSet:
    claimed_kong = meld.kind is SetKind.KONG and not meld.added
    exposed = not meld.concealed
    return PlacedSet(meld.kind, min(meld.tiles), exposed, exposed and not claimed_kong)
