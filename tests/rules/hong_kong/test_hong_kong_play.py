"""Whole ledgers: dealer, rounds, draws, several winners, false wins, guarantors."""

from __future__ import annotations

import json

import pytest

from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.ledger_replay import replay
from rules.ruleset_and_table_state import Ending, Payment
from rules.winds import WINDS, Wind

E, S, W, N = WINDS
WASHOUT = {"kind": "washout"}
TILES = "[CCC][FFF]12m456mPP+3m"


def drawn(winner: str, faan: int = 3) -> dict:
    return {"kind": "win", "winner": winner, "from": None, "faan": faan}


def won(winner: str, source: str, faan: int = 3, **more: object) -> dict:
    entry = {"kind": "win", "winner": winner, "from": source, "faan": faan}
    return entry | more


def by_tiles(winner: str, source: str | None, hand: object = TILES, **more) -> dict:
    return {"kind": "win", "winner": winner, "from": source, "hand": hand, **more}


def several(source: str, **faan: int) -> dict:
    winners = [{"winner": seat, "faan": count} for seat, count in faan.items()]
    return {"kind": "win", "from": source, "winners": winners}


def false_win(seat: str) -> dict:
    return {"kind": "false_win", "seat": seat}


def played(*entries: dict, **options: object):
    rules = HongKong.from_options(options)
    return replay(rules, map(rules.read_entry, entries))


def scores(*entries: dict, **options: object) -> list[int]:
    state = played(*entries, **options)
    return [state.scores[seat] for seat in WINDS]


def dealers(*entries: dict, **options: object) -> str:
    """Return the seats that deal in each hand and in the next hand, such as "EES"."""
    state = played(*entries, **options)
    hands = {line.before.hand: line.before.dealer for line in state.lines}
    return "".join((*hands.values(), state.position.dealer))


def refusal(*entries: dict, **options: object) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        played(*entries, **options)
    assert all(fault.sentence for fault in caught.value.faults)
    return [(fault.code, fault.field) for fault in caught.value.faults]


ALWAYS_PASS = {"deal_passes_on_dealer_win": True, "deal_passes_on_draw": True}


@pytest.mark.parametrize(
    ("entries", "options", "expected"),
    [
        ([drawn("E"), drawn("E"), drawn("S")], {}, "EEES"),
        ([WASHOUT, drawn("W"), WASHOUT, drawn("S")], {}, "EESSS"),
        ([drawn("S"), drawn("W"), drawn("N"), drawn("E")], {}, "ESWNE"),
        ([drawn("E"), WASHOUT, drawn("S")], ALWAYS_PASS, "ESWN"),
        ([false_win("W"), drawn("S")], {}, "EES"),
        ([false_win("W"), drawn("S")], {"false_win_then": "open_hand"}, "ES"),
        ([false_win("W"), drawn("S")], {"false_win_then": "may_not_win"}, "ES"),
        ([false_win("W"), drawn("S")], {"false_win_then": "replayed"}, "ES"),
        ([several("W", E=3, S=3)], {"multiple_winners": "all"}, "EE"),
        ([several("W", E=3, N=3)], {}, "ES"),
        ([several("W", E=3, N=3)], {"multiple_winners": "nearest_to_east"}, "EE"),
        ([several("W", E=3, N=3, S=3)], {"triple_win_is_draw": True}, "EE"),
        ([drawn("E")] * 3, {"max_dealer_wins": 3}, "EEES"),
        ([drawn("E"), WASHOUT, drawn("E")], {"max_dealer_wins": 2}, "EEEE"),
    ],
)
def test_who_deals(entries, options, expected):
    assert dealers(*entries, **options) == expected


def test_the_wind_of_each_seat_after_the_deal_passes():
    """East becomes North and South becomes East when the dealer changes."""
    state = played(drawn("S"))
    assert state.position.winds == {E: N, S: E, W: S, N: W}
    assert (state.position.deal, state.position.repeats) == (2, 0)
    assert played(WASHOUT).position.repeats == 1
    assert played(drawn("E"), drawn("E")).position.streak == 2
    assert played(drawn("E"), WASHOUT).position.streak == 0


