"""What scoring asks about a hand again and again, worked out once."""

from __future__ import annotations

from rules.hands import Hand
from rules.tile_masks import HONOR_MASK, mask_of, suits_in
from rules.tiles import DRAGONS, FLOWERS, SEASONS, Tile, counts, wind_tile
from rules.winds import WINDS


class Facts:
    """A hand without faults.

    `kinds` are the concealed tiles, the winning one among them; `melds` the declared
    sets; `mask` all kinds held; `suits` how many suits they are of; `drawn` whether
    the last tile was; `exposed` whether a set is.
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
        """The kinds a set of which would count faan."""
        return (*DRAGONS, self.own_wind, self.round_wind)

    @property
    def own_bonus(self) -> tuple[Tile, Tile]:
        """The player's own flower and season."""
        number = WINDS.index(self.hand.seat_wind)
        return FLOWERS[number], SEASONS[number]

    def nine_gates(self, *, pure: bool) -> bool:
        """Whether the concealed tiles are 1112345678999 of a suit and one more;
        `pure`: before the last tile exactly those."""
        if self.suits != 1 or self.honors or len(self.kinds) != 14:
            return False
        before = counts(self.hand.concealed if pure else self.kinds)
        first = self.kinds[0] // 9 * 9
        held = before[first : first + 9]
        if pure:
            return self.winning is not None and tuple(held) == _GATES
        return all(have >= wanted for have, wanted in zip(held, _GATES, strict=True))


_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
