"""Choose the time zone of an event. What was planned for ten o'clock stays planned for
ten o'clock."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.event_time.local_times import Move
from tournaments.event_time.zone import zone_names
from tournaments.events.schedule import day_plan
from tournaments.models import Tournament
from tournaments.people.sign_up.page import SAID, TIMES, change_page, page_of
from tournaments.refusals import refusal
from tournaments.rounds.locking import lock_with_rounds


@transaction.atomic
def choose_time_zone(
    tournament: Tournament, name: str, *, by: str, now: datetime, which: str = ""
) -> None:
    """Tell all times of the event in the zone of that name; the plan and the times of
    registration keep what the clocks show. A start that was arranged by hand stays at
    its moment.

    Raises Refused for a zone nobody knows; for each time that does not exist in it, or
    happens twice while `which` (a value of `Which`) does not say more; and for what
    would overlap in it.
    """
    if name not in zone_names():
        raise refusal("unknown_zone", _("There is no such time zone."), "time_zone")
    current = lock_with_rounds(tournament)
    if name == current.time_zone:
        return
    move = Move(current.zone, ZoneInfo(name), "time_zone", which=which)
    items = day_plan.moved(day_plan.items_of(current), move)
    page = page_of(current)
    said = {field: getattr(page, field) for field in SAID}
    said |= {field: move.moved(said[field]) for field in TIMES if said[field]}
    tournament.time_zone = name
    tournament.save(update_fields=["time_zone"])
    tournament.record("time_zone_chosen", by=by, before=current.time_zone, zone=name)
    change_page(tournament, said, by=by)
    day_plan.write(tournament, items, by=by, now=now)
