"""A player's rounds as a calendar file (RFC 5545). Calendar programs reload it
regularly, so changed times appear there too."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, vDuration, vText

from tournaments.models import PlanKind, Player, Round, Seat, Tournament
from tournaments.tournament_setup import description_and_logo
from tournaments.tournament_time.schedule_forecast import lines_now
from tournaments.web.wind_names import wind_name

#: Suggested interval between reloads.
AGAIN = timedelta(minutes=30)
PRODUCT = "-//Prevailing Wind//rounds of a player//EN"


def calendar_of(player: Player, seats: list[Seat], page: str) -> bytes:
    """Return the calendar of a player: the rounds with a known time, and their
    published seats. If no time is known, the days of the tournament. `page`: URL for
    details."""
    tournament = player.tournament
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # The library does not escape these properties as text unless told to.
    for name in ("name", "x-wr-calname"):
        calendar.add(name, vText(tournament.title))
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(AGAIN))
    by_round = {seat.round.number: seat for seat in seats}
    times = _times(tournament, by_round)
    description = description_and_logo.description_of(tournament)
    events = [
        _round(player, number, by_round.get(number), start, end)
        for number, (start, end) in sorted(times.items())
        if number in by_round or player.plays(number)
    ]
    if not times and description.starts_on:
        days = description.starts_on, description.ends_on or description.starts_on
        events.append(_whole_days(player, *days))
    for event in events:
        event.add("url", page)
        if description.says_where:
            event.add("location", description.says_where)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _round(
    player: Player, number: int, seat: Seat | None, start: datetime, end: datetime
) -> Event:
    event = _event(player, str(number))
    event.add("dtstart", start.astimezone(UTC))
    event.add("dtend", end.astimezone(UTC))
    event.add("summary", _summary(player.tournament, number, seat))
    if seat:
        event.add("description", _description(seat))
    return event


def _whole_days(player: Player, first: date, last: date) -> Event:
    """Return an event for the days of the tournament, while no round times are
    known."""
    event = _event(player, "event")
    event.add("dtstart", first)
    event.add("dtend", last + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    event.add("summary", player.tournament.title)
    return event


def _event(player: Player, name: str) -> Event:
    """Return an event with the identity and version that calendars use for updates."""
    event = Event()
    event.add("uid", f"{name}-{player.pk}@{player.tournament.slug}.prevailing-wind")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("sequence", player.tournament.revision)
    return event


def _summary(tournament: Tournament, number: int, seat: Seat | None) -> str:
    if seat is None:
        label = _("Round %(number)s") % {"number": number}
    else:
        label = _("Round %(number)s: table %(table)s, %(wind)s") % {
            "number": number,
            "table": seat.game.table,
            "wind": wind_name(seat.wind),
        }
    return f"{label} · {tournament.title}"


def _description(seat: Seat) -> str:
    others = [
        f"{other.player.public_name} ({wind_name(other.wind)})"
        for other in seat.game.seats.all()
        if other.pk != seat.pk
    ]
    return _("With %(others)s") % {"others": ", ".join(others)}


def _times(
    tournament: Tournament, by_round: Mapping[int, Seat]
) -> dict[int, tuple[datetime, datetime]]:
    """Return start and end of each round: as played, by its clock, or by the current
    schedule."""
    now, times = timezone.now(), {}
    for line in lines_now(tournament, now):
        if line.item.kind == PlanKind.ROUND and line.item.number:
            times[line.item.number] = line.expected.start, line.expected.end
    for number, seat in by_round.items():
        start_of_round = seat.round.started_at or seat.round.starts_at
        if start_of_round:
            times[number] = (start_of_round, _end(seat.round, start_of_round, now))
    return times


def _end(round_: Round, start: datetime, now: datetime) -> datetime:
    """Return the end of a round with that start; if its clock is paused, as if it
    resumed now."""
    if round_.remaining is not None:
        return now + round_.remaining
    whole = start + timedelta(minutes=round_.minutes)
    return round_.ends_at or round_.ended_at or whole
