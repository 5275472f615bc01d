"""The API returns only changes since a given revision."""

from __future__ import annotations

import pytest

from scoring.ledger import enter_hand
from tests.scoring.seated_rounds import win
from tournaments.models import Tournament
from tournaments.tournament_setup import screen_views_and_announcements

pytestmark = pytest.mark.django_db

HANDS = "/api/v1/events/spring-cup/hands"
PLAYERS = "/api/v1/events/spring-cup/players"


def read(client, address, since, **more):
    return client.get(address, {"since": since} | more).json()


def revision() -> int:
    return Tournament.objects.get().revision


@pytest.fixture
def other(game):
    """Return table 2 of the round, with a hand."""
    other = game.round.games.select_related("round__tournament").get(table=2)
    win(other, 1)
    return other


def test_only_the_hands_of_changed_tables(client, game, other):
    before = revision()
    win(game, 1)
    answer = read(client, HANDS, before)
    assert (answer["complete"], answer["count"]) == (False, 1)
    assert {row["table"] for row in answer["rows"]} == {1}
    everything = read(client, HANDS, 0)
    assert (everything["complete"], everything["count"]) == (True, 2)


def test_nothing_new_is_an_empty_page(client, game, other):
    screen_views_and_announcements.announce(
        other.round.tournament, "Soup", until=None, by="director"
    )
    now = revision()
    for since in (now, now - 1):
        answer = read(client, HANDS, since)
        assert (answer["rows"], answer["count"], answer["next"]) == ([], 0, None)
        assert (answer["complete"], answer["revision"]) == (False, now)


def test_a_list_is_complete_or_unchanged(client, game):
    now = revision()
    assert read(client, PLAYERS, now)["rows"] == []
    answer = read(client, PLAYERS, now - 1)
    assert (answer["complete"], len(answer["rows"])) == (True, 8)


def test_other_changes_and_unknown_revisions_give_everything(client, game, other):
    before = revision()
    other.round.tournament.record("rules_changed", by="director")
    for since in (before, before + 50):
        assert read(client, HANDS, since)["complete"]


def test_pages_of_changes_go_on(client, game, other):
    before = revision()
    for table in (game, other):
        enter_hand.enter(
            table.pk,
            {"kind": "washout"},
            hand=2 if table is other else 1,
            device_key=f"washout:{table.pk}",
            by="referee",
        )
    first = read(client, HANDS, before, limit=1)
    assert f"since={before}" in first["next"]
    second = client.get(first["next"]).json()
    tables = [row["table"] for page in (first, second) for row in page["rows"]]
    assert tables == [1, 2, 2]
