"""Yaku for the way of winning and for declarations."""

from __future__ import annotations

from rules.riichi.patterns.yaku_type import yaku
from rules.translation_marks import _, in_context

_CLOSED_ONE = (1, 0)
_ONE = (1, 1)

CHANCE = (
    yaku(
        ("riichi", in_context("riichi", "Riichi"), "立直"),
        _CLOSED_ONE,
        _("A concealed hand declared ready with a riichi stick."),
        "234m567m345p67s99s+8s S/E riichi",
        "234m567m345p67s99s+8s S/E",
    ),
    yaku(
        ("double_riichi", in_context("riichi", "Double riichi"), "両立直"),
        (2, 0),
        _("Riichi with the first discard, before any call. This replaces riichi."),
        "234m567m345p67s99s+8s S/E double_riichi",
        "234m567m345p67s99s+8s S/E riichi",
    ),
    yaku(
        ("ippatsu", in_context("riichi", "Ippatsu (one shot)"), "一発"),
        _CLOSED_ONE,
        _(
            "A win within one turn after riichi (at the latest on the player's next "
            "drawn tile), with no call or kong in between."
        ),
        "234m567m345p67s99s+8s S/E riichi ippatsu",
        "234m567m345p67s99s+8s S/E riichi",
    ),
    yaku(
        (
            "menzen_tsumo",
            in_context("riichi", "Menzen tsumo (fully concealed hand)"),
            "門前清自摸和",
        ),
        _CLOSED_ONE,
        _("A concealed hand won by self-draw."),
        "234m567m345p67s99s*8s S/E",
        "[CCC]567m345p67s99s*8s S/E",
    ),
    yaku(
        ("rinshan", in_context("riichi", "Rinshan kaihou (after a kong)"), "嶺上開花"),
        _ONE,
        _("A win on the replacement tile for a kong."),
        "(1111s)234m567m67s99s*8s S/E replacement",
        "(1111s)234m567m67s99s*8s S/E",
    ),
    yaku(
        ("chankan", in_context("riichi", "Chankan (robbing the kong)"), "搶槓"),
        _ONE,
        _("A win on the tile another player adds to an exposed pung."),
        "234m567m345p67s99s+8s S/E robbing_kong",
        "234m567m345p67s99s+8s S/E",
    ),
    yaku(
        (
            "haitei",
            in_context("riichi", "Haitei (last tile from the wall)"),
            "海底摸月",
        ),
        _ONE,
        in_context("riichi", "A self-draw with the last tile of the wall."),
        "234m567m345p67s99s*8s S/E last_tile",
        "234m567m345p67s99s+8s S/E last_tile",
    ),
    yaku(
        ("houtei", in_context("riichi", "Houtei (last discard)"), "河底撈魚"),
        _ONE,
        in_context("riichi", "A win on the discard after the last tile of the wall."),
        "234m567m345p67s99s+8s S/E last_tile",
        "234m567m345p67s99s*8s S/E last_tile",
    ),
    yaku(
        ("renhou", in_context("riichi", "Renhou (blessing of man)"), "人和"),
        (5, 0),
        _(
            "A win on a discard before the player's first draw and before "
            "any call. EMA: mangan, not combined with other yaku."
        ),
        "234m567m345p67s99s+8s S/E earthly",
        "234m567m345p67s99s*8s S/E earthly",
    ),
)
