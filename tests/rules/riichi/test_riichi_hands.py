"""Hands scored manually: yaku, han and fu, and every option that makes a difference."""

from __future__ import annotations

import pytest

from rules.hand_notation import format_tiles, parse_hand
from rules.riichi.detect_yaku_and_waits import riichi_waits
from rules.riichi.fu_reasons import REASONS
from rules.riichi.options import RiichiOptions
from rules.riichi.score import RiichiScore, score_hand


def score(text: str, **options: object) -> RiichiScore:
    return score_hand(parse_hand(text), RiichiOptions.read(options))


def yaku(score: RiichiScore) -> dict[str, int]:
    return {pattern.pattern.id: pattern.total for pattern in score.patterns}


def fu(score: RiichiScore) -> dict[str, int]:
    return {detail.reason: detail.fu for detail in score.fu_details}


def left_out(text: str, **options: object) -> dict[str, str]:
    return {each.pattern.id: each.principle for each in score(text, **options).left_out}


def test_a_hand_with_everything_a_referee_asks_for():
    won = score("234m567m345p67s99s*8s E/E riichi ippatsu dora:8s ura:1p")
    assert yaku(won) == {
        "riichi": 1,
        "ippatsu": 1,
        "menzen_tsumo": 1,
        "pinfu": 1,
        "dora": 2,
    }
    assert (won.han, won.fu, won.yakuman, won.limit) == (6, 20, 0, "haneman")
    assert (won.points, won.total, won.payments) == (18000, 18000, {"each": 6000})
    data = won.as_data()
    assert data["valid"]
    assert data["fu_details"] == [{"reason": "base", "name": "Winning", "fu": 20}]
    assert data["arrangement"]["pair"] == "9s"


@pytest.mark.parametrize(
    ("text", "total", "details"),
    [
        ("234m567m345p67s99s+8s S/E", 30, {"base": 20, "closed_ron": 10}),
        ("234m567m345p67s99s*8s S/E", 20, {"base": 20}),
        ("1155m22p77p33s88sE+E S/E", 25, {"seven_pairs": 25}),
        ("[234m]567m345p67s88s+5s S/E", 30, {"base": 20, "open_hand": 2}),
        ("234m567m345p68s99s*7s S/E", 30,
         {"base": 20, "self_draw": 2, "closed_wait": 2}),
        ("234m567m345p89s99m+7s S/E riichi", 40,
         {"base": 20, "closed_ron": 10, "edge_wait": 2}),
        ("234m567m345p678s9s+9s S/E riichi", 40,
         {"base": 20, "closed_ron": 10, "pair_wait": 2}),
        ("234m567m345p67sCC+8s S/E riichi", 40,
         {"base": 20, "closed_ron": 10, "valued_pair": 2}),
        ("[222m]555pCCC67s99m*8s S/E", 40,
         {"base": 20, "self_draw": 2, "open_pung": 2, "concealed_pung": 4,
          "concealed_outside_pung": 8}),
        ("[CCC]555p88s234s99m+8s S/E", 30,
         {"base": 20, "open_outside_pung": 4, "concealed_pung": 4, "open_pung": 2}),
        ("(1111s)[2222m](5555p)67s99m+8s S/E", 80,
         {"base": 20, "concealed_outside_kong": 32, "open_kong": 8,
          "concealed_kong": 16}),
        ("[1111s+]234m567m67sCC*8s S/E replacement", 40,
         {"base": 20, "self_draw": 2, "open_outside_kong": 16, "valued_pair": 2}),
    ],
)  # fmt: skip
def test_fu_and_what_they_are_for(text, total, details):
    won = score(text)
    assert (won.fu, fu(won)) == (total, details)
    assert set(details) <= set(REASONS)


@pytest.mark.parametrize(("preset", "each"), [("ema_2025", 2), ("ema_2016", 4)])
def test_a_pair_of_a_double_wind_has_two_fu_or_four(preset, each):
    won = score("234m567m345p67sEE*8s E/E", preset=preset)
    assert each in (fu(won).get("valued_pair"), fu(won).get("double_wind_pair"))
    assert sum(fu(won).values()) == 20 + 2 + each


def test_a_pair_of_a_double_wind_makes_ten_fu_of_difference():
    text = "[123s][PPP]123m123pE*E E/E"
    assert (score(text).fu, score(text, preset="ema_2016").fu) == (30, 40)


def test_a_double_wind_pung_counts_twice_under_both():
    for preset in ("ema_2025", "ema_2016"):
        won = score("[EEE]234m567m67s99s+8s E/E", preset=preset)
        assert yaku(won) == {"seat_wind": 1, "round_wind": 1}
        assert won.fu == 30


