"""What was offered at a table and is not in its ledger, as the log keeps it."""

from __future__ import annotations

from rules.faults import RuleError
from rules.ledger_entries import Raw
from rules.tables_of_two_or_three import seats_by
from tournaments.models import Session


def as_logged(session: Session, raw: Raw | None) -> dict[str, object]:
    """For the log's data: the entry, and the start numbers of those who sit at the
    table in the order of its seats, so that every reader has its words in their
    language. Nothing where `raw` is no entry by the tournament's rules."""
    rules = session.rules
    try:
        entry = rules.read_entry(raw or {})
    except RuleError:
        return {}
    numbers = {seat.wind: seat.entry.number for seat in session.seats.all()}
    return {
        "offered": {"kind": entry.kind, **entry.as_data()},
        "seats": [numbers[seat] for seat in seats_by(rules)],
    }
