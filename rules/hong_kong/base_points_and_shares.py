"""Calculate base points from faan by the table in use (half or full spicy, laak …), and
each player's share, a multiple of the base points.

Winds are seat winds of the hand: East is the dealer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from rules.hong_kong.payment_options import PaymentOptions
from rules.winds import WINDS, Wind


def base_points(faan: int, options: PaymentOptions) -> Fraction:
    """Return the base points for a number of faan, which must already be capped.

    Includes the base unit and the rounding of the options.
    """
    if options.faan_table == "custom":
        last = len(options.custom_table) - 1
        points = options.custom_table[min(faan, last)]
    else:
        points = _LADDERS[options.faan_table](faan)
    base = points * options.base_unit
    if options.rounding == "none":
        return base
    step = int(options.rounding)
    return Fraction(-(-base // step) * step)


def _half_spicy(faan: int) -> int:
    """Return 2 ** faan up to 4 faan, then 24, 32, 48, 64 …"""
    if faan <= 4:
        return 1 << faan
    doublings, between = divmod(faan - 4, 2)
    value = 16 << doublings
    return value + value // 2 if between else value


def _full_spicy(faan: int) -> int:
    return 1 << faan


def _tier(faan: int) -> int:
    """Return the laak tier: 0 up to three faan, 1 from four, 2 from seven, 3 from
    ten."""
    return min((faan - 1) // 3, 3)


def _simplified(faan: int) -> int:
    return 1 << _tier(faan) if faan >= 3 else 0


def _laak(faan: int) -> int:
    return 8 << _tier(faan) if faan >= 3 else 1 << faan


_LADDERS: Mapping[str, Callable[[int], int]] = {
    "half_spicy": _half_spicy,
    "half_spicy_in_tens": lambda faan: 10 * _half_spicy(faan),
    "full_spicy": _full_spicy,
    "simplified": _simplified,
    "laak": _laak,
    "linear": lambda faan: 10 * faan,
}


class Multipliers(NamedTuple):
    """Multipliers of the base points: for each loser of a self-draw, for the discarder,
    and for the other losers after a win on a discard."""

    self_draw: Fraction
    discarder: Fraction
    others: Fraction


_MODES: Mapping[str, Multipliers] = {
    "shared": Multipliers(Fraction(2), Fraction(2), Fraction(1)),
    "half": Multipliers(Fraction(1), Fraction(1), Fraction(1, 2)),
    "full": Multipliers(Fraction(1), Fraction(2), Fraction(0)),
    "single": Multipliers(Fraction(1), Fraction(1), Fraction(0)),
}


def share(
    base: Fraction,
    payer: Wind,
    winner: Wind,
    discarder: Wind | None,
    options: PaymentOptions,
) -> Fraction:
    """Return the points that `payer` owes `winner`. `discarder` is None for a
    self-draw."""
    return owed(base, _factor(payer, winner, discarder, options), options)


def owed(base: Fraction, factor: Fraction, options: PaymentOptions) -> Fraction:
    """Return base points times a factor, but not less than the minimum payment."""
    amount = base * factor
    least = options.loser_pays_at_least
    return Fraction(least) if amount < least else amount


def factors(options: PaymentOptions) -> tuple[Fraction, ...]:
    """Return all multipliers of the base points that a win can have, each once."""
    players = product(WINDS, WINDS, (None, *WINDS))
    multipliers = (
        _factor(payer, winner, discarder, options)
        for payer, winner, discarder in players
        if winner not in (payer, discarder)
    )
    return tuple(dict.fromkeys(multipliers))


def _factor(
    payer: Wind, winner: Wind, discarder: Wind | None, options: PaymentOptions
) -> Fraction:
    factor = _multiplier(payer, winner, discarder, options)
    doubled = options.dealer_doubles and Wind.EAST in (payer, winner)
    return factor * 2 if doubled else factor


def _multiplier(
    payer: Wind, winner: Wind, discarder: Wind | None, options: PaymentOptions
) -> Fraction:
    if options.payment == "matrix":
        return Fraction(_in_matrix(payer, winner, discarder, options.payment_matrix))
    terms = _MODES.get(options.payment) or Multipliers(
        options.self_draw_multiplier,
        options.discarder_multiplier,
        Fraction(options.other_multiplier),
    )
    if discarder is not None:
        return terms.discarder if payer is discarder else terms.others
    halved = options.payment == "single" and options.single_self_draw_half
    return terms.self_draw / 2 if halved else terms.self_draw


def _in_matrix(
    payer: Wind, winner: Wind, discarder: Wind | None, matrix: tuple[int, ...]
) -> int:
    """Return the multiplier for this payment from the matrix.

    The numbers of the matrix are in the order of the option's five rows.
    """
    east_drew, drew, east_won, from_east, from_other = (
        matrix[0],
        matrix[1:3],
        matrix[3:5],
        matrix[5:7],
        matrix[7:10],
    )
    east_pays, feeds = payer is Wind.EAST, payer is discarder
    if discarder is None and winner is Wind.EAST:
        return east_drew
    if discarder is None:
        return drew[0] if east_pays else drew[1]
    if winner is Wind.EAST:
        return east_won[0] if feeds else east_won[1]
    if discarder is Wind.EAST:
        return from_east[0] if feeds else from_east[1]
    if feeds:
        return from_other[0]
    return from_other[1] if east_pays else from_other[2]
