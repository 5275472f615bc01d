"""Shared parts of all ledger changes: the transaction, the receipt, and the scores
before and after for the log.
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
from scoring.ledger.replay_with_unsaved_entry import Draft
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_read_only
from tournaments.web import request_log_notes


def scores_now(ledger: TableLedger) -> Scores:
    """Return a copy of the current scores, for comparison after the change."""
    return dict(ledger.state.scores)


def figures(ledger: TableLedger, before: Scores) -> dict[str, object]:
    """Return log data of a change: player numbers in seat order, their scores before
    and after, and the ruleset. Empty if no score changed.
    """
    after, seats = ledger.state.scores, ledger.state.position.seats
    if all(after[seat] == before[seat] for seat in seats):
        return {}
    numbers = {seat.wind: seat.player.number for seat in ledger.game.seats.all()}
    return {
        "seats": [numbers[seat] for seat in seats],
        "before": [before[seat] for seat in seats],
        "after": [after[seat] for seat in seats],
        "ruleset": ledger.rules.id,
    }


Given = ParamSpec("Given")


@dataclass(frozen=True)
class Receipt:
    """The result of an entry: the entry, and the ledger that contains it.

    `repeated`: the entry was sent before.
    """

    entry: LedgerEntry
    ledger: TableLedger
    repeated: bool = False

    @property
    def state(self) -> TableState:
        return self.ledger.state


class HandConflict(Exception):
    """The ledger already has a different outcome of the hand."""

    def __init__(self, existing: LedgerEntry, offered: Raw) -> None:
        super().__init__(f"hand {existing.hand} is already entered")
        self.existing = existing
        self.offered = offered


def ledger_change(change: Callable[Given, Receipt]) -> Callable[Given, Receipt]:
    """Return the function wrapped so that it changes a ledger in one transaction.

    The wrapped function raises Refused for a `device_key` that was used at another
    table.
    """

    @wraps(change)
    def changed(*args: Given.args, **options: Given.kwargs) -> Receipt:
        try:
            with transaction.atomic():
                return change(*args, **options)
        except IntegrityError:
            # Other tables have their own lock, so their keys are not checked earlier.
            if LedgerEntry.objects.filter(device_key=options["device_key"]).exists():
                raise refusal(
                    "key_used",
                    _(
                        "This entry was sent for another table. Open the right table "
                        "and enter it again."
                    ),
                ) from None
            raise

    return changed


def append(ledger: TableLedger, draft: Draft, *, device_key: str, by: str) -> Receipt:
    """Append an entry, log the change and return the receipt.

    Raises Refused in an archived tournament, and RuleError if the rules refuse the
    entry.
    """
    refuse_read_only(ledger.game.round.tournament)
    before = scores_now(ledger)
    line = ledger.write(draft, device_key=device_key, by=by)
    ledger.game.record(
        "corrected" if draft.supersedes else "entered",
        by=by,
        reason=draft.reason.text,
        hand=line.hand,
        sequence=line.sequence,
        entry=line.kind,
        **draft.reason.in_log,
        **(_totals_in_log(ledger, draft) | figures(ledger, before)),
    )
    request_log_notes.note(entry=line.pk)
    return Receipt(line, ledger)


def _totals_in_log(ledger: TableLedger, draft: Draft) -> dict[str, object]:
    """Return log data with the scores and the ruleset of paper totals.

    Empty for other entries.
    """
    if not isinstance(draft.entry, Totals):
        return {}
    seats = ledger.state.position.seats
    scores = [draft.entry.scores[seat] for seat in seats]
    return {"scores": scores, "ruleset": ledger.rules.id}
