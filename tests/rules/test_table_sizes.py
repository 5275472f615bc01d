"""Tables of 3 and 2 players: dealer, payments and places."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.faults import RuleError
from rules.ledger_replay import placings, replay
from rules.penalty_catalogue import Gain, amounts
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Wind

WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win"}


def hk_win(winner, faan, source=None):
    return {"kind": "win", "winner": winner, "from": source, "faan": faan}


def values(winner, source=None, **by_seat):
    return {"kind": "win", "winner": winner, "from": source, "values": by_seat}


def made(name, players, **options):
    return rules.ruleset(name, {"fewest_players": 2, **options}).for_players(players)


def played(name, players, *entries, **options):
    table = made(name, players, **options)
    return table, replay(table, map(table.read_entry, entries))


# 3 faan are 8 base points, 4 are 16; a limit hand of 13 faan is 384.
@pytest.mark.parametrize(
    ("players", "entries", "options", "scores"),
    [
        (3, [hk_win("S", 3, "W")], {}, [-8, 24, -16, 0]),
        (3, [hk_win("E", 4)], {}, [64, -32, -32, 0]),
        (3, [hk_win("W", 3, "E")], {"dealer_doubles": True}, [-32, -8, 40, 0]),
        (3, [hk_win("W", 3, "S")], {"payment": "full"}, [0, -16, 16, 0]),
        (2, [hk_win("S", 3, "E")], {}, [-16, 16, 0, 0]),
        (2, [hk_win("E", 3)], {}, [16, -16, 0, 0]),
        (3, [FALSE_WIN | {"seat": "W"}], {}, [1152, 1152, -2304, 0]),
        (2, [FALSE_WIN | {"seat": "E"}], {}, [-1152, 1152, 0, 0]),
        (
            3,
            [WASHOUT, WASHOUT, hk_win("S", 3)],
            {"goulash_carry": 8},
            [-32, 64, -32, 0],
        ),
        (3, [hk_win("E", 3)] * 2, {"extra_hand_bonus": 5}, [74, -37, -37, 0]),
        (3, [], {"initial_points": 100}, [100, 100, 100, 0]),
        (
            3,
            [
                {
                    "kind": "win",
                    "from": "E",
                    "winners": [
                        {"winner": "S", "faan": 3},
                        {"winner": "W", "faan": 4},
                    ],
                }
            ],
            {"multiple_winners": "all"},
            [-48, 16, 32, 0],
        ),
    ],
)
def test_who_pays_in_hong_kong(players, entries, options, scores):
    _table, state = played("hong_kong", players, *entries, **options)
    assert [state.scores[seat] for seat in WINDS] == scores


@pytest.mark.parametrize(
    ("players", "entries", "options", "scores"),
    [
        (3, [values("S", E=20, S=40, W=10)], {}, [-60, 120, -60, 0]),
        (3, [values("E", E=64, S=32, W=12)], {}, [256, -108, -148, 0]),
        (3, [values("S", S=40)], {"losers_settle": False}, [-80, 120, -40, 0]),
        (2, [values("E", E=64, S=100)], {}, [128, -128, 0, 0]),
        (2, [values("S", E=2, S=30)], {"east_double": False}, [-30, 30, 0, 0]),
        (
            3,
            [values("S", E=20, S=40, W=10) | {"pay_for_all": "W"}],
            {},
            [0, 120, -120, 0],
        ),
        (
            3,
            [values("S", E=20, S=40, W=10)],
            {"settle_mode": "only_add_up"},
            [20, 40, 10, 0],
        ),
        (3, [FALSE_WIN | {"seat": "S"}], {}, [300, -600, 300, 0]),
        (3, [FALSE_WIN | {"seats": ["S", "W"]}], {}, [300, -150, -150, 0]),
        (2, [FALSE_WIN | {"seat": "E"}], {}, [-300, 300, 0, 0]),
    ],
)
def test_who_pays_in_classical(players, entries, options, scores):
    options = {"initial_points": 0, **options}
    _table, state = played("classical", players, *entries, **options)
    assert [state.scores[seat] for seat in WINDS] == scores


PASSING = {
    "hong_kong": {"deal_passes_on_draw": True},
    "classical": {"rotation": "express"},
}


@pytest.mark.parametrize("name", PASSING)
@pytest.mark.parametrize(
    ("players", "hands", "prevailing", "dealer", "winds"),
    [
        (3, 0, "E", "E", "ESW"),
        (3, 1, "E", "S", "WES"),
        (3, 2, "E", "W", "SWE"),
        (3, 3, "S", "E", "ESW"),
        (3, 11, "N", "W", "SWE"),
        (2, 1, "E", "S", "SE"),
        (2, 2, "S", "E", "ES"),
        (2, 7, "N", "S", "SE"),
    ],
)
def test_who_deals_after_so_many_hands(name, players, hands, prevailing, dealer, winds):
    _table, state = played(name, players, *[WASHOUT] * hands, **PASSING[name])
    now = state.position
    assert (now.prevailing, now.dealer, state.over) == (prevailing, dealer, None)
    assert "".join(now.winds[seat] for seat in now.seats) == winds
    assert sorted(now.winds.values()) == sorted(WINDS)


@pytest.mark.parametrize("name", PASSING)
@pytest.mark.parametrize(("players", "rounds"), [(3, 4), (3, 1), (2, 4), (4, 2)])
def test_a_game_is_over_when_everybody_dealt_in_each_round(name, players, rounds):
    hands = [WASHOUT] * players * rounds
    _table, state = played(name, players, *hands, rounds=rounds, **PASSING[name])
    assert (state.over, state.hands_played) == (Ending.ALL_HANDS, players * rounds)


@pytest.mark.parametrize(
    ("name", "players", "entries", "points"),
    [
        ("hong_kong", 3, [hk_win("S", 3, "W")], {"E": 2, "S": 4, "W": 1}),
        ("hong_kong", 3, [hk_win("S", 3)], {"E": Fraction(3, 2), "S": 4}),
        ("hong_kong", 2, [hk_win("S", 3)], {"E": 2, "S": 4}),
        ("classical", 3, [WASHOUT], dict.fromkeys("ESW", Fraction(7, 3))),
        ("classical", 2, [values("E", E=64, S=0)], {"E": 4, "S": 2}),
    ],
)
def test_the_first_places_are_shared_out(name, players, entries, points):
    table, state = played(name, players, *entries)
    placed = placings(table, state)
    assert set(placed) == set(WINDS[:players])
    assert (
        points.items() <= {s: each.table_points for s, each in placed.items()}.items()
    )


@pytest.mark.parametrize(
    "entry",
    [
        hk_win("S", 3, "N"),
        hk_win("N", 3),
        FALSE_WIN | {"seat": "N"},
        {"kind": "penalty", "seat": "N", "amount": -5},
        {"kind": "penalty", "offence": "false_win", "offender": "N"},
        {"kind": "totals", "scores": {"E": 5, "N": -5}},
        {"kind": "reseat", "seats": {"E": "N", "N": "E"}, "follow": "players"},
        {
            "kind": "win",
            "winner": "S",
            "from": None,
            "hand": "[111m<N][222m]333mEEC*C",
        },
    ],
)
def test_nothing_is_said_of_an_empty_seat(entry):
    with pytest.raises(RuleError, match="Seat N is empty"):
        played("hong_kong", 3, entry)


def test_the_others_of_the_table_are_exchanged_and_totalled():
    reseat = {"kind": "reseat", "seats": {"E": "W", "W": "E"}, "follow": "players"}
    _table, state = played("hong_kong", 3, hk_win("S", 3, "W"), reseat)
    assert [state.scores[seat] for seat in WINDS] == [-16, 24, -8, 0]
    totals = {"kind": "totals", "scores": {"E": 5, "S": 5, "W": -10}}
    _table, state = played("hong_kong", 3, totals)
    assert [state.scores[seat] for seat in WINDS] == [5, 5, -10, 0]


@pytest.mark.parametrize("name", ["mcr", "riichi"])
@pytest.mark.parametrize("players", [2, 3])
def test_some_rules_are_for_four_only(name, players):
    table = rules.ruleset(name)
    assert table.for_players(4) == table
    sentence = f"These rules need 4 players at a table, not {players}."
    with pytest.raises(RuleError, match=sentence):
        table.for_players(players)


@pytest.mark.parametrize("name", PASSING)
def test_fewer_play_only_where_the_event_says_so(name):
    with pytest.raises(RuleError, match="These rules need 4 players at a table, not 3"):
        rules.ruleset(name).for_players(3)
    three = rules.ruleset(name, {"fewest_players": 3})
    assert three.for_players(3).players == 3
    with pytest.raises(
        RuleError, match="These rules allow 3 to 4 players at a table, not 2"
    ):
        three.for_players(2)
    for wrong in (1, 5, "3"):
        with pytest.raises(RuleError):
            rules.ruleset(name, {"fewest_players": wrong})


def test_seats_are_exchanged_between_rounds_at_tables_of_four_only():
    with pytest.raises(RuleError, match="needs 4 players"):
        made("classical", 4, seat_exchange="oemc")


def test_a_false_mahjong_of_everybody_is_none():
    with pytest.raises(RuleError, match="Choose 1 to 2 different players"):
        played("classical", 3, FALSE_WIN | {"seats": ["E", "S", "W"]})


def test_a_penalty_to_each_of_the_others_is_paid_to_those_who_are_there():
    seats = WINDS[:3]
    assert amounts(Wind.SOUTH, 10, Gain.EACH, seats=seats) == dict(
        zip(WINDS, (10, -20, 10, 0), strict=True)
    )
    assert sum(amounts(Wind.EAST, 10, Gain.EACH).values()) == 0


def asked(command, row):
    run = subprocess.run(
        [sys.executable, "-m", "rules", command],
        input=json.dumps(row),
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(run.stdout)


def test_the_command_line_knows_tables_of_three():
    row = {"ruleset": "hong_kong", "players": 3, "options": {"fewest_players": 3}}
    hand = {"winner": "S", "from": "W", "faan": 3}
    assert asked("settle", row | hand)["net"] == {"E": -8, "S": 24, "W": -16, "N": 0}
    replayed = asked("replay", row | {"entries": [{"kind": "win", **hand}]})
    assert replayed["places"] == {"E": 2, "S": 1, "W": 3}
    refused = asked("settle", row | {"winner": "S", "from": "N", "faan": 3})
    assert refused["errors"][0]["code"] == "empty_seat"
    refused = asked("replay", {"ruleset": "mcr", "players": 3, "entries": []})
    assert refused["errors"][0]["code"] == "table_size"


@st.composite
def ledgers(draw):
    """Return a ruleset, a number of players, and entries that may name any seat."""
    name = draw(st.sampled_from(list(PASSING)))
    seat = st.sampled_from(WINDS)
    worth = st.integers(3, 13)
    wins = st.builds(hk_win, seat, worth, st.none() | seat)
    if name == "classical":
        points = st.dictionaries(seat, st.integers(0, 200), min_size=2)
        wins = st.builds(
            lambda w, s, by: values(w, s, **by), seat, st.none() | seat, points
        )
    others = st.builds(lambda who: FALSE_WIN | {"seat": who}, seat)
    entries = st.lists(wins | others | st.just(WASHOUT), max_size=8)
    return name, draw(st.integers(2, 4)), draw(entries)


@settings(max_examples=60)
@given(ledgers(), st.booleans(), st.integers(0, 10))
def test_whatever_is_entered_the_empty_seats_stay_empty(ledger, passes, carry):
    name, players, entries = ledger
    options = {"hong_kong": {"deal_passes_on_draw": passes, "goulash_carry": carry}}
    table = made(name, players, initial_points=50, **options.get(name, {}))
    state = replay(table, [])
    for raw in entries:
        try:
            state = replay(
                table, [*(line.entry for line in state.lines), table.read_entry(raw)]
            )
        except RuleError as error:
            assert error.faults  # noqa: PT017 (any entry may be refused)
    assert sum(state.scores.values()) == 50 * players
    for line in state.lines:
        assert not any(line.scores[seat] for seat in WINDS[players:])
        assert line.before.dealer in line.before.seats
    assert sorted(placings(table, state)) == sorted(WINDS[:players])
