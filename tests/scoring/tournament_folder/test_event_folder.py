"""Import of tournament folders.

The data matches the files, and every figure can be exported again.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.ledger_entries import PlayEnded
from rules.ruleset_and_table_state import Ending
from scoring import tournament_folder
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result
from scoring.tournament_folder.import_tournament import import_files
from scoring.wording.stored_reasons import NO_HANDS, TOTALS_USED, of_line
from tests.scoring.folders import (
    CHAMPIONSHIP,
    NO_CHAMPIONSHIP,
    PRACTICE,
    Folder,
    at,
    practice_files,
)
from tournaments.models import Game, Person, Role, RoundState, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path) -> Folder:
    return Folder(tmp_path / "event")


def ledger_of(tournament: Tournament, round_: int, table: int) -> TableLedger:
    return TableLedger(
        Game.objects.select_related("round__tournament").get(
            round__tournament=tournament, round__number=round_, table=table
        )
    )


def sentences(imported) -> list[str]:
    assert all(finding.agrees for finding in imported.findings)
    return [finding.sentence for finding in imported.findings]


def test_the_practice_event_comes_in_exactly(director):
    imported = import_files(practice_files(), director=director)
    assert sentences(imported) == [
        "Tables whose hands match the recorded scores: 16 of 16.",
        "Tables ended by the clock: 1 (round.table, with number of hands: 2.3 (14)).",
        "Tables with matching table points: 16 of 16.",
        "Matching places of standings.csv: 16 of 16.",
    ]
    tournament = imported.tournament
    assert (tournament.title, tournament.is_public) == ("Practice event", True)
    assert {round_.state for round_ in tournament.rounds.all()} == {RoundState.CLOSED}
    assert not tournament.rounds.filter(seats__playing__isnull=False).exists()
    assert tournament.memberships.get(user=director).role == Role.OWNER
    assert rebuild(tournament, check=True) == []


def test_the_practice_event_is_what_a_practice_event_should_be():
    tournament = import_files(practice_files(), director=None).tournament
    tables = [
        {seat.player.number: seat for seat in game.seats.select_related("player__team")}
        for game in Game.objects.filter(round__tournament=tournament)
    ]
    pairs = Counter(pair for seats in tables for pair in combinations(sorted(seats), 2))
    assert set(pairs.values()) == {1}
    for number in range(1, 17):
        winds = {seats[number].wind for seats in tables if number in seats}
        assert winds == set("ESWN")
    for seats in tables:
        assert len({seat.player.team for seat in seats.values()}) == 4
    kinds = Counter(LedgerEntry.objects.values_list("kind", flat=True))
    assert kinds["false_win"] == kinds["penalty"] == kinds["play_ended"] == 1
    assert kinds["washout"] > 5
    assert Result.objects.filter(parts=18_000).count() == 2


@pytest.mark.skipif(not CHAMPIONSHIP.is_dir(), reason=NO_CHAMPIONSHIP)
def test_a_real_championship_comes_in_exactly():
    files = tournament_folder.from_path(CHAMPIONSHIP)
    imported = import_files(files, director=None)
    scores, by_clock, without_hands, points, places = sentences(imported)
    assert "93 of 93" in scores
    assert "35 (round.table, with number of hands: 1.3 (15), 1.5 (14)" in by_clock
    assert "15 (round.table: 6.1, 6.4" in without_hands
    assert "108 of 108" in points
    assert "72 of 72" in places
    assert rebuild(imported.tournament, check=True) == []
    written = tournament_folder.files_of(imported.tournament)
    for name in files.keys() - {"event.json"}:
        assert written[name] == files[name], name


@pytest.mark.skipif(not CHAMPIONSHIP.is_dir(), reason=NO_CHAMPIONSHIP)
def test_more_tables_cost_the_same_few_queries_each():
    def queries(path) -> float:
        files = tournament_folder.from_path(path)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            imported = import_files(files, director=None)
        games = Game.objects.filter(round__tournament=imported.tournament)
        return len(captured) / games.count()

    assert queries(CHAMPIONSHIP) < queries(PRACTICE) < 8


def test_a_second_import_is_a_second_tournament():
    slugs = [
        import_files(practice_files(), director=None).tournament.slug for _ in "12"
    ]
    assert slugs == ["practice-event", "practice-event-2"]
    assert Person.objects.count() == 32


def test_a_row_with_the_payments_of_a_false_win_is_a_false_win(folder):
    tournament = folder.accept().tournament
    kinds = [line.kind for line in ledger_of(tournament, 1, 2).live if line.hand == 6]
    assert kinds == ["false_win", "win"]
    [penalty] = LedgerEntry.objects.filter(kind="penalty")
    assert penalty.data["amounts"] == {"E": 0, "S": -20, "W": 0, "N": 0}
    assert (penalty.game.round.number, penalty.game.table) == (3, 4)
    result = Result.objects.get(seat__game=penalty.game, seat__wind="S")
    assert result.penalties == -20


def test_the_false_win_of_the_event_is_what_counts(folder):
    folder.replace("event.json", '"offender": -30', '"offender": -40')
    imported = folder.accept()
    assert not LedgerEntry.objects.filter(kind="false_win").exists()
    assert all(finding.agrees for finding in imported.findings)


def test_a_table_with_fewer_hands_in_a_closed_round_was_ended_by_the_clock():
    tournament = import_files(practice_files(), director=None).tournament
    ledger = ledger_of(tournament, 2, 3)
    assert isinstance(ledger.entry_of(ledger.live[-1]), PlayEnded)
    assert (ledger.state.over, ledger.state.hands_played) == (Ending.TIME, 14)


def test_a_round_without_all_totals_is_published_with_the_hands_it_has(folder):
    folder.remove("totals.csv", round=4, table=2)
    for hand in (14, 15, 16):
        folder.remove("hands.csv", round=4, table=2, hand=hand)
    (folder.path / "standings.csv").unlink()
    imported = folder.accept()
    assert imported.flags == ()
    assert "Unfinished tables: 1 (round.table: 4.2)." in sentences(imported)
    states = [round_.state for round_ in imported.tournament.rounds.all()]
    assert states == [RoundState.CLOSED] * 3 + [RoundState.PUBLISHED]
    ledger = ledger_of(imported.tournament, 4, 2)
    assert (ledger.state.over, ledger.state.hands_played) == (None, 13)


def test_a_hand_that_was_not_finished_keeps_its_penalties(folder):
    folder.remove("totals.csv", round=4, table=2)
    folder.change(
        "hands.csv",
        at(4, 2, 16),
        winner="",
        discarder="",
        points="",
        chicken_hand="",
        east_penalty=-5,
    )
    (folder.path / "standings.csv").unlink()
    imported = folder.accept()
    assert imported.flags == ()
    ledger = ledger_of(imported.tournament, 4, 2)
    assert [line.kind for line in ledger.live][-1] == "penalty"
    assert (ledger.live[-1].hand, ledger.state.hands_played) == (16, 15)


def test_a_table_with_totals_only_counts_by_its_totals(folder):
    folder.remove("hands.csv", round=1, table=1)
    folder.change(
        "totals.csv",
        at(1, 2),
        totals_only=1,
        east_score=-87,
        south_score=202,
    )
    imported = folder.accept()
    assert imported.flags == ()
    assert "Tables with totals but no hands: 1 (round.table: 1.1)." in [
        finding.sentence for finding in imported.findings
    ]
    silent, corrected = (ledger_of(imported.tournament, 1, table) for table in (1, 2))
    assert silent.state.over == corrected.state.over == Ending.TOTALS
    assert of_line(silent.live[0]) == NO_HANDS
    assert of_line(corrected.live[-1]) == TOTALS_USED
    assert corrected.state.hands_played == 16
    assert list(corrected.state.scores.values()) == [-87, 202, -139, 24]


@pytest.mark.parametrize(
    ("written", "is_right"),
    [("2.33", True), ("7/3", True), ("2.3", True), ("2,333", True), ("2", False)],
)
def test_table_points_may_be_fractions_or_rounded(folder, written, is_right):
    folder.remove("hands.csv", round=1, table=1)
    points = {f"{seat}_table_points": written for seat in ("east", "south", "west")}
    scores = {"east_score": 8, "south_score": 8, "west_score": 8, "north_score": -24}
    folder.change("totals.csv", at(1, 1), **scores, **points, north_table_points=0)
    found = [code for _file, _line, code in folder.faults()]
    assert found == ([] if is_right else ["table_points_contradict_totals"] * 3)


def test_the_files_may_come_as_other_spreadsheets_write_them(folder):
    for name in ("players.csv", "seating.csv", "hands.csv", "totals.csv"):
        path = folder.path / name
        text = path.read_text().replace(",", ";").replace("1.5", "1,5")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert folder.faults() == []


def test_what_is_stored_is_in_the_order_it_is_replayed():
    tournament = import_files(practice_files(), director=None).tournament
    for ledger in TableLedger.all_of(tournament):
        assert [line.sequence for line in ledger.live] == list(
            range(1, len(ledger.lines) + 1)
        )
