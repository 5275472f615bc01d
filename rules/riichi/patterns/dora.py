"""Dora: han that need a yaku beside them."""

from __future__ import annotations

from rules.riichi.patterns.pattern import yaku
from rules.text import _

_ONE = (1, 1)

DORA = (
    yaku(
        ("dora", _("Dora"), "寶牌（ドラ）"),
        _ONE,
        _(
            "Each tile that follows a dora indicator. Dora are not yaku: the hand also "
            "needs a yaku."
        ),
        "234m567m345p67s99s+8s S/E dora:8s",
        "234m567m345p67s99s+8s S/E dora:9s",
    ),
    yaku(
        ("ura_dora", _("Ura dora"), "裏寶牌（裏ドラ）"),
        (1, 0),
        _("Each tile that follows an ura dora indicator, after riichi."),
        "234m567m345p67s99s+8s S/E riichi dora:1p ura:8s",
        "234m567m345p67s99s+8s S/E riichi dora:8s ura:1p",
    ),
    yaku(
        ("aka_dora", _("Red five"), "赤寶牌（赤ドラ）"),
        _ONE,
        _("Each red five."),
        "234m067m345p67s99s+8s S/E",
        "234m567m345p67s99s+8s S/E",
        source="M-League, Tenhou; EMA 2025: not played",
    ),
)
