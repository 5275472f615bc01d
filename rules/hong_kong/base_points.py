"""Base points from faan, by the table an event plays (half or full spicy, laak …)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from rules.hong_kong.payment_options import PaymentOptions


def base_points(faan: int, options: PaymentOptions) -> Fraction:
    """The base points of so many faan (capped already), times the base unit, rounded
    as the options say."""
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
    """Doubled up to 4 faan, then at every second faan, half as much again between."""
    if faan <= 4:
        return 1 << faan
    doublings, between = divmod(faan - 4, 2)
    value = 16 << doublings
    return value + value // 2 if between else value


def _full_spicy(faan: int) -> int:
    return 1 << faan


def _tier(faan: int) -> int:
    """Which laak: 0 at three faan, 1 from four, 2 from seven, 3 from ten."""
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
