"""Common parts of all ledger changes: one transaction, one receipt, and the scores
before and after for the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Raw, Totals
from rules.ruleset_and_table_state import TableState
from rules.winds import Scores
from scoring.ledger.table_ledger import Book
from scoring.ledger.unsaved_entry_and_preview import Draft
from scoring.models import LedgerEntry
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_put_away
from tournaments.web import request_log_notes


def scores_now(book: Book) -> Scores:
    """Return a copy of the current scores, to compare after the change."""
    return dict(book.state.scores)


def figures(book: Book, before: Scores) -> dict[str, object]:
    """Return log data: player numbers in seat order with scores before and after; empty
    if unchanged."""
    after, seats = book.state.scores, book.state.position.seats
    if all(after[seat] == before[seat] for seat in seats):
        return {}
    numbers = {seat.wind: seat.entry.number for seat in book.session.seats.all()}
    return {
        "seats": [numbers[seat] for seat in seats],
        "before": [before[seat] for seat in seats],
        "after": [after[seat] for seat in seats],
        "ruleset": book.rules.id,
    }


Given = ParamSpec("Given")


@dataclass(frozen=True)
class Receipt:
    """Result of an entry: the entry and the book with it. `repeated`: it was sent
    before."""

    entry: LedgerEntry
    book: Book
    repeated: bool = False

    @property
    def state(self) -> TableState:
        return self.book.state


class HandConflict(Exception):
    """Raised if the ledger already has another outcome of the hand."""

    def __init__(self, existing: LedgerEntry, offered: Raw) -> None:
        super().__init__(f"hand {existing.hand} is already entered")
        self.existing = existing
        self.offered = offered


def ledger_change(change: Callable[Given, Receipt]) -> Callable[Given, Receipt]:
    """Decorate a function that changes a ledger: run it in one transaction, and refuse
    a `device_key` used at another table."""

    @wraps(change)
    def changed(*args: Given.args, **given: Given.kwargs) -> Receipt:
        try:
            with transaction.atomic():
                return change(*args, **given)
        except IntegrityError:
            # Other tables have their own lock, so their keys are not checked earlier.
            if LedgerEntry.objects.filter(device_key=given["device_key"]).exists():
                raise refusal(
                    "key_used",
                    _(
                        "This entry was already sent for another table. Open the right "
                        "table and enter it again."
                    ),
                ) from None
            raise

    return changed


def append(book: Book, draft: Draft, *, device_key: str, by: str) -> Receipt:
    """Append an entry and log the change. Refused in an archived tournament."""
    refuse_put_away(book.session.round.tournament)
    before = scores_now(book)
    line = book.write(draft, device_key=device_key, by=by)
    book.session.record(
        "corrected" if draft.supersedes else "entered",
        by=by,
        reason=draft.reason.text,
        hand=line.hand,
        sequence=line.sequence,
        entry=line.kind,
        **draft.reason.in_log,
        **(_totals_in_log(book, draft) | figures(book, before)),
    )
    request_log_notes.note(entry=line.pk)
    return Receipt(line, book)


def _totals_in_log(book: Book, draft: Draft) -> dict[str, object]:
    """Return paper totals for the log, in full: one event shows everything typed."""
    if not isinstance(draft.entry, Totals):
        return {}
    seats = book.state.position.seats
    scores = [draft.entry.scores[seat] for seat in seats]
    return {"scores": scores, "ruleset": book.rules.id}
