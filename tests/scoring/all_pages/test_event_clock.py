"""The tournament's clock at the top of its pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from scoring.all_pages import clock_in_page_head
from scoring.rounds import end_and_close_round, extra_time
from tournaments.live import live_topics
from tournaments.models import RoundState
from tournaments.rounds import round_clock

PAGES = ("public:tournament", "public:teams", "public:seating", "director:players")


def head(response) -> str:
    page = " ".join(response.content.decode().split())
    [found] = re.findall(r'<div id="event-clock".*?</div>', page)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_it_shows_a_round_that_runs(director_client, running_round, name):
    address = reverse(name, args=[running_round.tournament.slug])
    shown = head(director_client.get(address))
    assert 'data-running="true"' in shown
    assert "Playing" in shown
    ends = timezone.localtime(running_round.ends_at, running_round.tournament.zone)
    assert f"Round 1 of 3, ends {ends:%H:%M}" in shown


def test_without_a_clock_it_is_empty(director_client, seated_round):
    address = reverse("director:players", args=[seated_round.tournament.slug])
    assert "<time" not in head(director_client.get(address))


def test_a_pause_and_a_countdown_have_a_word(director_client, seated_round, noon):
    address = reverse("director:players", args=[seated_round.tournament.slug])
    seated_round.tournament.countdown = 5
    seated_round.tournament.save()
    round_clock.start(seated_round.pk, by="director", now=noon)
    assert "Starts in" in head(director_client.get(address))
    round_clock.start(seated_round.pk, by="director", now=noon)
    round_clock.pause(seated_round.pk, by="director", now=noon)
    assert "Paused" in head(director_client.get(address))


def test_it_says_that_time_is_up_until_the_round_is_closed(
    director_client, running_round
):
    end_and_close_round.end_if_due(
        running_round.pk,
        version=running_round.clock_version,
        now=running_round.ends_at,
    )
    address = reverse("director:players", args=[running_round.tournament.slug])
    shown = head(director_client.get(address))
    assert "Time is up" in shown
    assert "<time" not in shown
    end_and_close_round.close(running_round.pk, by="director", reason="it is late")
    assert "Time is up" not in head(director_client.get(address))


def test_it_asks_for_the_round_unless_the_page_has_it_and_for_time_of_their_own(
    running_round, tournament, django_assert_num_queries
):
    with django_assert_num_queries(2):
        clock_in_page_head.render_clock(tournament)
    with django_assert_num_queries(0):
        assert clock_in_page_head.is_on(running_round)


def test_every_stream_brings_it_along_and_the_same_until_it_changes(
    running_round, tournament, noon
):
    topic = live_topics.Topic("teams", tournament.pk, (), "en").ahead

    def html(minutes: int) -> str:
        with time_machine.travel(noon + timedelta(minutes=minutes)):
            [made] = live_topics.rendered([topic])
            return made.html

    assert 'id="event-clock"' in html(1)
    assert 'hx-swap-oob="true"' in html(1)
    assert html(2) == html(1)
    round_clock.pause(running_round.pk, by="director", now=noon)
    assert "Paused" in html(2)


def test_public_pages_get_the_link_to_the_tables_when_the_seating_is_published(
    client, seated_round, noon
):
    tournament = seated_round.tournament
    home = reverse("public:tournament", args=[tournament.slug])
    tables = reverse("public:round", args=[tournament.slug, 1])

    def streamed(name: str) -> str:
        topic = live_topics.Topic(name, tournament.pk, (), "en").ahead
        [made] = live_topics.rendered([topic])
        return made.html

    def link(html: str) -> str:
        return "".join(re.findall(r'<(?:a|span) id="nav-tables"[^>]*>', html))

    seated_round.state = RoundState.DRAFT
    seated_round.save()
    assert link(client.get(home).content.decode()) == '<span id="nav-tables" hidden>'
    assert link(streamed("home")) == ""
    seated_round.state = RoundState.PUBLISHED
    seated_round.save()
    assert f'hx-swap-oob="true" href="{tables}"' in link(streamed("home"))
    assert link(streamed(clock_in_page_head.PUBLIC))
    # The page of a round has the link already, as the current page.
    assert link(streamed("round")) == link(streamed(clock_in_page_head.NAME)) == ""
    page = client.get(tables).content.decode()
    assert 'aria-current="page"' in link(page)


def test_a_tables_own_page_has_its_clock_in_it_instead(referee_client, at):
    page = referee_client.get(at()).content.decode()
    assert 'id="event-clock"' not in page
    assert 'class="clock running' in page


def test_the_other_pages_of_a_table_have_the_tables_own(referee_client, at, game):
    page = head(referee_client.get(at("entries")))
    assert "<time" in page
    assert "minutes" not in page
    extra_time.extend_table(
        game.pk, minutes=5, by="referee", reason="a lamp", now=timezone.now()
    )
    for name in ("entries", "result", "ruling"):
        response = referee_client.get(at(name))
        assert "+5 minutes" in head(response), name
        assert 'sse-swap="fragment"' in response.content.decode()


def test_a_page_opened_before_the_start_listens_for_its_table(
    referee_client, seated_round
):
    slug = seated_round.tournament.slug
    before = reverse("table:result", args=[slug, 1, 1])
    assert 'id="table-clock"' in head(referee_client.get(before))
    round_clock.start(seated_round.pk, by="director", now=timezone.now())
    end_and_close_round.close(seated_round.pk, by="director", reason="over")
    assert 'id="table-clock"' not in head(referee_client.get(before))


def test_it_names_its_round_for_everybody(director_client, running_round):
    address = reverse("director:players", args=[running_round.tournament.slug])
    assert '<span class="which">Round 1</span>' in head(director_client.get(address))


def give(round_, *tables: int) -> None:
    for table in tables:
        extra_time.extend_table(
            round_.games.get(table=table).pk,
            minutes=5,
            by="director",
            reason="A tile was missing.",
            now=timezone.now(),
        )


def test_tables_that_have_more_time_stand_beside_it(client, running_round):
    address = reverse("public:tournament", args=[running_round.tournament.slug])
    assert "longer" not in head(client.get(address))
    give(running_round, 2)
    assert "Table 2: +5 min" in head(client.get(address))
    assert "Table 2: +5 min" in clock_in_page_head.render_clock(
        running_round.tournament
    )
    give(running_round, 1, 2)
    assert "Table 1: +5 min, Table 2: +10 min" in head(client.get(address))


def test_many_tables_with_more_time_are_counted(client, running_round, monkeypatch):
    monkeypatch.setattr(clock_in_page_head, "NAMED", 1)
    give(running_round, 1, 2)
    address = reverse("public:tournament", args=[running_round.tournament.slug])
    assert "2 tables have extra time" in head(client.get(address))
