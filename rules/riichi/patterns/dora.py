"""Dora: an indicator gives each copy of the next tile one han, if the hand has a yaku.

EMA 2025, 4.2: the next tile is the next number of the suit, and 1 after 9; winds in the
order E S W N E; dragons in the order white, green, red, white.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.riichi.patterns.yaku_type import yaku
from rules.tiles import DRAGONS, WIND_TILES, Tile, counts, kind
from rules.translation_marks import _, cited, in_context

_DRAGON_ORDER = DRAGONS[::-1]


def dora(indicator: Tile) -> Tile:
    """Return the kind that `indicator` makes dora."""
    its_kind = kind(indicator)
    for order in (WIND_TILES, _DRAGON_ORDER):
        if its_kind in order:
            return order[(order.index(its_kind) + 1) % len(order)]
    return its_kind // 9 * 9 + (its_kind + 1) % 9


def dora_held(tiles: Iterable[Tile], indicators: Sequence[Tile]) -> int:
    """Return the number of dora among `tiles`. A tile counts once for each indicator
    that makes it dora."""
    held = counts(tiles)
    return sum(held[dora(indicator)] for indicator in indicators)


_ONE = (1, 1)

DORA = (
    yaku(
        ("dora", in_context("riichi", "Dora"), "寶牌（ドラ）"),
        _ONE,
        _("Each tile that follows a dora indicator. Not a yaku."),
        "234m567m345p67s99s+8s S/E dora:8s",
        "234m567m345p67s99s+8s S/E dora:9s",
    ),
    yaku(
        ("ura_dora", in_context("riichi", "Ura dora"), "裏寶牌（裏ドラ）"),
        (1, 0),
        _("Each tile that follows an ura dora indicator, after riichi."),
        "234m567m345p67s99s+8s S/E riichi dora:1p ura:8s",
        "234m567m345p67s99s+8s S/E riichi dora:8s ura:1p",
    ),
    yaku(
        ("aka_dora", in_context("riichi", "Red five"), "赤寶牌（赤ドラ）"),
        _ONE,
        _("Each red five."),
        "234m067m345p67s99s+8s S/E",
        "234m567m345p67s99s+8s S/E",
        source=cited("M-League, Tenhou; EMA 2025: not played"),
    ),
)
