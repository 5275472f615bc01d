"""A club's dates as a calendar (RFC 5545) that calendar programs can subscribe to.

The calendar contains only public dates and addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, timedelta

from django.utils import timezone
from icalendar import Calendar, Event, vDuration, vText

from scoring.clubs.club_dates import ClubDate
from tournaments.models import Club, Tournament

#: Suggested interval between reloads.
AGAIN = timedelta(hours=6)
PRODUCT = "-//Prevailing Wind//dates of a club//EN"


def calendar_of_club(
    club: Club, dates: Iterable[ClubDate], address: Callable[[Tournament], str]
) -> bytes:
    """Return the dates as an iCalendar file.

    Dates without a day are left out. `address`: returns the URL of a tournament's
    public page.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # The library escapes these properties only if it is asked to.
    for name in ("name", "x-wr-calname"):
        calendar.add(name, vText(club.title))
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(AGAIN))
    for one in dates:
        if one.first is not None:
            calendar.add_component(_event(one, one.first, address(one.tournament)))
    return bytes(calendar.to_ical())


def _event(one: ClubDate, first: date, page: str) -> Event:
    tournament = one.tournament
    name = f"day-{one.number}" if one.number else "tournament"
    event = Event()
    event.add("uid", f"{name}@{tournament.slug}.prevailing-wind")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("sequence", tournament.revision)
    event.add("dtstart", first)
    event.add("dtend", (one.last or first) + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    event.add("summary", one.title)
    event.add("url", page)
    if one.description and one.description.says_where:
        event.add("location", one.description.says_where)
    return event
