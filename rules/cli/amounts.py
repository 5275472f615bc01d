"""Payments as JSON: whole numbers where they are whole, else with their decimals."""

from __future__ import annotations

from rules.options import plain_number
from rules.table import Settlement


def net_as_data(settlement: Settlement) -> dict[str, object]:
    """What each seat wins or loses."""
    unit = settlement.unit
    return {seat: plain_number(n * unit) for seat, n in settlement.changes.items()}


def payments_as_data(settlement: Settlement) -> list[dict[str, object]]:
    """Who pays whom how much and why; nobody is null."""
    return [
        {
            "from": payment.payer,
            "to": payment.payee,
            "amount": plain_number(payment.amount * settlement.unit),
            "reason": payment.reason,
        }
        for payment in settlement.payments
    ]