def test_a_game_of_sixteen_hands():
    state = played(*[drawn("E")] * 15, preset="tvb_2026")
    assert state.over is None
    assert state.position.prevailing is N
    state = played(*[WASHOUT] * 16, preset="tvb_2026")
    assert state.over is Ending.ALL_HANDS
    assert state.hands_played == 16


def test_the_doubling_follows_the_player_who_deals():
    state = played(drawn("S"), drawn("S"), dealer_doubles=True)
    assert [line.settlement.changes[S] for line in state.lines] == [64, 96]


def test_points_of_draws_are_collected_by_the_next_winner():
    state = played(WASHOUT, WASHOUT, won("S", "W", 4), drawn("S"), goulash_carry=8)
    assert [line.before.carried for line in state.lines] == [0, 8, 16, 0]
    assert state.lines[2].settlement.changes == {E: -32, S: 112, W: -48, N: -32}
    assert Payment(E, S, 16, "goulash") in state.lines[2].settlement.payments
    assert state.lines[3].settlement.changes[S] == 48


def test_a_false_win_leaves_what_draws_left():
    state = played(WASHOUT, false_win("S"), drawn("W"), goulash_carry=8)
    assert [line.before.carried for line in state.lines] == [0, 8, 8]


def test_faan_of_draws_count_up_to_the_limit():
    options = {"goulash_carry": 2, "goulash_carry_as": "faan"}
    assert scores(WASHOUT, drawn("S", 3), **options) == [-48, 144, -48, -48]
    assert scores(WASHOUT, drawn("S", 12), **options) == [-768, 2304, -768, -768]


def test_of_several_winners_the_nearest_has_the_faan_of_draws():
    options = {"goulash_carry": 1, "goulash_carry_as": "faan"}
    options |= {"multiple_winners": "all", "payment": "single"}
    state = played(WASHOUT, several("W", S=3, N=3), **options)
    assert state.scores == {E: 0, S: 8, W: -24, N: 16}


def test_bonus_tiles_alone_may_be_entered_below_the_minimum():
    assert scores(drawn("S", 3), min_faan=5) == [-16, 48, -16, -16]
    assert refusal(drawn("S", 2), min_faan=5) == [("below_minimum", "faan")]
    told = refusal(drawn("S", 4), min_faan=5, seven_flower_win=False)
    assert told == [("below_minimum", "faan")]


class TestSeveralWinners:
    def test_the_nearest_after_the_discarder_wins(self):
        assert scores(several("W", S=4, N=3)) == [-8, -8, -16, 32]
        assert played(several("W", S=4, N=3)).lines[0].settlement.winners == (N,)

    def test_all_are_paid_and_do_not_pay_each_other(self):
        state = played(several("W", S=4, N=3), multiple_winners="all")
        assert state.lines[0].settlement.winners == (N, S)
        assert state.scores == {E: -24, S: 64 - 16, W: -48, N: 32 - 8}

    def test_the_nearest_collects_what_draws_left(self):
        options = {"multiple_winners": "all", "goulash_carry": 8}
        state = played(WASHOUT, several("W", S=4, N=3), **options)
        carried = [
            p for p in state.lines[1].settlement.payments if p.reason == "goulash"
        ]
        assert [payment.payee for payment in carried] == [N, N, N]

    def test_winners_may_settle_the_difference(self):
        options = {"multiple_winners": "all", "winners_settle": True}
        state = played(several("W", S=4, N=3), **options)
        assert Payment(N, S, 8, "winners_settle") in state.lines[0].settlement.payments

    def test_their_hands_may_be_given_by_tiles(self):
        entry = {
            "kind": "win",
            "from": "W",
            "winners": [
                {"winner": "S", "hand": TILES},
                {"winner": "N", "hand": "[EEE][222p]333p55s44p+4p"},
            ],
        }
        state = played(entry, multiple_winners="highest")
        assert state.lines[0].settlement.winners == (S,)
        assert [claim.faan for claim in state.lines[0].entry.claims] == [9, 5]

    @pytest.mark.parametrize(
        ("entry", "code", "field"),
        [
            (several("W", S=2), "below_minimum", "winners[0].faan"),
            (several("W", W=3), "winner_is_discarder", "winners[0].winner"),
            ({"kind": "win", "winners": []}, "no_winner", "winners"),
            ({"kind": "win", "winners": 3}, "not_a_list", "winners"),
            (
                {"kind": "win", "winners": [{"winner": "S", "faan": 3}] * 2},
                "winner_twice",
                "winners",
            ),
            (several("", S=3, W=3), "several_winners_drawn", "from"),
            (
                {
                    "kind": "win",
                    "from": "W",
                    "winners": [{"winner": "S", "hand": 1}],
                },
                "not_a_hand",
                "winners[0].hand",
            ),
        ],
    )
    def test_what_cannot_be(self, entry, code, field):
        assert (code, field) in refusal(entry)


