"""Exported folders can be imported, and exporting again gives the same bytes."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.winds import WINDS
from scoring import tournament_folder
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import import_files
from tests.examples import examples
from tests.scoring.folders import practice_files, rows, there_and_back
from tests.scoring.results import crowd
from tournaments.files.formula_safe_csv_writing import unguarded
from tournaments.models import Game, Person, RoundState, Tournament
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament, schedule_changes
from tournaments.tournament_setup.tournament_fields import MOST_MARKS

pytestmark = pytest.mark.django_db

KEYS = (f"export-test-{number}" for number in count())


def enter(game: Game, kind: str, **values: object) -> None:
    ledger = TableLedger(game)
    enter_hand.enter(
        game.pk,
        {"kind": kind, **values},
        hand=ledger.state.position.hand,
        device_key=next(KEYS),
        by="referee",
        before_gong=True,
    )


def win(game: Game, points: int = 8) -> None:
    enter(game, "win", winner="E", **{"from": "S"}, points=points)


def other_table(game: Game) -> Game:
    return game.round.games.select_related("round__tournament").get(table=2)


def test_the_practice_event_goes_out_as_it_came_in():
    tournament = import_files(practice_files(), director=None).tournament
    assert there_and_back(tournament) == practice_files()


def test_a_tournament_without_players_goes_out_and_in(director):
    plan = create_and_change_tournament.Plan("Empty", "mcr", 3, 90, "stop_at_once")
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    files = there_and_back(tournament)
    assert rows(files, "players.csv") == []
    assert json.loads(files["event.json"])["end_policy"] == "stop_at_once"


def test_every_setting_goes_out_and_in(director):
    options = {
        "preset": "wmo2006",
        "mixed_kongs": 5,
        "hands_limit": 8,
        "minimum": 6,
        "base": 10,
        "seat_change": False,
        "false_win": {"offender": -20, "others": 0},
    }
    plan = create_and_change_tournament.Plan(
        "Été à Málaga “2026”, «雀»",
        "mcr",
        5,
        45,
        "finish_hand",
        options,
        ["table_points", "firsts", "best", "hands_won", "score"],
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    event = json.loads(there_and_back(tournament)["event.json"])
    assert event == {
        "title": plan.title,
        "ruleset": "mcr",
        "rounds": 5,
        "minutes": 45,
        "end_policy": "finish_hand",
        "tie_breaks": plan.tie_breaks,
        "late_word": "table",
        "missed_score": -500,
        **options,
    }


def test_names_go_out_and_in_as_they_are(tournament):
    names = ['O"Neil, Ann', "Þór\u00a0Æ", "雀 士", "a;b\tc", "=1+1", "two\nlines", "'"]
    for person, name in zip(Person.objects.order_by("pk"), names, strict=False):
        person.last_name, person.club = name, name
        person.save()
    files = there_and_back(tournament)
    written = [unguarded(row["last_name"]) for row in rows(files, "players.csv")]
    assert written[:7] == names


def test_a_half_played_round_goes_out_and_in(game, tournament):
    win(game)
    enter(game, "false_win", seat="W")
    enter(game, "washout")
    enter(game, "penalty", seat="N", amount=-10)
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (8, 6, 4, 2))],
        by="director",
    )
    files = there_and_back(tournament)
    first, second, third = rows(files, "hands.csv")
    assert (first["winner"], first["discarder"], first["points"]) == ("1", "2", "8")
    assert (second["points"], second["west_penalty"]) == ("0", "-30")
    assert (third["hand"], third["points"], third["north_penalty"]) == ("3", "", "-10")
    assert rows(files, "totals.csv") == []
    assert json.loads(files["event.json"])["drafts"] == [2]
    copy = Tournament.objects.get(slug="spring-cup-2")
    states = [round_.state for round_ in copy.rounds.all()]
    assert states == [RoundState.PUBLISHED, RoundState.DRAFT]


def test_a_half_played_round_can_be_played_on_where_it_came_in(game, director, noon):
    win(game)
    end_and_close_round.end_now(
        game.round_id, by="director", reason="the hall closes", now=timezone.now()
    )
    end_and_close_round.close(game.round_id, by="director", reason="nobody came back")
    seat_rounds_and_exchange_seats.seat_rounds(
        game.round.tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (8, 6, 4, 2))],
        by="director",
    )
    second = game.round.tournament.rounds.get(number=2)
    publish_seating.publish(second.pk, by="director")
    round_clock.start(second.pk, by="director", now=noon)
    table = second.games.select_related("round__tournament").get()
    win(table)
    files = tournament_folder.files_of(game.round.tournament)
    end_and_close_round.close(second.pk, by="director", reason="enough")
    copy = import_files(files, director=director).tournament
    there = copy.rounds.get(number=2)
    round_clock.start(there.pk, by="director", now=noon)
    table = there.games.select_related("round__tournament").get()
    win(table, 20)
    state = TableLedger(table).state
    assert (state.hands_played, state.scores["E"]) == (2, 32 + 44)


def test_a_corrected_and_a_taken_back_hand_go_out_as_they_stand(game, tournament):
    win(game)
    win(game, 12)
    first, second = TableLedger(game).lines
    washout = {"kind": "washout"}
    why = {"by": "referee", "reason": "misread"}
    correct_and_undo.correct(first.pk, washout, device_key=next(KEYS), **why)
    correct_and_undo.retract(second.pk, device_key=next(KEYS), **why)
    win(game, 16)
    assert [row["points"] for row in rows(there_and_back(tournament), "hands.csv")] == [
        "0",
        "16",
    ]


def test_tables_that_are_over_in_an_open_round_are_over_where_they_come_in(
    game, tournament
):
    scores = {"E": 8, "S": 8, "W": 8, "N": -44}
    win(game)
    enter(game, "totals", scores=scores, penalties=-20)
    files = there_and_back(tournament)
    [row] = rows(files, "totals.csv")
    assert row["east_table_points"] == "7/3"
    assert (row["totals_only"], row["penalties"]) == ("1", "-20")
    assert len(rows(files, "hands.csv")) == 1


def test_paper_and_the_clock_go_out_and_in(game, tournament):
    enter(game, "totals", scores={"E": 1, "S": 1, "W": 1, "N": -3})
    other = other_table(game)
    win(other)
    end_and_close_round.end_now(
        game.round_id, by="director", reason="the hall closes", now=timezone.now()
    )
    win(other)
    end_and_close_round.close(game.round_id, by="director")
    files = there_and_back(tournament)
    paper, played = rows(files, "totals.csv")
    assert (paper["totals_only"], played["totals_only"]) == ("1", "0")
    assert "penalties" not in paper
    copy = Tournament.objects.get(slug="spring-cup-2")
    assert copy.rounds.get().state == RoundState.CLOSED


def test_tables_closed_without_a_hand_go_out_and_in(game, tournament):
    end_and_close_round.close(game.round_id, by="director", reason="a power cut")
    totals = rows(there_and_back(tournament), "totals.csv")
    assert [row["totals_only"] for row in totals] == ["0", "0"]


def test_penalties_after_the_end_go_out_and_in(game, tournament):
    for _hand in range(16):
        win(game)
    enter(game, "penalty", seat="E", amount=-40)
    there_and_back(tournament)


def test_house_players_go_out_and_in_and_are_never_ranked(game, tournament):
    """House players are exported and imported.

    Player 4 is a house player with the best result, and is not ranked.
    """
    tournament.players.filter(number=4).update(is_filler=True, team=None)
    enter(game, "win", winner="N", **{"from": "S"}, points=24)
    files = there_and_back(tournament)
    players = rows(files, "players.csv")
    assert [row["filler"] for row in players] == ["", "", "", "1", "", "", "", ""]
    assert "4" not in [row["number"] for row in rows(files, "standings.csv")]
    copy = Tournament.objects.get(slug="spring-cup-2")
    assert copy.players.get(is_filler=True).number == 4
    assert len(standings(copy)) == 7


def test_without_house_players_there_is_no_column_for_them(game, tournament):
    assert "filler" not in rows(there_and_back(tournament), "players.csv")[0]


def test_many_players_go_out(tournament):
    crowd(tournament, 104)
    files = tournament_folder.files_of(tournament)
    assert len(rows(files, "seating.csv")) == 26
    assert len(rows(files, "players.csv")) == 112


SEATS = st.sampled_from(WINDS)
ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ["win"] * 4
            + ["washout", "false_win", "penalty", "totals", "undo", "correct"]
            + ["retract", "gong"]
        ),
        st.integers(1, 2),
        SEATS,
        SEATS,
        st.integers(-40, 88),
    ),
    max_size=15,
)
NAMES = st.lists(
    st.text(
        st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"),
        min_size=1,
        max_size=12,
    ).filter(str.strip),
    min_size=8,
    max_size=8,
)


@examples(
    40,
    8,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=ACTS, names=NAMES, is_closed=st.booleans())
@example(acts=[("penalty", 1, "E", "S", -9)], names=["x"] * 8, is_closed=False)
def test_whatever_happened_goes_out_and_in(director, noon, acts, names, is_closed):
    plan = create_and_change_tournament.Plan(
        "Any event", "mcr", 2, 90, "finish_hand", {"hands_limit": 4}
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    players = [register_players.PlayerRow(last_name=name, team=name) for name in names]
    register_players.register(tournament, players, by="director")
    tables = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, tables, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    for act in acts:
        try:
            do(round_.pk, *act)
        except (RuleError, HandConflict):
            continue
    if is_closed:
        end_and_close_round.close(round_.pk, by="director", reason="enough")
    there_and_back(tournament)
    if not is_closed:
        end_and_close_round.close(round_.pk, by="director", reason="enough")


def do(round_id: int, act: str, table: int, one: str, other: str, points: int) -> None:
    """Perform an action at a table. Does nothing if the action is rejected."""
    game = Game.objects.select_related("round__tournament").get(
        round=round_id, table=table
    )
    why = {"device_key": next(KEYS), "by": "referee", "reason": "because"}
    lines = TableLedger(game).live
    if act == "win":
        discarder = None if one == other else other
        enter(game, act, winner=one, points=points, **{"from": discarder})
    elif act == "washout":
        enter(game, act)
    elif act == "false_win":
        enter(game, act, seat=one)
    elif act == "penalty":
        enter(game, act, seat=one, amount=points)
    elif act == "totals":
        scores = {one: points, other: -10}
        enter(game, act, scores=scores, penalties=sum(scores.values()))
    elif act == "undo":
        correct_and_undo.undo(game.pk, **why)
    elif act == "correct" and lines:
        correct_and_undo.correct(lines[0].pk, {"kind": "washout"}, **why)
    elif act == "retract" and lines:
        correct_and_undo.retract(lines[points % len(lines)].pk, **why)
    elif act == "gong" and points > 70:
        end_and_close_round.end_now(
            round_id, by="director", reason="enough", now=timezone.now()
        )


def test_what_was_settled_beside_the_rules_goes_out_and_in(tournament):
    settled = {
        "confirmation": "players",
        "table_settles_conflicts": True,
        "late_word": "table",
        "totals_twice": True,
        "start_mode": "planned",
        "countdown": 5,
        "warning_marks": [20, 5],
        "time_zone": "Europe/Vienna",
        "language": "fr",
        "second_language": "zh-hans",
    }
    Tournament.objects.filter(pk=tournament.pk).update(
        end_policy="finish_hand_plus_one", **settled
    )
    nine = datetime(2026, 5, 2, 9, tzinfo=ZoneInfo("Europe/Vienna"))
    items = [
        schedule_changes.Item("other", nine, 30, title="Opening"),
        schedule_changes.Item("round", nine + timedelta(hours=1), 100, number=1),
        schedule_changes.Item(
            "break", nine + timedelta(hours=4), 60, None, "Lunch", 30
        ),
    ]
    schedule_changes.write(tournament, items, by="director", now=nine)
    tournament.refresh_from_db()
    event = json.loads(there_and_back(tournament)["event.json"])
    assert {name: event[name] for name in settled} == settled
    assert event["end_policy"] == "finish_hand_plus_one"
    assert [item["start"][11:16] for item in event["day_plan"]] == [
        "07:00",
        "08:00",
        "11:00",
    ]
    copy = Tournament.objects.latest("pk")
    assert schedule_changes.items_of(copy) == items


WRONG_SETTINGS = {
    "confirmation": ("perhaps", "not_a_choice"),
    "start_mode": (1, "not_a_choice"),
    "countdown": (61, "out_of_range"),
    "warning_marks": ([5, 15], "not_marks"),
    "late_word": ("nobody", "not_a_choice"),
    "time_zone": ("Mars/Olympus", "not_a_choice"),
    "language": ("French", "not_a_language"),
    "second_language": (7, "not_a_language"),
    "table_settles_conflicts": ("yes", "not_a_flag"),
    "options": ([], "not_a_group"),
    "day_plan": (
        [{"kind": "round", "start": "noon", "minutes": 90, "number": 1}],
        "not_a_time",
    ),
}


def test_as_many_warnings_come_in_as_a_director_can_give():
    files = practice_files()
    most = list(range(MOST_MARKS, 0, -1))
    for marks in ([], most):
        event = json.loads(files["event.json"]) | {"warning_marks": marks}
        tournament_folder.open_files(
            {**files, "event.json": json.dumps(event).encode()}
        )
    event["warning_marks"] = [MOST_MARKS + 1, *most]
    with pytest.raises(RuleError) as caught:
        tournament_folder.open_files(
            {**files, "event.json": json.dumps(event).encode()}
        )
    assert [fault.code for fault in caught.value.faults] == ["not_marks"]


@pytest.mark.parametrize("name", WRONG_SETTINGS)
def test_a_wrong_setting_is_refused_at_its_line(name):
    value, code = WRONG_SETTINGS[name]
    files = practice_files()
    event = json.loads(files["event.json"]) | {name: value}
    written = json.dumps(event, indent=1)
    changed = {**files, "event.json": written.encode()}
    with pytest.raises(RuleError) as caught:
        tournament_folder.open_files(changed)
    fault = caught.value.faults[0]
    assert (fault.file, fault.code) == ("event.json", code)
    assert fault.line >= written.split(f'"{name}"')[0].count("\n") + 1
