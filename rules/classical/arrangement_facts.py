"""What scoring asks about a hand again and again, worked out once."""

from __future__ import annotations

from typing import NamedTuple

from rules.hand_of_tiles import Hand, Meld
from rules.tiles import HONOR_MASK, Tile, counts, mask_of, suits_in, wind_tile
from rules.winning_arrangements import SetKind


class PlacedSet(NamedTuple):
    """A set: its kind, its lowest tile, and how it lies.

    `exposed` decides its points. A kong claimed onto a concealed pung is exposed for
    points and concealed for doubles; so `open` decides those.
    """

    kind: SetKind
    tile: Tile
    exposed: bool
    open: bool


class Facts:
    """A hand without faults, with what is asked about it again and again.

    `kinds` are the concealed tiles, the winning one among them; `melds` the declared
    sets; `held` how many of each kind there are in all; `mask` which kinds; `suits`
    how many suits; `one_suit` whether nothing else is held; `waits` what the hand
    waited for, where that is not what its tiles wait for: it has jokers.
    """

    def __init__(self, hand: Hand, waits: tuple[Tile, ...] | None = None) -> None:
        self.hand = hand
        self.waits = waits
        self.winning = hand.winning_tile
        self.kinds = hand.concealed_kinds
        self.melds = tuple(map(_placed, hand.melds))
        tiles = hand.tiles
        self.held = counts(tiles)
        self.mask = mask_of(tiles)
        self.suits = suits_in(self.mask)
        self.one_suit = self.suits == 1 and not self.mask & HONOR_MASK
        self.own = wind_tile(hand.seat_wind)
        self.round = wind_tile(hand.prevailing_wind)

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
