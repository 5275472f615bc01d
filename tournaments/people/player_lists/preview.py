"""A list before it is imported: what becomes of every row. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import PlayerList
from tournaments.people.known_people import known_people
from tournaments.people.player_lists.list_rows import checked, rows_of
from tournaments.people.player_lists.row_states import (
    TO_IMPORT,
    UNSETTLED,
    Judge,
    JudgedRow,
    RowState,
)
from tournaments.people.presence import reached


@dataclass(frozen=True)
class UnknownCountry:
    """A spelling that the program does not know, in so many rows, and the country that
    is written most like it, or ""."""

    spelling: str
    rows: int
    nearest: str


@dataclass(frozen=True)
class Preview:
    """All rows in their order."""

    rows: Sequence[JudgedRow]

    def count(self, *states: RowState) -> int:
        return sum(row.state in states for row in self.rows)

    @property
    def in_words(self) -> str:
        """How many rows become what: “60 new, 10 known from before, 2 left out”."""
        said = (
            (RowState.NEW, _("%(count)s new")),
            (RowState.KNOWN, _("%(count)s known")),
            (RowState.HERE, _("%(count)s already registered")),
            (RowState.LEFT_OUT, _("%(count)s left out")),
        )
        counted = ((self.count(state), words) for state, words in said)
        return ", ".join(words % {"count": n} for n, words in counted if n)

    @property
    def to_import(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state in TO_IMPORT]

    @property
    def unsettled(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state in UNSETTLED]

    @property
    def namesakes(self) -> list[JudgedRow]:
        """The doubtful rows for which there is just one person known."""
        return [
            row for row in self.rows if row.state == RowState.DOUBTFUL and row.only_same
        ]

    @property
    def unknown_countries(self) -> list[UnknownCountry]:
        found = [row.checked for row in self.rows if row.checked.unknown_country]
        nearest = {row.unknown_country: row.nearest for row in found}
        rows = Counter(row.unknown_country for row in found)
        return [
            UnknownCountry(spelling, rows[spelling], near)
            for spelling, near in nearest.items()
        ]

    def row_at(self, line: int) -> JudgedRow | None:
        return next((row for row in self.rows if row.line == line), None)


def preview(player_list: PlayerList) -> Preview:
    """What becomes of every row as things are; with the same few queries for any
    number of rows and of people."""
    if not {"name", "last_name"} & set(player_list.fields):
        return Preview(())
    tournament = player_list.tournament
    now = reached(tournament)
    rows = [checked(row, player_list.countries, now) for row in rows_of(player_list)]
    people = known_people(tournament, player_list.by)
    entries = tournament.entries.select_related("player")
    taken = {entry.number: str(entry) for entry in entries}
    judge = Judge(people, taken, player_list.choices)
    return Preview([judge.judge(row) for row in rows])
