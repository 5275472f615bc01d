"""How far each player is from the next place above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.standings.standings_rows import Ranking, Value

#: What is compared of a line, the highest first.
Mark = Sequence[Value]


class Gap(NamedTuple):
    """What is missing to somebody above (or too much, of what whoever has least of is
    first), in the first `measure` that differs."""

    measure: str
    amount: Value


class Gaps:
    """From everybody who has a place, whose marks are by these `measures`; counted for
    whoever is looked at."""

    def __init__(self, ranking: Ranking, measures: Sequence[str]) -> None:
        self._measures = measures
        self._marks = dict(_marks_above(ranking))

    def of(self, number: int) -> Gap | None:
        """Of a start number. None: nobody is above, or nobody who made the same cuts
        and won as many games of a series."""
        found = self._marks.get(number)
        return between(*found, self._measures) if found else None


def _marks_above(ranking: Ranking) -> Iterator[tuple[int, tuple[Mark, Mark]]]:
    """By start number the mark of the next place above, and their own."""
    above: Mark | None = None
    last: tuple[int, Mark] | None = None
    level = None
    for place, _shared, line in ranking.placed:
        if (line.level, line.games_won) != level:
            above = last = None
            level = line.level, line.games_won
        number = line.entry.number
        mark = ranking.marks[number]
        if last is not None and place != last[0]:
            above = last[1]
        if above is not None:
            yield number, (above, mark)
        last = place, mark


def between(better: Mark, mark: Mark, measures: Sequence[str]) -> Gap:
    """What `mark` lacks to be as good as `better`. They differ."""
    return next(
        Gap(measure, high - low)
        for measure, high, low in zip(measures, better, mark, strict=True)
        if high != low
    )
