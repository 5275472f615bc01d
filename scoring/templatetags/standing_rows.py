"""The rows of standings.

Made without templates for speed: a page has about 100 rows, and each hand updates them.
Each word is translated once and each figure escaped once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.absence_score_options import Absence
from scoring.public.wording_of_standings import from_cut_in_words, gap_in_words
from scoring.standings.absence_results import WORDS
from scoring.standings.criteria_columns import FINED, Column
from scoring.standings.live_and_official_standings import Board
from scoring.standings.live_places_during_play import AtTable
from scoring.standings.row_of_standings_with_rounds import NOTHING, RoundCell, Row
from scoring.standings.standings_rows import Standing, TeamStanding
from tournaments.templatetags.names_beside_text import bdi
from tournaments.templatetags.score_figures import (
    flag,
    points,
    table_points,
    total,
)
from tournaments.web.form_fields_and_types import Context
from tournaments.web.number_wording import ordinal

register = template.Library()

#: CSS class of a round's cell, by the place at the table.
CELLS = {1: "p4", 2: "p2", 3: "p1", 4: "p0"}

#: Placeholder for the player number in addresses.
ANY_NUMBER = 0


@register.simple_tag(takes_context=True)
def standing_rows(context: Context) -> SafeString:
    """Render the context's `rows`, with its `board` and `measures`."""
    return _rows_html(context, context["rows"])


@register.simple_tag(takes_context=True)
def standing_rows_of(context: Context, rows: Sequence[Row]) -> SafeString:
    """Render `rows`, with the context's `board` and `measures`."""
    return _rows_html(context, rows)


@register.simple_tag(takes_context=True)
def moved(context: Context, by: int | None) -> SafeString:
    """Render the arrow for a change of place in rows of teams; "" for None."""
    return mark_safe(_writer_of(context).move(by))  # noqa: S308 - it escapes


@register.simple_tag(takes_context=True)
def measured(context: Context, column: Column, line: Standing | TeamStanding) -> str:
    """Return a line's figure in a column as text."""
    return column.written(line, context["tournament"].ruleset)


def _rows_html(context: Context, rows: Sequence[Row]) -> SafeString:
    rows_written = map(_writer_of(context).row, rows)
    return mark_safe("".join(rows_written))  # noqa: S308 - it escapes


def _writer_of(context: Context) -> RowWriter:
    return RowWriter(context["board"], context["measures"], context["first_measure"])


