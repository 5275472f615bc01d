"""Tables of a draft that stay while the rest of their round is drawn again by
another method than a plan for all rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.seating.demands import Entrant
from tournaments.seating.draw_request import Request
from tournaments.seating.plans import Chair, Table, seated

CLOSED: Table = (None, None, None, None)


@dataclass(frozen=True)
class Kept:
    """The locked tables of a round by their numbers."""

    tables: Mapping[int, Table] = field(default_factory=dict)

    @property
    def people(self) -> frozenset[int]:
        return frozenset(who for table in self.tables.values() for who in seated(table))

    def others(self, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """The entrants, with their fixed tables counted among those that are free.
        Whoever is fixed at a table that is kept can sit anywhere."""
        return tuple(
            entrant
            if entrant.table is None
            else replace(entrant, table=self._among_free(entrant.table))
            for entrant in entrants
        )

    def with_free(self, tables: Sequence[Sequence[Chair]]) -> list[Sequence[Chair]]:
        """The whole round: the kept tables at their places, `tables` in between.
        If these are too few by now, tables before a kept one are closed."""
        round_ = list(tables)
        for number, table in sorted(self.tables.items()):
            round_ += [CLOSED] * (number - 1 - len(round_))
            round_.insert(number - 1, table)
        return round_

    def _among_free(self, table: int) -> int | None:
        if table in self.tables:
            return None
        return table - sum(number < table for number in self.tables)


def kept_tables(request: Request) -> Kept:
    """What stays of the next round, which is the first of the request's draft."""
    number = len(request.played) + 1
    places = [table for round_, table in request.locked if round_ == number]
    return Kept({place: request.draft[0][place - 1] for place in places})
