"""Checks that a table's ledger is complete and its stored results match it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ledger_entries import CANCELLED, Entry, PlayEnded, Reseat, Totals
from rules.ruleset_and_table_state import TableState
from rules.winds import Scores
from scoring.ledger import stored_results
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result, Sheet
from tournaments.models import Game


def unsound(game: Game) -> str:
    """Return a sentence about an error in a table's ledger entries, stored results or
    sums; "" if there is none.
    """
    ledger = TableLedger(
        Game.objects.select_related("round__tournament").get(pk=game.pk)
    )
    if [line.sequence for line in ledger.lines] != list(
        range(1, len(ledger.lines) + 1)
    ):
        return "the ledger has a gap"
    older = {line.pk: line for line in ledger.lines}
    for line in ledger.lines:
        if not chained(line, older.get(line.supersedes_id)):
            return f"line {line.sequence} of the ledger has no place in its chain"
    if not ledger.lines:
        return "a sheet of nothing" if hasattr(ledger.game, "sheet") else ""
    due = stored_results.results_of(ledger.game, ledger.state)
    stored = Result.objects.filter(seat__game=game)
    if _values(due) != _values(stored):
        return "the results are not what the ledger says"
    sheet = stored_results.sheet_of(ledger.game, ledger.state, len(ledger.lines))
    if _values([sheet]) != _values(Sheet.objects.filter(game=game)):
        return "the sheet is not what the ledger says"
    return (
        "" if balances(ledger.state, ledger.rules.opening_scores()) else "sums differ"
    )


def chained(line: LedgerEntry, older: LedgerEntry | None) -> bool:
    """Return whether an entry has a valid place: its own, or the place of the `older`
    entry that it supersedes.
    """
    if line.supersedes_id is None:
        return line.place == line.sequence
    return (
        older is not None
        and older.sequence < line.sequence
        and older.place == line.place
        and older.hand == line.hand
    )


def _values(rows: Iterable[Result] | Iterable[Sheet]) -> list[tuple[object, ...]]:
    """Return the values of rows without their ids, sorted."""
    return sorted(
        tuple(
            getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if not field.primary_key
        )
        for row in rows
    )


def balances(state: TableState, opening: Scores) -> bool:
    """Return whether the scores of a table sum to the starting scores, apart from
    one-sided payments. Entries with paper totals and reseats are not counted, and a
    cancelled table starts again.
    """
    now = sum(opening.values())
    for line in state.lines:
        if not isinstance(line.entry, Totals | Reseat) and not _cancels(line.entry):
            now += sum(
                (payment.amount if payment.payer is None else 0)
                - (payment.amount if payment.payee is None else 0)
                for payment in line.settlement.payments
            )
            if sum(line.scores.values()) != now:
                return False
        now = sum(line.scores.values())
    return True


def _cancels(entry: Entry) -> bool:
    return isinstance(entry, PlayEnded) and entry.why == CANCELLED
