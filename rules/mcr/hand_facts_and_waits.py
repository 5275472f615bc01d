"""Calculate facts of a hand that scoring needs in every reading, and the tiles that a
hand waits for.

1998 rules, article 10; Green Book, fans 77 to 79.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from rules.hand_of_tiles import LAST_OF_KIND, LAST_TILE, REPLACEMENT, ROBBING_KONG, Hand
from rules.mcr import patterns
from rules.mcr.options import McrOptions
from rules.tiles import (
    HONOR_MASK,
    TERMINALS_AND_HONORS,
    Tile,
    counts,
    mask_of,
    wind_tile,
)
from rules.winning_arrangements import (
    KNITTED,
    SetKind,
    Shape,
    pack,
    standard_waits,
    waits,
)

_ORPHANS_MASK = mask_of(TERMINALS_AND_HONORS)
_KNITTED_MASKS = tuple(map(mask_of, KNITTED))


def waiting_tiles(
    concealed: Sequence[Tile], all_kinds: Sequence[Tile], options: McrOptions
) -> tuple[Tile, ...]:
    """Return the tile kinds, in order, that complete `concealed` (the 13 tiles without
    melds).

    `all_kinds`: all tiles of the hand, including melds. The option `waits_on_own_four`
    decides whether a kind counts as a wait if the hand has all four copies.
    """
    kinds = set(standard_waits(pack(concealed)))
    if special := special_shapes(concealed):
        kinds.update(waits(concealed, special))
    if not options.waits_on_own_four and kinds:
        held = counts(all_kinds)
        kinds = {kind for kind in kinds if held[kind] < 4}
    return tuple(sorted(kinds))


def special_shapes(concealed: Sequence[Tile]) -> tuple[Shape, ...]:
    """Return the special shapes that `concealed` may have or need one tile for.

    Special shapes are all shapes other than four sets and a pair.
    """
    if len(concealed) < 10:
        return ()
    mask = mask_of(concealed)
    kinds = mask.bit_count()
    shapes = []
    if any((mask & knitted).bit_count() >= 8 for knitted in _KNITTED_MASKS):
        shapes.append(Shape.KNITTED_STRAIGHT)
    if len(concealed) < 13:
        return tuple(shapes)
    if kinds <= 7:
        shapes.append(Shape.SEVEN_PAIRS)
    if kinds >= 12 and not mask & ~_ORPHANS_MASK:
        shapes.append(Shape.THIRTEEN_ORPHANS)
    if kinds >= 13 and (mask & HONOR_MASK).bit_count() >= 4:
        shapes.append(Shape.KNITTED_SINGLES)
    return tuple(shapes)


#: (concealed, melded) kongs -> the one fan they score.
_KONG_FANS = {
    (1, 0): patterns.CONCEALED_KONG,
    (0, 1): patterns.MELDED_KONG,
    (2, 0): patterns.TWO_CONCEALED_KONGS,
    (1, 1): patterns.CONCEALED_KONG_AND_MELDED_KONG,
    (0, 2): patterns.TWO_MELDED_KONGS,
}


class Facts:
    """Facts about a valid hand.

    `concealed`: the tiles in hand with the winning tile. `chows` and `pungs`: the
    lowest tile of each meld; pungs include kongs.
    """

    def __init__(self, hand: Hand, winning: Tile, options: McrOptions) -> None:
        self.hand = hand
        self.options = options
        self.winning = winning
        self.concealed = (*hand.concealed, winning)
        self.packed = pack(self.concealed)
        self.chows: list[Tile] = []
        self.pungs: list[Tile] = []
        self.konged: list[Tile] = []
        self.concealed_kongs = 0
        melded: list[Tile] = []
        for meld in hand.melds:
            tiles = meld.tiles
            melded += tiles
            if meld.kind is SetKind.CHOW:
                self.chows.append(min(tiles))
                continue
            self.pungs.append(tiles[0])
            if meld.kind is SetKind.KONG:
                self.konged.append(tiles[0])
                self.concealed_kongs += meld.concealed
        self.exposed = len(hand.melds) - self.concealed_kongs
        self.melded_kongs = len(self.konged) - self.concealed_kongs
        self.all_kinds = [*self.concealed, *melded]
        self.mask = mask_of(self.all_kinds)
        self.seat = wind_tile(hand.seat_wind)
        self.prevailing = wind_tile(hand.prevailing_wind)

    @cached_property
    def waits(self) -> tuple[Tile, ...]:
        """Return the tile kinds that would have completed the hand before it was
        won."""
        before = self.all_kinds.copy()
        before.remove(self.winning)
        return waiting_tiles(self.hand.concealed, before, self.options)

    @cached_property
    def tile_hogs(self) -> int:
        """Return the number of kinds that the hand holds four times without a kong."""
        if len(self.all_kinds) - self.mask.bit_count() < 3:
            return 0
        fours = sum(self.all_kinds.count(kind) == 4 for kind in set(self.all_kinds))
        return fours - len(self.konged)

    @cached_property
    def circumstances(self) -> tuple[int, ...]:
        """Return the fans for the way of winning and for kongs."""
        return (*self._how_won(), *self._kong_fans())

    def _how_won(self) -> Iterator[int]:
        flags = self.hand.flags
        if self.hand.self_draw:
            yield patterns.SELF_DRAWN
            if not self.exposed:
                yield patterns.FULLY_CONCEALED_HAND
            if LAST_TILE in flags:
                yield patterns.LAST_TILE_DRAW
            if REPLACEMENT in flags:
                yield patterns.OUT_WITH_REPLACEMENT_TILE
        else:
            if not self.exposed:
                yield patterns.CONCEALED_HAND
            if LAST_TILE in flags:
                yield patterns.LAST_TILE_CLAIM
                if self.options.replacement_with_last_discard:
                    yield patterns.OUT_WITH_REPLACEMENT_TILE
            if ROBBING_KONG in flags:
                yield patterns.ROBBING_THE_KONG
        if LAST_OF_KIND in flags or self._shows_the_other_three():
            yield patterns.LAST_TILE

    def _kong_fans(self) -> Iterator[int]:
        match len(self.konged):
            case 4:
                yield patterns.FOUR_KONGS
                if self.concealed_kongs and self.options.concealed_kong_in_four_kongs:
                    yield patterns.CONCEALED_KONG
            case 3:
                yield patterns.THREE_KONGS
            case 1 | 2:
                yield _KONG_FANS[self.concealed_kongs, self.melded_kongs]

    def _shows_the_other_three(self) -> bool:
        """Return whether the winner's exposed melds contain the other three copies of
        the winning tile."""
        return self.exposed > 0 and (
            sum(meld.tiles.count(self.winning) for meld in self.hand.exposed) == 3
        )
