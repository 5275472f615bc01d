"""Payments for wins and false wins, and the choice of winner among several claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from rules.claim_types import Call, ClaimRules, SeveralWinners
from rules.claim_types import Claim as Called
from rules.hong_kong.base_points_and_shares import base_points, share
from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.options import HongKongOptions
from rules.kitty_and_goulash import EXTRA_HAND, GOULASH_POOL, KITTY
from rules.ruleset_and_table_state import Payment, Position
from rules.several_winners import winning_seats
from rules.winds import WINDS, Wind

SELF_DRAWN = "self_drawn"
DISCARD = "discard"
BASE = "base"
GUARANTOR = "guarantor"
ROBBED_KONG = "robbed_kong"
WINNERS_SETTLE = "winners_settle"
GOULASH = "goulash"
FALSE_WIN = "false_win"


class Due(NamedTuple):
    """A payment that one player owes, whose amount may be a fraction."""

    payer: Wind
    payee: Wind | None
    amount: Fraction
    reason: str


def payments_of(dues: Iterable[Due]) -> tuple[tuple[Payment, ...], Fraction]:
    """Return the payments in whole numbers of a unit, and the unit in points."""
    owed = [due for due in dues if due.amount]
    parts = lcm(*(due.amount.denominator for due in owed))
    payments = tuple(
        Payment(
            due.payer,
            due.payee,
            due.amount.numerator * (parts // due.amount.denominator),
            due.reason,
        )
        for due in owed
    )
    return payments, Fraction(1, parts)


class Settling(NamedTuple):
    """A win, with everything that decides its payments.

    `claims`: the winning claims in turn. `winds`: the winds of the occupied seats.
    `carried`: points or faan from earlier draws. `streak`: the dealer's consecutive
    wins. `staked` and `goulash`: each player's stakes in these pools. `base` replaces
    the base points of a claim whose faan are unknown.
    """

    claims: tuple[Claim, ...]
    discarder: Wind | None
    winds: tuple[Wind, ...]
    carried: int
    streak: int
    options: HongKongOptions
    base: Fraction | None = None
    staked: int = 0
    goulash: int = 0

    @property
    def seats(self) -> tuple[Wind, ...]:
        """Return the occupied seats."""
        return WINDS[: len(self.winds)]

    @property
    def dealer(self) -> Wind:
        """Return the seat of the dealer."""
        return WINDS[self.winds.index(Wind.EAST)]

    def wind_of(self, seat: Wind) -> Wind:
        """Return the wind of the seat in this hand."""
        return self.winds[WINDS.index(seat)]

    def base_of(self, claim: Claim) -> Fraction:
        """Return the base points of a claim. The first claim also gets the faan carried
        over by draws."""
        if self.base is not None:
            return self.base
        faan = claim.faan
        if claim is self.claims[0] and self.options.goulash_carry_as == "faan":
            faan += self.carried
        return base_points(self.options.capped(faan, claim.own_hand), self.options)

    def share_of(self, payer: Wind, claim: Claim, source: Wind | None) -> Fraction:
        """Return the points that `payer` owes for `claim`. `source` is the discarder;
        None for a self-draw."""
        return share(
            self.base_of(claim),
            self.wind_of(payer),
            self.wind_of(claim.winner),
            self.wind_of(source) if source else None,
            self.options,
        )


@lru_cache(maxsize=4096)
def win_payments(settling: Settling) -> tuple[tuple[Payment, ...], Fraction]:
    """Return all payments for a win in whole numbers of a unit, and the unit in points.

    Cached, because tables are replayed often and most wins are similar.
    """
    return payments_of(_win_dues(settling))


def _win_dues(settling: Settling) -> Iterator[Due]:
    winners = [claim.winner for claim in settling.claims]
    losers = [seat for seat in settling.seats if seat not in winners]
    for claim in settling.claims:
        yield from _for_claim(claim, losers, settling)
    if settling.options.winners_settle:
        yield from _between_winners(settling)
    for claim in settling.claims[:1]:
        yield from _carried(claim, settling)
    yield from _extra_hands(settling)
    yield from _pools(settling)


def _for_claim(claim: Claim, losers: list[Wind], settling: Settling) -> Iterator[Due]:
    """Yield the payments for one claim: from each loser, or from one player for all."""
    discarder = settling.discarder
    as_drawn = claim.robbed_kong and settling.options.rob_kong_payment == "self_drawn"
    source = None if as_drawn else discarder
    shares = {seat: settling.share_of(seat, claim, source) for seat in losers}
    payer, reason = claim.guarantor, GUARANTOR
    if payer is None and as_drawn:
        payer, reason = discarder, ROBBED_KONG
    if payer is not None:
        yield Due(payer, claim.winner, sum(shares.values(), Fraction()), reason)
        return
    for seat, amount in shares.items():
        reason = BASE if discarder else SELF_DRAWN
        if seat is discarder:
            reason = DISCARD
        yield Due(seat, claim.winner, amount, reason)


def _between_winners(settling: Settling) -> Iterator[Due]:
    """Yield a payment between every two winners: the difference between what they owe
    each other.

    Each owes the other the payment of a loser who is not the discarder.
    """
    for one, other in combinations(settling.claims, 2):
        to_one = settling.share_of(other.winner, one, settling.discarder)
        to_other = settling.share_of(one.winner, other, settling.discarder)
        payer, payee = other.winner, one.winner
        if to_other > to_one:
            payer, payee = payee, payer
        yield Due(payer, payee, abs(to_one - to_other), WINNERS_SETTLE)


def _carried(claim: Claim, settling: Settling) -> Iterator[Due]:
    """Yield the payments of the points that earlier draws carried over to the
    winner."""
    if settling.options.goulash_carry_as == "points":
        amount = Fraction(settling.carried)
        yield from _from_each_other(claim.winner, amount, GOULASH, settling.seats)


def _extra_hands(settling: Settling) -> Iterator[Due]:
    dealer = settling.dealer
    bonus = Fraction(settling.options.extra_hand_bonus * settling.streak)
    if any(claim.winner is dealer for claim in settling.claims):
        yield from _from_each_other(dealer, bonus, EXTRA_HAND, settling.seats)


def _pools(settling: Settling) -> Iterator[Due]:
    """Yield the payments of the pools.

    The first winner in turn gets the goulash pool. The first winner without chows gets
    the kitty.
    """
    for claim in settling.claims[:1]:
        amount = Fraction(settling.goulash)
        yield from _from_each_other(claim.winner, amount, GOULASH_POOL, settling.seats)
    for claim in [claim for claim in settling.claims if claim.no_chows][:1]:
        amount = Fraction(settling.staked)
        yield from _from_each_other(claim.winner, amount, KITTY, settling.seats)


def _from_each_other(
    payee: Wind, amount: Fraction, reason: str, seats: Iterable[Wind]
) -> Iterator[Due]:
    if not amount:
        return
    for seat in seats:
        if seat is not payee:
            yield Due(seat, payee, amount, reason)


def false_win_dues(
    offender: Wind, position: Position, options: HongKongOptions
) -> Iterator[Due]:
    """Yield the offender's payments to each opponent, or the deduction."""
    cost = options.false_win_cost
    if options.false_win_policy == "deduction":
        yield Due(offender, None, cost, FALSE_WIN)
        return
    for seat in position.seats:
        if seat is not offender:
            east_pays = position.dealer in (offender, seat)
            doubled = options.false_win_dealer_doubles and east_pays
            yield Due(offender, seat, cost * (2 if doubled else 1), FALSE_WIN)


def winning_claims(
    win: Win, position: Position, options: HongKongOptions
) -> tuple[Claim, ...]:
    """Return the claims that are paid, in turn after the discarder; none if the hand is
    a draw."""
    if len(win.claims) == 1:
        return win.claims
    by_seat = {claim.winner: claim for claim in win.claims}
    called = (
        Called(
            claim.winner,
            Call.WIN,
            value=options.capped(claim.faan, claim.own_hand),
            limit=claim.faan >= options.limit_worth,
        )
        for claim in win.claims
    )
    rules = ClaimRules(
        SeveralWinners(options.multiple_winners),
        three_winners_draw=options.triple_win_is_draw,
    )
    granted = winning_seats(called, win.discarder, position, rules)
    return tuple(by_seat[seat] for seat in granted)
