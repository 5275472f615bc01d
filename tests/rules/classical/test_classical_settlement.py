"""Payments: worked examples, options, false wins, misnamed discards."""

from __future__ import annotations

import pytest

from rules.classical import Classical
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.winds import WINDS

E, S, W, N = WINDS


def net(hands: tuple[int, int, int, int], winner: str | None, **row: object) -> tuple:
    """Return the points that E, S, W and N win or lose.

    `hands`: values of their hands; `row`: other fields, with options in `options`.
    """
    options = row.pop("options", {})
    rules = Classical.from_options(options)
    values = dict(zip("ESWN", hands, strict=True))
    settled = settle_row(rules, {"hands": values, "winner_seat": winner, **row})
    return tuple(settled.changes[seat] for seat in WINDS)


def entered(entry: dict, **options: object) -> tuple:
    rules = Classical.from_options(options)
    settled = rules.settle(rules.read_entry(entry), rules.opening(), {})
    return tuple(settled.changes[seat] for seat in WINDS)


def refusal(entry: dict, **options: object) -> list[str]:
    rules = Classical.from_options(options)
    with pytest.raises(RuleError) as caught:
        rules.settle(rules.read_entry(entry), rules.opening(), {})
    return [fault.code for fault in caught.value.faults]


def win(winner: str = "N", source: str | None = "S", **more: object) -> dict:
    values = {"E": 2, "S": 46, "W": 12, "N": 192}
    return {"kind": "win", "winner": winner, "from": source, "values": values, **more}


@pytest.mark.parametrize(
    ("hands", "winner", "expected"),
    [
        ((2, 46, 12, 192), "N", (-492, -70, -206, 768)),
        ((608, 64, 400, 16), "E", (3648, -1504, -496, -1648)),
        ((100, 200, 50, 20), "S", (-140, 800, -270, -390)),
        ((168, 0, 0, 0), "E", (1008, -336, -336, -336)),
        ((10, 20, 30, 40), None, (0, 0, 0, 0)),
    ],
)
def test_worked_settlements(hands, winner, expected):
    assert net(hands, winner) == expected


FOUR = (2, 46, 12, 192)


@pytest.mark.parametrize(
    ("options", "row", "expected"),
    [
        ({}, {"pay_for_all": "S"}, (0, -768, 0, 768)),
        ({}, {"pay_for_all": "E"}, (-768, 0, 0, 768)),
        ({"losers_settle": False}, {}, (-384, -192, -192, 768)),
        ({"settle_mode": "winner_only"}, {}, (-384, -192, -192, 768)),
        ({"settle_mode": "only_add_up"}, {}, FOUR),
        ({"east_double": False}, {}, (-246, -114, -216, 576)),
        ({"east_double_between_losers": False}, {}, (-438, -114, -216, 768)),
        (
            {"discarder_pays": "discarder_alone"},
            {"from": "S"},
            (-108, -70, -14, 192),
        ),
        ({"discarder_pays": "discarder_alone"}, {}, (-492, -70, -206, 768)),
        (
            {"loser_pays_at_least": 200, "losers_settle": False},
            {},
            (-400, -200, -200, 800),
        ),
    ],
)
def test_what_an_option_does_to_a_settlement(options, row, expected):
    assert net(FOUR, "N", options=options, **row) == expected


def test_a_winner_who_is_east_gets_six_times_from_one_who_pays_for_all():
    assert net((100, 1, 2, 3), "E", pay_for_all="W") == (600, 0, -600, 0)


def test_two_losers_at_the_limit_do_not_settle_where_the_rules_say_so():
    options = {"roof_off": True, "limit_reached_by_losers_no_settlement": True}
    hands = (10, 600, 900, 100)
    with_settling = net(hands, "N", options={"roof_off": True})
    without = net(hands, "N", options=options)
    assert without[1] - with_settling[1] == 300
    assert with_settling[2] - without[2] == 300


