"""Change a tournament's time zone. Local times stay the same: a round planned for 10:00
stays planned for 10:00."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Tournament
from tournaments.people.registration_open_and_spots import (
    REGISTRATION_FIELDS,
    TIMES,
    change_page,
    page_of,
)
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_time.local_times import Move
from tournaments.tournament_time.time_zone_and_years import zone_names


@transaction.atomic
def choose_time_zone(
    tournament: Tournament, name: str, *, by: str, now: datetime, choice: str = ""
) -> None:
    """Set the time zone of all times of the tournament.

    Schedule and registration keep their local times. A start time that a director set
    does not change in UTC.

    Raises Refused for an unknown zone, for schedule items that would overlap in the new
    zone, and for each local time that does not exist in the new zone. If a local time
    occurs twice, `choice` (a value of `Which`) decides; if it is "", Refused is raised.
    """
    if name not in zone_names():
        raise refusal(
            "unknown_zone", _("Choose a time zone from the list."), "time_zone"
        )
    current = lock_with_rounds(tournament)
    if name == current.time_zone:
        return
    move = Move(current.zone, ZoneInfo(name), "time_zone", choice=choice)
    items = schedule_changes.moved(schedule_changes.items_of(current), move)
    page = page_of(current)
    values = {field: getattr(page, field) for field in REGISTRATION_FIELDS}
    values |= {field: move.moved(values[field]) for field in TIMES if values[field]}
    tournament.time_zone = name
    tournament.save(update_fields=["time_zone"])
    tournament.record("time_zone_chosen", by=by, before=current.time_zone, zone=name)
    change_page(tournament, values, by=by)
    schedule_changes.write(tournament, items, by=by, now=now)
