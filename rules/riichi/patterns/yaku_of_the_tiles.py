"""Yaku for the tiles of the hand, from one han to six."""

from __future__ import annotations

from rules.riichi.patterns.yaku_type import yaku
from rules.translation_marks import _, in_context

_CLOSED_ONE = (1, 0)
_ONE = (1, 1)
_TWO = (2, 2)
_TWO_OR_ONE = (2, 1)
_THREE_OR_TWO = (3, 2)

ONE_HAN = (
    yaku(
        ("pinfu", in_context("riichi", "Pinfu (no points)"), "平和"),
        _CLOSED_ONE,
        _(
            "A concealed hand of four chows, with a two-sided wait and no pair of "
            "dragons, seat or prevailing wind."
        ),
        "234m567m345p67s99s+8s S/E",
        "234m567m345p68s99s+7s S/E riichi",
    ),
    yaku(
        ("iipeikou", in_context("riichi", "Iipeikou (pure double chow)"), "一盃口"),
        _CLOSED_ONE,
        _("Two identical chows in a concealed hand."),
        "223344m567p68s99s+7s S/E",
        "[CCC]223344m68s99s+7s S/E",
    ),
    yaku(
        ("tanyao", in_context("riichi", "Tanyao (all simples)"), "断幺九"),
        _ONE,
        in_context("riichi", "No terminals and no honors."),
        "234m567m345p67s88s+5s S/E",
        "234m567m345p78s88s+9s S/E",
    ),
    yaku(
        ("yakuhai_white", in_context("riichi", "Yakuhai: white dragon"), "役牌 白"),
        _ONE,
        _("Pung or kong of white dragons."),
        "[PPP]234m567m67s99s+8s S/E",
        "PP234m567m345p67s+8s S/E riichi",
    ),
    yaku(
        ("yakuhai_green", in_context("riichi", "Yakuhai: green dragon"), "役牌 發"),
        _ONE,
        _("Pung or kong of green dragons."),
        "[FFF]234m567m67s99s+8s S/E",
        "FF234m567m345p67s+8s S/E riichi",
    ),
    yaku(
        ("yakuhai_red", in_context("riichi", "Yakuhai: red dragon"), "役牌 中"),
        _ONE,
        _("Pung or kong of red dragons."),
        "[CCC]234m567m67s99s+8s S/E",
        "CC234m567m345p67s+8s S/E riichi",
    ),
    yaku(
        ("seat_wind", in_context("riichi", "Yakuhai: seat wind"), "自風"),
        _ONE,
        _(
            "Pung or kong of the seat wind. If it is also the prevailing "
            "wind, both count."
        ),
        "[SSS]234m567m67s99s+8s S/E",
        "[CCC]SSS567m67s99s+8s W/E",
    ),
    yaku(
        ("round_wind", in_context("riichi", "Yakuhai: prevailing wind"), "場風"),
        _ONE,
        in_context(
            "riichi",
            "Pung or kong of the prevailing wind. If it is also the seat "
            "wind, both count.",
        ),
        "[EEE]234m567m67s99s+8s S/E",
        "[CCC]EEE567m67s99s+8s S/S",
    ),
)

