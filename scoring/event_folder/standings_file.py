"""standings.csv: the places and the sums as they are, which reading compares with what
the tables give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.ledger_entries import MOST_POINTS
from scoring.event_folder.layout import FileColumns
from scoring.event_folder.point_figures import (
    Figure,
    figure_in,
    read_figure,
    write_figure,
)
from scoring.standings.ranking import standings
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.models import Tournament
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

STANDINGS_COLUMNS = FileColumns(("place", "number", "table_points", "score"))


@dataclass(frozen=True)
class StandingRow:
    """A line of the file."""

    line: int
    place: int
    number: int
    table_points: Figure | None
    score: int | Fraction


def written_standings(tournament: Tournament) -> Iterator[list[Cell]]:
    """The rows of the file."""
    for placed in standings(tournament):
        figure = write_figure(placed.line.table_points)
        # Sums have a decimal, as organisers' files have.
        points = figure if set(figure) & set("./") else f"{figure}.0"
        score = write_figure(Fraction(placed.line.score))
        yield [placed.place, placed.line.entry.number, points, score]


def standings_in(file: CsvFile | None) -> tuple[StandingRow, ...]:
    """The file's good rows."""
    return tuple(row for _line, row in file.lines(_standing)) if file else ()


def _standing(row: Row) -> StandingRow:
    return StandingRow(
        line=row.line,
        place=row.integer("place", 1, MOST_START_NUMBER),
        number=row.integer("number", 1, MOST_START_NUMBER),
        table_points=figure_in(row, "table_points"),
        score=_score(row),
    )


def _score(row: Row) -> int | Fraction:
    """A whole number, but where a part of one was carried into a stage."""
    text = row.raw("score")
    figure = read_figure(text) if set(text) & set("./") else None
    if figure is None:
        return row.integer("score", -100 * MOST_POINTS, 100 * MOST_POINTS)
    return figure.value
