"""What the table's pages show besides the score sheet. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.table import Line, Payment, Position, TableState
from rules.winds import WINDS, Wind
from scoring.book import Book
from scoring.models import LedgerEntry
from tournaments.models import Seat, Session


@dataclass(frozen=True)
class Change:
    """A player's score before and after."""

    seat: Seat
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class NamedPayment:
    payer: Seat | None
    payee: Seat | None
    amount: int


@dataclass(frozen=True)
class Effect:
    """What an entry does: who pays whom, and each player's score."""

    payments: tuple[NamedPayment, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class SavedReceipt:
    """What was saved and what comes next. `seating` is the order to sit in when
    seats change between rounds of winds, else empty."""

    line: LedgerEntry
    effect: Effect
    next: Position
    dealer: Seat
    over: bool
    seating: tuple[tuple[Wind, Seat], ...]


def seats_of(session: Session) -> Mapping[Wind, Seat]:
    """The seats by the wind they started with."""
    seats = session.seats.select_related("entry__player").all()
    return {Wind(seat.wind): seat for seat in seats}


def effect_of(
    before: TableState, after: TableState, seats: Mapping[Wind, Seat]
) -> Effect:
    """What lies between two states; the payments of the newest line."""
    payments: tuple[Payment, ...] = ()
    if len(after.lines) > len(before.lines):
        new = [line for line in after.lines if line not in before.lines]
        payments = (new or after.lines)[-1].settlement.payments
    return Effect(_named(payments, seats), _changes(before, after, seats))


def receipt_of(
    book: Book, line: LedgerEntry, seats: Mapping[Wind, Seat]
) -> SavedReceipt | None:
    """The receipt of a line that is live; None if it no longer is."""
    if line not in book.live:
        return None
    index = book.live.index(line)
    replayed = book.state.lines[index]
    position = book.state.position
    return SavedReceipt(
        line,
        _effect_of_line(replayed, seats),
        position,
        seats[position.dealer],
        book.state.over is not None,
        _new_seating(replayed, book.state, seats),
    )


def _effect_of_line(line: Line, seats: Mapping[Wind, Seat]) -> Effect:
    changes = line.settlement.changes
    return Effect(
        _named(line.settlement.payments, seats),
        tuple(
            Change(seats[seat], line.scores[seat] - changes[seat], line.scores[seat])
            for seat in WINDS
        ),
    )


def _new_seating(
    line: Line, state: TableState, seats: Mapping[Wind, Seat]
) -> tuple[tuple[Wind, Seat], ...]:
    changed = line.before.prevailing is not state.position.prevailing
    if state.over or not changed or not line.settlement.ends_hand:
        return ()
    by_wind = {state.position.winds[seat]: seats[seat] for seat in WINDS}
    return tuple((wind, by_wind[wind]) for wind in WINDS)


def _changes(
    before: TableState, after: TableState, seats: Mapping[Wind, Seat]
) -> tuple[Change, ...]:
    return tuple(
        Change(seats[seat], before.scores[seat], after.scores[seat]) for seat in WINDS
    )


def _named(
    payments: tuple[Payment, ...], seats: Mapping[Wind, Seat]
) -> tuple[NamedPayment, ...]:
    return tuple(
        NamedPayment(
            seats[payment.payer] if payment.payer else None,
            seats[payment.payee] if payment.payee else None,
            payment.amount,
        )
        for payment in payments
    )
