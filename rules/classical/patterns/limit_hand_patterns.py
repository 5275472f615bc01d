"""Limit hands. Values are hundredths of the limit: 100 is the full limit."""

from __future__ import annotations

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import _, cited, in_context

_LIMIT = cited("Classical Chinese, limit hands")
_DMJL = cited("Deutsche Mah-Jongg-Liga")
_BMJA = cited("British Mah-Jong Association")


def _limit(
    name: tuple[str, str, str],
    rule: str,
    example: str,
    near_miss: str,
    source: str = _LIMIT,
    value: int = 100,
) -> Pattern:
    return Pattern(*name, value, rule, example, near_miss, source, "limit")


_BY_THE_LAST_TILE = (
    _limit(
        ("heavenly", in_context("classical", "Heavenly hand"), "天和"),
        in_context("classical", "The dealer wins with the tiles dealt."),
        "999m222m555s789pEE E/S heavenly",
        "999m222m555s78pEE*9p E/S",
    ),
    _limit(
        ("earthly", in_context("classical", "Earthly hand"), "地和"),
        _("South, West or North wins on the dealer's first discard."),
        "999m222m555s78pEE+9p S/W earthly",
        "999m222m555s78pEE+9p S/W",
    ),
    _limit(
        (
            "plum_blossom",
            in_context("classical", "Plum blossom from the roof"),
            "槓上梅花",
        ),
        _("The winning tile is the 5 of dots, from the dead wall."),
        "[9999m][222s]46p777sEE*5p S/W replacement",
        "[9999m][222s]46p777sEE*5p S/W",
    ),
    _limit(
        (
            "plucking_moon",
            in_context("classical", "Moon from the bottom of the sea"),
            "海底撈月（一筒）",
        ),
        _("The winning tile is the 1 of dots, the last tile of the wall."),
        "[999m][222s]23p777sEE*1p S/W last_tile",
        "[999m][222s]23p777sEE+1p S/W last_tile",
    ),
    _limit(
        (
            "scratching_pole",
            in_context("classical", "Scratching a carrying pole"),
            "搶槓二條",
        ),
        _("The winning tile is the 2 of bamboos, robbed from a kong."),
        "[999m][222p]34s777sEE+2s S/W robbing_kong",
        "[999m][222p]34s777sEE+2s S/W",
    ),
    _limit(
        ("twofold_fortune", in_context("classical", "Twofold fortune"), "連槓開花"),
        _(
            "The replacement tile for a kong makes another kong, and the replacement "
            "tile for that kong wins."
        ),
        "[9999m](2222s)777s78pEE*9p S/W double_kong",
        "[9999m](2222s)777s78pEE*9p S/W replacement",
    ),
)

_BY_THE_TILES = (
    _limit(
        (
            "concealed_true_colour",
            in_context("classical", "Concealed true colour"),
            "門清清一色",
        ),
        _(
            "Self-drawn, one suit, no honors, no exposed set except kongs "
            "made from a concealed pung and a discard."
        ),
        "123m456m789m55m88m*8m",
        "123m456m789m55m88m+8m",
    ),
    _limit(
        ("all_honours", in_context("classical", "All honors"), "字一色"),
        in_context("classical", "Only winds and dragons."),
        "[EEE][SSS][CCC]NNPP+N",
        "[EEE][SSS][CCC]99sPP+9s",
    ),
    _limit(
        ("hidden_treasure", in_context("classical", "Hidden treasure"), "四暗刻"),
        _(
            "Self-drawn, four concealed pungs or kongs. Kongs made from a "
            "concealed pung and a discard are allowed."
        ),
        "222m555p777pEE99s*9s",
        "222m555p777pEE99s+9s",
    ),
    _limit(
        ("heads_and_tails", in_context("classical", "Heads and tails"), "清幺九"),
        in_context("classical", "Only ones and nines."),
        "[111m][999m][111p]11s99s+1s",
        "[111m][999m][111p]99sEE+E",
    ),
    _limit(
        ("fourfold_plenty", in_context("classical", "Fourfold plenty"), "四槓"),
        in_context("classical", "Four kongs."),
        "[2222m](5555p)[7777s+][9999p]E+E",
        "[2222m](5555p)[7777s+][999p]E+E",
    ),
    _limit(
        (
            "three_great_scholars",
            in_context("classical", "Three great scholars"),
            "大三元",
        ),
        in_context("classical", "Pungs or kongs of all three dragons."),
        "[CCC][FFF]PPP22m55s+2m",
        "[CCC][FFF]PP22m555s+2m",
    ),
    _limit(
        (
            "four_blessings",
            in_context("classical", "Four blessings over the door"),
            "大四喜",
        ),
        in_context("classical", "Pungs or kongs of all four winds."),
        "[EEE][SSS]WWWNN55m+N",
        "[EEE][SSS]WWWNN55m+5m",
    ),
    _limit(
        ("imperial_jade", in_context("classical", "Imperial jade"), "綠一色"),
        _("Only green tiles: 2, 3, 4, 6, 8 of bamboos and the green dragon."),
        "[222s][444s]666s88sFF+F",
        "[222s][444s]666s88sCC+C",
    ),
    _limit(
        ("squirming_snake", in_context("classical", "Squirming snake"), "清龍刻"),
        _(
            "One suit: a pung or kong of 1 and of 9, a pair of 2, 5 or 8, and two "
            "chows of the remaining numbers. The sets may be exposed."
        ),
        "[111m]345m678m999m2m+2m",
        "[111m]456m678m999m2m+2m",
        _DMJL,
    ),
    _limit(
        ("nine_gates", in_context("classical", "Nine gates"), "九蓮寶燈"),
        _(
            "No melds: 1112345678999 of one suit and any tile of that suit, drawn or "
            "claimed."
        ),
        "1112345678999m+5m",
        "1112345678899m+9m",
    ),
    _limit(
        ("thirteen_orphans", in_context("classical", "Thirteen orphans"), "十三幺"),
        _(
            "One of each terminal and honor, and a duplicate of one of them. The "
            "hand may rob a concealed kong."
        ),
        "19m19p19sESWNCFP+1m",
        "19m19p18sESWNCFP+1m",
    ),
)

