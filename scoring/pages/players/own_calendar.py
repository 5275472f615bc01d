"""A player's rounds as a calendar (RFC 5545), for the calendar on their phone. It asks
again by itself now and then, so that a round that is put off moves there too."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, vDuration

from tournaments.event_time.progress import lines_now
from tournaments.events import descriptions
from tournaments.models import Entry, PlanKind, Seat, Tournament
from tournaments.web.wind_names import wind_name

#: How often a calendar is told to ask again.
AGAIN = timedelta(minutes=30)
PRODUCT = "-//Prevailing Wind//rounds of a player//EN"


def calendar_of(entry: Entry, seats: list[Seat], page: str) -> bytes:
    """The rounds that the entry plays and whose time is known, with the seats that are
    public. `page`: the address of the page that tells more."""
    tournament = entry.tournament
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", tournament.title)
    calendar.add("x-wr-calname", tournament.title)
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(AGAIN))
    by_round = {seat.round.number: seat for seat in seats}
    times = _times(tournament, by_round)
    where = descriptions.description_of(tournament).says_where
    for number, (start, end) in sorted(times.items()):
        if number in by_round or entry.plays(number):
            event = _event(entry, number, by_round.get(number), start, end)
            event.add("url", page)
            if where:
                event.add("location", where)
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def _event(
    entry: Entry, number: int, seat: Seat | None, start: datetime, end: datetime
) -> Event:
    event = Event()
    event.add("uid", f"{number}-{entry.pk}@{entry.tournament.slug}.prevailing-wind")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", start.astimezone(UTC))
    event.add("dtend", end.astimezone(UTC))
    event.add("sequence", entry.tournament.revision)
    event.add("summary", _summary(entry.tournament, number, seat))
    if seat:
        event.add("description", _description(seat))
    return event


def _summary(tournament: Tournament, number: int, seat: Seat | None) -> str:
    if seat is None:
        words = _("Round %(number)s") % {"number": number}
    else:
        words = _("Round %(number)s: table %(table)s, %(wind)s") % {
            "number": number,
            "table": seat.session.table,
            "wind": wind_name(seat.wind),
        }
    return f"{words} · {tournament.title}"


def _description(seat: Seat) -> str:
    others = [
        f"{other.entry.public_name} ({wind_name(other.wind)})"
        for other in seat.session.seats.all()
        if other.pk != seat.pk
    ]
    return _("With %(others)s") % {"others": ", ".join(others)}


def _times(
    tournament: Tournament, by_round: Mapping[int, Seat]
) -> dict[int, tuple[datetime, datetime]]:
    """From when to when each round is played: as it was, as its clock stands, or as the
    plan stands now."""
    now, found = timezone.now(), {}
    for line in lines_now(tournament, now):
        if line.item.kind == PlanKind.ROUND and line.item.number:
            found[line.item.number] = line.expected.start, line.expected.end
    for number, seat in by_round.items():
        start_of_round = seat.round.started_at or seat.round.starts_at
        if start_of_round:
            length = timedelta(minutes=seat.round.minutes)
            ended = seat.round.ends_at or seat.round.ended_at
            found[number] = (start_of_round, ended or start_of_round + length)
    return found
