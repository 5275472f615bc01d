"""What each round brought to a player: the small cells beside the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.absence_score_options import Absence, counted
from scoring.standings.played import Played, Records
from scoring.standings.ranking import penalised_measure
from tournaments.models import Entry
from tournaments.templatetags.score_figures import table_points, total

#: Shown for a round that was not played and counts nothing.
NOTHING = "–"

#: No more rounds are shown, the last ones.
MOST_CELLS = 9


@dataclass(frozen=True)
class RoundCell:
    """What a round counts, in the points that decide places, as it is written. `place`:
    at the table, None where nothing was played; `absent`: why, if somebody was not
    there or sat out; `dropped`: it is of a match day that does not count; `is_evened`:
    it counts as even, for somebody at the table left."""

    round: int
    points: str
    place: int | None
    absent: Absence | None = None
    dropped: bool = False
    is_evened: bool = False


def cells_of(
    records: Records,
    entry: Entry,
    played: Sequence[Played],
    rounds: frozenset[int],
    dropped: frozenset[int] = frozenset(),
) -> tuple[RoundCell, ...]:
    """A player's cells of the last of these rounds, of which those `dropped` do not
    count."""
    by_round = {row.round: row for row in played}
    shown = sorted(rounds)[-MOST_CELLS:]
    cells = (_cell(records, entry, by_round.get(n), n) for n in shown)
    return tuple(
        replace(cell, dropped=cell.place is not None and cell.round in dropped)
        for cell in cells
    )


def _cell(records: Records, entry: Entry, row: Played | None, number: int) -> RoundCell:
    if row is not None and row.counts:
        points = _written(records, row.table_points, row.score)
        return RoundCell(number, points, row.place or None, is_evened=row.is_evened)
    if row is not None or entry.is_substitute or entry.is_cut(number):
        return RoundCell(number, "", None)
    why = Absence.SIT_OUT if entry.plays(number) else Absence.MISSED
    each = counted(records.tournament.rules.options, why)
    if each.is_nothing:
        return RoundCell(number, NOTHING, None, why)
    unit = records.tournament.rules.catalogue.points_a_table_point
    points = _written(records, Fraction(each.points or 0, unit), each.score or 0)
    return RoundCell(number, points, None, why)


def _written(records: Records, points: Fraction, score: int) -> str:
    """What decides places, the scores or else the table points."""
    tournament = records.tournament
    if penalised_measure(tournament.tie_breaks) == "score":
        return total(score, tournament.ruleset)
    return table_points(points, tournament.ruleset)
