"""Facts of a hand that scoring needs often, computed once."""

from __future__ import annotations

from typing import NamedTuple

from rules.hand_of_tiles import Hand, Meld
from rules.tiles import HONOR_MASK, Tile, counts, mask_of, suits_in, wind_tile
from rules.winning_arrangements import SetKind


class PlacedSet(NamedTuple):
    """A set: its kind, its lowest tile, and whether it is exposed.

    `exposed` decides its points, `open` its doubles: a kong claimed onto a concealed
    pung is exposed, but not open.
    """

    kind: SetKind
    tile: Tile
    exposed: bool
    open: bool


class Facts:
    """Facts about a valid hand.

    `kinds`: the concealed tiles with the winning tile. `melds`: the declared sets.
    `held`: the number of tiles of each kind. `mask`: the kinds in the hand, as bits.
    `suits`: the number of suits. `one_suit`: one suit and no honors. `waits`: set only
    for a hand with jokers, because its tiles do not determine its waits.
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
        """Return whether the winner drew the winning tile; also true if the hand has no
        winning tile."""
        return self.hand.self_draw or self.winning is None

    @property
    def melded_chows(self) -> int:
        return sum(1 for meld in self.melds if meld.kind is SetKind.CHOW)


def _placed(meld: Meld) -> PlacedSet:
    claimed_kong = meld.kind is SetKind.KONG and not meld.added
    exposed = not meld.concealed
    return PlacedSet(meld.kind, min(meld.tiles), exposed, exposed and not claimed_kong)