def test_payments_say_why():
    rules = Classical.from_options({})
    settled = rules.settle(rules.read_entry(win()), rules.opening(), {})
    assert [(p.payer, p.payee, p.amount, p.reason) for p in settled.payments] == [
        (E, N, 384, "winner"),
        (S, N, 192, "winner"),
        (W, N, 192, "winner"),
        (E, S, 88, "between_losers"),
        (E, W, 20, "between_losers"),
        (W, S, 34, "between_losers"),
    ]
    assert settled.ends_hand
    assert settled.winners == (N,)


class TestTiles:
    WINNING = "[123m]456m789s45p88p+6p"

    def test_some_hands_may_be_entered_by_their_tiles(self):
        hands = {
            "E": "11p99sEESSWWCCF",
            "W": self.WINNING,
            "N": "[222p]234m567m99m68s",
        }
        entry = win("W", "S", hands=hands, values={"S": 20})
        assert entered(entry) == entered(
            win("W", "S", values={"E": 6, "S": 20, "W": 40, "N": 2})
        )

    def test_the_entry_of_the_settlement_has_the_values(self):
        rules = Classical.from_options({})
        hands = {"W": self.WINNING}
        entry = win("W", "S", hands=hands, values={"E": 1, "S": 2, "N": 3})
        read = rules.read_entry(entry)
        settled = rules.settle(read, rules.opening(), {})
        assert settled.entry.values == {E: 1, S: 2, W: 40, N: 3}
        again = rules.read_entry({"kind": "win", **read.as_data()})
        assert again == read

    def test_winds_that_are_not_the_tables(self):
        entry = win("W", "S", hands={"W": self.WINNING + " S/W"}, values={})
        assert "wrong_winds" in refusal(entry, losers_settle=False)

    def test_more_tiles_than_there_are(self):
        hands = {"E": "99s4m", "S": "99s f1", "W": "[123m]456m789s45p88p+6p f1"}
        entry = win("W", "S", hands=hands, values={"N": 0})
        assert refusal(entry) == ["too_many_together", "too_many_together"]

    def test_a_losers_hand_never_wins(self):
        entry = win("W", "S", hands={"W": "[CCC]99s loser"}, values={})
        assert "winner_and_loser" in refusal(entry, losers_settle=False)

    def test_a_hand_that_may_not_win(self):
        entry = win("W", "S", hands={"W": self.WINNING}, values={})
        assert refusal(entry, losers_settle=False, minimum_doubles=3) == [
            "below_minimum"
        ]

    def test_the_faults_of_all_hands_come_at_once(self):
        hands = {"W": "[123m]456m789s45p88p+1p", "E": "11111p"}
        entry = win("W", "S", hands=hands, values={"S": 1, "N": 1})
        assert refusal(entry) == ["too_many_copies", "not_a_win"]

    def test_a_drawn_tile_has_no_discarder(self):
        hand = "[123m]456m789s45p88p*6p"
        entry = win("W", "S", hands={"W": hand}, values={})
        assert "drawn_or_claimed" in refusal(entry, losers_settle=False)

    def test_a_settlement_row_with_tiles_and_a_prevailing_wind(self):
        rules = Classical.from_options({})
        row = {
            "winner_seat": "E",
            "from": "S",
            "prevailing_wind": "S",
            "hands": {"E": "[NNN][999m][555s]78pSS+9p", "S": 0, "W": 0, "N": 0},
        }
        assert settle_row(rules, row).changes[E] == 6 * 32


