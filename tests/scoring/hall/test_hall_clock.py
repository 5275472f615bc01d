"""The large clock: display in each state of a round, and sounds."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils.formats import date_format

from scoring.hall import big_clock
from scoring.rounds import end_and_close_round, extra_time
from tests.tournaments.live_viewers import topic_on
from tournaments.live import live_topics
from tournaments.models import EndPolicy, Game, PlanItem, PlanKind, Round, Tournament
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

MINUTES = timedelta(minutes=1)


def address(tournament) -> str:
    return reverse("hall:clock_by_key", args=[tournament.slug, tournament.hall_key])


@pytest.fixture
def shown(client, tournament):
    """Return a function that returns the page's text at a time, for a client without an
    account.
    """

    def show(at) -> str:
        with time_machine.travel(at, tick=False):
            response = client.get(address(tournament))
        assert response.status_code == 200
        return " ".join(response.content.decode().split())

    return show


def moments(page: str) -> list[tuple[str, float]]:
    found = re.findall(r'data-sound="(\w+)" data-at="([\d.]+)"', page)
    return [(sound, float(at)) for sound, at in found]


def test_it_opens_by_the_key_only(client, tournament):
    assert client.get(address(tournament)).status_code == 200
    other = reverse("hall:clock_by_key", args=[tournament.slug, "guess"])
    assert client.get(other).status_code == 404


def test_before_anything_is_seated_it_says_so(shown, noon):
    assert "The clock appears when the first round has its seating." in shown(noon)


def test_before_the_start_it_waits(shown, seated_round, noon):
    page = shown(noon)
    assert "Round 1 <small" in page
    assert "The round has not started." in page
    assert moments(page) == []


def test_a_draft_is_not_shown(shown, tournament, noon):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    assert "Round 1" not in shown(noon)


def test_the_countdown_says_what_to_do_and_sounds_at_the_start(
    shown, seated_round, noon
):
    at = noon + 5 * MINUTES
    round_clock.start_at(seated_round.pk, at=at, by="director", now=noon)
    page = shown(noon)
    assert "Build the walls. Do not roll the dice yet." in page
    assert ">05:00</time>" in page
    ends = at + 100 * MINUTES
    assert moments(page) == [
        ("start", at.timestamp()),
        ("gong", ends.timestamp()),
        ("warning", (ends - 15 * MINUTES).timestamp()),
    ]


def test_long_before_the_start_nobody_builds_walls(shown, seated_round, noon):
    at = noon + 45 * MINUTES
    round_clock.start_at(seated_round.pk, at=at, by="director", now=noon)
    assert "Find your seat." in shown(noon)
    assert "Build the walls" in shown(at - 10 * MINUTES)


def test_while_it_runs_it_says_what_happens_at_the_end(shown, running_round, noon):
    page = shown(noon + 10 * MINUTES)
    assert "Playing" in page
    assert "At the gong: finish the current hand." in page
    assert "At most 16 hands." in page
    assert moments(page) == [
        ("start", noon.timestamp()),
        ("gong", (noon + 100 * MINUTES).timestamp()),
        ("warning", (noon + 85 * MINUTES).timestamp()),
    ]


@pytest.mark.parametrize("policy", EndPolicy)
def test_every_policy_has_words(tournament, policy):
    tournament.end_policy = policy
    assert big_clock.at_the_end(tournament)


def test_a_pause_has_no_moments_to_come(shown, running_round, noon):
    round_clock.pause(running_round.pk, by="director", now=noon + 10 * MINUTES)
    page = shown(noon + 20 * MINUTES)
    assert "Paused: stop playing." in page
    assert ">1:30:00</time>" in page
    assert moments(page) == [("start", noon.timestamp())]


def test_an_end_by_hand_sounds_when_it_came(shown, running_round, noon):
    ended = noon + 10 * MINUTES
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="fire", now=ended
    )
    page = shown(ended)
    assert "Finish the current hand. Do not start another." in page
    assert ("gong", ended.timestamp()) in moments(page)


def test_the_end_in_time_is_the_same_moment_before_and_after(
    shown, running_round, noon
):
    before = moments(shown(noon + 99 * MINUTES))
    end = noon + 100 * MINUTES
    version = running_round.clock_version
    end_and_close_round.end_if_due(
        running_round.pk, version=version, now=end + MINUTES / 60
    )
    after = moments(shown(end + MINUTES / 60))
    gong = ("gong", end.timestamp())
    assert gong in before
    assert gong in after


def test_tables_with_time_of_their_own_are_listed(shown, game, noon):
    extra_time.extend_table(
        game.pk, minutes=5, by="referee", reason="a broken wall", now=noon
    )
    page = shown(noon + 99 * MINUTES)
    assert re.search(r"<b>Table 1</b> <time [^>]*>06:00</time>", page)
    assert ("table", (noon + 105 * MINUTES).timestamp()) in moments(page)
    version = Round.objects.get(pk=game.round_id).clock_version
    end = noon + 100 * MINUTES
    end_and_close_round.end_if_due(game.round_id, version=version, now=end)
    page = shown(end + MINUTES)
    assert (
        "Finish the current hand. Do not start another. "
        "The tables below have extra time." in page
    )
    assert re.search(r"<b>Table 1</b> <time [^>]*>04:00</time>", page)
    end_and_close_round.end_table_if_due(game.pk, now=end + 5 * MINUTES)
    assert "<b>Table 1</b>" not in shown(end + 5 * MINUTES)


def test_where_every_table_plays_on_none_is_named_apart(shown, game, noon):
    Tournament.objects.update(end_policy=EndPolicy.HANDS_ONLY)
    extra_time.extend_table(
        game.pk, minutes=5, by="referee", reason="a broken wall", now=noon
    )
    end = noon + 100 * MINUTES
    version = Round.objects.get(pk=game.round_id).clock_version
    end_and_close_round.end_if_due(game.round_id, version=version, now=end)
    page = shown(end + MINUTES)
    assert "Play all your hands.</span>" in page
    assert re.search(r"<b>Table 1</b> <time [^>]*>04:00</time>", page)


def test_it_says_what_comes_next_in_the_plan_of_the_day(shown, running_round, noon):
    tournament = running_round.tournament
    PlanItem.objects.create(
        tournament=tournament,
        kind=PlanKind.ROUND,
        number=2,
        start=noon + 150 * MINUTES,
        minutes=100,
    )
    assert re.search(r"Next: <b>Round 2</b> <time [^>]*>14:30<", shown(noon))
    # A screen shows only the time of the hall.
    assert "data-own-time" not in shown(noon)
    tournament.time_zone = "Europe/Copenhagen"
    tournament.save()
    assert re.search(r"Next: <b>Round 2</b> <time [^>]*>16:30<", shown(noon))


@pytest.fixture
def a_day(seated_round, noon) -> Tournament:
    """Return a tournament with round 1 at 12:30, lunch at 14:20, and round 2 on the
    next day.
    """
    tournament = seated_round.tournament
    for number, after in ((1, 30), (2, 24 * 60)):
        PlanItem.objects.create(
            tournament=tournament,
            kind=PlanKind.ROUND,
            number=number,
            start=noon + after * MINUTES,
            minutes=100,
        )
    PlanItem.objects.create(
        tournament=tournament,
        kind=PlanKind.BREAK,
        title="Lunch",
        start=noon + 140 * MINUTES,
        minutes=60,
    )
    return tournament


def test_what_comes_next_is_not_the_round_it_counts_down_to(shown, a_day, noon):
    round_ = Round.objects.get()
    at = noon + 30 * MINUTES
    round_clock.start_at(round_.pk, at=at, by="director", now=noon)
    page = shown(noon + 25 * MINUTES)
    assert "The clock starts at 12:30." in page
    assert re.search(r"Next: <b>Lunch</b> <time [^>]*>14:20<", page)


def test_a_round_that_only_waits_says_when_it_starts_and_how_long_it_is(
    shown, a_day, noon
):
    page = shown(noon)
    assert "Planned to start at 12:30." in page
    assert "The round lasts 100 minutes." in page
    assert "1:40:00" not in page
    assert "Next: <b>Lunch</b>" in page


def test_a_round_that_is_late_says_no_start_that_is_past(shown, a_day, noon):
    page = shown(noon + 40 * MINUTES)
    assert "Planned to start" not in page
    assert re.search(r"Next: <b>Round 1</b> .*about 10 minutes late", page)


def test_a_start_on_another_day_is_told_with_its_day(shown, a_day, noon):
    the_day_before = noon - 20 * 60 * MINUTES
    page = shown(the_day_before)
    day = date_format(noon, "l j F")
    assert f"Planned to start on {day} at 12:30." in page
    assert "Next: <b>Lunch</b> <time" in page
    assert f"{date_format(noon, 'D j M')}, 14:20<" in page
    start = noon + 30 * MINUTES
    round_ = Round.objects.get()
    round_clock.start_at(round_.pk, at=start, by="director", now=the_day_before)
    assert f"The clock starts on {day} at 12:30." in shown(the_day_before)


def test_the_round_being_played_comes_before_the_next(running_round, tournament):
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 5, 6)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 4, 7, 8)),
    ]
    [later] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    publish_seating.publish(later.pk, by="director")
    shown = big_clock.clock_page(tournament)["round"]
    assert shown.number == 1
    with pytest.raises(Refused):
        end_and_close_round.close(running_round.pk, by="director")
    end_and_close_round.close(running_round.pk, by="director", reason="enough")
    assert big_clock.clock_page(tournament)["round"].number == 2


def rendered(client, tournament: Tournament) -> str:
    """Return the HTML that the stream of the open page would send."""
    topic = topic_on(client.get(address(tournament)).content.decode())
    [made] = live_topics.rendered([topic])
    return made.html


def test_the_stream_says_when_the_link_was_replaced(client, running_round, tournament):
    assert "Round 1 <small" in rendered(client, tournament)
    topic = topic_on(client.get(address(tournament)).content.decode())
    create_and_change_tournament.renew_hall_key(tournament, by="director")
    html = topic.kind.render(Tournament.objects.get(), topic.args)
    assert "This link was replaced" in html
    assert "Round 1" not in html


def test_it_costs_the_same_for_any_number_of_tables(
    client, tournament, running_round, noon, django_assert_max_num_queries
):
    for game in Game.objects.all():
        extra_time.extend_table(
            game.pk, minutes=5, by="referee", reason="late", now=noon
        )
    with django_assert_max_num_queries(7):
        client.get(address(tournament))
