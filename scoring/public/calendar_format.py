"""Parts of every calendar file (RFC 5545). Calendar programs reload the file
regularly, so changed times appear there too."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.http import HttpResponse
from django.utils import timezone
from icalendar import Calendar, Event, vDuration, vText

from tournaments.models import EventDescription, Round, Tournament

#: Suggested interval between reloads.
AGAIN = timedelta(minutes=30)


def new_calendar(name: str, product: str) -> Calendar:
    """Return an empty calendar called `name`. `product`: kind of file, in English."""
    calendar = Calendar()
    calendar.add("prodid", f"-//Prevailing Wind//{product}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # The library escapes these properties only if it is asked to.
    for key in ("name", "x-wr-calname"):
        calendar.add(key, vText(name))
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(AGAIN))
    return calendar


def new_event(tournament: Tournament, name: str, summary: str) -> Event:
    """Return an event with the identity and version that calendars use for updates.
    `name`: unique in the tournament."""
    event = Event()
    event.add("uid", f"{name}@{tournament.slug}.prevailing-wind")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("sequence", tournament.revision)
    event.add("summary", summary)
    return event


def set_times(event: Event, start: datetime, end: datetime) -> None:
    event.add("dtstart", start.astimezone(UTC))
    event.add("dtend", end.astimezone(UTC))


def set_days(event: Event, first: date, last: date) -> None:
    """Set the first and last day of the event.

    The event lasts whole days and does not show a person as busy.
    """
    event.add("dtstart", first)
    event.add("dtend", last + timedelta(days=1))
    event.add("transp", "TRANSPARENT")


def days_of(description: EventDescription | None) -> tuple[date, date] | None:
    """Return the first and last day of a tournament; None if the first day is
    unknown.
    """
    if description is None or description.starts_on is None:
        return None
    return description.starts_on, description.ends_on or description.starts_on


def add_page(event: Event, address: str, description: EventDescription | None) -> None:
    """Add the address of a page, and the venue if it is known."""
    event.add("url", address)
    if description and description.says_where:
        event.add("location", description.says_where)


def end_of(round_: Round, start: datetime, now: datetime) -> datetime:
    """Return the end of a round.

    `start`: when the round starts. A paused clock is assumed to resume `now`.
    """
    if round_.remaining is not None:
        return now + round_.remaining
    whole = start + timedelta(minutes=round_.minutes)
    return round_.ends_at or round_.ended_at or whole


def as_file(calendar: Calendar, name: str) -> HttpResponse:
    content = bytes(calendar.to_ical())
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response
