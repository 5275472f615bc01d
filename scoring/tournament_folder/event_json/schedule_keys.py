"""The key `day_plan` of event.json: the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.faults import RuleError
from rules.strict_reader import Reader
from scoring.tournament_folder.column_types_and_table_points import (
    read_moment,
    write_time,
)
from scoring.tournament_folder.event_json_values import text_in
from tournaments.models import PlanKind
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_setup.schedule_changes import Item

#: The key of event.json.
DAY_PLAN = "day_plan"

MOST_ITEM_MINUTES = 1440
LONGEST_ITEM = 80


def written_plan(items: Iterable[Item]) -> list[dict[str, object]]:
    """Return the schedule for event.json, without empty values."""
    return [
        {
            name: value
            for name, value in (
                ("kind", item.kind),
                ("start", write_time(item.start)),
                ("minutes", item.minutes),
                ("number", item.number),
                ("title", item.title),
                ("least_minutes", item.least_minutes),
            )
            if value not in (None, "")
        }
        for item in items
    ]


def read_plan(data: object) -> Sequence[Item]:
    """Return the schedule read from event.json. Raises RuleError with all faults."""
    reader = Reader({DAY_PLAN: data})
    items = []
    for number, inner in enumerate(
        reader.groups(DAY_PLAN, most=schedule_changes.MOST_ITEMS)
    ):
        with reader.within(f"{DAY_PLAN}[{number}]"):
            items.append(_item(inner))
            inner.refuse_the_rest()
    reader.done()
    if faults := list(schedule_changes.faults_of(items)):
        raise RuleError(*(fault.within(DAY_PLAN) for fault in faults))
    return items


def _item(reader: Reader) -> Item:
    kind = reader.text("kind", tuple(PlanKind.values))
    is_round = kind == PlanKind.ROUND
    start = read_moment(reader, "start")
    minutes = reader.integer("minutes", low=1, high=MOST_ITEM_MINUTES)
    least = None
    if kind == PlanKind.BREAK and reader.has("least_minutes"):
        least = reader.integer("least_minutes", low=0, high=max(minutes - 1, 0))
    return Item(
        kind,
        start,
        minutes,
        reader.integer("number", low=1, high=MOST_ROUNDS) if is_round else None,
        "" if is_round else text_in(reader, "title", LONGEST_ITEM, may_be_empty=False),
        least,
    )
