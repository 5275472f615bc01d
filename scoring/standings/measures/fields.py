"""What measures are counted from: the records of some rounds, by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.standings.records import Played, Records, even_table


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
    def tables(self) -> Mapping[tuple[int, int], Sequence[Played]]:
        """What counts at each table of the closed rounds, by round and table."""
        found: dict[tuple[int, int], list[Played]] = defaultdict(list)
        for rows in self.records.played.values():
            for row in rows:
                if row.counts and row.round in self.closed:
                    found[row.round, row.table].append(row)
        return found

    @cached_property
    def even(self) -> Played:
        """What a table brings at which all four are equal."""
        return even_table(self.records.tournament.rules)
