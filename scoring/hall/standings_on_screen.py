"""The standings on hall screens, divided into as many screens as needed.

A screen lists all players in up to 3 columns, or the first players in a single column
that is readable from the far end of the hall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.all_pages import public_rounds_and_tables
from scoring.hall.name_sizes_on_screen import Size, size_for, word_widths
from scoring.standings import live_and_official_standings
from scoring.standings.criteria_columns import FINED, Column, beside_the_first, deciding
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import points
from tournaments.web.form_fields_and_types import Context

#: Number of players per screen that can be read from a distance.
ON_A_SCREEN = 72

#: Maximum number of players squeezed onto one screen instead of dividing them.
AT_MOST = 96

#: Maximum number of players in one column and in two columns. With 8 rows a capital is
#: 1/20 of the screen's height: 5 cm on a screen 1 m high, readable from 20 m.
IN_ONE, IN_TWO = 8, 24

#: Number of players in the large view, some at a time.
LEADERS = 24

#: Numbers of rows per column, limited so that a few type sizes suffice.
ROWS = (8, 12, 16, 20, 24, 28, 32)

#: Room for a name and its figure, in font heights of the row: with one column, and with
#: several; and the width of a digit.
ROOM_IN_ONE, ROOM, FIGURE = 12.4, 11.0, 0.8
#: Width of the column of penalties in table points, if there is one.
ROOM_OF_FINED = 3.0
SIZES = (
    Size("", 1.0, 1),
    Size("long", 0.84, 1),
    Size("longer", 0.7, 2),
    Size("longest", 0.5, 3),
)


@dataclass(frozen=True)
class Line:
    """A player on the screen.

    `decides`: figure of the first criterion. `beside`: total score, or score of the
    current game during a round. `room`: width for the name and `decides`, in font
    heights. `fined`: penalties in table points, "" without that column.
    """

    row: Row
    decides: str
    beside: str
    room: float = ROOM
    fined: str = ""

    @property
    def length(self) -> str:
        """Return the size class in which the name fits."""
        widths = word_widths(self.row.player.public_name)
        return size_for(widths, self.room - FIGURE * len(self.decides), SIZES)


@dataclass(frozen=True)
class Part:
    """The players of one screen."""

    number: int
    lines: tuple[Line, ...]

    @property
    def columns(self) -> int:
        count = len(self.lines)
        return 1 if count <= IN_ONE else 2 if count <= IN_TWO else 3

    @property
    def rows(self) -> int:
        """Return the number of rows per column."""
        needed = -(-len(self.lines) // self.columns)
        return next(size for size in ROWS if size >= needed)


def standings(tournament: Tournament) -> Context:
    """Return the content for the standings visible to the public, live during a round.

    `told` in the result: the sentence on hidden results.
    """
    board = live_and_official_standings.live_of(tournament)
    screens = (
        1 if len(board.ranked) <= AT_MOST else -(-len(board.ranked) // ON_A_SCREEN)
    )
    return _page(board, board.ranked, screens)


def leaders(tournament: Tournament) -> Context:
    """Return the content for the first players only, as large as possible."""
    board = live_and_official_standings.live_of(tournament)
    first = board.ranked[:LEADERS]
    return _page(board, first, -(-len(first) // IN_ONE))


def _page(board: Board, rows: Sequence[Row], screens: int) -> Context:
    tournament = board.tournament
    decides, *others = columns = deciding(board)
    fined = next((column for column in others if column.key == FINED.key), None)
    ranking = [column for column in columns if column is not fined]
    beside = beside_the_first(board, ranking, len(rows))
    current = public_rounds_and_tables.current_round(
        list(public_rounds_and_tables.public_rounds(tournament))
    )
    return {
        "tournament": tournament,
        "board": board,
        "title": _title(board),
        "figures": [
            decides.measure.name,
            _("in the current game") if board.is_live else beside.measure.name,
            *([fined.measure.name] if fined else []),
        ],
        "parts": list(_parts(board, rows, screens, decides, beside, fined)),
        "told": board.visible.notice,
        "round": current if current and current.is_open else None,
    }


def _title(board: Board) -> str:
    if board.is_live:
        text = _("Live standings, round %(number)s")
        return text % {"number": max(board.live_rounds)}
    if board.final:
        return _("Final standings")
    if not board.rounds:
        return _("Standings")
    return _("Standings after round %(number)s") % {"number": board.after}


def _parts(
    board: Board,
    rows: Sequence[Row],
    screens: int,
    decides: Column,
    beside: Column,
    fined: Column | None,
) -> Iterator[Part]:
    """Yield the players divided evenly among `screens` screens.

    Yield nothing before the first result.
    """
    if not board.rounds and not board.is_live:
        return
    ruleset = board.tournament.ruleset
    size = -(-len(rows) // max(screens, 1)) or 1
    for start in range(0, len(rows), size):
        shown = rows[start : start + size]
        room = ROOM_IN_ONE if len(shown) <= IN_ONE else ROOM
        room -= ROOM_OF_FINED if fined else 0
        lines = (
            Line(
                row,
                decides.written(row.line, ruleset),
                _second_figure(row, beside, board),
                room,
                fined.written(row.current, ruleset) if fined else "",
            )
            for row in shown
        )
        yield Part(1 + start // size, tuple(lines))


def _second_figure(row: Row, column: Column, board: Board) -> str:
    ruleset = board.tournament.ruleset
    if board.is_live:
        return points(row.now.score, ruleset) if row.now and row.now.begun else ""
    if column.key == "score" and column.key not in row.line.unstated:
        return points(row.line.score, ruleset)
    return column.written(row.line, ruleset)
