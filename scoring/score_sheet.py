"""A table's page: its ledger told hand by hand, with who paid whom, the running
scores, and every version of what was corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rules.table import Line
from rules.winds import WINDS, Wind
from scoring import words
from scoring.book import Book
from scoring.models import RETRACTION, LedgerEntry
from scoring.queries import (
    Context,
    NotThere,
    clock_of,
    progress,
    public_round,
    seats_in_order,
)
from tournaments.models import Seat, Session, Tournament

Seats = Mapping[Wind, Seat]


@dataclass(frozen=True)
class Transfer:
    """Points from one seat to another; None stands for nobody."""

    payer: Seat | None
    payee: Seat | None
    amount: int


@dataclass(frozen=True)
class Cell:
    """A player's part of a line: their wind then, what they won or lost by it,
    their score after it."""

    wind: Wind
    change: int
    score: int

    @property
    def deals(self) -> bool:
        return self.wind is Wind.EAST


@dataclass(frozen=True)
class Version:
    """What a line said before somebody changed it: `line`, in `words`, and the
    line `changed` that took its place."""

    line: LedgerEntry
    words: str
    changed: LedgerEntry


@dataclass(frozen=True)
class SheetLine:
    """A line that counts. `opens_wind`: the first under its prevailing wind."""

    line: LedgerEntry
    words: str
    prevailing: Wind
    opens_wind: bool
    transfers: tuple[Transfer, ...]
    cells: tuple[Cell, ...]
    earlier: tuple[Version, ...]

    @property
    def has_figures(self) -> bool:
        """Whether it is about points; the gong, for one, is not."""
        return self.line.settles_hand or any(cell.change for cell in self.cells)


@dataclass(frozen=True)
class TakenBack:
    """Something that was entered and then taken back, oldest version first."""

    line: LedgerEntry
    earlier: tuple[Version, ...]


def session_page(tournament: Tournament, number: int, table: int) -> Context:
    """A table's whole play. Raises NotThere if the round or table is not."""
    session = _session(tournament, number, table)
    book = Book(session)
    seats = {Wind(seat.wind): seat for seat in seats_in_order(session)}
    position = book.state.position
    return {
        "session": session,
        "seats": list(seats.values()),
        "progress": progress(session, session.round),
        "state": book.state,
        "ending": words.of_ending(book.state.over) if book.state.over else "",
        "now_winds": [(seats[seat], position.winds[seat]) for seat in WINDS],
        "lines": _lines(book, seats),
        "taken_back": _taken_back(book, seats),
        "tables": session.round.sessions.values_list("table", flat=True),
        **clock_of(session.round),
    }


def _session(tournament: Tournament, number: int, table: int) -> Session:
    round_ = public_round(tournament, number)
    seats = Seat.objects.select_related("entry__player", "entry__team", "result")
    session = (
        round_.sessions.filter(table=table)
        .select_related("sheet")
        .prefetch_related(Prefetch("seats", seats))
        .first()
    )
    if session is None:
        raise NotThere(
            _("Round %(round)s has no table %(table)s.")
            % {"round": number, "table": table}
        )
    return session


def _lines(book: Book, seats: Seats) -> list[SheetLine]:
    lines: list[SheetLine] = []
    for line, replayed in zip(book.live, book.state.lines, strict=True):
        prevailing = replayed.before.prevailing
        lines.append(
            SheetLine(
                line,
                _words(book, line, seats),
                prevailing,
                not lines or lines[-1].prevailing is not prevailing,
                _transfers(replayed, seats),
                _cells(replayed, lines),
                _earlier(book, line, seats),
            )
        )
    return lines


def _cells(replayed: Line, lines: list[SheetLine]) -> tuple[Cell, ...]:
    """Changes are differences of scores, so that totals from paper show too."""
    before = [cell.score for cell in lines[-1].cells] if lines else [0] * 4
    return tuple(
        Cell(replayed.before.winds[seat], score - old, score)
        for seat, old in zip(WINDS, before, strict=True)
        for score in [replayed.scores[seat]]
    )


def _transfers(replayed: Line, seats: Seats) -> tuple[Transfer, ...]:
    return tuple(
        Transfer(
            seats[payment.payer] if payment.payer else None,
            seats[payment.payee] if payment.payee else None,
            payment.amount,
        )
        for payment in replayed.settlement.payments
    )


def _earlier(book: Book, head: LedgerEntry, seats: Seats) -> tuple[Version, ...]:
    """The versions that `head` replaced, oldest first."""
    by_pk = {line.pk: line for line in book.lines}
    versions = []
    changed = head
    while changed.supersedes_id:
        line = by_pk[changed.supersedes_id]
        versions.append(Version(line, _words(book, line, seats), changed))
        changed = line
    return tuple(reversed(versions))


def _taken_back(book: Book, seats: Seats) -> list[TakenBack]:
    return [
        TakenBack(line, _earlier(book, line, seats))
        for line in book.heads
        if line.kind == RETRACTION
    ]


def _words(book: Book, line: LedgerEntry, seats: Seats) -> str:
    if line.kind == RETRACTION:
        return _("Taken back.")
    names = {wind: seat.entry for wind, seat in seats.items()}
    return words.of_entry(book.entry_of(line), names)
