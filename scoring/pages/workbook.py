"""An event as one Excel workbook, for people to read and to reckon with: numbers are
numbers, every text is a text, and nothing is a formula."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from rules.winds import Wind
from scoring.ledger.book import Book
from scoring.models import Result
from scoring.standings import frozen
from scoring.standings.ranking import Ranking, measures_of
from scoring.wording import ledger_words
from scoring.wording.seat_order import seats_in_order
from tournaments.files.xlsx_writer import Value, fill
from tournaments.models import Entry, Tournament

Row = Sequence[Value]

BOLD = Font(bold=True)

#: No column is wider, in characters.
WIDEST = 48


def workbook_of(tournament: Tournament) -> bytes:
    """The .xlsx file, with a sheet each for players, seating, standings, results and
    hands. A handful of queries, however large the event is."""
    book = Workbook(write_only=True)
    entries = list(
        tournament.entries.select_related("player", "team").order_by("number")
    )
    ranking = frozen.official(tournament)
    books = _books(tournament, entries)
    for title, rows in (
        (_("Players"), _players(entries)),
        (_("Seating"), _seating(books)),
        (_("Standings"), _standings(tournament, ranking)),
        (_("Results"), _results(tournament, books)),
        (_("Hands"), _hands(books)),
    ):
        _write(book, title, list(rows))
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _books(tournament: Tournament, entries: Iterable[Entry]) -> list[Book]:
    """Every table's book, its seats with who sits there."""
    by_pk = {entry.pk: entry for entry in entries}
    books = Book.all_of(tournament)
    for book in books:
        for seat in book.session.seats.all():
            seat.entry = by_pk[seat.entry_id]
    return books


def _write(book: Workbook, title: str, rows: Sequence[Row]) -> None:
    """A sheet whose first row is its head and stays in view."""
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for column, width in enumerate(_widths(rows), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    for line, row in enumerate(rows):
        cells = [_cell(sheet, value) for value in row]
        if line == 0:
            for cell in cells:
                cell.font = BOLD
        sheet.append(cells)


def _cell(sheet: object, value: Value) -> WriteOnlyCell:
    cell = WriteOnlyCell(sheet)
    fill(cell, value)
    return cell


def _widths(rows: Sequence[Row]) -> list[int]:
    if not rows:
        return []
    found = [0] * len(rows[0])
    for row in rows:
        for place, value in enumerate(row):
            shown = "" if value is None else str(value)
            found[place] = max(found[place], min(len(shown) + 2, WIDEST))
    return found


def _players(entries: Iterable[Entry]) -> Iterator[Row]:
    yield (
        _("Number"),
        _("First name"),
        _("Last name"),
        _("Country"),
        _("Club"),
        _("Team"),
        _("EMA number"),
        _("First round"),
        _("Last round"),
        _("What for"),
    )
    for entry in entries:
        player = entry.player
        yield (
            entry.number,
            player.first_name,
            player.last_name,
            player.country,
            player.club,
            entry.team.name if entry.team else "",
            player.ema_number,
            entry.first_round,
            entry.last_round,
            _what_for(entry),
        )


def _what_for(entry: Entry) -> str:
    if entry.is_filler:
        return _("house player")
    return _("substitute") if entry.is_substitute else _("player")


def _seating(books: Iterable[Book]) -> Iterator[Row]:
    yield (_("Round"), _("Table"), _("Seat"), _("Number"), _("Player"))
    for book in books:
        for wind, entry in _seated(book):
            session = book.session
            yield (
                session.round.number,
                session.table,
                wind.value,
                entry.number,
                str(entry.player),
            )


def _standings(tournament: Tournament, ranking: Ranking) -> Iterator[Row]:
    measures = measures_of(tournament.ruleset)
    yield (
        _("Place"),
        _("Number"),
        _("Player"),
        _("Country"),
        _("Team"),
        *(str(measure.name) for measure in measures.values()),
        _("Penalties in the standings"),
        _("Tables"),
        _("Contains"),
    )
    placed = ((row.place, row.line) for row in ranking.placed)
    for place, line in (*placed, *((None, line) for line in ranking.unranked)):
        entry = line.entry
        yield (
            place,
            entry.number,
            str(entry.player),
            entry.player.country,
            entry.team.name if entry.team else "",
            *(getattr(line, key) for key in measures),
            line.penalties,
            line.tables,
            "; ".join(line.marks),
        )


def _results(tournament: Tournament, books: Iterable[Book]) -> Iterator[Row]:
    measures = measures_of(tournament.ruleset)
    yield (
        _("Round"),
        _("Table"),
        _("Seat"),
        _("Number"),
        _("Player"),
        _("Score"),
        str(measures["table_points"].name),
        _("Place"),
        _("Hands won"),
        _("Penalties"),
    )
    found = Result.objects.filter(seat__round__tournament=tournament)
    by_seat = {result.seat_id: result for result in found}
    for book in books:
        session = book.session
        for seat in seats_in_order(session):
            if result := by_seat.get(seat.pk):
                yield (
                    session.round.number,
                    session.table,
                    seat.wind,
                    seat.entry.number,
                    str(seat.entry.player),
                    result.score,
                    result.table_points,
                    result.place,
                    result.hands_won,
                    result.penalties,
                )


def _hands(books: Iterable[Book]) -> Iterator[Row]:
    yield (
        _("Round"),
        _("Table"),
        _("Hand"),
        _("What happened"),
        *(_("%(seat)s: points") % {"seat": wind} for wind in "ESWN"),
        _("By"),
    )
    for book in books:
        session = book.session
        for line, replayed in zip(book.live, book.state.lines, strict=False):
            changes = replayed.settlement.changes
            yield (
                session.round.number,
                session.table,
                line.hand,
                ledger_words.of_line(replayed, book.names_for(line, book.names)),
                *(changes[wind] for wind in Wind),
                line.by,
            )


def _seated(book: Book) -> list[tuple[Wind, Entry]]:
    seats = {Wind(seat.wind): seat.entry for seat in book.session.seats.all()}
    return [(wind, seats[wind]) for wind in Wind if wind in seats]
