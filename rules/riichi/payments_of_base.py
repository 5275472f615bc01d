"""Calculate payments from base points, without counters and riichi sticks.

EMA 2025, 4.1.1: each payment is rounded up to 100.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.winds import FOUR

#: Payer -> points: "discarder"; "each", to the dealer; "dealer" and "others", to
#: another player.
Payments = Mapping[str, int]


def payments(base: int, *, dealer: bool, self_draw: bool) -> Payments:
    """Return the payments to a winner, in points.

    The keys are "discarder" for a win on a discard; "each" for a self-draw of the
    dealer; otherwise "dealer" and "others" (the amount of each other player).
    """
    if not self_draw:
        return {"discarder": up(base * (6 if dealer else 4))}
    if dealer:
        return {"each": up(base * 2)}
    return {"dealer": up(base * 2), "others": up(base)}


def total(paid: Payments, players: int = FOUR) -> int:
    """Return the sum of all payments at a table of `players`, in points."""
    payers = {"each": players - 1, "others": players - 2}
    return sum(amount * payers.get(payer, 1) for payer, amount in paid.items())


def up(amount: int) -> int:
    """Return `amount` rounded up to a multiple of 100."""
    return -(-amount // 100) * 100