class TestByTiles:
    def test_the_winds_are_the_tables(self):
        state = played(drawn("S"), by_tiles("S", "W", "[EEE][CCC]123m55p66p+6p"))
        (claim,) = state.lines[1].entry.claims
        assert claim.faan == 4

    def test_winds_that_contradict_the_table(self):
        entry = by_tiles("S", "W", TILES + " N/E")
        assert refusal(entry) == [("wrong_winds", "hand")]

    def test_a_hand_below_the_minimum(self):
        entry = by_tiles("S", "W", "123456789m23p55p+1p")
        assert refusal(entry) == [("below_minimum", "hand")]
        assert played(entry, bonus_counts_for_minimum=True).hands_played == 1

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (
                {},
                "Only 2 of the 3 faan count towards the minimum of 3. Not counted: No "
                "flowers (1).",
            ),
            (
                {"bonus_counts_for_minimum": True, "min_faan": 4},
                "The hand has 3 faan. A win needs at least 4.",
            ),
            (
                {"no_mixed_suits": True},
                "Hands with more than one suit cannot win under these rules.",
            ),
            (
                {"require_limit_hand": True},
                "A hand of 3 faan cannot win: only hands worth the limit (13) may win.",
            ),
        ],
    )
    def test_why_a_hand_is_too_little(self, options, sentence):
        with pytest.raises(RuleError) as caught:
            played(by_tiles("S", "W", "123456789m23p55p+1p"), **options)
        assert [fault.sentence for fault in caught.value.faults] == [sentence]

    def test_a_hand_that_is_none(self):
        entry = by_tiles("S", "W", "[CCC][FFF]12m456mPP+4m")
        assert refusal(entry) == [("not_a_win", "hand.concealed")]

    def test_a_robbed_kong_is_seen(self):
        hand = "[CCC][FFF]12m456mPP+3m robbing_kong"
        state = played(by_tiles("S", "W", hand), rob_kong_payment="self_drawn")
        (payment,) = state.lines[0].settlement.payments
        assert payment == Payment(W, S, 6 * 128, "robbed_kong")

    def test_seven_bonus_tiles_win(self):
        hand = "159m159p159sESWN f1f2f3f4y1y2y3 flower_win"
        assert scores(by_tiles("S", None, hand)) == [-16, 48, -16, -16]
        assert scores(by_tiles("S", None, hand), min_faan=5) == [-16, 48, -16, -16]