_BRITISH = (
    _limit(
        (
            "buried_treasure",
            in_context("classical", "Buried treasure"),
            "門清混一色四暗刻",
        ),
        _("Four concealed pungs of one suit and honors, and a pair; no kongs."),
        "222m444m777m99mEE*9m",
        "222m444m777m99mEE+9m",
        _BMJA,
    ),
    _limit(
        ("wriggling_snake", in_context("classical", "Wriggling snake"), "一條龍四喜"),
        _("A pair of 1, 2 to 9 of the same suit, and one of each wind."),
        "1123456789mESW*N",
        "1223456789mESW*N",
        _BMJA,
    ),
    _limit(
        ("gates_of_heaven", in_context("classical", "Gates of heaven"), "九蓮寶燈"),
        _(
            "No melds: 111, 2 to 8 and 999 of one suit, and a duplicate of one of the "
            "tiles from 2 to 8."
        ),
        "1112345678999m+5m",
        "1112345678999m+9m",
        _BMJA,
    ),
    _limit(
        ("triple_knitting", in_context("classical", "Triple knitting"), "三色編"),
        _(
            "Four sets, each of one number in all three suits, and a pair of one "
            "number in two suits."
        ),
        "2467m2467p24678s+8p",
        "2467m2467p24678s+8s",
        _BMJA,
        50,
    ),
    _limit(
        ("knitting", in_context("classical", "Knitting"), "二色編"),
        _(
            "Seven pairs, each of one number in two suits. All pairs have the same "
            "two suits."
        ),
        "2345679p234567s+9s",
        "2345679p234567s+8s",
        _BMJA,
        50,
    ),
    _limit(
        ("all_pair_honours", in_context("classical", "All pair honors"), "幺九七對"),
        _("Seven different pairs of ones, nines, winds and dragons."),
        "11m99pEESSWWCCF+F",
        "11m88pEESSWWCCF+F",
        _BMJA,
        50,
    ),
    _limit(
        (
            "calling_limit_hand",
            in_context("classical", "Calling for a limit hand"),
            "聽滿貫",
        ),
        _(
            "A losing hand that needs one tile for a limit hand. Counts if it is worth "
            "more than the points of the hand."
        ),
        "1112345678999m loser",
        "1122345678899m loser",
        _BMJA,
        40,
    ),
    _limit(
        (
            "calling_half_limit_hand",
            in_context("classical", "Calling for a half-limit hand"),
            "聽半滿貫",
        ),
        _(
            "A losing hand that needs one tile for a half-limit hand. Counts if it is "
            "worth more than the points of the hand."
        ),
        "11m99pEESSWWCCF loser",
        "11m88pEESSWWCCF loser",
        _BMJA,
        20,
    ),
)

LIMIT_HANDS = (*_BY_THE_LAST_TILE, *_BY_THE_TILES, *_BRITISH)
