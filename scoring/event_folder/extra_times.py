"""extra_time.csv: what tables have beyond their round's time.

The clock of a round does not come along: where a table still played after the others,
it has that time again once its round is started.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from math import ceil

from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from scoring.event_folder.json_lines import at_line
from scoring.event_folder.layout import EXTRA_TIME, SECONDS
from scoring.event_folder.recorded import ExtraTime, Key
from tournaments.files.csv_reader import CsvFile, Row
from tournaments.files.csv_writer import Cell
from tournaments.files.faults import FileFault
from tournaments.models import Extension, Session, Tournament
from tournaments.seating.files.sheets import MOST_ROUNDS, MOST_TABLES

#: A day: more than that no round lasts.
MOST_MINUTES = 1440


def written_extra_times(tournament: Tournament) -> list[Sequence[Cell]]:
    """The rows of the file."""
    given = Extension.objects.filter(session__round__tournament=tournament)
    return [
        _cells(each)
        for each in given.select_related("session__round").order_by(
            "session__round__number", "session__table"
        )
    ]


def _cells(given: Extension) -> Sequence[Cell]:
    minutes, seconds = divmod(ceil(given.extra.total_seconds()), 60)
    session = given.session
    return [session.round.number, session.table, minutes, seconds or ""]


def read_extra_times(file: CsvFile) -> tuple[ExtraTime, ...]:
    """What was given, by table. Faults join the file's."""
    given = (each for _line, each in file.lines(_extra_time))
    return tuple(sorted(given, key=lambda each: each.table))


def _extra_time(row: Row) -> ExtraTime:
    extra = timedelta(
        minutes=row.integer("minutes", 0, MOST_MINUTES),
        seconds=row.optional_integer(SECONDS, 0, 59) or 0,
    )
    if not extra:
        row.fault("no_time", _("Give the table some time."), "minutes")
    table = (
        row.integer("round", 1, MOST_ROUNDS),
        row.integer("table", 1, MOST_TABLES),
    )
    return ExtraTime(row.line, table, extra)


def wrong_extra_times(
    given: Sequence[ExtraTime], tables: Mapping[Key, object]
) -> Iterator[FileFault]:
    """What cannot have been given to these tables."""
    known: set[Key] = set()
    for each in given:
        if each.table not in tables:
            fault = Fault("no_seating", _("There is no such table."), "table")
            yield at_line(fault, EXTRA_TIME, each.line)
        elif each.table in known:
            fault = Fault("given_twice", _("This table is given twice."), "table")
            yield at_line(fault, EXTRA_TIME, each.line)
        known.add(each.table)


def store_extra_times(
    given: Sequence[ExtraTime], sessions: Mapping[Key, Session]
) -> None:
    Extension.objects.bulk_create(
        Extension(session=sessions[each.table], extra=each.extra) for each in given
    )
