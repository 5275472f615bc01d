"""Messages to destinations: each once, in order, and without hidden results."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.ledger import enter_hand
from scoring.notifications import notify_destinations
from scoring.rounds import end_and_close_round
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import LATER_FOUR
from tournaments.deliveries import change_destinations
from tournaments.deliveries.change_destinations import Wanted
from tournaments.models import Delivery, Happening, ShownAs, Tournament
from tournaments.people.registration_open_and_spots import change_page
from tournaments.rounds import round_clock
from tournaments.tournament_setup import (
    create_and_change_tournament,
    screen_views_and_announcements,
)

pytestmark = pytest.mark.django_db


def added(tournament, happenings=tuple(Happening), *, everywhere=False):
    address = "https://a.example/"
    return change_destinations.add(
        None if everywhere else tournament,
        Wanted("webhook", "Site", address, "", "", list(happenings)),
        site="https://c.example/",
        by="director",
    )


def messages_for(destination) -> list[dict]:
    """Notify the destination. Return its messages in order."""
    notify_destinations.notify(destination.pk, timezone.now())
    deliveries = Delivery.objects.filter(destination=destination).order_by("pk")
    return [json.loads(delivery.body) for delivery in deliveries]


def kinds(destination) -> list[str]:
    return [message["kind"] for message in messages_for(destination)]


def test_a_round_from_its_seating_to_the_standings(tournament, noon):
    destination = added(tournament)
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert [message["kind"] for message in messages_for(destination)][:1] == [
        "seating.published"
    ]
    round_clock.start(round_.pk, by="director", now=noon)
    for table, places in ((1, FOUR_PLACES), (2, LATER_FOUR)):
        paper(round_, table, places)
    end_and_close_round.close(round_.pk, by="director")
    messages = messages_for(destination)
    assert [message["kind"] for message in messages[-2:]] == [
        "round.closed",
        "standings.changed",
    ]
    standings = messages[-1]
    assert standings["url"] == "https://c.example/t/spring-cup/standings/"
    assert "1. Player 05 (4), 2. Player 01 (4)" in standings["text"]
    assert standings["data"]["rows"][0]["number"] == 5
    assert standings["data"]["rows"][0]["table_points"] == 4
    # Each message is queued once.
    assert messages_for(destination) == messages


def test_figures_for_programs_are_numbers_in_every_language(tournament, noon):
    destination = added(tournament)
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    round_clock.start(round_.pk, by="director", now=noon)
    paper(round_, 1, {"E": 1500, "S": 1500, "W": -1000, "N": -2000})
    paper(round_, 2, LATER_FOUR)
    end_and_close_round.close(round_.pk, by="director")
    tournament.tie_breaks = ["score", "table_points"]
    tournament.save(update_fields=["tie_breaks"])
    with translation.override("de"):
        data = messages_for(destination)[-1]["data"]
    figures = {row["number"]: row["score"] for row in data["rows"]}
    assert (figures[1], figures[4]) == (1500, -2000)


def test_a_finished_table_is_told_once(game, tournament):
    destination = added(tournament, [Happening.GAME])
    enter_hand.enter(
        game.pk,
        {"kind": "totals", "scores": FOUR_PLACES},
        hand=1,
        device_key="first",
        by="referee",
    )
    [message] = messages_for(destination)
    assert message["kind"] == "table.finished"
    assert message["data"]["results"][0]["name"] == "Player 01"
    # Plain text, without the marks of pages.
    assert message["text"] == (
        "Spring Cup: Round 1: table 1 has finished: Player 01 (+40), Player 02 (+20), "
        "Player 03 (−10), Player 04 (−50)."
    )
    game.record("table_link_reissued", by="referee", version=2)
    assert messages_for(destination) == [message]


def test_a_table_that_finishes_right_before_the_close_is_told(game, tournament):
    """A table that finishes less than a second before the round is closed still gets
    its message, although the clock runs only once a second.
    """
    destination = added(tournament, [Happening.GAME, Happening.CLOSED])
    for table in game.round.games.order_by("table"):
        enter_hand.enter(
            table.pk,
            {"kind": "totals", "scores": FOUR_PLACES},
            hand=1,
            device_key=f"table {table.table}",
            by="referee",
        )
    end_and_close_round.close(game.round_id, by="director")
    assert kinds(destination) == ["table.finished", "table.finished", "round.closed"]
    # A correction later is not its end.
    game.record("table_link_reissued", by="referee", version=2)
    assert len(messages_for(destination)) == 3


def test_results_that_are_hidden_do_not_leave(game, tournament):
    Tournament.objects.update(secret_rounds=3)
    destination = added(tournament, [Happening.GAME, Happening.STANDINGS])
    enter_hand.enter(
        game.pk,
        {"kind": "totals", "scores": FOUR_PLACES},
        hand=1,
        device_key="first",
        by="referee",
    )
    paper(game.round, 2, LATER_FOUR)
    end_and_close_round.close(game.round_id, by="director")
    messages = messages_for(destination)
    assert all("results" not in message["data"] for message in messages)
    assert all("Player 01" not in message["text"] for message in messages)
    assert not [one for one in messages if one["kind"] == "standings.changed"]


def test_names_are_sent_as_the_public_sees_them(game, tournament):
    tournament.players.filter(number=1).update(shown_as=ShownAs.NUMBER)
    destination = added(tournament, [Happening.GAME])
    enter_hand.enter(
        game.pk,
        {"kind": "totals", "scores": FOUR_PLACES},
        hand=1,
        device_key="first",
        by="referee",
    )
    [message] = messages_for(destination)
    assert "Player 01" not in json.dumps(message)
    assert "Player 02" in message["text"]


def test_a_final_result_is_told_once_it_is_public(closed_round, tournament):
    destination = added(tournament, [Happening.FINAL])
    final = finish_reopen_and_publish_results.finish(
        tournament,
        by="director",
        now=timezone.now(),
        reason="No words.",
        held_back=True,
    )
    assert messages_for(destination) == []
    prize_giving.show_everybody(tournament, by="director")
    [message] = messages_for(destination)
    assert message["kind"] == "result.final"
    assert message["data"]["rows"][0]["place"] == 1
    assert final.places.exists()
    tournament.refresh_from_db()
    screen_views_and_announcements.announce(
        tournament, "Well played", until=None, by="director"
    )
    assert messages_for(destination) == [message]


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("language", "opens"), [("en", "1 June 2036, 18:30"), ("de", "1. Juni 2036, 18:30")]
)
def test_the_opening_of_registration_is_written_as_on_pages(
    tournament, language, opens
):
    tournament.language, tournament.time_zone = language, "Europe/Berlin"
    tournament.save()
    destination = added(tournament, [Happening.REGISTRATION])
    at = datetime(2036, 6, 1, 16, 30, tzinfo=UTC)
    values = {"is_on": True, "opens_at": at, "closes_at": None, "places": None}
    texts = {"fee": "", "text": "", "privacy": ""}
    change_page(tournament, values | texts, by="director")
    [message] = messages_for(destination)
    assert opens in message["text"]


def test_announcements_on_all_screens_are_sent(tournament):
    destination = added(tournament, [Happening.ANNOUNCEMENT])
    screen_views_and_announcements.add_screen(tournament, "Entrance", by="director")
    for text, slug in (("Soup is ready", ""), ("Please be quiet", "entrance")):
        screen_views_and_announcements.announce(
            tournament, text, until=None, by="director", slug=slug
        )
    [message] = messages_for(destination)
    assert message["text"] == "Spring Cup: Soup is ready"


def test_nothing_is_told_of_tournaments_that_are_not_public(tournament):
    destination = added(tournament)
    everywhere = added(tournament, everywhere=True)
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert messages_for(destination) == messages_for(everywhere) == []
    # Earlier entries are not sent afterwards.
    create_and_change_tournament.show_to_public(tournament, True, by="director")
    assert messages_for(destination) == messages_for(everywhere) == []


def test_practice_is_told_to_destinations_of_its_own_only(tournament):
    Tournament.objects.update(is_public=False, is_practice=True)
    destination = added(tournament, [Happening.SEATING])
    everywhere = added(tournament, [Happening.SEATING], everywhere=True)
    seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert kinds(destination) == ["seating.published"]
    assert messages_for(everywhere) == []


def test_old_news_and_what_happened_before_are_not_told(tournament, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    destination = added(tournament)
    assert messages_for(destination) == []
    screen_views_and_announcements.announce(
        tournament, "Old", until=None, by="director"
    )
    time_machine.move_to(start + timedelta(hours=7), tick=False)
    assert messages_for(destination) == []


def test_a_new_tournament_is_told_to_the_installation(tournament, director):
    destination = added(tournament, [Happening.ANNOUNCEMENT], everywhere=True)
    plan = create_and_change_tournament.Plan(
        title="Autumn Cup",
        ruleset="riichi",
        planned_rounds=3,
        minutes=90,
        end_policy="finish_hand",
        is_public=True,
        late_word="referee",
    )
    new = create_and_change_tournament.create_tournament(plan, director=director)
    screen_views_and_announcements.announce(new, "Hello", until=None, by="director")
    assert [message["text"] for message in messages_for(destination)] == [
        "Autumn Cup: Hello"
    ]


def test_only_destinations_with_news_are_due(tournament):
    destination = added(tournament)
    assert notify_destinations.due() == [destination.pk]
    notify_destinations.notify(destination.pk, timezone.now())
    assert notify_destinations.due() == []
    tournament.refresh_from_db()
    seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert notify_destinations.due() == [destination.pk]
    change_destinations.turn(destination, on=False, by="director")
    assert notify_destinations.due() == []


def test_a_mail_destination_gets_one_mail_for_each_address(tournament):
    wanted = Wanted(
        "email", "Club", "a@hall.example, b@hall.example", "", "", ["announcement"]
    )
    destination = change_destinations.add(
        tournament, wanted, site="https://c.example", by="director"
    )
    screen_views_and_announcements.announce(
        tournament, "Soup", until=None, by="director"
    )
    notify_destinations.notify(destination.pk, timezone.now())
    notify_destinations.notify(destination.pk, timezone.now())
    mails = Delivery.objects.filter(destination=destination)
    assert sorted(mail.target for mail in mails) == ["a@hall.example", "b@hall.example"]
    assert all("Soup" in mail.body and "Ask this" in mail.body for mail in mails)


def test_a_tournament_begun_while_a_destination_was_off_is_not_told(
    tournament, director
):
    destination = added(tournament, [Happening.ANNOUNCEMENT], everywhere=True)
    change_destinations.turn(destination, on=False, by="owner")
    plan = create_and_change_tournament.Plan(
        title="Autumn Cup",
        ruleset="riichi",
        planned_rounds=3,
        minutes=90,
        end_policy="finish_hand",
        is_public=True,
        late_word="referee",
    )
    new = create_and_change_tournament.create_tournament(plan, director=director)
    screen_views_and_announcements.announce(new, "Hello", until=None, by="director")
    change_destinations.turn(destination, on=True, by="owner")
    assert messages_for(destination) == []
