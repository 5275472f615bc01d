"""Yakuman. If the options use double yakuman, some are double with certain waits."""

from __future__ import annotations

from rules.riichi.patterns.yaku_type import limit_yaku
from rules.translation_marks import _, cited, in_context

_WAITS = cited("EMA 2025, 4.2: one yakuman; house rules: two")

BY_THE_TILES = (
    limit_yaku(
        (
            "kokushi_musou",
            in_context("riichi", "Kokushi musou (thirteen orphans)"),
            "国士無双",
        ),
        in_context(
            "riichi", "One of each terminal and honor, and a duplicate of one of them."
        ),
        "19m19p19sESWNCFF+P S/E",
        "19m19p19sESWNCFF+5m S/E",
    ),
    limit_yaku(
        (
            "kokushi_musou_13",
            in_context("riichi", "Kokushi musou waiting for thirteen tiles"),
            "国士無双十三面待ち",
        ),
        _("Thirteen orphans with all 13 tiles in hand before the winning tile."),
        "19m19p19sESWNCFP+P S/E",
        "19m19p19sESWNCFF+P S/E",
        source=_WAITS,
    ),
    limit_yaku(
        (
            "chuuren_poutou",
            in_context("riichi", "Chuuren poutou (nine gates)"),
            "九蓮宝燈",
        ),
        _("1112345678999 of one suit and any tile of that suit, all concealed."),
        "1112345567899m+9m S/E",
        "123345567m8899m+9m S/E",
    ),
    limit_yaku(
        (
            "junsei_chuuren_poutou",
            in_context("riichi", "Chuuren poutou waiting for nine tiles"),
            "純正九蓮宝燈",
        ),
        _("Nine gates with 1112345678999 in hand before the winning tile."),
        "1112345678999m+5m S/E",
        "1112345567899m+9m S/E",
        source=_WAITS,
    ),
    limit_yaku(
        ("suuankou", in_context("riichi", "Suuankou (four concealed pungs)"), "四暗刻"),
        _("Four pungs or kongs made without calls or a winning discard."),
        "222m555p888s99mEE*E S/E",
        "222m555p888s99mEE+E S/E",
    ),
    limit_yaku(
        (
            "suuankou_tanki",
            in_context("riichi", "Suuankou waiting for the pair"),
            "四暗刻単騎",
        ),
        _("Four concealed pungs won on the tile that completed the pair."),
        "222m555p888sEEE9m+9m S/E",
        "222m555p888s99mEE*E S/E",
        source=_WAITS,
    ),
    limit_yaku(
        ("suukantsu", in_context("riichi", "Suukantsu (four kongs)"), "四槓子"),
        _("Four kongs of any type."),
        "(1111s)[2222m](5555p)[EEEE]9m+9m S/E",
        "(1111s)[2222m](5555p)[EEE]9m+9m S/E",
        may_be_open=True,
    ),
    limit_yaku(
        ("ryuuiisou", in_context("riichi", "Ryuuiisou (all green)"), "緑一色"),
        _(
            "Only 2, 3, 4, 6, 8 of bamboos and green dragons. The dragon is not "
            "required."
        ),
        "[222s]234s666s888sF+F S/E",
        "[222s]234s666s777sF+F S/E",
        may_be_open=True,
    ),
    limit_yaku(
        ("chinroutou", in_context("riichi", "Chinroutou (all terminals)"), "清老頭"),
        in_context("riichi", "Only ones and nines."),
        "[111m][999p]111s99s99m+9m S/E",
        "[111m][999p]111s99sEE+E S/E",
        may_be_open=True,
    ),
    limit_yaku(
        ("tsuuiisou", in_context("riichi", "Tsuuiisou (all honors)"), "字一色"),
        in_context("riichi", "Only winds and dragons."),
        "[EEE][SSS]CCCPPNN+N S/E",
        "[EEE][SSS]CCCPP99s+9s S/E",
        may_be_open=True,
    ),
    limit_yaku(
        ("daisangen", in_context("riichi", "Daisangen (big three dragons)"), "大三元"),
        in_context("riichi", "Pungs or kongs of all three dragons."),
        "[CCC][FFF]PP123m99s+P S/E",
        "[CCC][FFF]PP67s123m+8s S/E",
        may_be_open=True,
    ),
    limit_yaku(
        (
            "shousuushii",
            in_context("riichi", "Shousuushii (little four winds)"),
            "小四喜",
        ),
        in_context("riichi", "Pungs or kongs of three winds and a pair of the fourth."),
        "[EEE][SSS]WWWNN12m+3m S/E",
        "[EEE][SSS]WWW1299m+3m S/E",
        may_be_open=True,
    ),
    limit_yaku(
        ("daisuushii", in_context("riichi", "Daisuushii (big four winds)"), "大四喜"),
        in_context("riichi", "Pungs or kongs of all four winds."),
        "[EEE][SSS]WWWNN99m+N S/E",
        "[EEE][SSS]WWWNN12m+3m S/E",
        may_be_open=True,
        source=_WAITS,
    ),
)

BY_CHANCE = (
    limit_yaku(
        ("tenhou", in_context("riichi", "Tenhou (blessing of heaven)"), "天和"),
        in_context("riichi", "The dealer wins with the tiles dealt."),
        "234m567m345p678s99s E/E heavenly",
        "234m567m345p67s99s*8s E/E",
    ),
    limit_yaku(
        ("chiihou", in_context("riichi", "Chiihou (blessing of earth)"), "地和"),
        in_context(
            "riichi",
            "A player other than the dealer wins on their first draw, before any call.",
        ),
        "234m567m345p67s99s*8s S/E earthly",
        "234m567m345p67s99s*8s S/E",
    ),
)
