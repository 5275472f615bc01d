"""A hand of mahjong tiles: concealed tiles, melds and how it won."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.tiles import JOKER, KINDS, Tile, in_order, is_honor, kind, kinds_of
from rules.winds import Wind
from rules.winning_arrangements import CHOWS, KONGS, PUNGS, Group, SetKind

# Words of `Hand.flags`: the way of winning, and earlier declarations.
LAST_TILE = "last_tile"
REPLACEMENT = "replacement"
FLOWER_REPLACEMENT = "flower_replacement"
ROBBING_KONG = "robbing_kong"
#: Set in addition to `robbing_kong`, if robbing a concealed kong is allowed.
ROBBING_CONCEALED_KONG = "robbing_concealed_kong"
LAST_OF_KIND = "last_of_kind"
#: A referee confirms that all other tiles that would complete the hand are visible.
ONLY_TILE = "only_tile"
DOUBLE_KONG = "double_kong"
HEAVENLY = "heavenly"
EARTHLY = "earthly"
ORIGINAL_CALL = "original_call"
FLOWER_WIN = "flower_win"
RIICHI = "riichi"
DOUBLE_RIICHI = "double_riichi"
IPPATSU = "ippatsu"
FLAGS = (
    LAST_TILE,
    REPLACEMENT,
    FLOWER_REPLACEMENT,
    ROBBING_KONG,
    ROBBING_CONCEALED_KONG,
    LAST_OF_KIND,
    ONLY_TILE,
    DOUBLE_KONG,
    HEAVENLY,
    EARTHLY,
    ORIGINAL_CALL,
    FLOWER_WIN,
    RIICHI,
    DOUBLE_RIICHI,
    IPPATSU,
)

HAND_SIZE = 13


@dataclass(frozen=True)
class Meld:
    """A declared set.

    `added`: a kong made by adding the fourth tile to an exposed pung. `claimed_from`:
    the seat wind of the player whose discard was claimed, if recorded.
    """

    kind: SetKind
    tiles: tuple[Tile, ...]
    concealed: bool = False
    added: bool = False
    claimed_from: Wind | None = None

    @property
    def settled(self) -> Meld | None:
        """Return the meld with each joker replaced by the tile it represents; None if
        there is no such tile.

        In a chow, the position of the joker decides the tile, unless only one tile fits
        between the other two.
        """
        real = [(place, tile) for place, tile in enumerate(self.tiles) if tile < KINDS]
        if len(real) == len(self.tiles):
            return self
        if not real or any(JOKER > tile >= KINDS for tile in self.tiles):
            return None
        if self.kind is not SetKind.CHOW:
            kind_of_set = real[0][1]
            tiles = tuple(kind_of_set if tile == JOKER else tile for tile in self.tiles)
            return replace(self, tiles=tiles)
        lowest = {tile - place for place, tile in real}
        if len(lowest) > 1 and len(real) == 2:
            low, high = sorted(tile for _place, tile in real)
            lowest = {low} if high == low + 2 else lowest
        first = min(lowest)
        run = (first, first + 1, first + 2)
        if len(lowest) > 1 or first < 0 or run[0] // 9 != run[2] // 9:
            return None
        return None if any(map(is_honor, run)) else replace(self, tiles=run)

    @property
    def group(self) -> Group:
        """Return the meld as a set of tile kinds. The meld must not have faults."""
        first = min(kinds_of(self.tiles))
        return _GROUPS[self.kind][first]


_GROUPS = {SetKind.CHOW: CHOWS, SetKind.PUNG: PUNGS, SetKind.KONG: KONGS}


@dataclass(frozen=True)
class Hand:
    """One player's tiles at the end of a hand.

    `concealed`: the sorted tiles in hand, without the winning tile and melds.
    `winning_tile` is None for a loser's hand, for the dealer's win on the dealt tiles
    and for a win by bonus tiles alone. `bonus`: flowers and seasons. `flags`: members
    of `FLAGS`. Indicators are used in riichi only. `nukidora`: in riichi for three, the
    number of tiles laid aside for a replacement. `own_hand`: the key of the
    tournament's special hand that the player declared.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    winning_tile: Tile | None = None
    self_draw: bool = False
    seat_wind: Wind = Wind.EAST
    prevailing_wind: Wind = Wind.EAST
    bonus: tuple[Tile, ...] = ()
    flags: frozenset[str] = frozenset()
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    winner: bool = True
    nukidora: int = 0
    own_hand: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", in_order(self.concealed))
        object.__setattr__(self, "bonus", tuple(sorted(self.bonus)))

    @property
    def kongs(self) -> tuple[Meld, ...]:
        return tuple([meld for meld in self.melds if meld.kind is SetKind.KONG])

    @property
    def exposed(self) -> tuple[Meld, ...]:
        """Return the melds that are not concealed kongs."""
        return tuple([meld for meld in self.melds if not meld.concealed])

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return the concealed tiles, the tiles of the melds and the winning tile."""
        melded = [tile for meld in self.melds for tile in meld.tiles]
        won = () if self.winning_tile is None else (self.winning_tile,)
        return (*self.concealed, *melded, *won)

    @property
    def has_jokers(self) -> bool:
        return (
            JOKER in self.concealed
            or self.winning_tile == JOKER
            or any(JOKER in meld.tiles for meld in self.melds)
        )

    @property
    def concealed_kinds(self) -> tuple[Tile, ...]:
        """Return the kinds of the concealed tiles and of the winning tile."""
        won = () if self.winning_tile is None else (kind(self.winning_tile),)
        return (*kinds_of(self.concealed), *won)
