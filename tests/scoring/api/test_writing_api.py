"""The API for writing: it has the same functions, permissions and refusals as the
pages.
"""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Conflict, LedgerEntry
from tests.scoring.seated_rounds import FOUR_PLACES
from tournaments.access import api_tokens
from tournaments.models import (
    CheckIn,
    Draw,
    HallScreen,
    Membership,
    ReadingToken,
    Role,
    Round,
    Tournament,
)
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

EVENT = "/api/v1/events/spring-cup"
TABLE = f"{EVENT}/rounds/1/tables/1"
WIN = {"kind": "win", "winner": "E", "from": "S", "points": 24}
#: Addresses with a valid request and the least role that may send it.
WRITES = {
    "/registrations": ("POST", {"players": [{"last_name": "New"}]}, Role.DIRECTOR),
    "/players/1": ("PATCH", {"club": "North"}, Role.DIRECTOR),
    "/players/1/check-in": ("POST", {"state": "here"}, Role.SCORER),
    "/drafts": (
        "POST",
        {"first_round": 2, "rounds": [[[1, 5, 2, 6], [3, 7, 4, 8]]]},
        Role.DIRECTOR,
    ),
    "/rounds/1/publish": ("POST", {}, Role.DIRECTOR),
    "/rounds/1/start": ("POST", {}, Role.DIRECTOR),
    "/rounds/1/close": ("POST", {"reason": "No time"}, Role.DIRECTOR),
    "/rounds/1/tables/1/hands": ("POST", {"hand": 1, "entry": WIN}, Role.SCORER),
    "/rounds/1/tables/1/totals": ("POST", {"scores": FOUR_PLACES}, Role.SCORER),
    "/announcements": ("POST", {"text": "Soup"}, Role.DIRECTOR),
}


def token(tournament, role=Role.DIRECTOR, by="director") -> str:
    return api_tokens.make(tournament, "Program", by=by, role=role).text


def send(text, path, body, method="POST", key="key-1"):
    """Send a request with a token.

    Return the response. `path`: an address of the API, or a path below the tournament;
    `key`: the idempotency key.
    """
    return Client().generic(
        method,
        path if path.startswith("/api") else EVENT + path,
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {text}", "Idempotency-Key": key},
    )


def test_a_hand_is_entered_once(game, tournament):
    text = token(tournament, Role.SCORER)
    body = {"hand": 1, "entry": WIN}
    first = send(text, f"{TABLE}/hands", body)
    assert first.status_code == 200, first.content
    assert (first.json()["entry"], first.json()["waits"]) == (1, False)
    again = send(text, f"{TABLE}/hands", body)
    assert again.json()["entry"] == 1
    [line] = LedgerEntry.objects.all()
    assert (line.by, line.data["points"]) == ("Program", 24)
    event = tournament.log.first()
    assert (event.kind, event.by, event.origin) == ("entered", "Program", "api")
    assert api_tokens.tokens_of(tournament).get().used_at


def test_a_key_of_another_hand_and_no_key_are_refused(game, tournament):
    text = token(tournament, Role.SCORER)
    send(text, f"{TABLE}/hands", {"hand": 1, "entry": WIN})
    other = WIN | {"points": 32}
    refused = send(text, f"{TABLE}/hands", {"hand": 1, "entry": other})
    assert refused.status_code == 409
    for key in ("", "x" * 61):
        refused = send(text, f"{TABLE}/hands", {"hand": 2, "entry": WIN}, key=key)
        assert refused.status_code == 409
        assert refused.json()["errors"][0]["field"] == "Idempotency-Key"
    assert LedgerEntry.objects.count() == 1


def test_another_outcome_of_a_hand_waits_for_a_referee(game, tournament):
    text = token(tournament, Role.SCORER)
    send(text, f"{TABLE}/hands", {"hand": 1, "entry": WIN})
    washout = {"hand": 1, "entry": {"kind": "washout"}}
    conflict = send(text, f"{TABLE}/hands", washout, key="key-2")
    assert conflict.status_code == 409
    assert conflict["Content-Type"] == "application/problem+json"
    assert Conflict.objects.get().by == "Program"
    assert LedgerEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (WIN | {"points": 7}, "points"),
        (WIN | {"from": "X"}, "from"),
        (WIN | {"poinst": 24}, "poinst"),
        ({"kind": "nonsense"}, "kind"),
        ({}, "kind"),
    ],
)
def test_a_wrong_hand_is_refused_with_its_field(game, tournament, entry, field):
    text = token(tournament, Role.SCORER)
    refused = send(text, f"{TABLE}/hands", {"hand": 1, "entry": entry})
    assert refused.status_code == 422
    assert field in {error["field"] for error in refused.json()["errors"]}
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("path", WRITES)
def test_each_address_needs_its_role(running_round, tournament, path):
    """A request changes nothing without a token, with a token for reading only, or with
    too low a role.
    """
    method, body, least = WRITES[path]
    roles = [Role.SCORER, Role.REFEREE, Role.DIRECTOR]
    revision = Tournament.objects.get().revision
    texts = [token(tournament, role) for role in roles[: roles.index(least)]]
    texts.append(api_tokens.make(tournament, "Reader", by="director").text)
    made = len(texts)
    for text in texts:
        assert send(text, path, body, method).status_code == 403
    for text in ("", "nonsense", "pwa_nonsense"):
        assert send(text, path, body, method).status_code == 401
    assert Tournament.objects.get().revision == revision + made


