"""extra_time.csv: extra time of tables.

The clock of a round is not exported. After the import, a table that was still playing
gets its extra time when its round is started.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Annotated, Self

from django.utils.translation import gettext_noop as _

from scoring.tournament_folder.column_types_and_table_points import (
    Cells,
    line_of,
    whole,
)
from scoring.tournament_folder.file_layout import EXTRA_TIME
from scoring.tournament_folder.optional_file_rows import FurtherLine, Stored, Tables
from tournaments.files.file_faults import FileFault
from tournaments.models import Extension, Tournament

#: Maximum extra time in minutes: one day.
MOST_MINUTES = 1440


@dataclass(frozen=True)
class ExtraTime(FurtherLine):
    """A table's extra time. The file has the column `seconds` only if a time is not a
    whole number of minutes."""

    file = EXTRA_TIME
    rare = ("seconds",)

    minutes: Annotated[int, whole(0, MOST_MINUTES)]
    seconds: Annotated[int | None, whole(0, 59, optional=True)]

    @classmethod
    def lines_of(cls, tournament: Tournament) -> Iterator[Self]:
        rows = Extension.objects.filter(game__round__tournament=tournament)
        for row in rows.select_related("game__round").order_by(
            "game__round__number", "game__table"
        ):
            minutes, seconds = divmod(ceil(row.extra.total_seconds()), 60)
            yield line_of(cls, row, row.game, minutes=minutes, seconds=seconds or None)

    @property
    def extra(self) -> timedelta:
        return timedelta(minutes=self.minutes, seconds=self.seconds or 0)

    def refuse_half(self, cells: Cells) -> None:
        if not self.extra:
            cells.fault("no_time", _("Enter the minutes of extra time."), "minutes")

    def wrong(self, tables: Tables) -> Iterator[FileFault]:
        once = (self.file, self.table)
        if self.table not in tables.ledgers:
            yield self.fault("no_seating", _("This table does not exist."), "table")
        elif once in tables.seen:
            yield self.fault("given_twice", _("This table is listed twice."), "table")
        tables.seen.add(once)

    def as_row(self, stored: Stored) -> Extension:
        return Extension(game=stored.games[self.table], extra=self.extra)
