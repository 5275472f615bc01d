"""The start of a round, in words, on all pages where people wait for it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.scoring.rounds.test_clock_of_tables import plan
from tests.scoring.table_device import text
from tournaments.access import player_links
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

PAGES = ("own", "seating", "ahead", "round", "table", "hall")


@pytest.fixture
def page(client, seated_round):
    """Return a function that returns the text of a page by its name, for a client
    without an account.
    """
    tournament = seated_round.tournament
    player = tournament.players.order_by("number").first()
    slug = tournament.slug
    addresses = {
        "own": reverse("me:page", args=[player_links.token_of(player)]),
        "seating": reverse("public:seating", args=[slug]),
        "ahead": reverse("public:seating", args=[slug]) + f"?player={player.number}",
        "round": reverse("public:round", args=[slug, 1]),
        "table": reverse("public:session", args=[slug, 1, 1]),
        "hall": reverse("hall:seats_by_key", args=[slug, tournament.hall_key]),
    }
    return lambda name: text(client.get(addresses[name], follow=True)).split("<main")[1]


@pytest.mark.parametrize("name", PAGES)
def test_a_planned_start_is_told(page, seated_round, noon, name):
    with time_machine.travel(noon):
        plan(seated_round.tournament, seated_round, noon + timedelta(minutes=30))
        assert "planned to start at" in page(name)


@pytest.mark.parametrize("name", PAGES)
def test_a_countdown_says_what_it_is(page, seated_round, noon, name):
    seated_round.tournament.countdown = 5
    seated_round.tournament.save()
    with time_machine.travel(noon):
        round_clock.start(seated_round.pk, by="director", now=noon)
        shown = page(name)
    assert "Starts in" in shown
    assert "starts at" in shown
    assert not re.search(r"Seating published</span>\s*<time", shown)


@pytest.mark.parametrize("name", PAGES)
def test_a_start_that_nobody_knows_has_no_figures(page, seated_round, noon, name):
    with time_machine.travel(noon):
        plan(seated_round.tournament, seated_round, noon - timedelta(minutes=5))
        shown = page(name)
    assert "start at" not in shown
    assert '<time class="clock' not in shown


def test_an_events_home_tells_the_next_start_by_plan_and_clock(
    client, seated_round, noon
):
    tournament = seated_round.tournament
    home = reverse("public:tournament", args=[tournament.slug])
    tournament.countdown = 5
    tournament.save()
    with time_machine.travel(noon):
        plan(tournament, seated_round, noon + timedelta(minutes=30))
        [line] = re.findall(r"<time [^>]*>12:30</time>.*?</li>", text(client.get(home)))
        assert "Round 1" in line
        round_clock.start(seated_round.pk, by="director", now=noon)
        assert "Starts in" in text(client.get(home)).split("<main")[0]


def test_a_player_sees_the_next_start_while_another_round_is_played(
    page, seated_round, noon
):
    tournament = seated_round.tournament
    [following] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))],
        by="director",
    )
    publish_seating.publish(following.pk, by="director")
    with time_machine.travel(noon):
        round_clock.start(seated_round.pk, by="director", now=noon)
        plan(tournament, following, noon + timedelta(hours=3))
        assert page("own").count("planned to start at") == 1


def test_the_control_of_a_round_that_waits_says_so_in_words(
    director_client, seated_round, noon
):
    address = reverse("director:hall", args=[seated_round.tournament.slug])
    with time_machine.travel(noon):
        plan(seated_round.tournament, seated_round, noon + timedelta(minutes=30))
        page = text(director_client.get(address))
    [head] = re.findall(r'<div id="control-clock".*?</div>', page, re.DOTALL)
    assert "planned to start at" in head
    assert "100 minutes" in head
    assert 'class="clock' not in head


def test_another_day_is_named(page, seated_round, noon):
    with time_machine.travel(noon):
        plan(seated_round.tournament, seated_round, noon + timedelta(days=2))
        assert "starts on" in page("own")
