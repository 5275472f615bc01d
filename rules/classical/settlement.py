"""Payments for wins, between losers, and for a false mahjong.

By default, every loser pays the winner the full value of the winner's hand. Losers pay
each other the difference between their hands. Payments from and to East are doubled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from rules.classical.entries import Misnamed, Win
from rules.classical.options import ClassicalOptions
from rules.kitty_and_goulash import (
    EXTRA_HAND,
    from_each_other,
    goulash_payments,
    kitty_payments,
)
from rules.ruleset_and_table_state import Payment, Position
from rules.several_winners import MOST_WINNERS
from rules.winds import WINDS, Wind


def takes_kitty(win: Win, options: ClassicalOptions) -> Wind | None:
    """Return the winner who gets the kitty: the first winner in turn whose hand has no
    chows. None if there is none."""
    source = win.discarder or win.winner
    without = [s for s in paid_winners(win, options) if s in win.without_chows]
    return min(without, key=lambda seat: _turns(source, seat), default=None)


def next_winner(win: Win, options: ClassicalOptions) -> Wind | None:
    """Return the first winner in turn after the discarder; None if no one is paid."""
    source = win.discarder or win.winner
    paid = paid_winners(win, options)
    return min(paid, key=lambda seat: _turns(source, seat), default=None)


def _turns(source: Wind, seat: Wind) -> int:
    return (WINDS.index(seat) - WINDS.index(source)) % len(WINDS)


def paid_winners(win: Win, options: ClassicalOptions) -> tuple[Wind, ...]:
    """Return the winners who are paid; none if three winners make the hand a draw."""
    if len(win.winners) == MOST_WINNERS and options.triple_win_is_draw:
        return ()
    return win.winners


#: Seat -> wind, for the occupied seats.
Winds = Mapping[Wind, Wind]

WINNER = "winner"
BETWEEN_LOSERS = "between_losers"
WINNERS_SETTLE = "winners_settle"
PAYS_FOR_ALL = "pays_for_all"
ADDED = "added"
FALSE_WIN = "false_win"
MISNAMED = "misnamed"


def win_payments(
    win: Win, winds: Winds, options: ClassicalOptions
) -> tuple[Payment, ...]:
    """Return the payments of a win. All `values` of the win must be filled in.

    Empty if three winners make the hand a draw.
    """
    winners = paid_winners(win, options)
    paid: Iterable[Payment]
    if not winners:
        paid = ()
    elif options.settle_mode == "only_add_up":
        paid = (Payment(None, s, value, ADDED) for s, value in win.values.items())
    elif win.pays_for_all:
        paid = _for_all(win, win.pays_for_all, winds, options)
    else:
        paid = _of_everybody(win, winds, options)
    if winners and options.winners_settle and options.settle_mode != "only_add_up":
        paid = (*paid, *_between_winners(win, winds, options))
    return tuple(payment for payment in paid if payment.amount)


def _of_everybody(
    win: Win, winds: Winds, options: ClassicalOptions
) -> Iterator[Payment]:
    losers = _losers(win, winds)
    alone = options.discarder_pays == "discarder_alone" and win.discarder
    for winner in paid_winners(win, options):
        for seat in losers:
            if not alone or seat is win.discarder:
                amount = _to_winner(win, winner, seat, winds, options)
                yield Payment(seat, winner, amount, WINNER)
    if options.losers_settle and options.settle_mode == "between_all":
        yield from _between(losers, win.values, winds, options)


def _for_all(
    win: Win, payer: Wind, winds: Winds, options: ClassicalOptions
) -> Iterator[Payment]:
    """Yield the payments if one player pays for all: that player pays every winner the
    sum of all losers' payments."""
    for winner in paid_winners(win, options):
        amount = sum(
            _to_winner(win, winner, seat, winds, options)
            for seat in _losers(win, winds)
        )
        yield Payment(payer, winner, amount, PAYS_FOR_ALL)


def _losers(win: Win, winds: Winds) -> list[Wind]:
    return [seat for seat in winds if seat not in win.winners]


