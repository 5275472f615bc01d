"""What measures are counted from: the records of some rounds, by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.standings.played import Played, Records
from scoring.standings.records import even_table


@dataclass(frozen=True)
class Field:
    """The records, and the numbers of the rounds that count."""

    records: Records
    rounds: frozenset[int]

    @cached_property
    def closed(self) -> frozenset[int]:
        """Those of the rounds that are closed."""
        return self.records.closed & self.rounds

    @cached_property
    def own(self) -> Mapping[int, Sequence[Played]]:
        """What counts of each entry in the closed rounds, by its key."""
        closed = self.closed
        return {
            entry: [
                row for row in rows if row.parts is not None and row.round in closed
            ]
            for entry, rows in self.records.played.items()
        }

    @cached_property
    def tables(self) -> Mapping[tuple[int, int], Sequence[Played]]:
        """What counts at each table of the closed rounds, by round and table."""
        return self.tables_of(self.own)

    def tables_of(
        self, entries: Iterable[int]
    ) -> Mapping[tuple[int, int], Sequence[Played]]:
        """What counts of these entries at each table of the closed rounds, by round and
        table."""
        found: dict[tuple[int, int], list[Played]] = defaultdict(list)
        for entry in entries:
            for row in self.own.get(entry, ()):
                found[row.round, row.table].append(row)
        return found

    @cached_property
    def even(self) -> Played:
        """What a table brings at which all four are equal."""
        return even_table(self.records.tournament.rules)
