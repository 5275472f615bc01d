"""A tournament becomes an event folder.

The same tournament always gives the same bytes, and so does the tournament that
is made by reading them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from django.db import transaction

from rules.winds import WINDS, Wind
from scoring.event_folder.confirmations import written_words
from scoring.event_folder.conflicts import written_conflicts
from scoring.event_folder.extra_times import written_extra_times
from scoring.event_folder.late_hands import written_late_hands
from scoring.event_folder.layout import (
    COLUMNS,
    CONFIRMATIONS,
    CONFLICTS,
    EVENT,
    EXTRA_TIME,
    HANDS,
    LATE_HANDS,
    LEDGER,
    PLAYERS,
    SEATING,
    STANDINGS,
    TOTALS,
)
from scoring.event_folder.ledger_lines import write_ledgers
from scoring.event_folder.recorded import write_figure
from scoring.event_folder.settings import write_settings
from scoring.event_folder.source import Files
from scoring.event_folder.tables import Cells, TableRows, as_written
from scoring.ledger.book import Book
from scoring.ledger.entering import IMPORTED
from scoring.models import Conflict
from scoring.rulesets.registry import presenter_of
from scoring.standings.ranking import standings
from tournaments.files.csv_writer import written_csv
from tournaments.models import Tournament


def write_folder(tournament: Tournament, path: Path) -> None:
    """Write the tournament's event folder to `path`, which may exist already."""
    files = files_of(tournament)
    path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content)


@transaction.atomic
def files_of(tournament: Tournament) -> Files:
    """The tournament as the files of an event folder, by name.

    Nobody can change the tournament meanwhile, so the files fit each other.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    books = [
        book
        for book in Book.all_of(tournament)
        if len(book.session.seats.all()) == len(WINDS)
    ]
    tables = [_rows_of(book) for book in books]
    seating = (
        [*table.key, *(table.numbers[wind] for wind in WINDS)] for table in tables
    )
    hands = (row for table in tables for row in table.hand_rows())
    totals = [table.totals_row() for table in tables if table.is_over]
    files = {
        EVENT: write_settings(tournament),
        PLAYERS: _optional_last(COLUMNS[PLAYERS], list(_players(tournament))),
        SEATING: _csv(COLUMNS[SEATING], seating),
        HANDS: _csv(presenter_of(tournament.ruleset).columns.all, hands),
        TOTALS: _optional_last(COLUMNS[TOTALS], totals),
        STANDINGS: _csv(COLUMNS[STANDINGS], _standings(tournament)),
    }
    return {**files, **_further_files(tournament, books)}


def _further_files(tournament: Tournament, books: Iterable[Book]) -> Files:
    """The files that are there only if there is something to tell."""
    files: dict[str, bytes] = {}
    named = Conflict.objects.filter(line__session__round__tournament=tournament)
    sessions = set(named.values_list("line__session", flat=True))
    told = (book for book in books if _was_entered(book) or book.session.pk in sessions)
    if ledgers := write_ledgers(told):
        files[LEDGER] = ledgers
    if words := written_words(tournament):
        files[CONFIRMATIONS] = _csv(COLUMNS[CONFIRMATIONS], words)
    if late := written_late_hands(tournament):
        files[LATE_HANDS] = late
    if conflicts := written_conflicts(tournament):
        files[CONFLICTS] = conflicts
    if extra := written_extra_times(tournament):
        files[EXTRA_TIME] = _optional_last(COLUMNS[EXTRA_TIME], extra)
    return files


def _rows_of(book: Book) -> TableRows:
    seats = book.session.seats.all()
    numbers = {Wind(seat.wind): seat.entry.number for seat in seats}
    return TableRows(book, (book.session.round.number, book.session.table), numbers)


def _was_entered(book: Book) -> bool:
    """Whether there is more in the ledger than hands.csv and totals.csv gave it."""
    return any(not line.device_key.startswith(IMPORTED) for line in book.lines)


def _players(tournament: Tournament) -> Iterator[Cells]:
    for entry in tournament.entries.select_related("player", "team").order_by("number"):
        player = entry.player
        yield [
            entry.number,
            player.first_name,
            player.last_name,
            player.country,
            player.club,
            entry.team.name if entry.team else "",
            player.ema_number,
            1 if entry.is_filler else "",
        ]


def _standings(tournament: Tournament) -> Iterator[Cells]:
    for placed in standings(tournament):
        figure = write_figure(placed.line.table_points)
        # Sums have a decimal, as organisers' files have.
        points = figure if set(figure) & set("./") else f"{figure}.0"
        yield [placed.place, placed.line.entry.number, points, placed.line.score]


def _optional_last(columns: Sequence[str], rows: Sequence[Cells]) -> bytes:
    """CSV without its last column where that is empty in every row."""
    if not any(row[-1] != "" for row in rows):
        columns = columns[:-1]
    return _csv(columns, (row[: len(columns)] for row in rows))


def _csv(columns: Sequence[str], rows: Iterable[Cells]) -> bytes:
    return written_csv((columns, *map(as_written, rows))).encode()
