"""The standings on the hall's wall, on as many screens as they take: of everybody in
three columns, and of the first ones in one, for those who sit at the other end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.all_pages import public_rounds_and_tables
from scoring.hall.name_sizes_on_screen import Size, size_for, word_widths
from scoring.standings import live_and_official_standings
from scoring.standings.criteria_columns import Column, deciding
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import points
from tournaments.web.form_fields_and_types import Context

#: So many people fit on a screen and can be read from afar.
ON_A_SCREEN = 72

#: A few more are better squeezed than divided.
AT_MOST = 96

#: People in one column and in two, before there are three. A capital in one of eight
#: rows is a twentieth of the screen's height: 5 cm of a metre, to be read from 20 m.
IN_ONE, IN_TWO = 8, 24

#: How many of the first are shown in one column, some at a time.
LEADERS = 24

#: Rows of a column, so that a few sizes of type do.
ROWS = (8, 12, 16, 20, 24, 28, 32)

#: What a name and the figure beside it have room for, in heights of the type of their
#: row: where there is one column, and where there are several; and how wide each letter
#: of the figure is.
ROOM_IN_ONE, ROOM, FIGURE = 12.4, 11.0, 0.8
SIZES = (
    Size("", 1.0, 1),
    Size("long", 0.84, 1),
    Size("longer", 0.7, 2),
    Size("longest", 0.5, 3),
)


@dataclass(frozen=True)
class Line:
    """A player on the wall. `decides`: the figure that decides most; `beside`: the
    score, or that of the table while a round is played; `room`: for name and figure."""

    row: Row
    decides: str
    beside: str
    room: float = ROOM

    @property
    def length(self) -> str:
        """How much smaller the name is to be written, so that it is not cut."""
        widths = word_widths(self.row.entry.public_name)
        return size_for(widths, self.room - FIGURE * len(self.decides), SIZES)


@dataclass(frozen=True)
class Part:
    """The people of one screen."""

    number: int
    lines: tuple[Line, ...]

    @property
    def columns(self) -> int:
        count = len(self.lines)
        return 1 if count <= IN_ONE else 2 if count <= IN_TWO else 3

    @property
    def rows(self) -> int:
        """How many a column has."""
        needed = -(-len(self.lines) // self.columns)
        return next(size for size in ROWS if size >= needed)


def standings(tournament: Tournament) -> Context:
    """What everybody may see of the standings now: live while a round is played. What
    is held back is not in it; `told` says so."""
    board = live_and_official_standings.live_of(tournament)
    screens = (
        1 if len(board.ranked) <= AT_MOST else -(-len(board.ranked) // ON_A_SCREEN)
    )
    return _page(board, board.ranked, screens)


def leaders(tournament: Tournament) -> Context:
    """The same of the first ones alone, in letters as large as they can be."""
    board = live_and_official_standings.live_of(tournament)
    first = board.ranked[:LEADERS]
    return _page(board, first, -(-len(first) // IN_ONE))


def _page(board: Board, rows: Sequence[Row], screens: int) -> Context:
    tournament = board.tournament
    decides, beside = deciding(board)[:2]
    current = public_rounds_and_tables.current_round(
        list(public_rounds_and_tables.public_rounds(tournament))
    )
    return {
        "tournament": tournament,
        "board": board,
        "title": _title(board),
        "figures": [
            decides.measure.name,
            _("at the table now") if board.is_live else beside.measure.name,
        ],
        "parts": list(_parts(board, rows, screens, decides, beside)),
        "told": board.told.words,
        "round": current if current and current.is_open else None,
    }


def _title(board: Board) -> str:
    if board.is_live:
        words = _("Live standings, round %(number)s")
        return words % {"number": max(board.live_rounds)}
    if board.final:
        return _("Final standings")
    if not board.rounds:
        return _("Standings")
    return _("Standings after round %(number)s") % {"number": board.after}


def _parts(
    board: Board, rows: Sequence[Row], screens: int, decides: Column, beside: Column
) -> Iterator[Part]:
    """The people divided evenly among the screens; nobody before anything was
    played."""
    if not board.rounds and not board.is_live:
        return
    ruleset = board.tournament.ruleset
    size = -(-len(rows) // max(screens, 1)) or 1
    for start in range(0, len(rows), size):
        shown = rows[start : start + size]
        room = ROOM_IN_ONE if len(shown) <= IN_ONE else ROOM
        lines = (
            Line(
                row,
                decides.written(row.line, ruleset),
                _beside(row, beside, board),
                room,
            )
            for row in shown
        )
        yield Part(1 + start // size, tuple(lines))


def _beside(row: Row, column: Column, board: Board) -> str:
    ruleset = board.tournament.ruleset
    if board.is_live:
        return points(row.now.score, ruleset) if row.now and row.now.begun else ""
    if column.key == "score":
        return points(row.line.score, ruleset)
    return column.written(row.line, ruleset)