class TestGuarantors:
    def guaranteed(self, guarantee: str, entry: dict, **options: object):
        return played(
            entry | {"guarantor": "W", "guarantee": guarantee},
            responsibility=[guarantee],
            **options,
        )

    @pytest.mark.parametrize(
        ("guarantee", "entry"),
        [
            ("ruling", drawn("S")),
            ("twelve_piece", by_tiles("S", None, "[CCC][FFF][PPP][EEE]5m*5m")),
            ("nine_piece", by_tiles("S", "W", "[123m][456m][789m]22m55m+2m")),
            ("gave_dragon", by_tiles("S", "N", "[CCC][FFF]123m55mPP+P")),
            ("gave_wind", by_tiles("S", "N", "[EEE][SSS]WWW55mNN+N")),
            ("gave_kong", by_tiles("S", None, "[2222m]345678mPPCC*P replacement")),
            ("last_tiles", won("S", "W")),
        ],
    )
    def test_one_pays_for_all(self, guarantee, entry):
        state = self.guaranteed(guarantee, entry)
        (payment,) = state.lines[0].settlement.payments
        assert (payment.payer, payment.payee) == (W, S)
        assert payment.reason == "guarantor"

    @pytest.mark.parametrize(
        ("guarantee", "entry", "code"),
        [
            ("twelve_piece", won("S", "W"), "guarantee_of_drawn_win"),
            (
                "twelve_piece",
                by_tiles("S", None, "[CCC][FFF][PPP]EEE5m*5m"),
                "guarantee_not_due",
            ),
            (
                "twelve_piece",
                by_tiles("S", None, "[CCC][222m][333m][EEE]5m*5m"),
                "guarantee_not_due",
            ),
            (
                "nine_piece",
                by_tiles("S", "W", "[123m][456m]78922m55m+2m"),
                "guarantee_not_due",
            ),
            ("nine_piece", won("S", "N"), "guarantor_not_discarder"),
            ("gave_dragon", by_tiles("S", "N"), "guarantee_not_due"),
            (
                "gave_wind",
                by_tiles("S", "N", "[EEE][SSS]WWW12mNN+3m"),
                "guarantee_not_due",
            ),
            (
                "gave_kong",
                by_tiles("S", None, "[2222m]345678mPPCC*P"),
                "guarantee_not_due",
            ),
            ("last_tiles", won("S", "N"), "guarantor_not_discarder"),
        ],
    )
    def test_what_does_not_make_one_pay(self, guarantee, entry, code):
        with pytest.raises(RuleError) as caught:
            self.guaranteed(guarantee, entry)
        assert [fault.code for fault in caught.value.faults] == [code]

    def test_a_winner_pays_for_nobody(self):
        entry = several("W", S=3, N=3)
        entry["winners"][0]["guarantor"] = "N"
        assert refusal(entry) == [("guarantor_won", "winners[0].guarantor")]


class TestBonusFaan:
    """Bonus tiles among the faan of a win entered without tiles."""

    @pytest.mark.parametrize(
        ("faan", "bonus", "options", "expected"),
        [
            # 3 faan with 2 flowers: 1 faan remains.
            (3, 2, {}, ["below_minimum"]),
            (3, 1, {}, ["below_minimum"]),
            (4, 2, {}, ["below_minimum"]),
            (4, 1, {}, []),
            (5, 2, {}, []),
            (3, 0, {}, []),
            (3, 2, {"bonus_counts_for_minimum": True}, []),
            (3, 2, {"min_faan": 1}, []),
            (3, 4, {}, ["too_many_bonus_faan"]),
            # 7 flowers are a win, unless the option is off.
            (3, 3, {}, []),
            (3, 3, {"seven_flower_win": False}, ["below_minimum"]),
            (3, 1, {"bonus_tiles": "none"}, ["no_bonus_tiles"]),
            (3, -1, {}, ["out_of_range"]),
        ],
    )
    def test_they_do_not_help_with_the_minimum(self, faan, bonus, options, expected):
        entry = won("S", "W", faan, bonus_faan=bonus)
        if expected:
            fields = [(code, "bonus_faan") for code in expected]
            assert refusal(entry, **options) == fields
        else:
            assert scores(entry, **options) == scores(won("S", "W", faan), **options)

    def test_each_of_several_winners_has_its_own(self):
        claims = [
            {"winner": "S", "faan": 3, "bonus_faan": 1},
            {"winner": "N", "faan": 3},
        ]
        entry = {"kind": "win", "from": "W", "winners": claims}
        found = refusal(entry, multiple_winners="all")
        assert found == [("below_minimum", "winners[0].bonus_faan")]

    def test_tiles_say_it_themselves(self):
        entry = by_tiles("S", "W", bonus_faan=1)
        assert refusal(entry) == [("unknown", "bonus_faan")]