def test_the_reading_that_pays_most_is_taken():
    won = score("111222333m78p99p+9p S/E")
    assert yaku(won) == {"pinfu": 1, "iipeikou": 1, "junchan": 3}
    assert [group.kind for group in won.arrangement.sets] == ["chow"] * 4
    won = score("111222333m55p78s+9s S/E")
    assert yaku(won) == {"sanankou": 2}
    assert [group.kind for group in won.arrangement.sets].count("pung") == 3


def test_the_reading_shown_has_the_wait_that_counted():
    won = score("223344m556677p5m+5m S/E")
    assert yaku(won) == {"tanyao": 1, "pinfu": 1, "ryanpeikou": 3}
    assert won.arrangement.pair == parse_hand("2m").concealed[0]


@pytest.mark.parametrize(
    ("preset", "limit", "points"),
    [("ema_2025", "mangan", 8000), ("ema_2016", "", 7700)],
)
def test_four_han_thirty_fu(preset, limit, points):
    won = score("234m567m345p67s99s+8s S/E riichi dora:8s", preset=preset)
    assert (won.han, won.fu, won.limit, won.points) == (4, 30, limit, points)


THIRTEEN = "2233445566778p*8p S/E riichi"


@pytest.mark.parametrize(
    ("preset", "limit"), [("ema_2025", "sanbaiman"), ("tenhou", "yakuman")]
)
def test_thirteen_han(preset, limit):
    won = score(THIRTEEN, preset=preset)
    assert (won.han, won.yakuman, won.limit) == (13, 0, limit)


@pytest.mark.parametrize(
    ("preset", "paid", "points"), [("ema_2025", 1, 32000), ("wrc_2022", 2, 64000)]
)
def test_several_yakuman_add_up_where_that_is_played(preset, paid, points):
    won = score("[CCC][FFF]PPNNSSS+P S/E", preset=preset)
    assert yaku(won) == {"tsuuiisou": 1, "daisangen": 1}
    assert (won.han, won.yakuman, won.points) == (None, paid, points)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("19m19p19sESWNCFP+P S/E", "kokushi_musou_13"),
        ("1112345678999m+5m S/E", "junsei_chuuren_poutou"),
        ("222m555p888sEEE9m+9m S/E", "suuankou_tanki"),
        ("[EEE][SSS]WWWNN99m+N S/E", "daisuushii"),
    ],
)
def test_double_yakuman_are_an_option(text, name):
    assert yaku(score(text, preset="tenhou")) == {name: 1}
    won = score(text, preset="tenhou", double_yakuman=True)
    assert (yaku(won), won.yakuman, won.points) == ({name: 2}, 2, 64000)
    won = score(text, double_yakuman=True)
    assert (yaku(won), won.yakuman, won.points) == ({name: 2}, 1, 32000)


def test_a_heavenly_hand_needs_no_winning_tile():
    won = score("234m567m345p678s99s E/E heavenly")
    assert (yaku(won), won.payments) == ({"tenhou": 1}, {"each": 16000})


def test_of_a_heavenly_hand_the_tile_that_pays_most_is_the_last():
    orphans = "19m19p19sESWNCFPP E/E heavenly"
    won = score(orphans, preset="tenhou", double_yakuman=True)
    assert yaku(won) == {"tenhou": 1, "kokushi_musou_13": 2}
    assert format_tiles([won.hand.winning_tile]) == "P"


EARLY = "234m567m345p67s99s+8s S/E earthly"
EARLY_WITHOUT_YAKU = "123m567m345p68s99s+7s S/E earthly"
EARLY_AND_DEAR = "234m567m234p34s88s+2s S/E earthly dora:7s"
EARLY_YAKUMAN = "222m555p888sEEE9m+9m S/E earthly"


@pytest.mark.parametrize(
    ("renhou", "text", "expected", "points"),
    [
        ("mangan_alone", EARLY, {"renhou": 5}, 8000),
        ("mangan_alone", EARLY_WITHOUT_YAKU, {"renhou": 5}, 8000),
        ("mangan_alone", EARLY_AND_DEAR, {"renhou": 5}, 8000),
        ("mangan_alone", EARLY_YAKUMAN, {"renhou": 5}, 8000),
        ("mangan_or_hand", EARLY, {"renhou": 5}, 8000),
        ("mangan_or_hand", EARLY_WITHOUT_YAKU, {"renhou": 5}, 8000),
        ("mangan_or_hand", EARLY_AND_DEAR,
         {"pinfu": 1, "tanyao": 1, "sanshoku_doujun": 2, "dora": 2}, 12000),
        ("mangan_or_hand", EARLY_YAKUMAN, {"suuankou_tanki": 1}, 32000),
        ("cumulative", EARLY, {"renhou": 5, "pinfu": 1}, 12000),
        ("yakuman", EARLY, {"renhou": 1}, 32000),
        ("none", EARLY, {"pinfu": 1}, 1000),
    ],
)  # fmt: skip
def test_renhou_as_the_rules_have_it(renhou, text, expected, points):
    won = score(text, renhou=renhou)
    assert (yaku(won), won.points) == (expected, points)


