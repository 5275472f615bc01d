"""Attendance and final standings in tournament folders."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from rules.absence_score_options import NAMES, NOTHING_COUNTED, Absence, counted
from rules.faults import RuleError
from scoring import tournament_folder
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.models import FinalPlace
from scoring.standings import final_standings
from scoring.standings.rank_players import ranking_of
from scoring.tournament_folder.copy_tournament import copy_event, settings_file
from scoring.tournament_folder.event_json.read_and_write_settings import read_settings
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.absences import player_numbered
from tournaments.models import Person, Round, RoundState, Tournament
from tournaments.tournament_setup import delete_tournaments
from tournaments.tournament_setup.delete_tournaments import BIN_KEEPS


def back(files):
    return import_files(files, director=None).tournament


def lines_of(tournament):
    final = final_standings.final_of(tournament)
    return [final_standings.row_as_data(row) for row in final.row.places.all()]


@pytest.fixture
def finished(one_left):
    """Return a finished tournament whose title was changed afterwards."""
    one_left.planned_rounds = 2
    one_left.save()
    finish_reopen_and_publish_results.finish(
        one_left, by="director", now=timezone.now(), held_back=True
    )
    Person.objects.filter(pk=player_numbered(one_left, 1).person_id).update(
        last_name="Since"
    )
    return one_left


def test_who_was_there_comes_back(one_left):
    files = tournament_folder.files_of(one_left)
    again = back(files)
    assert tournament_folder.files_of(again) == files
    assert player_numbered(again, 4).last_round == 1
    assert [line.score for line in ranking_of(again).lines] == [
        line.score for line in ranking_of(one_left).lines
    ]
    assert [line.player.number for line in ranking_of(again).unranked] == [9]


def test_what_was_final_comes_back_as_it_was(finished):
    files = tournament_folder.files_of(finished)
    again = back(files)
    again.refresh_from_db()
    assert again.is_finished
    assert tournament_folder.files_of(again) == files
    assert lines_of(again) == lines_of(finished)
    assert "Since" not in [row.get("last_name") for row in lines_of(again)]
    assert final_standings.awaits_prize_giving(final_standings.final_of(again).row)


def test_what_decided_places_comes_back_with_its_figures(one_left):
    one_left.planned_rounds, one_left.lot_seed = 2, "3 1 6"
    one_left.tie_breaks = ["opponents_points", "seconds", "head_to_head", "lot"]
    one_left.save()
    finish_reopen_and_publish_results.finish(
        one_left, by="director", now=timezone.now()
    )
    files = tournament_folder.files_of(one_left)
    again = back(files)
    assert again.lot_seed == "3 1 6"
    assert tournament_folder.files_of(again) == files
    assert b"lot=1" in files["final_standings.csv"]
    assert lines_of(again) == lines_of(one_left)
    kept, now = final_standings.final_of(again).ranking, ranking_of(again)
    assert [row.place for row in kept.placed] == [row.place for row in now.placed]
    assert kept.marks == now.marks
    broken = files["final_standings.csv"].replace(b"lot=1", b"luck=1", 1)
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(files | {"final_standings.csv": broken})
    assert [fault.code for fault in refused.value.faults] == ["unknown_measure"]


def test_what_is_wrong_is_told_by_its_line(finished):
    files = dict(tournament_folder.files_of(finished))
    event = json.loads(files["event.json"])
    event["finished"] = {"at": "yesterday", "by": "", "tie_breaks": ["luck"], "x": 1}
    files["event.json"] = json.dumps(event).encode()
    files["presence.csv"] += b"77,1,2,\r\n"
    files["final_standings.csv"] = files["final_standings.csv"].replace(b"1,,", b"x,,")
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(files)
    codes = {fault.code for fault in refused.value.faults}
    assert codes >= {"not_a_time", "not_a_text", "unknown_measure", "unknown_player"}
    assert "not_a_number" in codes


def test_what_decided_places_is_named_once(finished):
    files = dict(tournament_folder.files_of(finished))
    event = json.loads(files["event.json"])
    event["finished"]["tie_breaks"] = ["score", "score"]
    files["event.json"] = json.dumps(event).encode()
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(files)
    assert [fault.code for fault in refused.value.faults] == ["unknown_measure"]


def test_an_event_with_an_open_round_is_not_finished(finished):
    files = tournament_folder.files_of(finished)
    last = Round.objects.get(tournament=finished, number=2)
    assert last.state == RoundState.CLOSED
    totals = files["totals.csv"].decode().splitlines(keepends=True)
    without = "".join(line for line in totals if not line.startswith("2,"))
    again = back({**files, "totals.csv": without.encode()})
    assert not again.is_finished


def test_a_copy_of_a_finished_event_goes_on(finished, director):
    copy = copy_event(
        finished, title="Next", starts_on=None, with_players=True, director=director
    )
    copy.refresh_from_db()
    assert not copy.is_finished
    assert b"finished" not in settings_file(finished)


def test_a_finished_event_is_deleted_for_good(finished, noon):
    prize_giving.prepare(finished, 3, by="director")
    Tournament.objects.filter(pk=finished.pk).update(binned_at=noon)
    finished.refresh_from_db()
    assert delete_tournaments.delete_for_good(finished, now=noon + BIN_KEEPS)
    assert not FinalPlace.objects.exists()


def test_what_the_prize_giving_told_is_not_held_back_again(finished):
    prize_giving.prepare(finished, 1, by="director")
    prize_giving.reveal(finished, seen=None, by="director")
    assert not final_standings.awaits_prize_giving(
        final_standings.final_of(finished).row
    )
    again = back(tournament_folder.files_of(finished))
    again.refresh_from_db()
    assert not final_standings.awaits_prize_giving(final_standings.final_of(again).row)


def test_what_missed_rounds_count_comes_back(one_left):
    """The folder keeps the points of missed rounds, both the ruleset's defaults and
    other values. Without a value, a missed round counts nothing.
    """
    one_left.options = {}
    one_left.save()
    files = tournament_folder.files_of(one_left)
    assert json.loads(files["event.json"])["missed_score"] == -500
    again = back(files)
    assert again.rules.options == one_left.rules.options
    for ruleset in ("mcr", "riichi", "classical", "hong_kong"):
        options = {} if ruleset == "mcr" else {"options": {}}
        event = {
            "title": "Old",
            "ruleset": ruleset,
            "rounds": 2,
            "minutes": 90,
            "end_policy": "finish_hand",
            **options,
        }
        settings = read_settings(json.dumps(event).encode())
        assert settings.faults == ()
        old = settings.rules.options
        assert {name: old.as_data()[name] for name in NAMES} == NOTHING_COUNTED
        assert all(counted(old, why).is_nothing for why in Absence)
        assert counted(old, Absence.SUBSTITUTE).score is None


def test_an_old_folder_of_who_left_counts_nothing(one_left):
    files = dict(tournament_folder.files_of(one_left))
    event = json.loads(files["event.json"])
    files["event.json"] = json.dumps(
        {name: value for name, value in event.items() if name not in NAMES}
    ).encode()
    again = back(files)
    line = next(line for line in ranking_of(again).lines if line.player.number == 4)
    assert (line.score, line.absences) == (-50, {})
    assert "missed_score" not in json.loads(
        tournament_folder.files_of(again)["event.json"]
    )
