"""How figures of a tournament are written."""

from __future__ import annotations

import math
from fractions import Fraction

from django import template
from django.utils.translation import gettext

from rules.winds import Wind

register = template.Library()

MINUS = "\u2212"
GLYPHS = {Wind.EAST: "東", Wind.SOUTH: "南", Wind.WEST: "西", Wind.NORTH: "北"}
PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


@register.filter
def signed(number: int) -> str:
    """+12, −8 with a true minus sign, 0."""
    if number < 0:
        return f"{MINUS}{-number}"
    return f"+{number}" if number else "0"


@register.filter
def table_points(points: Fraction) -> str:
    """Exactly, as people write it: 12, 1½, 2⅓, 3 5/12, −½."""
    exact = Fraction(points)
    sign = MINUS if exact < 0 else ""
    whole, part = divmod(abs(exact), 1)
    if not part:
        return f"{sign}{whole}"
    written = PARTS.get(part, f" {part.numerator}/{part.denominator}")
    return sign + f"{whole or ''}{written}".strip()


@register.filter
def wind_glyph(wind: str) -> str:
    """The character on the tile: 東 for E."""
    return GLYPHS[Wind(wind)]


@register.filter
def wind_name(wind: str) -> str:
    """East for E."""
    names = {
        Wind.EAST: gettext("East"),
        Wind.SOUTH: gettext("South"),
        Wind.WEST: gettext("West"),
        Wind.NORTH: gettext("North"),
    }
    return names[Wind(wind)]


@register.filter
def clock_time(seconds: float) -> str:
    """1:05:09, 05:09; a second that has begun counts."""
    whole = math.ceil(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


@register.filter
def item(mapping: dict[str, object], key: str) -> object:
    """mapping[key], for keys that are variables."""
    return mapping[key]