def test_what_jpml_does_not_play_is_passed_over():
    text = "234m567m345p67s99s+8s S/E riichi ippatsu dora:1p8s ura:8s1p"
    assert yaku(score(text)) == {
        "riichi": 1, "ippatsu": 1, "pinfu": 1, "dora": 2, "ura_dora": 2
    }  # fmt: skip
    assert yaku(score(text, preset="jpml_a")) == {"riichi": 1, "pinfu": 1}
    assert left_out(text, preset="jpml_a") == {
        "ippatsu": "not_played",
        "ura_dora": "not_played",
        "dora": "not_played",
    }


def test_kan_dora_alone_can_be_off():
    text = "234m567m345p67s99s+8s S/E riichi dora:1p8s ura:1p8s"
    assert yaku(score(text, kan_dora=False)) == {"riichi": 1, "pinfu": 1}


def test_dora_follow_their_indicators():
    tiles = "(NNNN)(PPPP)111m78s99p*9s W/S riichi replacement dora:"
    for indicator, held in [
        ("W", 4),
        ("F", 0),
        ("C", 4),
        ("9m", 3),
        ("8p", 2),
        ("9s", 0),
    ]:
        won = score(tiles + indicator)
        assert yaku(won).get("dora", 0) == held
    assert yaku(score(tiles + "8p8p"))["dora"] == 4


def test_red_fives_count_and_may_be_the_dora():
    won = score("234m067m345p67s99s+8s S/E dora:4m", preset="m_league")
    assert yaku(won) == {"pinfu": 1, "dora": 1, "aka_dora": 1}


@pytest.mark.parametrize(
    ("text", "name", "principle"),
    [
        ("[CCC]223344m68s99s+7s S/E", "iipeikou", "open_hand"),
        ("[CCC]567m345p67s99s*8s S/E", "menzen_tsumo", "open_hand"),
        ("[234m]567m345p67s88s+5s S/E", "pinfu", "open_hand"),
        ("234m567m345p67sCC+8s S/E riichi", "pinfu", "valued_pair"),
        ("234m567m345p68s99s+7s S/E riichi", "pinfu", "not_two_sided"),
        ("222m555p88s234s99m+8s S/E riichi", "sanankou", "completed_on_discard"),
        ("222m555p888s99mEE+E S/E", "suuankou", "completed_on_discard"),
        ("223344m667788p5s+5s S/E", "iipeikou", "replaced"),
        ("223344m667788p5s+5s S/E", "chiitoitsu", "worth_most"),
        ("111222333m78p99p+9p S/E", "sanankou", "worth_most"),
        ("123m789p123s12p99m+3p S/E", "chanta", "replaced"),
        ("123m345m567m88m99m+9m S/E", "honitsu", "replaced"),
        ("222m555p888s99mEE*E S/E riichi", "riichi", "below_yakuman"),
        ("222m555p888s99mEE*E S/E dora:N", "dora", "below_yakuman"),
        ("222m555p888s99mEE*E S/E", "toitoi", "below_yakuman"),
        (EARLY, "pinfu", "renhou_alone"),
        (EARLY_YAKUMAN, "suuankou_tanki", "renhou_alone"),
        ("234m567m345p67s99s+8s S/E riichi double_riichi", "riichi", "replaced"),
    ],
)  # fmt: skip
def test_a_tempting_yaku_is_left_out_with_the_reason(text, name, principle):
    assert left_out(text)[name] == principle
    assert name not in yaku(score(text))


def test_beside_renhou_only_what_a_later_win_would_count_is_told():
    assert left_out(EARLY_YAKUMAN) == {"suuankou_tanki": "renhou_alone"}
    assert left_out(EARLY_WITHOUT_YAKU) == {}


def test_renhou_and_open_tanyao_are_left_out_where_they_are_not_played():
    assert left_out(EARLY, renhou="none") == {"renhou": "not_played"}
    assert left_out(EARLY_AND_DEAR, renhou="mangan_or_hand")["renhou"] == "worth_most"
    open_simples = "[234m]567m345p678s8s+8s S/E last_tile"
    assert left_out(open_simples, kuitan=False)["tanyao"] == "not_played"


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("234m567m345p67s99s", "58s"),
        ("19m19p19sESWNCFP", "19m19p19sESWNCFP"),
        ("19m19p19sESWNCFF", "P"),
        ("1155m22p77p33s88sE", "E"),
        ("1111m22p77p33s88sE", ""),
        ("112233445566m7s", "7s"),
        ("1112345678999m", "123456789m"),
        ("1111m234p567p888s", ""),
        ("[1111m]23m567p888s99s", "4m"),
        ("[111m]1m234567p888s", ""),
        ("034m340p567s1155s", "158s"),
        ("123m456p789sEESW", ""),
    ],
)
def test_waits(text, waits):
    assert format_tiles(riichi_waits(parse_hand(text))) == waits
