"""Payments for a win or a false win (1998 rules, article 10; Green Book 3.9), and the
choice of winner among several claims of one discard (1998 rules, article 8)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.claim_types import Call, ClaimRules
from rules.claim_types import Claim as Called
from rules.ledger_entries import FalseWin
from rules.mcr.entries import Claim, Win
from rules.mcr.options import McrOptions
from rules.ruleset_and_table_state import Payment, Position
from rules.several_winners import winning_seats
from rules.winds import WINDS, Wind


def win_payments(
    claims: Sequence[Claim], discarder: Wind | None, options: McrOptions
) -> tuple[Payment, ...]:
    """Return the payments for the winning `claims`.

    The discarder (or everyone after a self-draw) pays each winner the fan. Each loser
    also pays the base (Green Book 3.9.1). Winners do not pay each other, because they
    would owe each other the same base.
    """
    winners = [claim.winner for claim in claims]
    payments = []
    for claim in claims:
        for seat in WINDS:
            if seat in winners:
                continue
            pays_fan = discarder in (None, seat)
            amount = options.base + (claim.points if pays_fan else 0)
            reason = "self_drawn" if discarder is None else "base"
            if seat is discarder:
                reason = "discard"
            payments.append(Payment(seat, claim.winner, amount, reason))
    return tuple(payments)


def false_win_payments(false_win: FalseWin, options: McrOptions) -> tuple[Payment, ...]:
    """Return the payments for a false win.

    The offender pays each other player, and pays more if the hand was not ready.
    Further points that the options deduct go to no one.
    """
    others = options.false_win_others
    fine = -options.false_win_offender - 3 * others
    if not false_win.ready:
        others = max(others, options.false_win_not_ready)
    payments = [
        Payment(false_win.seat, seat, others, "false_win")
        for seat in WINDS
        if seat is not false_win.seat and others
    ]
    if fine:
        payments.append(Payment(false_win.seat, None, fine, "false_win"))
    return tuple(payments)


def winning_claims(
    win: Win, position: Position, rules: ClaimRules
) -> tuple[Claim, ...]:
    """Return the claims that are paid, in turn after the discarder; empty if the hand
    is a draw."""
    by_seat = {claim.winner: claim for claim in win.claims}
    called = (
        Called(claim.winner, Call.WIN, value=claim.points) for claim in win.claims
    )
    granted = winning_seats(called, win.discarder, position, rules)
    return tuple(by_seat[seat] for seat in granted)
