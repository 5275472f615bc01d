"""Public calendars contain public data and no private link.

A player's own calendar contains a private link and a warning about it.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from tournaments.access import player_links, table_links
from tournaments.models import PlanItem, PlanKind, Tournament
from tournaments.tournament_setup import description_and_logo

pytestmark = pytest.mark.django_db

ALL = "/tournaments.ics"
ONE = "/t/spring-cup/calendar.ics"
DAYS = {"starts_on": date(2031, 3, 8), "ends_on": date(2031, 3, 9), "city": "Moonfield"}


def events(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    return Calendar.from_ical(answer.getvalue()).walk("VEVENT")


def plan(tournament, noon):
    for number in (1, 2):
        start = noon + timedelta(hours=2 * number)
        PlanItem.objects.create(
            tournament=tournament,
            kind=PlanKind.ROUND,
            number=number,
            start=start,
            minutes=110,
        )
    start = noon + timedelta(hours=6)
    PlanItem.objects.create(
        tournament=tournament,
        kind=PlanKind.OTHER,
        title="Prizes",
        start=start,
        minutes=30,
    )


def test_the_calendar_of_the_installation_has_public_tournaments(client, tournament):
    assert events(client.get(ALL)) == []
    description_and_logo.describe(tournament, DAYS, by="director")
    [event] = events(client.get(ALL))
    assert event["SUMMARY"] == "Spring Cup"
    assert event.decoded("DTSTART") == date(2031, 3, 8)
    home = client.get(reverse("public:home")).content.decode()
    assert f'href="{ALL}">Calendar of all tournaments (.ics)</a>' in home
    assert event.decoded("DTEND") == date(2031, 3, 10)
    assert event["LOCATION"] == "Moonfield"
    assert event["URL"] == "http://testserver/t/spring-cup/"
    assert ALL in client.get("/").content.decode()


@pytest.mark.parametrize("hidden", ["is_public", "binned_at"])
def test_what_the_public_may_not_see_is_in_no_calendar(
    client, director_client, tournament, hidden, noon
):
    description_and_logo.describe(tournament, DAYS, by="director")
    values = {"is_public": False, "binned_at": noon}
    Tournament.objects.filter(pk=tournament.pk).update(**{hidden: values[hidden]})
    assert events(client.get(ALL)) == []
    assert events(director_client.get(ALL)) == []
    if hidden == "is_public":
        assert client.get(ONE).status_code == 404
        assert len(events(director_client.get(ONE))) == 1


def test_the_calendar_of_a_tournament_has_its_schedule(client, seated_round, noon):
    tournament = seated_round.tournament
    description_and_logo.describe(tournament, DAYS, by="director")
    [days] = events(client.get(ONE))
    assert days.decoded("DTSTART") == date(2031, 3, 8)
    plan(tournament, noon)
    tournament.record("plan_changed", by="director")
    assert [str(event["SUMMARY"]) for event in events(client.get(ONE))] == [
        "Round 1 · Spring Cup",
        "Round 2 · Spring Cup",
        "Prizes · Spring Cup",
    ]
    assert ONE in client.get("/t/spring-cup/plan/").content.decode()


def test_no_public_calendar_has_a_private_link(
    client, director_client, seated_round, noon
):
    """No public calendar has a private link, even for a director, whose pages show all
    links.
    """
    tournament = seated_round.tournament
    description_and_logo.describe(tournament, DAYS, by="director")
    plan(tournament, noon)
    secrets = [
        player_links.token_of(tournament.players.first()),
        table_links.sign_of(tournament, 1),
    ]
    for someone in (client, director_client):
        for path in (ALL, ONE):
            unfolded = someone.get(path).getvalue().replace(b"\r\n ", b"").decode()
            assert "BEGIN:VEVENT" in unfolded
            for private in ("/me/", "/table/", "/director/", "/hall/", *secrets):
                assert private not in unfolded, (path, private)


def test_ones_own_calendar_has_the_private_link_and_says_so(client, seated_round, noon):
    tournament = seated_round.tournament
    plan(tournament, noon)
    key = player_links.token_of(tournament.players.get(number=3))
    for event in events(client.get(reverse("me:calendar", args=[key]))):
        assert key in event["URL"]
        assert "Keep it private." in event["DESCRIPTION"]
    page = client.get(reverse("me:page", args=[key])).content.decode()
    assert "The calendar contains your private link: do not share it." in page
