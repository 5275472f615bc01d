"""Files for programs are in English, workbooks in the reader's language."""

from __future__ import annotations

import io
import json

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from scoring.api.api_live import LIVE
from scoring.public.series_pages import table_file
from scoring.standings.live_and_official_standings import not_official
from tests.scoring.seated_rounds import win
from tournaments.live.live_topics import kinds
from tournaments.models import Tournament
from tournaments.tournament_setup.create_and_change_tournament import (
    change_some_settings,
)

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}


@pytest.fixture
def german(game) -> Tournament:
    """Return a running tournament whose language is German."""
    win(game, 1)
    tournament: Tournament = game.round.tournament
    change_some_settings(tournament, {"language": "de"}, by="director")
    return tournament


def fetched(client, tournament, key, ending) -> bytes:
    address = reverse("director:file", args=[tournament.slug, key, ending])
    return b"".join(client.get(address, **GERMAN).streaming_content)


def test_problems_of_the_api_are_in_english(german, client):
    slug = german.slug
    wrong = {
        reverse("api:event", args=["nothing"]): "does not exist",
        f"{reverse('api:event', args=[slug])}?x=1": "Unknown parameter",
        "/api/v9/": "This address does not exist in the API.",
    }
    client.cookies["wind_language"] = "de"
    for address, sentence in wrong.items():
        answer = client.get(address, **GERMAN)
        assert sentence in answer.json()["detail"]
        assert answer["Content-Language"] == "en"
    refused = client.delete(reverse("api:events"), **GERMAN)
    assert refused.json()["detail"].startswith("This address accepts only:")
    mirror = client.post(reverse("mirror:ping"), **GERMAN)
    assert mirror.json()["error"] == "This token is invalid or revoked."


def test_the_api_has_one_answer_for_all_languages(german, client):
    for name in ("log", "standings", "live", "hands"):
        address = reverse(f"api:{name}", args=[german.slug])
        answers = [
            client.get(address, HTTP_ACCEPT_LANGUAGE=one) for one in ("en", "de")
        ]
        assert answers[0].content == answers[1].content, name
        assert answers[0].get("ETag") == answers[1].get("ETag")
    with translation.override("de"):
        german_state = kinds[LIVE].render(german, ())
    assert german_state == kinds[LIVE].render(german, ())


def test_csv_and_json_are_in_english_and_workbooks_follow_the_reader(
    german, director_client
):
    asked = director_client, german, "standings"
    as_json = json.loads(fetched(*asked, "json"))
    assert as_json["columns"][0]["words"] == "Place"
    assert "vorläufig" not in as_json["provisional"].lower()
    sheet = load_workbook(io.BytesIO(fetched(*asked, "xlsx"))).active
    assert sheet["A1"].value == "Platz"
    log = fetched(director_client, german, "log", "csv").decode()
    assert "Deutsch" in log  # The chosen language, by its name.
    assert "Sprache" not in log
    page = director_client.get(
        reverse("director:log_csv", args=[german.slug]), **GERMAN
    )
    assert "Sprache" not in page.content.decode()
    assert page["Content-Language"] == "en"


@pytest.mark.parametrize("ending", ["csv", "json", "xlsx"])
def test_why_there_is_no_file_is_in_the_language_of_the_page(german, client, ending):
    address = reverse("public:file", args=[german.slug, "standings", ending])
    page = client.get(f"{address}?round=1", **GERMAN)
    assert page.status_code == 404
    assert page["Content-Language"] == "de"
    with translation.override("de"):
        assert not_official(1) in page.content.decode()


def test_a_stored_file_for_programs_is_the_same_for_all_languages(german, client):
    stored = {}
    for ending in ("json", "xlsx"):
        address = reverse("public:file", args=[german.slug, "players", ending])
        answers = [
            client.get(address, HTTP_ACCEPT_LANGUAGE=one) for one in ("en", "de")
        ]
        # A tag has the name of the stored file, and when it was made.
        stored[ending] = {answer["ETag"].rpartition(".")[0] for answer in answers}
        spoken = {"json": ["en", "en"], "xlsx": ["en", "de"]}[ending]
        assert [answer["Content-Language"] for answer in answers] == spoken
    assert {ending: len(names) for ending, names in stored.items()} == {
        "json": 1,
        "xlsx": 2,
    }


def test_tables_of_series_are_alike():
    def rows():
        yield [translation.gettext("Place")]

    with translation.override("de"):
        workbook = table_file(rows, "season", "xlsx")
        text = table_file(rows, "season", "csv")
    assert text.content.decode().split() == ["\ufeffPlace"]
    assert load_workbook(io.BytesIO(workbook.content)).active["A1"].value == "Platz"
