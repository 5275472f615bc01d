"""Patterns for the whole hand."""

from __future__ import annotations

from rules.hand_score_and_patterns import PatternsOf
from rules.translation_marks import _, cited, in_context

SOURCE = cited("Hong Kong Old Style, patterns of the hand")

_hand = PatternsOf(SOURCE, "faan")

_OF_SETS = (
    _hand(
        ("all_chows", in_context("hong_kong", "All chows"), "平糊"),
        1,
        _("Four chows and a pair."),
        "[123m][456p]789s23m55p+1m S/E f3",
        "[123m][456p]777s23m55p+1m S/E f3",
    ),
    _hand(
        ("all_triplets", in_context("hong_kong", "All triplets"), "對對糊"),
        3,
        in_context("hong_kong", "Four pungs or kongs and a pair."),
        "[111m][444p]777s22m55s+2m S/E f3",
        "[111m][444p]789s22m55s+2m S/E f3",
    ),
    _hand(
        (
            "four_concealed",
            in_context("hong_kong", "Four concealed triplets"),
            "坎坎糊",
        ),
        8,
        _(
            "Four concealed pungs or kongs; the winning tile was drawn or completed "
            "the pair."
        ),
        "222m888m333p55sEE*5s S/W f3",
        "222m888m333p55sEE+5s S/W f3",
    ),
    _hand(
        ("all_kongs", in_context("hong_kong", "All kongs"), "十八羅漢"),
        13,
        _("Four kongs and a pair."),
        "[2222m](3333p)[4444s](7777s)5m+5m S/E f3",
        "[2222m](3333p)[4444s][777s]5m+5m S/E f3",
    ),
    _hand(
        ("seven_pairs", in_context("hong_kong", "Seven pairs"), "七對子"),
        4,
        _("Seven different pairs, no melds."),
        "1133m2244p6688sE+E S/E f3",
        "1133m2222p6688sE+E S/E f3",
    ),
    _hand(
        ("thirteen_orphans", in_context("hong_kong", "Thirteen orphans"), "十三么"),
        13,
        _("One of each terminal and honor, and a duplicate of one of them. No melds."),
        "19m19p19sESWNCFP+1m S/E f3",
        "19m19p19sESWNCF2m+1m S/E f3",
    ),
)

_OF_SUITS = (
    _hand(
        ("mixed_one_suit", in_context("hong_kong", "Mixed one suit"), "混一色"),
        3,
        in_context("hong_kong", "Tiles of one suit, with honors."),
        "[123m][789m]EEE45m55m+6m S/E f3",
        "[123p][789m]EEE45m55m+6m S/E f3",
    ),
    _hand(
        ("all_one_suit", in_context("hong_kong", "All one suit"), "清一色"),
        7,
        in_context("hong_kong", "Tiles of one suit only."),
        "[123m][789m]22245m55m+6m S/E f3",
        "[123m][789m]EEE45m55m+6m S/E f3",
    ),
    _hand(
        ("nine_gates", in_context("hong_kong", "Nine gates"), "九子連環"),
        10,
        _("1112345678999 of one suit and one more tile of that suit, no melds."),
        "1112345678999m+5m S/E f3",
        "[111m]2345678999m+5m S/E f3",
    ),
    _hand(
        ("voided_suit", in_context("hong_kong", "Voided suit"), "缺一門"),
        2,
        _("Tiles of exactly two suits, with or without honors."),
        "[123m][456p]789p23m55p+1m S/E f3",
        "[123m][456p]789s23m55p+1m S/E f3",
    ),
)

_OF_TERMINALS_AND_HONOURS = (
    _hand(
        ("all_honours", in_context("hong_kong", "All honors"), "字一色"),
        10,
        _("Winds and dragons only."),
        "[EEE][CCC]SSSFFPP+P S/E f3",
        "[EEE][CCC]SSSFF99m+9m S/E f3",
    ),
    _hand(
        ("all_terminals", in_context("hong_kong", "All terminals"), "清么九"),
        10,
        _("Four triplets and a pair, all of terminals."),
        "[111m][999p]999s99m11s+9m S/E f3",
        "[111m][999p]999s99mCC+9m S/E f3",
    ),
    _hand(
        ("mixed_terminals", in_context("hong_kong", "Mixed terminals"), "花么九"),
        1,
        _("Four triplets and a pair, all of terminals and honors, some of each."),
        "[111m][999p]999sCC11s+C S/E f3",
        "[111m][999p]888sCC11s+C S/E f3",
    ),
    _hand(
        ("small_dragons", in_context("hong_kong", "Small three dragons"), "小三元"),
        5,
        _("Two triplets of dragons and a pair of the third."),
        "[CCC][FFF]123m45mPP+6m S/W f3",
        "[CCC][FFF]123m45mEE+6m S/W f3",
    ),
    _hand(
        ("great_dragons", in_context("hong_kong", "Great three dragons"), "大三元"),
        8,
        _("Triplets of all three dragons."),
        "[CCC][FFF]123m55mPP+P S/W f3",
        "[CCC][FFF]123m45mPP+6m S/W f3",
    ),
    _hand(
        ("small_winds", in_context("hong_kong", "Small four winds"), "小四喜"),
        6,
        _("Three triplets of winds and a pair of the fourth."),
        "[EEE][SSS]WWW12mNN+3m S/W f3",
        "[EEE][SSS]WWW12mCC+3m S/W f3",
    ),
    _hand(
        ("great_winds", in_context("hong_kong", "Great four winds"), "大四喜"),
        13,
        _("Triplets of all four winds."),
        "[EEE][SSS]WWW55mNN+N S/W f3",
        "[EEE][SSS]WWW12mNN+3m S/W f3",
    ),
)

_OF_COLOURS = (
    _hand(
        ("jade_dragon", in_context("hong_kong", "Jade dragon"), "綠一色（發財）"),
        13,
        _("A triplet of green dragons; all other sets and the pair are bamboos."),
        "[222s][FFF]444s66s88s+6s S/E f3",
        "[222s][CCC]444s66s88s+6s S/E f3",
    ),
    _hand(
        ("ruby_dragon", in_context("hong_kong", "Ruby dragon"), "紅一色（紅中）"),
        13,
        _("A triplet of red dragons; all other sets and the pair are characters."),
        "[222m][CCC]444m66m88m+6m S/E f3",
        "[222m][PPP]444m66m88m+6m S/E f3",
    ),
    _hand(
        ("pearl_dragon", in_context("hong_kong", "Pearl dragon"), "白一色（白板）"),
        13,
        _("A triplet of white dragons; all other sets and the pair are dots."),
        "[222p][PPP]444p66p88p+6p S/E f3",
        "[222p][FFF]444p66p88p+6p S/E f3",
    ),
)

HANDS = (*_OF_SETS, *_OF_SUITS, *_OF_TERMINALS_AND_HONOURS, *_OF_COLOURS)
