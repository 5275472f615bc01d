"""Recompute stored results from the ledgers, and say what differed."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models, transaction

from rules.table import TableState
from scoring import results
from scoring.book import Book
from scoring.models import Result, Sheet
from tournaments.models import Session, Tournament


@transaction.atomic
def rebuild(tournament: Tournament, *, check: bool = False) -> Iterator[str]:
    """Recompute every stored result; yield a sentence for each that differed.

    With `check` nothing is written.
    """
    sessions = Session.objects.filter(round__tournament=tournament).select_related(
        "round__tournament"
    )
    for session in sessions.prefetch_related("seats"):
        book = Book(session)
        if not book.lines:
            continue
        differences = list(_differences(session, book.state, len(book.lines)))
        yield from differences
        if differences and not check:
            results.project(session, book.state, sequence=len(book.lines))


def _differences(session: Session, state: TableState, sequence: int) -> Iterator[str]:
    where = f"round {session.round.number}, table {session.table}"
    stored = Sheet.objects.filter(session=session).first()
    if _values(stored) != _values(results.sheet_of(session, state, sequence)):
        yield f"{where}: the sheet differs from the ledger"
    kept = {
        result.seat_id: result
        for result in Result.objects.filter(seat__session=session)
    }
    due = {result.seat.pk: result for result in results.results_of(session, state)}
    for seat in session.seats.all():
        if _values(kept.get(seat.pk)) != _values(due.get(seat.pk)):
            yield f"{where}, seat {seat.wind}: the result differs from the ledger"


def _values(row: models.Model | None) -> dict[str, object] | None:
    if row is None:
        return None
    fields = row._meta.concrete_fields
    return {field.attname: getattr(row, field.attname) for field in fields[1:]}
