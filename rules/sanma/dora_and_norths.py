"""Count the han of dora with three players: indicators, red fives and the tiles laid
aside.

In characters, 1 indicates 9 and 9 indicates 1. A North laid aside is worth one han, and
one more han for each West indicator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.hand_of_tiles import DOUBLE_RIICHI, RIICHI, Hand
from rules.riichi.patterns.dora import dora
from rules.sanma.options import NUKIDORA, SanmaOptions
from rules.tiles import (
    KINDS,
    RED_FIVES,
    WIND_TILES,
    Tile,
    counts,
    is_red,
    kind,
    tile,
)

NORTH = WIND_TILES[3]
_REDS = frozenset(RED_FIVES)
_FIVES = (tile("5p"), tile("5s"))
_ENDS = {tile("1m"): tile("9m"), tile("9m"): tile("1m")}

#: Indicator -> dora.
_DORA = tuple(_ENDS.get(indicator, dora(indicator)) for indicator in range(KINDS))


def counted_dora(hand: Hand, options: SanmaOptions) -> Mapping[str, int]:
    """Return the han of each kind of dora that a hand has. Kinds with 0 han are left
    out."""
    held = counts(hand.tiles)
    if options.north == NUKIDORA:
        held[NORTH] += hand.nukidora
    declared = RIICHI in hand.flags or DOUBLE_RIICHI in hand.flags
    ura = hand.ura_indicators if options.ura and declared else ()
    dora = {
        "dora": _indicated(held, hand.dora_indicators, options),
        "aka_dora": _red_fives(hand.tiles, options),
        "ura_dora": _indicated(held, ura, options),
        "nukidora": hand.nukidora,
    }
    return {name: han for name, han in dora.items() if han}


def _indicated(
    held: Sequence[int], indicators: Sequence[Tile], options: SanmaOptions
) -> int:
    shown = indicators if options.kan_dora else indicators[:1]
    return sum(held[_DORA[kind(indicator)]] for indicator in shown)


def _red_fives(tiles: Iterable[Tile], options: SanmaOptions) -> int:
    if options.every_five_is_dora:
        return sum(kind(tile) in _FIVES for tile in tiles)
    if not options.red_fives or _REDS.isdisjoint(tiles):
        return 0
    return sum(map(is_red, tiles))
