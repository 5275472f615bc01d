"""Calculate payments from base points at a table of three.

On a discard, the payments are the same as at a table of four. On a self-draw, the share
of the missing fourth player is lost or divided, by an option. One option uses a table
with fixed amounts in thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.riichi.base_points import LIMITS, YAKUMAN
from rules.riichi.payments_of_base import Payments, payments, up

_THOUSAND = 1000


class _Shares(NamedTuple):
    """Payments for a self-draw, in points.

    If another player wins, the dealer pays `dealer` and the third player `other`. If
    the dealer wins, both pay `each`. `bank` and `bank_to_dealer` come from no player.
    """

    dealer: int
    other: int
    each: int
    bank: int = 0
    bank_to_dealer: int = 0


def _loss(base: int) -> _Shares:
    return _Shares(up(2 * base), up(base), up(2 * base))


def _north_bisection(base: int) -> _Shares:
    half, half_of_dealer = up(_half(up(base))), up(_half(up(2 * base)))
    return _Shares(up(2 * base) + half, up(base) + half, up(2 * base) + half_of_dealer)


def _dealer_bears_north(base: int) -> _Shares:
    each = up(2 * base) + up(_half(up(2 * base)))
    return _Shares(up(2 * base) + up(base), up(base), each)


def _equal(base: int) -> _Shares:
    half = up(2 * base)
    return _Shares(half, half, up(3 * base))


def _plus_thousand(base: int) -> _Shares:
    dealer, other = up(2 * base) + _THOUSAND, up(base) + _THOUSAND
    return _Shares(dealer, other, dealer)


def _bank(base: int) -> _Shares:
    return _loss(base)._replace(bank=up(base), bank_to_dealer=up(2 * base))


def _half(amount: int) -> int:
    return -(-amount // 2)


#: Choice -> shares of a base. "bank": the missing share comes from outside the table.
_BY_CHOICE: Mapping[str, Callable[[int], _Shares]] = {
    "loss": _loss,
    "north_bisection": _north_bisection,
    "dealer_bears_north": _dealer_bears_north,
    "equal": _equal,
    "plus_thousand": _plus_thousand,
    "bank": _bank,
}
SELF_DRAW_CHOICES = tuple(_BY_CHOICE)


def payments_of_three(
    base: int, choice: str, *, dealer: bool, self_draw: bool
) -> Payments:
    """Return the payments to a winner, in the form of riichi's `payments` for four
    players.

    `choice`: the option for the share of the missing player. The part that no player
    pays is under "bank".
    """
    if not self_draw:
        return payments(base, dealer=dealer, self_draw=False)
    shares = _BY_CHOICE[choice](base)
    paid = (
        {"each": shares.each, "bank": shares.bank_to_dealer}
        if dealer
        else {"dealer": shares.dealer, "others": shares.other, "bank": shares.bank}
    )
    return {payer: amount for payer, amount in paid.items() if amount}


class _Row(NamedTuple):
    """A row of the table of thousands: payments to another player, then to the dealer.
    Amounts are in points."""

    discard: int
    other: int
    dealer: int
    discard_to_dealer: int
    each: int


#: Base points -> payments. The first three rows are 1, 2 and 3 han.
_THOUSANDS: Mapping[int, _Row] = {
    250: _Row(1000, 1000, 1000, 2000, 1000),
    500: _Row(2000, 1000, 1000, 3000, 2000),
    1000: _Row(4000, 1000, 3000, 6000, 3000),
    2000: _Row(8000, 3000, 5000, 12000, 6000),
    3000: _Row(12000, 4000, 8000, 18000, 9000),
    4000: _Row(16000, 6000, 10000, 24000, 12000),
    6000: _Row(24000, 8000, 16000, 36000, 18000),
    LIMITS[YAKUMAN]: _Row(32000, 12000, 20000, 48000, 24000),
}


def payments_by_thousands(base: int, *, dealer: bool, self_draw: bool) -> Payments:
    """Return the payments to a winner by the table of thousands.

    Several yakuman pay several times as much.
    """
    row, times = _THOUSANDS.get(base), 1
    if row is None:
        row, times = _THOUSANDS[LIMITS[YAKUMAN]], base // LIMITS[YAKUMAN]
    if not self_draw:
        amount = row.discard_to_dealer if dealer else row.discard
        return {"discarder": amount * times}
    if dealer:
        return {"each": row.each * times}
    return {"dealer": row.dealer * times, "others": row.other * times}
