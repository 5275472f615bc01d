"""The figures of a table that the log keeps with a change of its ledger: whose scores
they are, before and after.

What every change of a ledger shares: one transaction, one receipt.
"""

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
    """The scores as they stand, to be compared once something is written."""
    return dict(book.state.scores)


def figures(book: Book, before: Scores) -> dict[str, object]:
    """For the log's data: start numbers in the order of the seats, and their scores
    before and now; nothing if they are the same."""
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
    """What became of an entry, and the book with it. `repeated`: it had arrived
    before."""

    entry: LedgerEntry
    book: Book
    repeated: bool = False

    @property
    def state(self) -> TableState:
        return self.book.state


class HandConflict(Exception):
    """Another outcome of the same hand is already in the ledger."""

    def __init__(self, existing: LedgerEntry, offered: Raw) -> None:
        super().__init__(f"hand {existing.hand} is already entered")
        self.existing = existing
        self.offered = offered


def ledger_change(change: Callable[Given, Receipt]) -> Callable[Given, Receipt]:
    """Decorate a function that changes a ledger: it runs in one transaction, and is
    refused if another table's entry has the same `device_key`."""

    @wraps(change)
    def changed(*args: Given.args, **given: Given.kwargs) -> Receipt:
        try:
            with transaction.atomic():
                return change(*args, **given)
        except IntegrityError:
            # Another table has a lock of its own, and its keys are not looked for.
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
    """Write a line and record the change; none in an event that was put away."""
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
    """Totals from paper go into the log in full: one event shows everything that was
    typed."""
    if not isinstance(draft.entry, Totals):
        return {}
    seats = book.state.position.seats
    scores = [draft.entry.scores[seat] for seat in seats]
    return {"scores": scores, "ruleset": book.rules.id}
