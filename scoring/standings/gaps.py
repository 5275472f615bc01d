"""How far each player is from the next place above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.standings.lines import Ranking, Value


class Gap(NamedTuple):
    """What is missing to somebody above (or too much, of what whoever has least of is
    first), in the first `measure` that differs."""

    measure: str
    amount: Value


def gaps(ranking: Ranking, measures: Sequence[str]) -> Mapping[int, Gap]:
    """By start number, from everybody who has a place: their marks are by these
    `measures`. Nobody above, or nobody who made the same cuts and
    won as many games of a series: no gap."""
    found: dict[int, Gap] = {}
    above: Sequence[Value] | None = None
    last: tuple[int, Sequence[Value]] | None = None
    level = None
    for row in ranking.placed:
        if (row.line.level, row.line.games_won) != level:
            above = last = None
            level = row.line.level, row.line.games_won
        mark = ranking.marks[row.line.entry.number]
        if last is not None and row.place != last[0]:
            above = last[1]
        if above is not None:
            found[row.line.entry.number] = between(above, mark, measures)
        last = row.place, mark
    return found


def between(
    better: Sequence[Value], mark: Sequence[Value], measures: Sequence[str]
) -> Gap:
    """What `mark` lacks to be as good as `better`. They differ."""
    return next(
        Gap(measure, high - low)
        for measure, high, low in zip(measures, better, mark, strict=True)
        if high != low
    )
