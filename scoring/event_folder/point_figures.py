"""Table points as files have them: “4”, “1.5”, “7/3”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext_noop as _

from tournaments.files.strict_csv_reader import Row

_FIGURE = re.compile(r"(-?[0-9]{1,6})(?:[.,]([0-9]{1,6})|/([1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Figure:
    """Table points as written. `blur`: rounding may have changed them by less
    than this; 0 for whole numbers and fractions."""

    value: Fraction
    blur: Fraction = Fraction(0)

    def is_about(self, exact: Fraction) -> bool:
        return self.value == exact or abs(self.value - exact) < self.blur


def read_figure(text: str) -> Figure | None:
    """Table points written as "4", "1.5", "7/3" or rounded as "2.33"."""
    match = _FIGURE.fullmatch(text)
    if match is None:
        return None
    whole, decimals, divisor = match.groups()
    if divisor:
        return Figure(Fraction(int(whole), int(divisor)))
    if not decimals:
        return Figure(Fraction(int(whole)))
    return Figure(Fraction(f"{whole}.{decimals}"), Fraction(1, 10 ** len(decimals)))


def write_figure(exact: Fraction) -> str:
    """The shortest exact way to write table points: "4", "1.5", "7/3"."""
    return str(float(exact)) if exact.denominator in (2, 4) else str(exact)


def decimals(exact: Fraction) -> str:
    """Return table points as a sentence has them, to the nearest thousandth: "4",
    "1.5", "18.4", "2.333"."""
    return f"{float(exact):.3f}".rstrip("0").rstrip(".")


def figure_in(row: Row, column: str) -> Figure | None:
    """Table points; None if the cell is empty (or with a fault)."""
    text = row.raw(column)
    figure = read_figure(text)
    if text and figure is None:
        message = _(
            "%(column)s is “%(value)s”. Enter table points such as 4, 1.5 or 7/3."
        )
        row.fault("not_a_figure", message, column, value=text)
    return figure
