"""A player's rounds as a calendar file.

The file links to the player's personal page and warns that the link is private.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from scoring.public import calendar_format
from tournaments.models import PlanKind, Player, Seat, Tournament
from tournaments.tournament_setup import description_and_logo
from tournaments.tournament_time.schedule_forecast import lines_now
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.wind_names import wind_name


def calendar_of(player: Player, seats: list[Seat], page: str) -> Calendar:
    """Return the calendar of a player: the rounds with a known time, and the published
    seats. If no time is known, return the days of the tournament. `page`: URL of the
    personal page.
    """
    tournament = player.tournament
    calendar = calendar_format.new_calendar(tournament.title, "rounds of a player")
    by_round = {seat.round.number: seat for seat in seats}
    times = _times(tournament, by_round)
    description = description_and_logo.description_of(tournament)
    events = [
        _round(player, number, by_round.get(number), start, end)
        for number, (start, end) in sorted(times.items())
        if number in by_round or player.plays(number)
    ]
    if not times and (days := calendar_format.days_of(description)):
        name = f"event-{player.pk}"
        event = calendar_format.new_event(tournament, name, tournament.title)
        calendar_format.set_days(event, *days)
        event.add("description", _private())
        events.append(event)
    for event in events:
        calendar_format.add_page(event, page, description)
        calendar.add_component(event)
    return calendar


def _round(
    player: Player, number: int, seat: Seat | None, start: datetime, end: datetime
) -> Event:
    tournament = player.tournament
    summary = _summary(tournament, number, seat)
    event = calendar_format.new_event(tournament, f"{number}-{player.pk}", summary)
    calendar_format.set_times(event, start, end)
    lines = [_opponents(seat)] if seat else []
    event.add("description", "\n".join([*lines, _private()]))
    return event


def _private() -> str:
    return _("The link opens your personal page. Keep it private.")


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


def _opponents(seat: Seat) -> str:
    others = [
        f"{other.player.public_name} ({wind_name(other.wind)})"
        for other in seat.game.seats.all()
        if other.pk != seat.pk
    ]
    return _("With %(others)s") % {"others": joined_with_commas(others)}


def _times(
    tournament: Tournament, by_round: Mapping[int, Seat]
) -> dict[int, tuple[datetime, datetime]]:
    """Return start and end of each round by its number: as played, by the clock, or by
    the current schedule. Rounds without a known time are left out.
    """
    now, times = timezone.now(), {}
    for line in lines_now(tournament, now):
        if line.item.kind == PlanKind.ROUND and line.item.number:
            times[line.item.number] = line.expected.start, line.expected.end
    for number, seat in by_round.items():
        start_of_round = seat.round.started_at or seat.round.starts_at
        if start_of_round:
            end = calendar_format.end_of(seat.round, start_of_round, now)
            times[number] = (start_of_round, end)
    return times
