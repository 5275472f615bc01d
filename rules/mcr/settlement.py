"""Who pays whom for a win or a false win (1998 rules, article 10; Green Book 3.9)."""

from __future__ import annotations

from rules.entries import FalseWin
from rules.mcr.entries import Win
from rules.mcr.options import McrOptions
from rules.table import Payment
from rules.winds import WINDS


def win_payments(win: Win, options: McrOptions) -> tuple[Payment, ...]:
    """The discarder, or everybody on a self-draw, pays the fan besides the
    base that each of the three pays (Green Book 3.9.1)."""
    payments = []
    for seat in WINDS:
        if seat is win.winner:
            continue
        pays_fan = win.discarder in (None, seat)
        amount = options.base + (win.points if pays_fan else 0)
        reason = "self_drawn" if win.discarder is None else "base"
        if seat is win.discarder:
            reason = "discard"
        payments.append(Payment(seat, win.winner, amount, reason))
    return tuple(payments)


def false_win_payments(false_win: FalseWin, options: McrOptions) -> tuple[Payment, ...]:
    """The offender pays each of the others, more if the hand was not even ready;
    what the options take from the offender beyond that goes to nobody."""
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
