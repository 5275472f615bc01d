"""The columns of the standings on pages: the figures of the criteria.

For files and the API see `scoring.exports.standings_export`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standings.compare_by_criteria import InLine, Measure, Unit
from scoring.standings.criteria_and_tie_breaks import MEASURES, measures_of
from scoring.standings.live_and_official_standings import Board
from scoring.standings.rank_players import ranks_by_total_score
from scoring.standings.standings_rows import Standing, TeamStanding, Value
from tournaments.templatetags.score_figures import (
    decimals_of,
    has_final_points,
    signed,
    table_points,
    total,
)
from tournaments.web.list_wording import within_sentence

#: Columns that are always shown.
ALWAYS = ("table_points", "score")

#: Penalties in table points. The total score does not include them, so they have a
#: separate column if it ranks players.
FINED = InLine(
    "fined",
    gettext_lazy("Penalties in table points"),
    gettext_lazy("penalties in table points, which do not change the total score"),
    Unit.POINTS,
)


@dataclass(frozen=True)
class Column:
    """A criterion as a column.

    `look`: CSS class: `strong` for the first criterion, the criterion's key for a
    second criterion that fits on a small screen, `further` for others, `fined` for
    penalties. `decimals`: number of decimals if a figure has decimals.
    """

    measure: Measure
    look: str
    decimals: int = 1

    @property
    def key(self) -> str:
        return self.measure.key

    @property
    def sort(self) -> str:
        """Return the direction in which the column orders rows."""
        return "ascending" if self.measure.lowest_first else "descending"

    def written(self, line: Standing | TeamStanding, ruleset: str) -> str:
        """Return a line's figure as text; "" without a figure.

        Return a dash if the criterion needs hands but none were entered, and for a
        figure that an imported list of results does not state.
        """
        if any(self.key in one.unstated for one in line.members):
            return "–"
        if self.measure.needs_hands and not any(one.logged for one in line.members):
            return "–" if any(one.tables for one in line.members) else "0"
        value = line.value(self.key)
        if value is None:
            return ""
        return _amount(self.measure.unit, value, ruleset, self.decimals)


def amount_in(measure: str, amount: Value, ruleset: str, decimals: int = 1) -> str:
    """Return a figure of a criterion as text.

    A figure with decimals has at least `decimals` of them.
    """
    return _amount(MEASURES[measure].unit, amount, ruleset, decimals)


def _amount(unit: Unit, amount: Value, ruleset: str, decimals: int) -> str:
    if unit is Unit.POINTS:
        return table_points(Fraction(amount), ruleset, decimals)
    if unit is Unit.SCORE:
        return total(int(amount), ruleset)
    if unit is Unit.LEAD:
        return signed(int(amount))
    return str(amount)


def deciding(board: Board, keys: Sequence[str] = ()) -> list[Column]:
    """Return the columns of the criteria (or of the criteria `keys`), in order.

    Points and score are always included, and penalties in table points come last. All
    figures in a column have the same number of decimals.
    """
    order = keys or board.tie_breaks
    columns = columns_of(board.tournament.ruleset, order) + fined_column(board, order)
    if not has_final_points(board.tournament.ruleset):
        return columns
    lines = [row.line for row in board.rows]
    return [replace(column, decimals=_decimals_in(column, lines)) for column in columns]


def stated(board: Board) -> list[Column]:
    """Return the columns of `deciding` that an imported list of results states for at
    least 1 player; all columns for other results. The list may be empty."""
    unstated = [row.line.unstated for row in board.rows]
    of_nobody = frozenset.intersection(*unstated) if unstated else frozenset()
    return [column for column in deciding(board) if column.key not in of_nobody]


def beside_the_first(board: Board, columns: Sequence[Column], shown: int) -> Column:
    """Return the column to show beside the first if there is room for only one: the
    last column that decides a place among the first `shown` players, or else the second
    column.

    Live places also depend on current games, so live standings always get the second
    column.
    """
    lines = [row.line for row in board.ranked[:shown]]
    last = 0 if board.is_live else _last_deciding(columns, lines)
    return columns[max(last, 1)]


def until_decided(
    ruleset: str, keys: Sequence[str], lines: Sequence[Standing]
) -> list[Column]:
    """Return the columns of points and score, and of the criteria `keys` up to the last
    that decides between two neighbours in `lines`."""
    columns = columns_of(ruleset, keys)
    last = _last_deciding(columns, lines)
    shown = [
        column
        for place, column in enumerate(columns)
        if place <= last or column.key in ALWAYS
    ]
    if not has_final_points(ruleset):
        return shown
    return [replace(column, decimals=_decimals_in(column, lines)) for column in shown]


def _last_deciding(columns: Sequence[Column], lines: Sequence[Standing]) -> int:
    """Return the position of the last column that decides between two neighbours in
    `lines`."""
    deciding_places = {
        next(
            (
                place
                for place, column in enumerate(columns)
                if upper.value(column.key) != lower.value(column.key)
            ),
            0,
        )
        for upper, lower in pairwise(lines)
    }
    return max(deciding_places, default=0)


def fined_column(board: Board, order: Sequence[str]) -> list[Column]:
    """Return the column of penalties in table points if the total score ranks players
    and a player has such a penalty; otherwise no column.
    """
    if not ranks_by_total_score(order):
        return []
    has_fines = any(row.line.fined for row in board.rows) or any(
        seat.fined
        for seats in board.records.played.values()
        for seat in seats
        if board.is_live and seat.round in board.live_rounds
    )
    return [Column(FINED, "fined")] if has_fines else []


def _decimals_in(column: Column, lines: Sequence[Standing]) -> int:
    """Return the number of decimals needed for these figures."""
    if column.measure.unit is not Unit.POINTS:
        return 1
    values = {line.value(column.key) or 0 for line in lines}
    return max((decimals_of(Fraction(value)) for value in values), default=1)


def columns_of(ruleset: str, keys: Sequence[str]) -> list[Column]:
    """Return the columns of these criteria in order.

    Points and score are always included.
    """
    measures = measures_of(ruleset)
    first, *others = dict.fromkeys((*keys, *ALWAYS))
    second = next(key for key in others if key in ALWAYS)
    looks = {first: "strong", second: second.replace("_", "-")}
    return [
        Column(measures[key], looks.get(key, "further")) for key in (first, *others)
    ]


def order_in_names(ruleset: str, keys: Sequence[str]) -> list[str]:
    """Return the names of the criteria in order, for use within a sentence."""
    return [name_in_sentence(ruleset, key) for key in keys]


def name_in_sentence(ruleset: str, key: str) -> str:
    """Return the name of a criterion for use within a sentence."""
    return within_sentence(measures_of(ruleset)[key].name)


def hands_known(board: Board) -> str:
    """Return a sentence on how many results have known hands; "" if all have, or if no
    criterion needs hands.
    """
    if not any(MEASURES[key].needs_hands for key in board.tie_breaks):
        return ""
    tables = sum(row.line.tables for row in board.rows)
    logged = sum(row.line.logged for row in board.rows)
    if logged == tables:
        return ""
    pattern = _(
        "Hands won are known for %(logged)s of %(tables)s results: only for games "
        "whose hands were entered."
    )
    return pattern % {"logged": logged, "tables": tables}