def _to_winner(
    win: Win, winner: Wind, payer: Wind, winds: Winds, options: ClassicalOptions
) -> int:
    value = max(win.values[winner], options.loser_pays_at_least)
    east = Wind.EAST in (winds[winner], winds[payer])
    return value * (2 if east and options.east_double else 1)


def _between_winners(
    win: Win, winds: Winds, options: ClassicalOptions
) -> Iterator[Payment]:
    """Yield a payment between every two winners: the difference between what they owe
    each other.

    Each owes the other the payment of a loser who is not the discarder. None if only
    the discarder pays.
    """
    if options.discarder_pays == "discarder_alone":
        return
    for one, other in combinations(paid_winners(win, options), 2):
        to_one = _to_winner(win, one, other, winds, options)
        to_other = _to_winner(win, other, one, winds, options)
        payer, payee = (other, one) if to_one > to_other else (one, other)
        yield Payment(payer, payee, abs(to_one - to_other), WINNERS_SETTLE)


def _between(
    losers: Iterable[Wind],
    values: Mapping[Wind, int],
    winds: Winds,
    options: ClassicalOptions,
) -> Iterator[Payment]:
    """Yield a payment between every two losers: the lower hand pays the difference."""
    double = options.east_double and options.east_double_between_losers
    for one, other in combinations(losers, 2):
        low, high = sorted((one, other), key=values.__getitem__)
        at_limit = values[low] >= options.limit
        if at_limit and options.limit_reached_by_losers_no_settlement:
            continue
        east = Wind.EAST in (winds[one], winds[other])
        amount = (values[high] - values[low]) * (2 if east and double else 1)
        yield Payment(low, high, amount, BETWEEN_LOSERS)


def pool_payments(
    win: Win, position: Position, options: ClassicalOptions
) -> Iterator[Payment]:
    """Yield the extra payments after a win: the kitty and the pool of a goulash to the
    winner who takes them, and the bonus for consecutive wins to a winning dealer."""
    if first := next_winner(win, options):
        yield from goulash_payments(first, position, options)
    if taker := takes_kitty(win, options):
        yield from kitty_payments(taker, position, options)
    if position.dealer in paid_winners(win, options):
        bonus = options.extra_hand_bonus * position.streak
        yield from from_each_other(position.dealer, bonus, EXTRA_HAND, position)


def false_win_payments(
    offenders: tuple[Wind, ...], winds: Winds, options: ClassicalOptions
) -> tuple[Payment, ...]:
    """Return the payments of the offenders to each other player.

    Several offenders share the amount; each share is rounded down.
    """
    amount = {
        "points": options.false_win_points,
        "half_limit": options.limit // 2,
        "limit": options.limit,
    }[options.false_win_scale] // len(offenders)
    return _to_each(offenders, amount, FALSE_WIN, winds, options)


def misnamed_payments(
    entry: Misnamed, winds: Winds, options: ClassicalOptions
) -> tuple[Payment, ...]:
    """Return the payments of the player who named a discard wrongly: to the claimant,
    or to each opponent if the claim was to win. Empty if these cost nothing."""
    penalties = options.penalties
    if entry.claimed_for == "win":
        amount = penalties["misnamed_for_win"]
        return _to_each((entry.seat,), amount, MISNAMED, winds, options)
    chow = entry.claimed_for == "chow"
    amount = penalties["misnamed_for_chow" if chow else "misnamed_for_pung_or_kong"]
    payment = Payment(entry.seat, entry.claimant, amount, MISNAMED)
    return (payment,) if amount else ()


def _to_each(
    offenders: tuple[Wind, ...],
    amount: int,
    reason: str,
    winds: Winds,
    options: ClassicalOptions,
) -> tuple[Payment, ...]:
    payments = []
    for offender in offenders:
        for other in winds:
            if other in offenders or not amount:
                continue
            east = Wind.EAST in (winds[offender], winds[other])
            factor = 2 if east and options.false_win_east_double else 1
            payee = other if options.false_win_receiver == "opponents" else None
            payments.append(Payment(offender, payee, amount * factor, reason))
    return tuple(payments)
