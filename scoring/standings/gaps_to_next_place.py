"""The gap of each player to the next better place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.standings.standings_rows import Ranking, Value

#: Compared figures of a line, highest first.
Mark = Sequence[Value]
#: The mark of a line, and the criteria that are not stated for it.
Marked = tuple[Mark, frozenset[str]]


class Gap(NamedTuple):
    """The gap to a better player in `measure`, the first criterion that differs.

    `amount`: missing points, or excess points if the lowest figure ranks first.
    """

    measure: str
    amount: Value


class Gaps:
    """The gaps of ranked players, calculated when needed.

    `measures`: criteria of the ranking's marks.
    """

    def __init__(self, ranking: Ranking, measures: Sequence[str]) -> None:
        self._measures = measures
        self._ranking = ranking
        self._marks = dict(_marks_above(ranking))

    def of(self, number: int) -> Gap | None:
        """Return the gap of the player with this number to the next better place.

        Return None if no better player has made the same cuts and won as many games of
        a series, if no figure differs, or if a figure is not stated.
        """
        marks = self._marks.get(number)
        if marks is None:
            return None
        better, mark, unstated = marks
        gap = between(better, mark, self._measures)
        return None if gap and gap.measure in unstated else gap

    def up_to(self, number: int, place: int) -> Gap | None:
        """Return the gap of the player with this number to the last of the first
        `place` places. Return None if the player has such a place or is not ranked, or
        if the two did not make the same cuts or win as many games of a series.
        """
        placed = self._ranking.placed
        own = next((one for one in placed if one.line.player.number == number), None)
        within = [one for one in placed if one.place <= place]
        if own is None or not within or own.place <= place:
            return None
        last, marks = within[-1], self._ranking.marks
        if (last.line.level, last.line.games_won) != (
            own.line.level,
            own.line.games_won,
        ):
            return None
        better = marks[last.line.player.number]
        return between(better, marks[number], self._measures)


def _marks_above(
    ranking: Ranking,
) -> Iterator[tuple[int, tuple[Mark, Mark, frozenset[str]]]]:
    """Yield the player number, the mark of the next better place, the player's mark,
    and the criteria that are not stated for one of the two. Players without a better
    place are left out.
    """
    above: Marked | None = None
    last: tuple[int, Marked] | None = None
    level = None
    for place, _shared, line in ranking.placed:
        if (line.level, line.games_won) != level:
            above = last = None
            level = line.level, line.games_won
        number = line.player.number
        mark = ranking.marks[number]
        if last is not None and place != last[0]:
            above = last[1]
        if above is not None:
            yield number, (above[0], mark, above[1] | line.unstated)
        last = place, (mark, line.unstated)


def between(better: Mark, mark: Mark, measures: Sequence[str]) -> Gap | None:
    """Return the gap from `mark` to `better`; None if the two are equal, as in an
    imported list that does not state what decides its places.
    """
    differences = (
        Gap(measure, high - low)
        for measure, high, low in zip(measures, better, mark, strict=True)
        if high != low
    )
    return next(differences, None)