class TestFalseWins:
    def test_it_ends_the_hand_and_the_dealer_stays(self):
        state = played(false_win("S"))
        assert state.scores == {E: 1152, S: -3456, W: 1152, N: 1152}
        assert state.hands_played == 1
        assert state.lines[0].entry.settles_hand

    def test_play_may_go_on(self):
        state = played(false_win("S"), false_win_then="open_hand")
        assert state.hands_played == 0
        assert not state.lines[0].entry.settles_hand

    def test_it_may_be_paid_when_play_is_over(self):
        rules = HongKong.from_options({"false_win_at_end": True})
        entries = [false_win("S"), drawn("S"), {"kind": "play_ended", "why": "time"}]
        state = replay(rules, map(rules.read_entry, entries))
        assert state.scores[S] == 48
        placed = rules.rank(state)
        assert placed[S].score == 48 - 3456
        assert placed[S].place == 4
        assert sum(placing.score for placing in placed.values()) == 0

    def test_totals_stand_for_it_too(self):
        rules = HongKong.from_options({"false_win_at_end": True})
        totals = {"kind": "totals", "scores": {"E": 10, "S": -10}}
        state = replay(rules, map(rules.read_entry, [false_win("S"), totals]))
        assert rules.rank(state)[S].score == -10


def test_the_tie_break_of_tvb():
    """The rules break ties by faan, then by wins, then by fewest discards to winners.

    Players who are still tied share places.
    """
    rules = HongKong.from_options({"tie_break": "tvb", "payment": "single"})
    entries = [won("S", "E", 4), won("N", "W"), won("N", "W")]
    placed = rules.rank(replay(rules, map(rules.read_entry, entries)))
    assert [placed[seat].place for seat in WINDS] == [3, 2, 4, 1]
    assert [int(placed[seat].table_points) for seat in WINDS] == [1, 2, 0, 4]


@pytest.mark.parametrize(
    "raw",
    [
        drawn("S"),
        won("S", "W", 5, robbed_kong=True),
        won("S", "W", 5, bonus_faan=2),
        won("S", "W", guarantor="W"),
        several("W", S=3, N=4),
        by_tiles("S", "W"),
        by_tiles("S", None, "[CCC][FFF]12m456mPP*3m S/E last_tile"),
        false_win("N"),
        WASHOUT,
    ],
)
def test_an_entry_reads_back_from_its_data(raw):
    rules = HongKong.from_options({})
    entry = rules.read_entry(raw)
    data = json.loads(json.dumps({"kind": entry.kind, **entry.as_data()}))
    assert rules.read_entry(data) == entry


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        ({"kind": "deal"}, "unknown_kind", "kind"),
        (drawn("S", 2), "below_minimum", "faan"),
        (drawn("X"), "not_a_seat", "winner"),
        (drawn("S") | {"points": 8}, "unknown", "points"),
        (won("S", "W") | {"hand": TILES}, "value_and_tiles", "faan"),
        (won("S", "S"), "winner_is_discarder", "winner"),
        (won("S", "W", guarantee="fate"), "not_a_choice", "guarantee"),
        (won("S", "W", guarantor="W", guarantee="last_tiles"),
         "guarantee_not_played", "guarantee"),
        (by_tiles("S", None), "drawn_or_claimed", "hand"),
        ({"kind": "false_win"}, "missing", "seat"),
    ],
)  # fmt: skip
def test_entries_that_are_refused(raw, code, field):
    assert (code, field) in refusal(raw)


def test_a_long_ledger_keeps_the_sum():
    entries = [
        won("E", "S"), WASHOUT, drawn("W", 13), several("N", E=3, S=5),
        false_win("N"), won("N", "E", 8),
        {"kind": "penalty", "seat": "E", "amount": -10},
    ]  # fmt: skip
    for options in ({}, {"multiple_winners": "all", "goulash_carry": 4, **ALWAYS_PASS}):
        assert sum(scores(*entries, **options)) == -10


def test_the_gong_and_everybody_starts_with_the_initial_points():
    state = played({"kind": "gong", "policy": "finish_hand"}, drawn("S"))
    assert state.over is Ending.TIME
    assert played(initial_points=500).scores == dict.fromkeys(WINDS, 500)
    assert Wind.EAST in state.scores
