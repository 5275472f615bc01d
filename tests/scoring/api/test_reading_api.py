"""The read-only API: contents by role, tags, paging, and invalid requests."""

from __future__ import annotations

import json
import re
import sqlite3
from itertools import count

import pytest
from django.core.signals import request_finished, request_started
from django.db import OperationalError, close_old_connections, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given

from mahjong_site.wsgi import application
from scoring.api.api_addresses import api
from scoring.exports.export_catalogue_and_log import EXPORTS
from tests.examples import examples
from tests.scoring.results import crowd
from tests.scoring.seated_rounds import seat, win
from tournaments.access import api_tokens
from tournaments.models import LogEvent, Tournament

pytestmark = pytest.mark.django_db

PUBLIC = [export.key for export in EXPORTS.values() if not export.private]


def read(client, name, *args, query="", token=None, **heads):
    if token:
        heads["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return client.get(reverse(f"api:{name}", args=args) + query, **heads)


@pytest.fixture
def event(game) -> Tournament:
    win(game, 1)
    win(game, 2, winner="S", discarder="E")
    tournament: Tournament = game.round.tournament
    return tournament


@pytest.fixture
def token(event) -> str:
    return api_tokens.make(event, "web", by="director").text


def test_from_the_index_to_every_row(event, client):
    index = read(client, "index").json()
    rows = client.get(index["events"]).json()["rows"]
    assert [row["slug"] for row in rows] == [event.slug]
    data = client.get(rows[0]["url"]).json()
    assert data["rounds"] == [{"number": 1, "state": "running", "tables": 2, "done": 0}]
    assert set(data["links"]) == {*PUBLIC, "live", "stream"}
    hands = client.get(data["links"]["hands"]).json()["rows"]
    assert [(row["hand"], row["east"]) for row in hands] == [(1, 32), (2, -16)]
    paid = client.get(data["links"]["payments"]).json()["rows"]
    assert sum(row["amount"] for row in paid if row["hand"] == 1) == 32
    stream = client.get(data["links"]["stream"]).json()
    assert stream["url"].startswith("/live/")


def test_an_answer_is_not_sent_twice(event, client):
    tags = {}
    for name in ("event", "stream", *PUBLIC):
        tags[name] = tag = read(client, name, event.slug)["ETag"]
        again = read(client, name, event.slug, HTTP_IF_NONE_MATCH=tag)
        assert (again.status_code, again.content) == (304, b""), name
        weak = read(client, name, event.slug, HTTP_IF_NONE_MATCH=f'"x", {tag}')
        assert weak.status_code == 304, name
    win(event.rounds.get().games.get(table=1), 3)
    for name, tag in tags.items():
        newer = read(client, name, event.slug, HTTP_IF_NONE_MATCH=tag)
        assert newer.status_code == 200, name


def test_pages_go_on_to_the_end(event, client):
    crowd(event, 40)
    rows, address = [], reverse("api:players", args=[event.slug]) + "?limit=30"
    while address:
        page = client.get(address).json()
        assert page["count"] == 48
        rows += page["rows"]
        address = page["next"]
    assert len(rows) == len({row["number"] for row in rows}) == 48
    tables = read(client, "results", event.slug, query="?round=9&limit=4&offset=8")
    assert [row["table"] for row in tables.json()["rows"]] == [9] * 4 + [10] * 4
    assert tables.json()["next"] is None


def test_a_page_costs_what_is_asked_for(event, client, django_assert_num_queries):
    crowd(event, 80)
    with django_assert_num_queries(5):
        page = read(client, "hands", event.slug, query="?limit=1")
    assert page.json()["count"] == 22


def test_a_token_reads_what_directors_read(event, token, client):
    assert "by" not in read(client, "hands", event.slug).json()["rows"][0]
    hands = read(client, "hands", event.slug, token=token).json()["rows"]
    assert hands[0]["by"] == "referee"
    assert read(client, "log", event.slug).status_code == 401
    log = read(client, "log", event.slug, token=token).json()
    assert log["count"] == LogEvent.objects.filter(tournament=event).count()
    Tournament.objects.update(is_public=False)
    assert read(client, "event", event.slug).status_code == 404
    assert read(client, "events").json()["rows"] == []
    assert read(client, "event", event.slug, token=token).status_code == 200
    known = api_tokens.read(token)
    api_tokens.revoke(event, known.pk, by="director")
    refused = read(client, "event", event.slug, token=token)
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"] == "Bearer"
    kinds = event.log.values_list("kind", flat=True)
    assert {"reading_token_made", "reading_token_revoked"} <= set(kinds)


def test_a_token_is_good_for_its_event_only(event, token, client, director):
    from tournaments.tournament_setup import create_and_change_tournament

    plan = create_and_change_tournament.Plan("Other", "mcr", 1, 90, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)
    assert read(client, "event", other.slug, token=token).status_code == 404
    for wrong in ("x", f"{token}x", "1:abc"):
        assert read(client, "event", event.slug, token=wrong).status_code == 401
    basic = read(client, "event", event.slug, HTTP_AUTHORIZATION="Basic eDp5")
    assert basic.status_code == 401


def test_a_director_makes_and_revokes_tokens(event, director_client, referee_client):
    make = reverse("director:token_make", args=[event.slug])
    assert referee_client.post(make, {"name": "x"}).status_code == 403
    assert director_client.post(make, {"name": ""}).status_code == 422
    shown = director_client.post(make, {"name": "The club’s page"}).content.decode()
    [token] = api_tokens.tokens_of(event)
    text = re.search(r"pwa_[\w-]+", shown)[0]
    assert api_tokens.read(text) == token
    page = director_client.get(reverse("director:files", args=[event.slug]))
    assert text not in page.content.decode()
    revoke = reverse("director:token_revoke", args=[event.slug, token.pk])
    for _again in range(2):
        assert director_client.post(revoke).status_code == 302
    assert event.log.filter(kind="reading_token_revoked").count() == 1
    for n in range(api_tokens.MOST):
        api_tokens.make(event, str(n), by="director")
    full = director_client.post(make, {"name": "One more"})
    assert (full.status_code, b"One more" in full.content) == (422, True)


def test_cookies_mean_nothing(event, director_client, client):
    Tournament.objects.update(is_public=False)
    assert read(director_client, "event", event.slug).status_code == 404
    answer = read(director_client, "index")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies


def test_what_is_wrong_is_said_as_a_problem(event, client):
    for answer, status in (
        (client.get("/api/v1/nothing"), 404),
        (client.get("/api/v2/"), 404),
        (read(client, "event", "nobody"), 404),
        (read(client, "players", event.slug, query="?limit=0"), 422),
        (read(client, "hands", event.slug, query="?round=x"), 422),
        (read(client, "hands", event.slug, query="?rounds=1"), 422),
        (read(client, "players", event.slug, query="?round=1"), 422),
        (read(client, "event", event.slug, query="?limit=1"), 422),
    ):
        assert answer.status_code == status
        assert answer["Content-Type"] == "application/problem+json"
        data = json.loads(answer.content)
        assert data["status"] == status
        assert data["detail"]
    assert read(client, "hands", event.slug, query="?limit=251").status_code == 422


def test_every_address_says_how_it_may_be_asked(event, client):
    for name in ("index", "document", "events"):
        says_how_it_may_be_asked(client, reverse(f"api:{name}"))
    for name in ("event", *PUBLIC):
        says_how_it_may_be_asked(client, reverse(f"api:{name}", args=[event.slug]))


def says_how_it_may_be_asked(client, address: str) -> None:
    whole, head = client.get(address), client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == whole["ETag"]
    assert client.head(address, HTTP_IF_NONE_MATCH=whole["ETag"]).status_code == 304
    options = client.options(address)
    assert options.status_code == 204
    assert options["Allow"].startswith("GET, HEAD, ")
    assert "Authorization" in options["Access-Control-Allow-Headers"]
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        if method in options["Allow"]:
            continue
        refused = client.generic(method, address)
        assert (refused.status_code, refused["Allow"]) == (405, options["Allow"])
        assert refused["Content-Type"] == "application/problem+json"


def test_the_document_describes_every_address(client):
    document = client.get(reverse("api:document")).json()
    assert {f"/api/v1/events/{{slug}}/{key}" for key in EXPORTS} < set(
        document["paths"]
    )
    rows = document["components"]["schemas"]["StandingsRow"]["properties"]
    columns = EXPORTS["standings"].columns(None)
    assert list(rows) == [column.key for column in columns]


@pytest.fixture
def connection_stays():
    """Keep the database connection open between requests, like Django's test client."""
    ends = (request_started, request_finished)
    for each in ends:
        each.disconnect(close_old_connections)
    yield
    for each in ends:
        each.connect(close_old_connections)


#: Bodies that are accepted, by the end of the path. The schema does not contain the
#: rules of a hand, or which players take part.
ACCEPTED = {
    "/drafts": {"first_round": 3, "rounds": [[[1, 5, 2, 6], [3, 7, 4, 8]]]},
    "/hands": {
        "hand": 3,
        "entry": {"kind": "win", "winner": "E", "from": "S", "points": 24},
    },
    "/totals": {"scores": {"E": 40, "S": 20, "W": -10, "N": -50}},
}
#: Number of the round for these steps; 1 is running, 2 published.
ROUND_OF = {"/start": 2, "/publish": 2}


def test_whatever_is_asked_is_answered_as_described(event, connection_stays):
    """Every operation responds as the API's document describes, for values that the
    document allows and forbids. Each example uses the same tournament, in the middle of
    round 1.
    """
    # Takes half a second to load, so it is imported only here.
    from schemathesis import openapi
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    seat(event, 2, (1, 6, 3, 8), (5, 2, 7, 4))
    schema = openapi.from_dict(api.get_openapi_schema())
    schema.app = application
    writer = api_tokens.make(event, "writer", by="director", role="director").text
    heads = {"Authorization": f"Bearer {writer}", "Accept-Encoding": "identity"}
    keys = count()
    for found in schema.get_all_operations():
        operation = found.ok()

        @examples(many=200, usual=5, deadline=None, database=None)
        @given(case=operation.as_strategy())
        def ask(case):
            key, end = next(keys), f"/{case.operation.path.rpartition('/')[2]}"
            if case.path_parameters:
                place = {"slug": event.slug, "number": ROUND_OF.get(end, 1), "table": 1}
                names = case.path_parameters
                case.path_parameters = {name: place[name] for name in names}
            if key % 2 and end in ACCEPTED and isinstance(case.body, dict):
                case.body = case.body | ACCEPTED[end]
            with transaction.atomic():
                answer = case.call(headers=heads | {"Idempotency-Key": f"key {key}"})
                transaction.set_rollback(True)
            # The rules of a hand are not in the schema.
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])

        ask()


def test_a_full_disk_does_not_keep_a_program_from_reading(event, token, monkeypatch):
    """A program can read the API with a full disk, although the time of the token's use
    cannot be stored.
    """

    def full(_token, _now):
        cause = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("database or disk is full") from cause

    monkeypatch.setattr(api_tokens, "note_use", full)
    heads = {"authorization": f"Bearer {token}"}
    answer = Client().get(reverse("api:log", args=[event.slug]), headers=heads)
    assert answer.status_code == 200