class RowWriter:
    """Renders standings rows as HTML, in the active language."""

    def __init__(self, board: Board, measures: Sequence[Column], first: str) -> None:
        self._is_live = board.is_live
        self._is_known = board.anything_played
        self._only_results = board.only_results
        self._ruleset = board.tournament.ruleset
        self._from_cut = board.cut.places if board.cut else {}
        self._last_in = board.cut.last_in if board.cut else None
        self._measures = measures
        self._fined = next((one for one in measures if one.key == FINED.key), None)
        self._decimals = max((column.decimals for column in measures), default=1)
        self._first = first
        address = reverse("public:player", args=[board.tournament.slug, ANY_NUMBER])
        self._before, self._after = map(escape, address.rsplit(str(ANY_NUMBER), 1))
        self._flags: dict[str, str] = {}
        self._ordinals = {place: escape(ordinal(place)) for place in (1, 2, 3, 4)}
        self._table = escape(_("T%(table)s"))

    def row(self, row: Row) -> str:
        number = row.number
        beside = ""
        if self._is_live:
            beside = self._now(row.now) + self._current_cell(row)
        elif self._measures:
            beside = self._gap(row)
        return (
            f'<tr data-row="{number}" id="p{number}" class="{self._classes(row)}" '
            f'role="row">{self._place(row)}{self._player_cell(row)}'
            f'<td class="form" role="cell">{"".join(map(self._cell, row.form))}</td>'
            f"{beside}"
            f"{''.join(self._measure(column, row) for column in self._measures)}</tr>\n"
        )

    def _classes(self, row: Row) -> str:
        names = []
        played = row.line.tables or self._only_results
        if row.place is not None and row.place <= 3 and played:
            names.append("top first" if row.place == 1 else "top")
        if self._only_results:
            names.append("results-only")
        if row.gone:
            names.append("gone")
        if row.number == self._last_in:
            names.append("last-in")
        return " ".join(names)

    def _place(self, row: Row) -> str:
        if row.place is None:
            why = (
                _("not ranked")
                if row.made.records.league
                else _("substitute, not ranked")
            )
            shown = f'<b title="{escape(why)}">–</b>'
        elif not self._is_known:
            shown = ""
        else:
            shown = f"<b>{row.place}{'=' if row.shared else ''}</b>"
        move = self.move(row.move)
        return f'<td class="rank" role="cell" data-calm>{shown}{move}</td>'

    def move(self, move: int | None) -> str:
        """Render the arrow for a player who has gained `move` places (negative: lost);
        "" for None.
        """
        if move is None:
            return ""
        if not move:
            return self._same_place
        way, arrow = ("up", "▲") if move > 0 else ("down", "▼")
        label = (self._up if move > 0 else self._down) % {"places": abs(move)}
        return (
            f'<span class="move {way}" role="img" aria-label="{label}">'
            f"{arrow}\u200a{abs(move)}</span>"
        )

    def _player_cell(self, row: Row) -> str:
        person, team = row.player.person, row.player.team
        known = (person.country, person.club, team.name if team else "")
        badges = (
            f' <span class="badge {look}">{escape(text)}</span>'
            for look, text in (*_marks(row, self._ruleset), *self._fined_badge(row))
        )
        return (
            f'<th scope="row" role="rowheader">{self._flag(person.country)}'
            f'<a href="{self._before}{row.number}{self._after}">'
            f"{bdi(row.player)}</a>"
            f"<small>{' · '.join(filter(None, map(bdi, known)))}</small>"
            f"{''.join(badges)}</th>"
        )

    def _fined_badge(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield the badge of penalties in table points, as CSS class and text.

        Narrow screens show this badge instead of the column. Yield nothing without
        penalties.
        """
        if self._fined and row.current.fined:
            figure = self._fined.written(row.current, self._ruleset)
            yield "fined instead-of-column", f"{FINED.name}: {figure}"

    def _flag(self, country: str) -> str:
        """Render the flag of a country; "" if there is no flag."""
        if country not in self._flags:
            picture = flag(country)
            self._flags[country] = (
                f'<img class="flag" src="{escape(static(picture))}" alt="" width="24" '
                'height="18">'
                if picture
                else ""
            )
        return self._flags[country]

    def _cell(self, cell: RoundCell) -> str:
        if cell.counts_as_tie:
            note = escape(_("counts as a tie: a player at the table withdrew"))
            return (
                f'<i class="out" title="{note}">{cell.points}'
                f'<span class="visually-hidden">, {note}</span></i>'
            )
        if cell.place is None:
            note = WORDS[cell.absent](1) if cell.absent else _("not played")
            return f'<i class="out" title="{escape(note)}">{_short(cell) or "–"}</i>'
        if cell.dropped:
            note = escape(_("does not count"))
            return (
                f'<i class="out" title="{note}"><s>{cell.points}</s>'
                f'<span class="visually-hidden">, {note}</span></i>'
            )
        return f'<i class="{CELLS[cell.place]}">{cell.points}</i>'

    def _now(self, now: AtTable | None) -> str:
        if now is None:
            return f'<td class="at-table" role="cell">{escape(_("no table"))}</td>'
        table = self._table % {"table": now.table}
        if not now.begun:
            state = self._cancelled if now.over else self._not_begun
            return f'<td class="at-table" role="cell">{table} · {state}</td>'
        look, tick = ("", " ✓") if now.over else (" playing", "")
        return (
            f'<td class="at-table{look}" role="cell">{table} · '
            f"{self._ordinals[now.place]} {points(now.score, self._ruleset)}{tick}</td>"
        )

    def _current_cell(self, row: Row) -> str:
        written, line = "", _current_figures(row)
        if line is not None:
            written = (
                total(line.score, self._ruleset)
                if self._first == "score"
                else table_points(line.table_points, self._ruleset, self._decimals)
            )
        return self._second_cell(row, written)

    def _gap(self, row: Row) -> str:
        return self._second_cell(
            row, escape(gap_in_words(row.gap, self._ruleset, self._first))
        )

    def _second_cell(self, row: Row, written: str) -> str:
        """Render the cell next to the points, with the distance to the cut."""
        place = self._from_cut.get(row.number)
        if place is not None:
            distance = from_cut_in_words(place, self._ruleset, self._first)
            look = "in" if place.is_in else "out"
            written += f' <small class="{look}">{escape(distance)}</small>'
        return f'<td class="number beside" role="cell">{written}</td>'

    def _measure(self, column: Column, row: Row) -> str:
        line, ranks = row.line, column.key == self._first
        if column.key == FINED.key:
            line = row.current
        is_unknown = column.measure.needs_hands and line.tables and not line.logged
        if is_unknown or column.key in line.unstated:
            text = escape(_("not known"))
            shown = f'<span aria-label="{text}" role="img">–</span>'
        elif column.key == "score" and not ranks:
            shown = points(line.score, self._ruleset)
        else:
            shown = escape(column.written(line, self._ruleset))
            if column.measure.needs_hands and line.logged < line.tables:
                text = ngettext(
                    "%(shown)s <small>in %(games)s game</small>",
                    "%(shown)s <small>in %(games)s games</small>",
                    line.logged,
                )
                shown = text % {"shown": shown, "games": line.logged}
        return f'<td class="number {column.look}" role="cell">{shown}</td>'

    @cached_property
    def _same_place(self) -> str:
        label = escape(_("same place"))
        return f'<span class="move" role="img" aria-label="{label}">–</span>'

    @cached_property
    def _up(self) -> str:
        # Translators: %(places)s is the number of places gained in the standings.
        return escape(_("up %(places)s"))

    @cached_property
    def _down(self) -> str:
        # Translators: %(places)s is the number of places lost in the standings.
        return escape(_("down %(places)s"))

    @cached_property
    def _not_begun(self) -> str:
        return escape(_("not started"))

    @cached_property
    def _cancelled(self) -> str:
        return escape(_("cancelled"))


def _current_figures(row: Row) -> Standing | None:
    """Return the figures with the game in progress; None if nothing counts
    there yet.
    """
    return row.with_table if row.now and row.now.begun else None


def _marks(row: Row, ruleset: str) -> Iterator[tuple[str, str]]:
    """Yield the badges of a row: CSS class and text."""
    if row.made.records.league is not None:
        yield from _days(row)
    elif row.place is None:
        yield "absent", _("substitute")
    at_table = _current_figures(row)
    if fined := at_table.penalties if at_table else row.line.penalties:
        text = _("penalty %(points)s")
        yield "fined", text % {"points": total(fined, ruleset)}
    for mark in row.line.marks:
        yield "absent", mark
    if row.gone:
        yield "gone", row.gone


def _days(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the badges about match days: days played, and days that do not count."""
    line = row.counted
    if line.player.is_substitute:
        yield "absent", _("substitute")
        return
    text = ngettext("%(days)s day", "%(days)s days", line.days)
    yield ("absent" if line.lacks_days else ""), text % {"days": line.days}
    if line.lacks_days:
        yield "absent", _("too few days to be ranked")
    if dropped := len(line.dropped):
        text = ngettext("%(days)s does not count", "%(days)s do not count", dropped)
        yield "absent", text % {"days": dropped}


def _short(cell: RoundCell) -> str:
    """Return the points that count for a round without a game; "" if none count."""
    counts = cell.points if cell.absent in (Absence.MISSED, Absence.SIT_OUT) else ""
    return "" if counts in ("0", NOTHING) else counts