TWO_HAN = (
    yaku(
        ("chiitoitsu", in_context("riichi", "Chiitoitsu (seven pairs)"), "七対子"),
        (2, 0),
        _("Seven different pairs. Always 25 fu."),
        "1155m22p77p33s88sE+E S/E",
        "1111m22p77p33s88sE+E S/E",
    ),
    yaku(
        (
            "sanshoku_doujun",
            in_context("riichi", "Sanshoku doujun (mixed triple chow)"),
            "三色同順",
        ),
        _TWO_OR_ONE,
        in_context("riichi", "The same chow in all three suits."),
        "234m234p234s67s99m+8s S/E",
        "234m234p345s67s99m+8s S/E",
    ),
    yaku(
        ("ittsuu", in_context("riichi", "Ittsuu (pure straight)"), "一気通貫"),
        _TWO_OR_ONE,
        _("Chows 123, 456 and 789 of one suit."),
        "123456789m67s99s+8s S/E",
        "123456m678m67s99s+8s S/E",
    ),
    yaku(
        ("chanta", in_context("riichi", "Chanta (outside hand)"), "混全帯幺九"),
        _TWO_OR_ONE,
        _(
            "A terminal or honor in every set and the pair, with at least one chow and "
            "one honor."
        ),
        "123m789p12sEEECC+3s S/E",
        "123m789p34sEEECC+2s S/E",
    ),
    yaku(
        (
            "sanshoku_doukou",
            in_context("riichi", "Sanshoku doukou (triple pung)"),
            "三色同刻",
        ),
        _TWO,
        _("Pungs or kongs of the same rank in all three suits."),
        "[222m][222p]222s67s99m+8s S/E",
        "[222m][333p]222sCC99m+C S/E",
    ),
    yaku(
        (
            "sanankou",
            in_context("riichi", "Sanankou (three concealed pungs)"),
            "三暗刻",
        ),
        _TWO,
        _("Three pungs or kongs made without calls or a winning discard."),
        "222m555p888s67s99m+8s S/E",
        "222m555p88s234s99m+8s S/E riichi",
    ),
    yaku(
        ("sankantsu", in_context("riichi", "Sankantsu (three kongs)"), "三槓子"),
        _TWO,
        _("Three kongs of any type."),
        "(1111s)[2222m](5555p)67s99m+8s S/E",
        "(1111s)(2222m)555p67s99m+8s S/E",
    ),
    yaku(
        ("toitoi", in_context("riichi", "Toitoi (all pungs)"), "対々和"),
        _TWO,
        in_context("riichi", "Four pungs or kongs and a pair."),
        "[222m][555p]33s888s99m+3s S/E",
        "[CCC][555p]34s888s99m+2s S/E",
    ),
    yaku(
        (
            "shousangen",
            in_context("riichi", "Shousangen (little three dragons)"),
            "小三元",
        ),
        _TWO,
        _(
            "Two pungs or kongs of dragons and a pair of the third. Yakuhai for the "
            "pungs is added."
        ),
        "[CCC][FFF]PP67s123m+8s S/E",
        "[CCC][FFF]67s12399m+8s S/E",
    ),
    yaku(
        (
            "honroutou",
            in_context("riichi", "Honroutou (all terminals and honors)"),
            "混老頭",
        ),
        _TWO,
        _("Only terminals and honors. Toitoi or seven pairs is added."),
        "[111m][999p]EE11sSSS+E S/E",
        "[111m][222p]EE11sSSS+E S/E",
    ),
)

MORE_HAN = (
    yaku(
        (
            "ryanpeikou",
            in_context("riichi", "Ryanpeikou (twice pure double chow)"),
            "二盃口",
        ),
        (3, 0),
        _(
            "Two pairs of identical chows in a concealed hand. This replaces "
            "iipeikou and seven pairs."
        ),
        "223344m667788p5s+5s S/E",
        "223344m678p567p5s+5s S/E",
    ),
    yaku(
        ("honitsu", in_context("riichi", "Honitsu (half flush)"), "混一色"),
        _THREE_OR_TWO,
        in_context("riichi", "Tiles of one suit, with honors."),
        "123m456m789mEECC+C S/E",
        "123m456m789pEECC+C S/E",
    ),
    yaku(
        (
            "junchan",
            in_context("riichi", "Junchan (terminals in all sets)"),
            "純全帯幺九",
        ),
        _THREE_OR_TWO,
        _("A terminal in every set and the pair, with at least one chow."),
        "123m789p123s12p99m+3p S/E",
        "123m789p123s12pEE+3p S/W riichi",
    ),
    yaku(
        ("chinitsu", in_context("riichi", "Chinitsu (full flush)"), "清一色"),
        (6, 5),
        _("Tiles of one suit only. This replaces half flush."),
        "123m345m567m88m99m+9m S/E",
        "123m345m567mEE99m+9m S/E",
    ),
)
