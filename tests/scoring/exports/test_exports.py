"""Downloads have the same figures in CSV, XLSX and JSON, and contain private data only
for directors.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import tempfile
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.urls import reverse
from openpyxl import load_workbook

from scoring.exports.export_catalogue_and_log import EXPORTS, offered_to
from scoring.exports.export_columns_and_values import Audience, Selection, plain
from scoring.exports.export_files_csv_json_xlsx import sheet_name, write_workbook
from scoring.exports.players_export import team_of
from scoring.models import PARTS, Result
from scoring.standings import live_and_official_standings
from scoring.standings.criteria_and_tie_breaks import MEASURES
from tests.scoring.absences import played
from tests.scoring.exports.test_csv_downloads import dangerous
from tests.scoring.results import crowd
from tests.scoring.seated_rounds import seat, win
from tournaments.files.formula_safe_csv_writing import unguarded
from tournaments.files.generated_file_cache import alone_in
from tournaments.models import Person, PlayerList, Seat
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

BY_ROUND = "?round=1"


def fetched(client, tournament, key, ending, query="", kind="public"):
    url = reverse(f"{kind}:file", args=[tournament.slug, key, ending]) + query
    answer = client.get(url)
    assert answer.status_code == 200, answer
    return b"".join(answer.streaming_content)


def csv_rows(content):
    """Return the rows by column as the program imports them, without the marks that
    protect against formulas.
    """
    text = content.decode().removeprefix("\ufeff")
    reader = csv.DictReader(io.StringIO(text, newline=""))
    return [{key: unguarded(cell) for key, cell in row.items()} for row in reader]


@pytest.fixture
def two_rounds(tournament):
    """Return a tournament with one closed round from paper totals, and more planned."""
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    return tournament


@pytest.mark.parametrize("key", EXPORTS)
def test_the_three_formats_say_the_same(key, game, director_client):
    win(game, 1)
    win(game, 2, winner="S", discarder="E")
    tournament = game.round.tournament
    files = {
        ending: fetched(director_client, tournament, key, ending, kind="director")
        for ending in ("csv", "json", "xlsx")
    }
    data = json.loads(files["json"])
    keys = [column["key"] for column in data["columns"]]
    assert data["event"] == tournament.slug
    assert data["rows"] or key == "teams"
    as_text = [
        {name: _as_csv(value) for name, value in row.items()} for row in data["rows"]
    ]
    assert csv_rows(files["csv"]) == as_text
    sheet = load_workbook(io.BytesIO(files["xlsx"])).active
    heads, *lines = sheet.iter_rows(values_only=True)
    assert heads == tuple(column["words"] for column in data["columns"])
    kinds = {column["key"]: column["kind"] for column in data["columns"]}
    for line, row in zip(lines, data["rows"], strict=True):
        for name, cell in zip(keys, line, strict=True):
            if kinds[name] == "time":
                assert cell.isoformat() == row[name][:19]
            else:
                assert (cell or "") == (row[name] or "")
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= set("snbd")
    assert dangerous(files["csv"]) == []


def _as_csv(value):
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, bool) else str(value)


def test_shares_of_a_tie_are_read_back_exactly(two_rounds, client):
    third = Result.objects.filter(seat__round__tournament=two_rounds).first()
    Result.objects.filter(pk=third.pk).update(parts=PARTS * 7 // 3)
    rows = json.loads(fetched(client, two_rounds, "results", "json"))["rows"]
    [row] = [row for row in rows if row["number"] == third.seat.player.number]
    assert Fraction(row["table_points"]).limit_denominator(PARTS) == Fraction(7, 3)
    again = csv_rows(fetched(client, two_rounds, "results", "csv"))
    assert float(again[0]["table_points"]) == rows[0]["table_points"]


def test_standings_of_any_round_are_those_of_the_page(two_rounds, client):
    board = live_and_official_standings.official_of(two_rounds)
    data = json.loads(fetched(client, two_rounds, "standings", "json", BY_ROUND))
    assert [(row["place"], row["number"]) for row in data["rows"]] == [
        (row.place, row.number) for row in board.rows
    ]
    for row, shown in zip(board.rows, data["rows"], strict=True):
        for measure in MEASURES:
            assert shown[measure] == plain(row.line.value(measure))
    teams = json.loads(fetched(client, two_rounds, "teams", "json"))["rows"]
    assert sum(row["score"] for row in teams) == sum(
        row.line.score for row in board.rows
    )


@pytest.mark.parametrize("ending", ["csv", "json", "xlsx"])
def test_players_and_seats_go_into_another_event(
    ending, two_rounds, director, director_client
):
    """The import pages read exported players and seating."""
    people = two_rounds.players.order_by("number")
    names = ("=A1", "O'Brien", "Ł{a}", "-b", "7c", "de la “Cruz”", "[d", 'L"ind')
    for player, name in zip(people, names, strict=True):
        Person.objects.filter(pk=player.person_id).update(
            first_name=f"A {name}", last_name=name, country="Denmark"
        )
    people.filter(number=3).update(group="North", fixed_table=2)
    plan = create_and_change_tournament.Plan("Elsewhere", "mcr", 2, 90, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)

    def send(name, key):
        content = fetched(director_client, two_rounds, key, ending, kind="director")
        file = SimpleUploadedFile(f"{key}.{ending}", content)
        address = reverse(f"director:{name}", args=[other.slug])
        answer = director_client.post(address, {"file": file, "text": ""})
        assert answer.status_code == 302, answer.content.decode()

    send("players_import", "players")
    kept = PlayerList.objects.get()
    register = reverse("director:player_list_register", args=[other.slug, kept.pk])
    director_client.post(register, {"expected": "8"})

    def told(tournament):
        return [
            (e.number, e.person_id, team_of(e), e.group, e.fixed_table)
            for e in tournament.players.select_related("team").order_by("number")
        ]

    assert told(other) == told(two_rounds)
    if ending == "xlsx":
        return
    send("seating", "seating")

    def seats(tournament):
        found = Seat.objects.filter(round__tournament=tournament)
        places = ("round__number", "game__table", "wind", "player__number")
        return set(found.values_list(*places))

    assert seats(other) == seats(two_rounds)


def test_everybody_gets_nothing_private(game, client, director_client):
    win(game, 1)
    tournament = game.round.tournament
    people = Person.objects.filter(players__tournament=tournament)
    people.update(ema_number="08990042")
    for export in offered_to(Audience.EVERYBODY):
        content = fetched(client, tournament, export.key, "json").decode()
        assert "08990042" not in content
        assert "referee" not in content
    for secret in ("log", "nothing"):
        url = reverse("public:file", args=[tournament.slug, secret, "csv"])
        assert client.get(url).status_code == 404
    own = fetched(director_client, tournament, "players", "csv", kind="director")
    assert b"08990042" in own


def test_everybody_reads_the_names_that_players_want(game, client, director_client):
    win(game, 1)
    tournament = game.round.tournament
    Person.objects.filter(players__number=1).update(first_name="Zoe", last_name="Quill")
    tournament.players.filter(number=1).update(shown_as="number")
    for export in offered_to(Audience.EVERYBODY):
        told = fetched(client, tournament, export.key, "json").decode()
        assert "Quill" not in told, export.key
        own = fetched(
            director_client, tournament, export.key, "json", kind="director"
        ).decode()
        assert "Quill" in own, export.key


def test_what_is_asked_for_wrongly_is_said(two_rounds, client):
    def get(key, ending, query=""):
        return client.get(
            reverse("public:file", args=[two_rounds.slug, key, ending]) + query
        )

    assert get("players", "pdf").status_code == 404
    for query in ("?round=9", "?round=x", "?round=99999999999999999999"):
        assert get("hands", "csv", query).status_code == 404
    page = client.get(reverse("public:files", args=[two_rounds.slug]) + BY_ROUND)
    assert len(re.findall(rb'href="[^"]*\?round=1"', page.content)) == 3 * 6


@pytest.mark.parametrize("key", ["standings", "teams"])
def test_there_are_no_standings_after_a_round_that_does_not_count(
    two_rounds, client, director_client, key
):
    """The standings after round 2, which is not closed, do not exist.

    The page shows this, and no page has a link to the file.
    """
    seat(two_rounds, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    slug, after = two_rounds.slug, "?round=2"
    said = "Round 2 is not closed yet or its results are hidden."
    page = client.get(reverse("public:standings_view", args=[slug, "after-2"]))
    file = reverse("public:file", args=[slug, key, "csv"])
    for answer in (page, client.get(file + after)):
        assert (answer.status_code, said in answer.content.decode()) == (404, True)
    own = reverse("director:file", args=[slug, key, "csv"])
    assert director_client.get(own + after).status_code == 404
    response = client.get(reverse(f"api:{key}", args=[slug]) + after)
    assert (response.status_code, response.json()["detail"]) == (403, said)
    leading = [reverse("public:round", args=[slug, 2])]
    leading += [reverse("public:files", args=[slug]) + after]
    assert not any(file in client.get(each).content.decode() for each in leading)
    fetched(client, two_rounds, key, "csv", BY_ROUND)
    two_rounds.secret_rounds = two_rounds.planned_rounds - 1
    two_rounds.save(update_fields=["secret_rounds"])
    two_rounds.rounds.filter(number=2).update(state="closed", ends_at=None)
    assert client.get(file + after).status_code == 404
    fetched(director_client, two_rounds, key, "csv", after, kind="director")


def test_a_file_is_made_once_for_a_revision(two_rounds, client, monkeypatch):
    monkeypatch.setattr("tournaments.files.generated_file_cache.LONGEST", 600.0)
    url = reverse("public:file", args=[two_rounds.slug, "standings", "xlsx"])
    first = client.get(url)
    content = b"".join(first.streaming_content)
    assert int(first["Content-Length"]) == len(content)
    again = client.get(url, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again["ETag"]) == (304, first["ETag"])
    # A proxy may have turned a weak tag into a strong one.
    strong = first["ETag"].removeprefix("W/")
    through = client.get(url, HTTP_IF_NONE_MATCH=f'"x", {strong}')
    assert through.status_code == 304
    monkeypatch.setattr("scoring.exports.export_files_csv_json_xlsx.write", None)
    assert b"".join(client.get(url).streaming_content) == content
    monkeypatch.undo()
    two_rounds.record("noted", by="director")
    newer = client.get(url, HTTP_IF_NONE_MATCH=first["ETag"])
    assert newer.status_code == 200


def test_a_file_of_words_is_compressed_for_who_takes_that(
    two_rounds, client, director_client, monkeypatch
):
    monkeypatch.setattr("tournaments.files.generated_file_cache.LONGEST", 600.0)
    packed = {"Accept-Encoding": "gzip"}
    for ending, is_packed in (("csv", True), ("json", True), ("xlsx", False)):
        url = reverse("public:file", args=[two_rounds.slug, "hands", ending])
        plain, answer = client.get(url), client.get(url, headers=packed)
        assert answer.has_header("Content-Encoding") is is_packed
        assert answer["ETag"] == plain["ETag"]
        content = b"".join(answer.streaming_content)
        if is_packed:
            assert "Accept-Encoding" in plain["Vary"]
            assert not answer.has_header("Content-Length")
            content = gzip.decompress(content)
        assert content == b"".join(plain.streaming_content)
    own = reverse("director:file", args=[two_rounds.slug, "players", "csv"])
    answer = director_client.get(own, headers=packed)
    assert not answer.has_header("Content-Encoding")


def test_who_comes_while_a_large_file_is_made_is_told_so(
    two_rounds, client, director_client, monkeypatch
):
    monkeypatch.setattr("scoring.exports.export_files_csv_json_xlsx.PATIENCE", 0)
    slug = two_rounds.slug
    large = [
        (client, reverse("public:file", args=[slug, "hands", "xlsx"])),
        (director_client, reverse("director:file", args=[slug, "log", "csv"])),
        (director_client, reverse("director:event_workbook", args=[slug])),
    ]
    with alone_in("long", 0):
        for reader, url in large:
            busy = reader.get(url)
            assert busy.status_code == 503
            assert int(busy["Retry-After"]) > 0
            page = busy.content.decode()
            assert "Another file is being prepared" in page
            assert f'href="{url}"' in page
        assert fetched(client, two_rounds, "players", "csv")
    for reader, url in large:
        assert reader.get(url).status_code == 200


def test_a_workbook_that_ends_early_leaves_no_file(two_rounds, tmp_path, monkeypatch):
    """If writing a workbook fails, no file remains.

    The database fails between two rows here.
    """

    def rows(_asked):
        yield two_rounds.players.first()
        raise OperationalError("gone")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    broken = replace(EXPORTS["players"], rows=rows)
    asked = Selection(two_rounds, Audience.DIRECTORS)
    with pytest.raises(OperationalError, match="gone"):
        write_workbook([EXPORTS["seating"], broken], asked, io.BytesIO())
    assert list(tmp_path.iterdir()) == []


def test_the_queries_do_not_grow_with_what_is_there(
    game, client, django_assert_max_num_queries
):
    tournament = game.round.tournament
    crowd(tournament, 64)
    for key in ("players", "seating", "standings", "teams", "results", "hands"):
        with django_assert_max_num_queries(20):
            fetched(client, tournament, key, "csv")


def test_the_command_writes_the_same(two_rounds, tmp_path, client):
    file = tmp_path / "standings.csv"
    slug = two_rounds.slug
    call_command(
        *("export_file", slug, "standings"),
        *("--audience", "everybody", "--output", str(file), "--round", "1"),
    )
    assert file.read_bytes() == fetched(
        client, two_rounds, "standings", "csv", BY_ROUND
    )
    for given, said in (
        (["nobody", "players"], "The tournament “nobody” does not exist"),
        ([slug, "players", "--round", "7"], "no round 7"),
        ([slug, "log", "--audience", "everybody"], "directors only"),
        ([slug, "players", "--output", "/nowhere/at/all"], "cannot be written"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("export_file", *given)


def test_every_page_links_to_the_files_of_what_it_shows(
    two_rounds, client, director_client
):
    slug = two_rounds.slug
    pages = [
        (client, "public:standings", [], "standings players"),
        (client, "public:standings_view", ["after-1"], "standings"),
        (client, "public:teams", [], "teams"),
        (client, "public:round", [1], "results hands payments seating standings"),
        (client, "public:session", [1, 1], "hands payments results"),
        (client, "public:seating_round", [1], "seating players"),
        (client, "public:seating_players", [], "seating players"),
        (director_client, "director:players", [], "players"),
        (director_client, "director:seating", [], "seating"),
        (director_client, "director:log", [], "log"),
        (director_client, "director:finish", [], "standings teams results"),
        (director_client, "director:paper_round", [1], "results seating"),
    ]
    wanted = set()
    for reader, name, args, keys in pages:
        page = reader.get(reverse(name, args=[slug, *args])).content.decode()
        kind = name.split(":")[0]
        for key in keys.split():
            for ending in ("csv", "xlsx", "json"):
                url = reverse(f"{kind}:file", args=[slug, key, ending])
                [found] = re.findall(rf'href="({re.escape(url)}[^"]*)"', page)
                assert ("round=1" in found) == (
                    bool(args) and key not in ("players", "log")
                )
                wanted.add((reader, found))
    for reader, url in wanted:
        assert reader.get(url).status_code == 200


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Standings", "Standings"),
        ("Teams: all/none", "Teams  all none"),
        ("x" * 40, "x" * 31),
    ],
)
def test_a_translated_sheet_has_a_name_that_excel_allows(title, name):
    assert sheet_name(title) == name