@pytest.mark.parametrize("path", WRITES)
def test_a_token_of_another_tournament_is_refused(
    running_round, tournament, director, path
):
    method, body, _least = WRITES[path]
    plan = create_and_change_tournament.Plan(
        title="Other",
        ruleset="mcr",
        planned_rounds=1,
        minutes=90,
        end_policy="finish_hand",
        is_public=True,
        late_word="referee",
    )
    other = create_and_change_tournament.create_tournament(plan, director=director)
    revision = Tournament.objects.get(slug="spring-cup").revision
    assert send(token(other), path, body, method).status_code == 404
    assert Tournament.objects.get(slug="spring-cup").revision == revision


def test_a_token_ends_with_the_role_of_its_maker(game, tournament, director, stranger):
    text = token(tournament, Role.SCORER)
    Membership.objects.create(user=stranger, tournament=tournament, role=Role.OWNER)
    Membership.objects.filter(user=director).update(role=Role.REFEREE)
    body = {"hand": 1, "entry": WIN}
    assert send(text, f"{TABLE}/hands", body).status_code == 403
    Membership.objects.filter(user=director).update(role=Role.OWNER)
    User.objects.filter(pk=director.pk).update(is_active=False)
    assert send(text, f"{TABLE}/hands", body).status_code == 403
    User.objects.filter(pk=director.pk).update(is_active=True)
    api_tokens.revoke(tournament, ReadingToken.objects.get().pk, by="director")
    assert send(text, f"{TABLE}/hands", body).status_code == 401


def test_players_are_registered_changed_and_checked_in(tournament):
    text = token(tournament)
    new = [{"last_name": "Ngata", "number": 40}, {"last_name": "Öz", "club": "East"}]
    answer = send(text, "/registrations", {"players": new}).json()
    assert answer["numbers"] == [40, 41]
    changed = send(text, "/players/41", {"club": "West"}, "PATCH")
    assert changed.status_code == 200, changed.content
    person = tournament.players.get(number=41).person
    assert (person.last_name, person.club) == ("Öz", "West")
    send(text, "/players/41/check-in", {"state": "here"})
    assert CheckIn.objects.get().player.number == 41
    assert send(text, "/players/99", {"club": "x"}, "PATCH").status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/registrations", {"players": []}),
        ("/registrations", {"players": [{"last_name": ""}]}),
        ("/registrations", {"players": [{"last_name": "A\x00"}]}),
        ("/registrations", {"players": [{"last_name": "A", "surname": "B"}]}),
        ("/registrations", {"players": [{"last_name": "A", "number": 1}]}),
        ("/registrations", []),
        ("/players/1/check-in", {"state": "asleep"}),
        ("/drafts", {"first_round": 2, "rounds": [[[1, 1, 2, 3]]]}),
        ("/announcements", {"text": "x" * 201}),
    ],
)
def test_bad_requests_get_a_sentence_and_change_nothing(tournament, path, body):
    text = token(tournament)
    revision = Tournament.objects.get().revision
    refused = send(text, path, body)
    assert refused.status_code in (409, 422), refused.content
    assert refused.json()["detail"]
    assert Tournament.objects.get().revision == revision


def test_a_day_from_the_draft_to_the_next_round(tournament):
    text = token(tournament)
    plan = {"first_round": 1, "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}
    draft = send(text, "/drafts", plan).json()["draft"]
    assert Draw.objects.get().pk == draft
    # A person confirms the draft; a round is published, started and closed here.
    assert send(text, "/rounds/1/publish", {}).status_code == 404


def test_a_round_is_published_started_and_closed(seated_round, tournament):
    text = token(tournament)
    assert send(text, "/rounds/1/start", {}).status_code == 200
    assert Round.objects.get().state == "running"
    for table in (1, 2):
        path = f"/rounds/1/tables/{table}/totals"
        totals = send(text, path, {"scores": FOUR_PLACES}, key=f"totals-{table}")
        assert (totals.status_code, totals.json()["waits"]) == (200, False)
    assert send(text, "/rounds/1/close", {}).status_code == 200
    assert Round.objects.get().state == "closed"
    again = send(text, "/rounds/1/start", {})
    assert again.status_code == 409


def test_an_announcement_appears_on_the_screens(tournament):
    assert (
        send(token(tournament), "/announcements", {"text": "Soup"}).status_code == 200
    )
    assert HallScreen.objects.get(tournament=tournament).announcement == "Soup"


def test_nothing_is_written_to_an_archive(tournament):
    text = token(tournament)
    Tournament.objects.update(archived_at="2026-05-01T12:00Z")
    answer = send(text, "/registrations", {"players": [{"last_name": "New"}]})
    assert answer.status_code == 409


def test_scripts_of_other_sites_may_ask(tournament):
    options = Client().options(f"{TABLE}/hands")
    assert options.status_code == 204
    assert options["Access-Control-Allow-Methods"] == "POST, OPTIONS"
    assert "Idempotency-Key" in options["Access-Control-Allow-Headers"]
    assert Client().get(f"{TABLE}/hands").status_code == 405
