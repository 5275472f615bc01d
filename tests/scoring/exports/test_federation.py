"""Results for a federation: checks, ranking weights, and the expected layout."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scoring import tournament_folder
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.exports.federation_workbook_and_layouts import (
    check,
    dates_in_words,
    layouts,
    report_of,
    written,
)
from scoring.models import FinalPlace, Result
from scoring.rankings.base_ranks_and_weights import base_rank, weight
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.absences import played
from tests.scoring.folders import CHAMPIONSHIP, NO_CHAMPIONSHIP
from tournaments.models import EventDescription, Person
from tournaments.people import register_players

pytestmark = pytest.mark.django_db
COUNTRIES = ("Denmark", "Norway", "Italy", "Spain", "France", "Poland", "DK", "SWE")


@pytest.fixture
def over(tournament):
    """Return a tournament with two closed rounds of eight players with complete
    data."""
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    tournament.planned_rounds = 2
    tournament.save()
    EventDescription.objects.create(
        tournament=tournament,
        starts_on=date(2026, 7, 11),
        ends_on=date(2026, 7, 12),
        city="Harbour",
        country="Denmark",
    )
    for player, country in zip(tournament.players.all(), COUNTRIES, strict=True):
        Person.objects.filter(pk=player.person_id).update(
            first_name="Player",
            ema_number=f"0300{player.number:04}",
            country=country,
        )
    return tournament


@pytest.fixture
def finished(over):
    finish_reopen_and_publish_results.finish(over, by="director", now=timezone.now())
    over.refresh_from_db()
    return over


def url(name, tournament):
    return reverse(f"director:{name}", args=[tournament.slug, "ema"])


def codes(tournament, *, blocking: bool = True) -> list[str]:
    found = check(report_of(tournament))
    return [finding.code for finding in found if finding.blocks == blocking]


def test_a_federations_reader_finds_every_cell(finished, director_client):
    """A reader that expects the federation's layout, with rows and columns from 0,
    finds every cell.
    """
    answer = director_client.get(url("federation_workbook", finished))
    assert answer.status_code == 200
    sheet = load_workbook(io.BytesIO(answer.content))["Results"]

    def cell(row: int, column: int) -> object:
        return sheet.cell(row + 1, column + 1).value

    title, players, country = (cell(2, column) for column in (0, 1, 11))
    assert (title, players, country) == (finished.title, 8, "DNK")
    assert (cell(2, 12), cell(2, 13), cell(2, 15)) == ("Harbour", 2.5, "MCR")
    assert (cell(2, 16), cell(2, 17)) == ("11-12 Jul 2026", 2)
    placed = report_of(finished).lines
    for row, line in enumerate(placed, start=1):
        assert int(cell(row, 2)) == line.place
        assert cell(row, 3) == "Player"
        assert cell(row, 4) == line.last_name
        assert f"{int(cell(row, 5)):08}" == line.ema_number
        assert Fraction(cell(row, 6)) == line.table_points
        assert int(cell(row, 7)) == line.score
        assert cell(row, 8) == 1
        assert len(cell(row, 9)) == 3
    assert cell(9, 2) is None
    types = {each.data_type for row in sheet.iter_rows() for each in row}
    assert types <= {"s", "n"}


def test_it_does_not_leave_before_everything_is_right(over, director_client):
    assert codes(over) == ["not_final"]
    over.description.delete()
    first, second, third = Person.objects.filter(players__tournament=over)[:3]
    Person.objects.filter(pk=first.pk).update(ema_number=second.ema_number)
    Person.objects.filter(pk=third.pk).update(ema_number="12345", country="Nowhere")
    assert codes(over) == [
        *("not_final", "dates", "country", "city"),
        *("twice", "number", "player_country"),
    ]
    answer = director_client.get(url("federation_workbook", over))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Fix these errors before you download the workbook." in page
    assert "These players have the same EMA number." in page
    assert reverse("director:player", args=[over.slug, 1]) in page
    assert reverse("director:event", args=[over.slug]) in page
    assert director_client.get(url("federation", over)).status_code == 200


def test_who_has_no_number_is_no_member_if_somebody_says_so(over, director_client):
    Person.objects.filter(players__number=1).update(ema_number="")
    finish_reopen_and_publish_results.finish(over, by="director", now=timezone.now())
    over.refresh_from_db()
    address = url("federation_workbook", over)
    refused = director_client.get(address)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "These players have no EMA number. Enter it" in page
    [line_of_book] = re.findall(r">Line (\d+): 1 Player", page)
    assert reverse("director:player", args=[over.slug, 1]) in page
    left = director_client.get(address, {"guests": "on"})
    sheet = load_workbook(io.BytesIO(left.content)).active
    told = [sheet.cell(int(line_of_book), column).value for column in (5, 6, 9)]
    assert told == [over.players.get(number=1).person.last_name, "0", 0]
    [line] = [each for each in report_of(over).lines if each.player.number == 1]
    assert (line.ema_number, line.is_member) == ("0", 0)


def test_absent_players_are_no_rows(over):
    register_players.register(
        over,
        [register_players.PlayerRow("Absent", "Player", country="Denmark")],
        by="director",
    )
    assert "absent" in codes(over)


def test_wrong_places_and_sums_are_found(finished, director_client):
    # The database protects final standings, so only a report can be wrong.
    report = report_of(finished)
    assert check(report) == []
    swapped = [report.lines[-1], *report.lines[1:-1], report.lines[0]]
    wrong = replace(
        report,
        lines=tuple(
            replace(line, place=place.place)
            for line, place in zip(swapped, report.lines, strict=True)
        ),
    )
    assert [finding.code for finding in check(wrong)] == ["places"]
    result = Result.objects.filter(seat__player__number=1).first()
    Result.objects.filter(pk=result.pk).update(score=result.score + 7)
    found = {finding.code: finding for finding in check(report)}
    assert list(found) == ["table_sums", "sums"]
    [game] = found["table_sums"].games
    assert game == result.seat.game
    assert [player.number for player in found["sums"].players] == [1]
    assert FinalPlace.objects.count() == 8
    refused = director_client.get(url("federation_workbook", finished))
    page = refused.content.decode()
    assert refused.status_code == 422
    line = next(n for n, each in enumerate(report.lines, 2) if each.player.number == 1)
    assert f">Line {line}: 1 Player" in page
    place = (game.round.number, game.table)
    assert reverse("table:entries", args=[finished.slug, *place]) in page


@pytest.mark.parametrize(
    ("days", "players", "countries", "qualified", "total"),
    [
        (1, 40, 5, False, 1),
        (2, 41, 6, False, 3),
        (3, 81, 10, True, 6),
        (5, 80, 9, False, 4),
    ],
)
def test_the_weight_of_an_event(days, players, countries, qualified, total):
    found = weight(
        days=days, players=players, countries=countries, needed_qualification=qualified
    )
    assert found.total == total


def test_base_ranks_go_from_1000_to_0():
    assert [base_rank(place, 5) for place in range(1, 6)] == [1000, 750, 500, 250, 0]
    assert base_rank(2, 72) == 986
    assert base_rank(1, 1) == 0


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (date(2026, 7, 11), None, "11 Jul 2026"),
        (date(2026, 6, 30), date(2026, 7, 1), "30 Jun - 1 Jul 2026"),
        (date(2026, 12, 31), date(2027, 1, 1), "31 Dec 2026 - 1 Jan 2027"),
    ],
)
def test_dates_as_the_federation_writes_them(over, first, last, words):
    EventDescription.objects.update(starts_on=first, ends_on=last)
    assert dates_in_words(report_of(over), layouts()["ema"]) == words


def test_queries_do_not_grow(over, finished, director_client):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            director_client.get(url("federation", over))
        return len(captured)

    finish_reopen_and_publish_results.reopen(over, by="director", reason="late news")
    few = queries()
    people = [register_players.PlayerRow(f"More{n}", "Player") for n in range(200)]
    register_players.register(over, people, by="director")
    assert queries() == few


def test_other_rules_have_no_ranking_there(over, director_client):
    assert written(report_of(over), layouts()["ema"]).startswith(b"PK")
    wrong = reverse("director:federation", args=[over.slug, "nobody"])
    assert director_client.get(wrong).status_code == 404


@pytest.mark.skipif(not CHAMPIONSHIP.is_dir(), reason=NO_CHAMPIONSHIP)
def test_a_championship_leaves_as_its_federation_reads_it(director, director_client):
    """Missing data blocks the workbook of a championship.

    When the data is complete, every row and column can be read.
    """
    files = tournament_folder.from_path(CHAMPIONSHIP)
    event = import_files(files, director=director).tournament
    address = url("federation_workbook", event)
    assert director_client.get(address).status_code == 422
    said = {"starts_on": date(2017, 4, 29), "ends_on": date(2017, 4, 30)}
    said |= {"city": "Madrid", "country": "Spain"}
    EventDescription.objects.update_or_create(tournament=event, defaults=said)
    finish_reopen_and_publish_results.finish(event, by="director", now=timezone.now())
    assert director_client.get(address).status_code == 422
    content = director_client.get(address, {"guests": "on"}).content
    _header, *rows = load_workbook(io.BytesIO(content)).active.values
    assert len(rows) == 72
    third = rows[1]
    title, number, country, city = (third[n] for n in (0, 1, 11, 12))
    assert (title, number, country, city) == (event.title, 72, "ESP", "Madrid")
    assert third[15:18] == ("MCR", "29-30 Apr 2017", 2)
    with (CHAMPIONSHIP / "standings.csv").open(encoding="utf-8-sig") as file:
        recorded = {
            f"{int(row['number']):02}": (
                int(row["place"]),
                Fraction(row["table_points"]),
                int(row["score"]),
            )
            for row in csv.DictReader(file)
        }
    assert recorded == {row[4]: (row[2], Fraction(row[6]), row[7]) for row in rows}