@pytest.mark.parametrize(
    ("entry", "options", "code"),
    [
        (win("N", "N"), {}, "winner_is_discarder"),
        (win(pay_for_all="N"), {}, "pays_for_all_not_discarder"),
        (win(pay_for_all="W"), {}, "pays_for_all_not_discarder"),
        (win(pay_for_all="S"), {"dangerous_game": False}, "no_dangerous_game"),
        (win(values={"E": 1, "S": 1, "W": 1}), {}, "missing_value"),
        (win(values={"E": 1, "S": 1, "W": 1, "N": 501}), {}, "above_limit"),
        (win(values={"E": 1, "S": 1, "W": 1, "N": -1}), {}, "out_of_range"),
        (win(values={"E": 1, "S": 1, "W": 1, "N": 2, "X": 1}), {}, "unknown"),
        (win(hands={"E": "11p"}), {}, "value_and_tiles"),
        (win(hands={"E": 5}, values={}), {}, "not_a_hand"),
        (win(points=8), {}, "unknown"),
        ({"kind": "false_win", "seats": ["E", "E"]}, {}, "offenders"),
        ({"kind": "false_win", "seats": ["E", "S", "W", "N"]}, {}, "offenders"),
        ({"kind": "false_win"}, {}, "missing"),
        ({"kind": "kitty"}, {}, "unknown_kind"),
        (
            {"kind": "misnamed", "seat": "E", "to": "E", "claimed_for": "chow"},
            {},
            "own_discard",
        ),
        (
            {"kind": "misnamed", "seat": "E", "to": "S", "claimed_for": "win"},
            {"preset": "bmja"},
            "misnamed_pays_for_all",
        ),
    ],
)
def test_entries_that_are_refused(entry, options, code):
    assert code in refusal(entry, **options)


def false_win(*seats: str) -> dict:
    return {"kind": "false_win", "seats": list(seats)}


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        ({"kind": "false_win", "seat": "W"}, {}, (300, 300, -900, 300)),
        (false_win("W"), {}, (300, 300, -900, 300)),
        (false_win("W", "E"), {}, (-300, 300, -300, 300)),
        (false_win("W", "E", "N"), {}, (-100, 300, -100, -100)),
        (
            false_win("W"),
            {"false_win_east_double": True},
            (600, 300, -1200, 300),
        ),
        (
            false_win("W"),
            {"preset": "babcock"},
            (300, 150, -600, 150),
        ),
        (false_win("W"), {"preset": "bmja"}, (500, 500, -1500, 500)),
        (false_win("E"), {"false_win_scale": "limit"}, (-1500, 500, 500, 500)),
        (false_win("W"), {"false_win_receiver": "nobody"}, (0, 0, -900, 0)),
        (false_win("W"), {"preset": "millington"}, (0, 0, 0, 0)),
        (
            {"kind": "misnamed", "seat": "S", "to": "W", "claimed_for": "chow"},
            {},
            (0, -50, 50, 0),
        ),
        (
            {"kind": "misnamed", "seat": "S", "to": "E", "claimed_for": "kong"},
            {},
            (100, -100, 0, 0),
        ),
        (
            {"kind": "misnamed", "seat": "S", "to": "E", "claimed_for": "pung"},
            {"preset": "bmja"},
            (50, -50, 0, 0),
        ),
        (
            {"kind": "misnamed", "seat": "S", "to": "E", "claimed_for": "win"},
            {},
            (300, -900, 300, 300),
        ),
    ],
)
def test_faults_of_play(entry, options, expected):
    assert entered(entry, **options) == expected


def test_faults_of_play_read_back_to_themselves():
    rules = Classical.from_options({})
    for entry in (
        false_win("W"),
        false_win("W", "E"),
        {"kind": "misnamed", "seat": "S", "to": "E", "claimed_for": "win"},
        win(pay_for_all="S"),
    ):
        read = rules.read_entry(entry)
        assert rules.read_entry({"kind": read.kind, **read.as_data()}) == read


def test_a_settlement_row_may_be_a_fault_of_play():
    rules = Classical.from_options({})
    settled = settle_row(rules, {"kind": "false_win", "seat": "E", "id": "x"})
    assert settled.changes == {E: -900, S: 300, W: 300, N: 300}
