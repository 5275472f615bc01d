"""Change the schedule, and the starts of rounds that depend on the schedule."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zlib import crc32

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from tournaments.models import (
    NOT_BEGUN,
    PlanItem,
    PlanKind,
    Round,
    StartMode,
    Tournament,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds import round_clock
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.tournament_setup.description_and_logo import describe, description_of
from tournaments.tournament_time.local_times import Move
from tournaments.tournament_time.schedule_forecast import start_by_plan
from tournaments.tournament_time.time_zone_and_years import YEARS, is_in_years

MOST_ITEMS = 150


@dataclass(frozen=True)
class Item:
    """An item of the schedule, with the fields of `PlanItem`.

    The start is in UTC, because Python compares times in the same zone by their clock
    time even if the clocks change between them.
    """

    kind: str
    start: datetime
    minutes: int
    number: int | None = None
    title: str = ""
    least_minutes: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", self.start.astimezone(UTC))

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)


def items_of(tournament: Tournament) -> list[Item]:
    """Return the current schedule in the order of time."""
    return [
        Item(
            item.kind,
            item.start,
            item.minutes,
            item.number,
            item.title,
            item.least_minutes,
        )
        for item in tournament.day_plan.order_by("start")
    ]


def mark_of(items: Sequence[Item]) -> str:
    """Return a checksum of the schedule as 8 hexadecimal digits."""
    data = [asdict(item) | {"start": item.start.timestamp()} for item in items]
    return f"{crc32(json.dumps(data).encode()):08x}"


@transaction.atomic
def write(
    tournament: Tournament,
    items: Iterable[Item],
    *,
    by: str,
    now: datetime,
    seen: str | None = None,
    fills_days: bool = False,
) -> None:
    """Replace the schedule. The automatic start of the next round changes accordingly.
    If `fills_days` is true, the tournament gets the days of the schedule as its first
    and last day, unless they are set.

    `seen` is the checksum of the schedule that the director saw, or None. Raises
    Refused if the schedule has changed since, or if the new schedule is invalid. The
    field of a fault is, for example, "2.start" for the start of the third item.
    """
    items = list(items)
    current = lock_with_rounds(tournament)
    old = items_of(tournament)
    if seen not in (None, mark_of(old)):
        raise refusal("plan_changed", _("The schedule has changed. Reload the page."))
    if faults := list(faults_of(items)):
        raise Refused(*faults)
    new = sorted(items, key=lambda item: item.start)
    if mark_of(new) != mark_of(old):
        _store(tournament, new)
        tournament.record("plan_changed", by=by, items=len(new))
        _follow_the_plan(current, old, new, by=by, now=now)
    if fills_days and new:
        _fill_days(tournament, new, by=by)


def _fill_days(tournament: Tournament, items: Sequence[Item], *, by: str) -> None:
    """Set the tournament's first and last day from the schedule, unless they are set. A
    tournament of one day has no last day."""
    description = description_of(tournament)
    first, last = (
        items[place].start.astimezone(tournament.zone).date() for place in (0, -1)
    )
    starts_on, ends_on = description.starts_on or first, description.ends_on
    if ends_on is None and last > starts_on:
        ends_on = last
    values = {"starts_on": starts_on, "ends_on": ends_on}
    describe(tournament, values, by=by)


def moved(items: Iterable[Item], move: Move) -> list[Item]:
    """Return the schedule after a move to another time zone or to other days.

    Raises Refused with every local time that does not exist or occurs twice, or
    otherwise with every overlap.
    """
    made: list[Item] = []
    faults: list[Fault] = []
    for item in items:
        try:
            made.append(replace(item, start=move.moved(item.start)))
        except Refused as refused:
            faults += refused.faults
    if faults := faults or list(_overlaps(made, move)):
        raise Refused(*faults)
    return made


def _overlaps(items: Iterable[Item], move: Move) -> Iterator[Fault]:
    for earlier, later in pairwise(sorted(items, key=lambda item: item.start)):
        if later.start < earlier.end:
            message = _(
                "In %(zone)s, %(later)s would start before %(earlier)s ends, because "
                "the clocks change. Change the schedule first."
            )
            names = {"earlier": _name(earlier), "later": _name(later)}
            yield Fault("overlaps", message, move.field, {"zone": move.after, **names})


def _name(item: Item) -> str:
    return item.title or gettext("round %(number)s") % {"number": item.number}


def _store(tournament: Tournament, items: Iterable[Item]) -> None:
    tournament.day_plan.all().delete()
    PlanItem.objects.bulk_create(
        PlanItem(tournament=tournament, **asdict(item)) for item in items
    )


def _follow_the_plan(
    tournament: Tournament,
    old: Iterable[Item],
    new: Iterable[Item],
    *,
    by: str,
    now: datetime,
) -> None:
    """Adapt the start of the next round to the new schedule.

    A start that a director set does not change unless the scheduled time of the round
    changes. If the round is no longer in the schedule, or its new start is in the past,
    the automatic start is cancelled, and a director must start the round.
    """
    following = tournament.rounds.filter(state__in=NOT_BEGUN).order_by("number").first()
    if following is None or tournament.start_mode != StartMode.PLANNED:
        return
    if _start_of(following, old) == _start_of(following, new):
        return
    start = start_by_plan(following, now)
    if start and start > now:
        round_clock.arrange_start(tournament, now=now)
    elif following.starts_at is not None:
        round_clock.call_off_start(following.pk, by=by)


def _start_of(round_: Round, items: Iterable[Item]) -> datetime | None:
    return next((item.start for item in items if item.number == round_.number), None)


def faults_of(items: Sequence[Item]) -> Iterator[Fault]:
    """Yield the faults of a schedule."""
    if len(items) > MOST_ITEMS:
        message = _("A schedule has at most %(most)s items.")
        yield Fault("too_many", message, "", {"most": MOST_ITEMS})
    far = [index for index, item in enumerate(items) if not is_in_years(item.start)]
    if far:
        message = _("Enter a year from %(first)s to %(last)s.")
        years = {"first": YEARS[0], "last": YEARS[-1]}
        yield from (
            Fault("other_year", message, f"{index}.start", years) for index in far
        )
        return
    by_time = sorted(enumerate(items), key=lambda pair: pair[1].start)
    for (_before, earlier), (index, later) in pairwise(by_time):
        if later.start < earlier.end:
            message = _("This starts before the previous item ends.")
            yield Fault("overlaps", message, f"{index}.start")
    seen: set[int] = set()
    for index, item in by_time:
        if item.kind != PlanKind.ROUND or item.number is None:
            continue
        number = {"number": item.number}
        if item.number in seen:
            message = _("Round %(number)s is in the schedule twice.")
            yield Fault("round_twice", message, f"{index}.what", number)
        elif seen and item.number < max(seen):
            message = _("Round %(number)s is scheduled after a later round.")
            yield Fault("rounds_disordered", message, f"{index}.start", number)
        seen.add(item.number)
