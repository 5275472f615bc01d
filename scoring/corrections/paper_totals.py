"""Paper totals of a round, entered table by table.

A tournament can require that two people type the same totals before they count.
"""

from __future__ import annotations

from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Raw, Totals
from rules.ruleset_and_table_state import Ending
from scoring.ledger import ledger_transaction, why_ledger_takes_nothing
from scoring.ledger.entry_sent_again import Sent, receipt_for
from scoring.ledger.gong_in_ledger import open_now
from scoring.ledger.ledger_transaction import Receipt
from scoring.ledger.table_ledger import TableLedger
from scoring.models import TypedTotals
from tournaments.models import Game
from tournaments.refusals import refusal
from tournaments.templatetags.score_figures import total


class Settled(StrEnum):
    """Reasons why a table needs no paper totals."""

    TOTALS = "totals"
    HANDS = "hands"
    CANCELLED = "cancelled"


class Became(StrEnum):
    """State of typed totals: they count, wait for a second person, or differ from the
    totals of another person."""

    COUNT = "count"
    WAIT = "wait"
    DIFFER = "differ"


def settled_by(ledger: TableLedger) -> Settled | None:
    """Return why a table needs no paper totals; None if it can get them.

    A table whose play ended without a hand can get them.
    """
    state = ledger.state
    if state.over is None:
        return None
    if state.over is Ending.CANCELLED:
        return Settled.CANCELLED
    if state.over is Ending.TOTALS:
        return Settled.TOTALS
    return Settled.HANDS if state.hands_played else None


@transaction.atomic
def enter_totals(game_id: int, raw: Raw, *, device_key: str, by: str) -> Became:
    """Enter the paper totals of a table and return their state. If two people must type
    them, the totals count after someone other than `by` has typed the same.

    Raises RuleError with all faults, such as a wrong sum, a round that is not open, or
    a table that has another result. Raises TypeError if `raw` is another kind of entry.
    """
    ledger = open_now(game_id)
    entry = ledger.rules.read_entry(raw)
    if not isinstance(entry, Totals):
        raise TypeError(entry.kind)
    if _stands(ledger, entry):
        return Became.COUNT
    why_ledger_takes_nothing.refuse_unless_open(ledger, entry)
    _refuse_settled(ledger)
    if ledger.game.round.tournament.totals_twice:
        typed = _type(ledger.game, entry, by)
        if typed is not Became.COUNT:
            return typed
    _count(game_id, raw, device_key=device_key, by=by)
    TypedTotals.objects.filter(game=game_id).delete()
    return Became.COUNT


@ledger_transaction.ledger_change
def _count(game_id: int, raw: Raw, *, device_key: str, by: str) -> Receipt:
    ledger = open_now(game_id)
    entry = ledger.rules.read_entry(raw)
    if repeated := receipt_for(ledger, device_key, Sent(entry)):
        return repeated
    return ledger_transaction.append(
        ledger, ledger.draft(entry), device_key=device_key, by=by
    )


def _type(game: Game, entry: Totals, by: str) -> Became:
    """Store the totals that `by` typed, replacing earlier totals of `by`, and return
    their state. Totals that another person has typed count and are not stored.
    """
    values = {"scores": entry.as_data()["scores"], "penalties": entry.penalties}
    typed = TypedTotals.objects.filter(game=game)
    others = list(typed.exclude(by=by))
    if any(other.scores == values["scores"] for other in others):
        return Became.COUNT
    if not typed.filter(by=by, **values).exists():
        TypedTotals.objects.update_or_create(game=game, by=by, defaults=values)
        game.record("totals_typed", by=by)
    return Became.DIFFER if others else Became.WAIT


def _stands(ledger: TableLedger, entry: Totals) -> bool:
    """Return whether the table already has exactly these totals."""
    line = ledger.totals
    return (
        line is not None
        and settled_by(ledger) is Settled.TOTALS
        and ledger.entry_of(line) == entry
    )


def _refuse_settled(ledger: TableLedger) -> None:
    match settled_by(ledger):
        case Settled.TOTALS:
            scores, seats = ledger.state.scores, ledger.state.position.seats
            shown = (total(scores[seat], ledger.rules.id) for seat in seats)
            raise refusal(
                "totals_entered",
                _(
                    "Other totals were entered here: %(scores)s. Correct them on the "
                    "table's page."
                ),
                scores=" / ".join(shown),
            )
        case Settled.HANDS:
            raise refusal(
                "hands_entered",
                _(
                    "All hands are entered. To replace them with totals, use the "
                    "table's page."
                ),
            )
        case Settled.CANCELLED:
            raise refusal(
                "cancelled",
                _("This table was cancelled. Undo the cancellation first."),
            )
