"""Tiles: their names in files, on pages and in Unicode, and bit masks of tile kinds.

A tile is a small whole number. 0 to 33 are the kinds with four copies: characters 1-9
(0-8), dots (9-17), bamboos (18-26), the winds E S W N (27-30), the red, green and white
dragon (31-33). 34, 35 and 36 are the red fives of riichi (characters, dots, bamboos),
37 to 40 the flowers, 41 to 44 the seasons, 45 a joker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.translation_marks import _

Tile = int

KINDS = 34
RED_FIVES = (34, 35, 36)
FLOWERS = (37, 38, 39, 40)
_FIRST_FLOWER = FLOWERS[0]
SEASONS = (41, 42, 43, 44)
BONUS_TILES = FLOWERS + SEASONS
#: Stands for any of the 34 kinds, in rules with jokers.
JOKER = 45
ALL_TILES = range(46)

SUITS = "mps"
WIND_TILES = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
RED, GREEN, WHITE = DRAGONS
HONORS = WIND_TILES + DRAGONS
TERMINALS = (0, 8, 9, 17, 18, 26)
TERMINALS_AND_HONORS = TERMINALS + HONORS

#: Names of tiles in files: 1m … 9s, E S W N, C F P, 0m 0p 0s, f1 … y4, J.
CODES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"0{suit}" for suit in SUITS),
    *(f"f{number}" for number in range(1, 5)),
    *(f"y{number}" for number in range(1, 5)),
    "J",
)

#: Digits for honors in some notations: E S W N, white, green, red.
DIGIT_HONORS = {
    f"{digit}z": tile
    for digit, tile in zip("1234567", (27, 28, 29, 30, 33, 32, 31), strict=True)
}

_KIND: tuple[Tile, ...] = (*range(KINDS), 4, 13, 22)

# Mahjong Tiles block: winds, dragons, characters, bamboos, dots, then the bonus tiles,
# with bamboo before chrysanthemum, and the joker.
_UNICODE_ORDER = (
    *WIND_TILES, *DRAGONS, *range(9), *range(18, 27), *range(9, 18),
    37, 38, 40, 39, *SEASONS, JOKER,
)  # fmt: skip
UNICODE = {tile: chr(0x1F000 + place) for place, tile in enumerate(_UNICODE_ORDER)} | {
    red: chr(0x1F000 + _UNICODE_ORDER.index(_KIND[red])) for red in RED_FIVES
}
FROM_UNICODE = {chr(0x1F000 + place): tile for place, tile in enumerate(_UNICODE_ORDER)}

_BY_CODE: dict[str, Tile] = {
    **{code: tile for tile, code in enumerate(CODES)},
    **DIGIT_HONORS,
    **FROM_UNICODE,
}


NAMES: tuple[str, ...] = (
    *(_("1 of characters"), _("2 of characters"), _("3 of characters")),
    *(_("4 of characters"), _("5 of characters"), _("6 of characters")),
    *(_("7 of characters"), _("8 of characters"), _("9 of characters")),
    *(_("1 of dots"), _("2 of dots"), _("3 of dots")),
    *(_("4 of dots"), _("5 of dots"), _("6 of dots")),
    *(_("7 of dots"), _("8 of dots"), _("9 of dots")),
    *(_("1 of bamboos"), _("2 of bamboos"), _("3 of bamboos")),
    *(_("4 of bamboos"), _("5 of bamboos"), _("6 of bamboos")),
    *(_("7 of bamboos"), _("8 of bamboos"), _("9 of bamboos")),
    *(_("east wind"), _("south wind"), _("west wind"), _("north wind")),
    *(_("red dragon"), _("green dragon"), _("white dragon")),
    *(_("red 5 of characters"), _("red 5 of dots"), _("red 5 of bamboos")),
    *(_("plum"), _("orchid"), _("chrysanthemum"), _("bamboo flower")),
    *(_("spring"), _("summer"), _("autumn"), _("winter")),
    _("joker"),
)


def tile(code: str) -> Tile:
    """Return the tile with this code (5m, 0p, C, 6z, f3, or its Unicode character).

    Raises KeyError for an unknown code.
    """
    return _BY_CODE[code]


def kind(tile: Tile) -> Tile:
    """Return the kind of a tile; a red five counts as a five.

    Raises IndexError for bonus tiles and jokers, which have no kind.
    """
    return _KIND[tile]


def kinds_of(tiles: Iterable[Tile]) -> list[Tile]:
    """Return the kind of each of `tiles`; a red five counts as a five."""
    return [_KIND[tile] for tile in tiles]


def is_bonus(tile: Tile) -> bool:
    return FLOWERS[0] <= tile < JOKER


def is_red(tile: Tile) -> bool:
    return tile in RED_FIVES


def is_honor(kind: Tile) -> bool:
    return kind >= WIND_TILES[0]


def suit(kind: Tile) -> int:
    """Return the suit of a kind: 0 for characters, 1 for dots, 2 for bamboos, 3 for
    honors."""
    return min(kind // 9, 3)


def rank(kind: Tile) -> int:
    """Return the number of a suit tile (1 to 9), or the position of an honor among the
    honors, from 1."""
    return kind % 9 + 1


def wind_tile(wind: str) -> Tile:
    """Return the tile of the wind with this letter."""
    return WIND_TILES["ESWN".index(wind)]


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return tiles in the usual order: by kind, and a red five before plain fives."""
    return tuple(sorted(tiles, key=_place))


def _place(tile: Tile) -> tuple[int, bool]:
    return (tile, False) if tile not in RED_FIVES else (_KIND[tile] - 1, True)


def counts(tiles: Iterable[Tile]) -> list[int]:
    """Return the number of tiles of each of the 34 kinds. Bonus tiles and jokers are
    not counted."""
    held = [0] * KINDS
    for tile in tiles:
        if tile < _FIRST_FLOWER:
            held[_KIND[tile]] += 1
    return held


def codes(tiles: Sequence[Tile]) -> list[str]:
    """Return the codes of `tiles` in files."""
    return [CODES[tile] for tile in tiles]


def mask_of(kinds: Iterable[Tile]) -> int:
    """Return these kinds as a bit mask."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


SUIT_MASKS = tuple(mask_of(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOR_MASK = mask_of(HONORS)
TERMINAL_MASK = mask_of(TERMINALS)
#: Terminals and honors.
ENDS_MASK = HONOR_MASK | TERMINAL_MASK
DRAGON_MASK = mask_of(DRAGONS)
WIND_MASK = mask_of(WIND_TILES)
GREEN_MASK = mask_of(map(tile, ("2s", "3s", "4s", "6s", "8s", "F")))


def suits_in(mask: int) -> int:
    """Return the number of suits in a bit mask of tile kinds."""
    return sum([mask & suit != 0 for suit in SUIT_MASKS])
