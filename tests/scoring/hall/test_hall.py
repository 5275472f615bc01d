"""The hall: an overview of all tables, live, and by role."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import astuple

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.hall.control_room_tables import HALLS
from scoring.ledger import enter_hand
from scoring.models import Conflict, Sheet
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.hall_pages import HTMX, address, seat, text_of, win
from tests.tournaments.live_viewers import scope_of
from tournaments.live import live_stream, live_topics
from tournaments.models import (
    ConfirmationNeeded,
    Game,
    Membership,
    Person,
    Player,
    RefereeCall,
    Role,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.seating_drafts import seating_jobs, submit_draft


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def objects_made():
    """Return a counter of the objects created of each model."""
    made: Counter[type[Model]] = Counter()

    def count(sender, **_more) -> None:
        made[sender] += 1

    post_init.connect(count)
    yield made
    post_init.disconnect(count)


# --- at a glance ----------------------------------------------------------------


def test_every_table_shows_its_players_scores_and_hand(
    director_client, slug, game, running_round
):
    win(game, 1, 24)
    response = director_client.get(address("hall", slug))
    page = text_of(response)

    first, second = response.context["tables"]
    assert first.progress.text == "Hand 2"
    assert second.progress.text == "Hand 1"
    assert [seat.score for seat in first.seat_scores] == [48, -32, -8, -8]
    assert all(f"P. {number:02}" in page for number in range(1, 9))
    assert "+48" in page
    assert reverse("table:session", args=[slug, 1, 1]) in page
    assert "0 of 2 tables are done" in page


def test_a_table_says_when_it_is_done(director_client, slug, game, running_round):
    for hand in range(1, 17):
        win(game, hand)
    response = director_client.get(address("hall", slug))
    assert [t.progress.key for t in response.context["tables"]] == ["done", "playing"]
    assert "1 of 2 tables are done" in text_of(response)


def test_after_the_gong_tables_play_their_last_hand(
    director_client, slug, running_round
):
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="fire alarm", now=timezone.now()
    )
    response = director_client.get(address("hall", slug))
    assert {t.progress.key for t in response.context["tables"]} == {"last_hand"}
    assert "Time is up" in text_of(response)


def test_without_rounds_it_says_what_comes_first(director_client, slug):
    response = director_client.get(address("hall", slug))
    assert "No round has a seating yet." in text_of(response)
    assert "Generate seating of the first round" in text_of(response)


def test_a_draw_that_waits_comes_before_a_new_one(director_client, slug, tournament):
    plan = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    draw = submit_draft.import_plan(tournament, plan, first_round=1, by="director")
    hall = director_client.get(address("hall", slug))
    assert "Review seating draft 1" in text_of(hall)
    assert "Generate seating of the first round" not in text_of(hall)
    seen = {"seen": hall.context["seen"]}
    assert director_client.get(address("control", slug), seen).status_code == 204
    seating_jobs.discard(draw, by="director")
    assert "Generate seating of the first round" in text_of(
        director_client.get(address("control", slug), seen)
    )


def test_without_players_they_come_first(director_client, slug):
    Tournament.objects.get(slug=slug).players.all().delete()
    response = director_client.get(reverse("director:hall", args=[slug]))
    assert "Register players" in text_of(response)
    assert "Generate seating of the first round" not in text_of(response)


def test_it_shows_the_round_that_needs_the_director(
    director_client, slug, tournament, seated_round
):
    """The control room shows the current round, not a later draft.

    After the current round it shows the draft.
    """

    def shown() -> int:
        return director_client.get(address("hall", slug)).context["round"].number

    seat(tournament, 2)
    assert shown() == 1
    round_clock.start(seated_round.pk, by="director", now=timezone.now())
    assert shown() == 1
    end_and_close_round.close(seated_round.pk, by="director", reason="over")
    assert shown() == 2


def test_a_chosen_round_stays(director_client, slug, tournament, running_round):
    seat(tournament, 2)
    response = director_client.get(address("hall", slug, round=2))
    assert response.context["round"].number == 2
    assert "Publish seating" in text_of(response)


@pytest.mark.parametrize("number", ["9", "x", "-1", "", "1" * 5000, "²"])
def test_a_round_that_is_not_there_is_not_found(
    director_client, slug, running_round, number
):
    response = director_client.get(address("hall", slug), {"round": number})
    assert response.status_code == 404


def test_more_tables_need_no_more_queries(
    director_client, slug, tournament, objects_made
):
    """16 or 1,000 players need the same number of queries.

    Open items do not read the tables again, and players are read as values, not as
    objects.
    """
    Tournament.objects.update(confirmation=ConfirmationNeeded.AT_TABLE)

    def queries_of(name: str, number: int) -> int:
        director_client.get(address(name, slug, round=number))
        with CaptureQueriesContext(connection) as queries:
            response = director_client.get(address(name, slug, round=number))
        assert response.status_code == 200
        tables = [q for q in queries if 'FROM "tournaments_game"' in q["sql"]]
        assert len([q for q in tables if '"scoring_sheet"."hand"' in q["sql"]]) == 1
        return len(queries)

    people = [register_players.PlayerRow(last_name=f"More {n}") for n in range(9, 1001)]
    register_players.register(tournament, people, by="director")
    for number, tables in ((1, 4), (2, 250)):
        rows = [
            seat_rounds_and_exchange_seats.TableRow(
                number, table, tuple(range(4 * table - 3, 4 * table + 1))
            )
            for table in range(1, tables + 1)
        ]
        [round_] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(round_.pk, by="director")
        round_clock.start(round_.pk, by="director", now=timezone.now())
        for game in round_.games.filter(table__lte=4):
            raw = {"kind": "washout"}
            key = f"{number}-{game.table}"
            enter_hand.enter(game.pk, raw, hand=1, device_key=key, by="referee")
        if number == 1:
            few = queries_of("hall", 1), queries_of("control", 1)
            end_and_close_round.close(round_.pk, by="director", reason="over")
    many = queries_of("hall", 2), queries_of("control", 2)
    assert many == few
    objects_made.clear()
    director_client.get(address("hall", slug))
    assert (objects_made[Game], objects_made[Sheet]) == (250, 4)
    assert not {Seat, Player, Person} & objects_made.keys()


# --- live -----------------------------------------------------------------------


def test_the_control_says_nothing_new_while_hands_are_entered(
    director_client, slug, game, running_round
):
    """New hands do not change the round control, so that a director's half-typed reason
    stays. Only the first hand of a round changes it, because it changes the actions
    that can be undone.
    """
    win(game)
    seen = director_client.get(address("control", slug)).context["seen"]
    win(game, 2)
    assert director_client.get(address("control", slug, seen=seen)).status_code == 204


def test_the_control_changes_when_the_clock_has_ended_by_itself(
    director_client, slug, running_round
):
    seen = director_client.get(address("control", slug)).context["seen"]
    sweep(running_round.ends_at)

    response = director_client.get(address("control", slug, seen=seen))

    assert response.status_code == 200
    assert "Time is up" in text_of(response)
    assert set(response.context["forms"]) == {"extend", "close"}


def test_the_control_follows_to_the_next_round(
    director_client, slug, tournament, running_round
):
    seat(tournament, 2)
    seen = director_client.get(address("control", slug)).context["seen"]
    end_and_close_round.close(running_round.pk, by="director", reason="over")
    response = director_client.get(address("control", slug, seen=seen))
    assert response.context["round"].number == 2


def test_a_control_that_is_pinned_asks_for_its_round(
    director_client, slug, tournament, running_round
):
    seat(tournament, 2)
    page = text_of(director_client.get(address("control", slug, round=2)))
    assert "&amp;round=2" in page
    assert f"{address('publish', slug, 2)}?round=2" in page
    assert "View current round" in page
    current = text_of(director_client.get(address("control", slug, round=1)))
    assert "View current round" not in current


def untimed(html: str) -> str:
    """Return the HTML without the time at which a clock was rendered."""
    return re.sub(r'data-told="[^"]*"', "", html)


def test_the_stream_pushes_the_tables_of_the_hall(game, running_round, tournament):
    win(game)
    html = live_topics.kinds["hall"].render(Tournament.objects.get(), ())
    assert "Hand 2" in html
    assert "+48" in html
    assert "csrf" not in html
    page = HALLS[True].render(Tournament.objects.get(), ("1",))
    assert untimed(html).startswith(untimed(page))


def test_the_stream_brings_the_clock_of_the_control(running_round, tournament, noon):
    round_clock.pause(running_round.pk, by="director", now=noon)
    html = live_topics.kinds["hall"].render(Tournament.objects.get(), ())
    [head] = re.findall(r'<div id="control-clock".*?</div>', html, re.DOTALL)
    assert 'hx-swap-oob="true"' in head
    assert "clock paused" in head


def test_the_page_listens_to_the_stream_of_its_round(
    director_client, slug, running_round
):
    def listens_to(**query) -> list:
        url = director_client.get(address("hall", slug, **query)).context["live_url"]
        name, tournament, args, _language = astuple(
            live_stream.read(scope_of(url)).topic
        )
        return [name, tournament, list(args)]

    pk = running_round.tournament_id
    assert listens_to() == ["hall", pk, []]
    assert listens_to(round=1) == ["hall", pk, ["1"]]


# --- by role --------------------------------------------------------------------


def test_a_scorer_is_offered_nothing_that_only_a_referee_does(
    client, director_client, slug, tournament, game, running_round
):
    """A scorekeeper sees no actions of referees, neither on the page nor in
    its stream.
    """
    scorer = User.objects.create_user("scorer")
    Membership.objects.create(tournament=tournament, user=scorer, role=Role.SCORER)
    client.force_login(scorer)
    win(game)
    RefereeCall.objects.create(game=game, called_at=timezone.now())
    line = game.ledger.get(hand=1)
    offered = {"kind": "washout"}
    Conflict.objects.create(line=line, offered=offered, device_key="k", by="table 1")

    streamed = {}
    for browser, rules in ((director_client, True), (client, False)):
        response = browser.get(address("hall", slug))
        topic = live_stream.read(scope_of(response.context["live_url"])).topic
        streamed[rules] = topic.kind.render(Tournament.objects.get(), ())
        for html in (text_of(response), streamed[rules]):
            assert "Conflict" in html
            assert ('class="more-time"' in html) == rules
            assert ("table 1: conflict in hand 1" in html) == rules
            assert ("Compare both versions at table" in html) == rules
        assert ("calls a referee" in text_of(response)) == rules
    assert streamed[True] != streamed[False]


def test_a_referee_sees_the_hall_and_controls_nothing(
    referee_client, slug, running_round
):
    response = referee_client.get(address("hall", slug))
    assert response.status_code == 200
    assert response.context["forms"] == {}
    assert 'method="post" action="/director' not in text_of(response)
    for action in ("pause", "extend", "end_now", "close"):
        data = {"minutes": "5", "reason": "x", "version": "2"}
        assert referee_client.post(address(action, slug, 1), data).status_code == 403
    assert Round.objects.get().state == RoundState.RUNNING


def test_who_was_signed_out_meanwhile_is_led_to_the_login_and_back(
    client, slug, running_round
):
    headers = HTMX | {"HX-Current-URL": f"http://testserver{address('hall', slug)}"}
    login = f"/account/login/?next={address('hall', slug)}"
    asked = client.get(address("control", slug), headers=headers)
    sent = client.post(address("pause", slug, 1), headers=headers)
    assert asked["HX-Redirect"] == sent["HX-Redirect"] == login
    assert asked.content == sent.content == b""
    assert Round.objects.get().state == RoundState.RUNNING


@pytest.mark.parametrize(
    ("came", "back"),
    [
        ("http://testserver{hall}?list=1", "{hall}%3Flist%3D1"),
        ("https://elsewhere.example{hall}", "/director/"),
        ("//elsewhere.example/", "/director/"),
        ("", "/director/"),
    ],
)
def test_who_was_signed_out_while_sending_a_form_is_led_back_to_its_page(
    client, slug, running_round, came, back
):
    hall = address("hall", slug)
    headers = {"Referer": came.format(hall=hall)} if came else {}
    sent = client.post(address("pause", slug, 1), headers=headers)
    assert sent["Location"] == f"/account/login/?next={back.format(hall=hall)}"
    assert Round.objects.get().state == RoundState.RUNNING


def test_the_first_director_of_the_installation_controls_every_hall(
    owner_client, slug, running_round
):
    version = running_round.clock_version
    owner_client.post(address("pause", slug, 1), {"reason": "", "version": version})
    assert Round.objects.get().state == RoundState.PAUSED
    assert Tournament.objects.get().log.first().by == "owner"
