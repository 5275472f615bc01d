"""The figures by which places are decided, as a page writes them. What standings say as
files and to programs is in `scoring.exports.standings`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.rulesets.shared.measures import Measure
from scoring.standings.boards import Board, Row
from scoring.standings.ranking import measures_of
from tournaments.templatetags.prevailing import table_points, total

#: Scores, which have a sign where everybody starts at 0.
SCORES = ("score", "best")


@dataclass(frozen=True)
class Column:
    """A measure by its key."""

    key: str
    measure: Measure

    def written(self, row: Row, ruleset: str) -> str:
        """A row's figure as people write it."""
        return amount_in(self.key, getattr(row.line, self.key), ruleset)


def amount_in(measure: str, amount: Fraction | int, ruleset: str) -> str:
    """So much of a measure, as people write it."""
    if measure == "table_points":
        return table_points(Fraction(amount), ruleset)
    if measure in SCORES:
        return total(int(amount), ruleset)
    return str(amount)


def deciding(board: Board) -> list[Column]:
    """The measures that decide places, in their order; and always the points and the
    score."""
    measures = measures_of(board.tournament.ruleset)
    keys = dict.fromkeys((*board.tie_breaks, "table_points", "score"))
    return [Column(key, measures[key]) for key in keys]


def order_in_names(board: Board) -> list[str]:
    """The measures that decide places, the first one first."""
    measures = measures_of(board.tournament.ruleset)
    return [str(measures[key].name).lower() for key in board.tie_breaks]
