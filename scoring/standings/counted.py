"""What entries have reached, counted once for as long as their seats read the same: a
hand changes four of a thousand."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from scoring.standings.lines import Ranking, Standing
from scoring.standings.played import Played, Records
from scoring.standings.ranking import ranking_of_lines, standing_by
from tournaments.models import Entry

Rows = tuple[Played, ...]


class Counted:
    """The lines of an event that has the same entries, rounds, stages and measures as
    long as this is kept."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, dict[int, tuple[Rows, Standing]]] = {}
        self._ranked: tuple[Hashable, Ranking] | None = None

    def standing_by(
        self, records: Records, rounds: frozenset[int]
    ) -> Callable[[Entry], Standing]:
        """As `ranking.standing_by`."""
        count = standing_by(records, rounds)
        if any(each.stage.bonuses for each in records.stages):
            # There a line also depends on the places of others.
            return count
        known = self._lines.setdefault((rounds, records.closed), {})

        def standing(entry: Entry) -> Standing:
            rows = records.played.get(entry.pk, ())
            found = known.get(entry.pk)
            if found is None or found[0] != rows:
                found = known[entry.pk] = rows, count(entry)
            return found[1]

        return standing

    def ranking(
        self, records: Records, rounds: frozenset[int], lines: list[Standing]
    ) -> Ranking:
        """As `ranking.ranking_of_lines`; of closed rounds, always the same ones."""
        about = rounds, records.closed, lines
        if self._ranked is None or self._ranked[0] != about:
            self._ranked = about, ranking_of_lines(records, rounds, lines)
        return self._ranked[1]
