"""Template filters that format scores, places, times and other figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.winds import Wind
from tournaments.access.page_access import Visitor
from tournaments.models import Game, Round
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.reader_locale import cached_by_language
from tournaments.rounds.clock_display import Face, face_of
from tournaments.tournament_setup.offered_rulesets_and_presets import (
    SERVED,
    TABLE_POINTS,
)
from tournaments.upkeep import full_disk
from tournaments.web.number_wording import MINUS, decimal, ordinal, whole
from tournaments.web.wind_names import letter_beside_character, wind_name

register = template.Library()
register.filter(whole)
register.filter(wind_name)
register.filter(letter_beside_character)
register.filter(ordinal)
register.filter(whole)

#: Number of cached figures: large pages repeat the same ones hundreds of times.
WRITTEN = 4096
GLYPHS = {Wind.EAST: "東", Wind.SOUTH: "南", Wind.WEST: "西", Wind.NORTH: "北"}
SCORE = '<span class="score {}">{}</span>'
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
def signed(number: int | Fraction) -> str:
    """Return a number with its sign: +12, −8 (with a minus sign, not a hyphen) or 0.
    Half points are written as +18½."""
    if number < 0:
        return f"{MINUS}{exactly(-number)}"
    return f"+{exactly(number)}" if number else "0"


def exactly(number: int | Fraction) -> str:
    """Return a number of at least 0 as a mixed fraction: 12, 1½ or 3 5/12."""
    number_before, part = divmod(number, 1)
    if not part:
        return whole(number_before)
    exact = Fraction(part)
    written = PARTS.get(exact, f" {exact.numerator}/{exact.denominator}")
    return f"{whole(number_before) if number_before else ''}{written}".strip()


@register.filter
def absolute(number: int) -> int:
    """Return the number without its sign, for display beside an arrow."""
    return abs(number)


@register.filter
def total(number: int | Fraction, ruleset: str = "") -> str:
    """Return a score: 31,200 or −400 if players of the ruleset start with points.
    Otherwise return the score with its sign."""
    if not starts_with_points(ruleset):
        return signed(number)
    return f"{MINUS}{exactly(-number)}" if number < 0 else exactly(number)


@register.filter
@cached_by_language(WRITTEN)
def score(points: int | Fraction) -> SafeString:
    """Render a score with its sign. The HTML class shows whether the score is positive
    or negative."""
    return format_html(SCORE, "plus" if points > 0 else _minus(points), signed(points))


@register.filter
@cached_by_language(WRITTEN)
def points(number: int | Fraction, ruleset: str = "") -> SafeString:
    """Render a player's score, written as in `total`, with the HTML class of
    `score`."""
    if not starts_with_points(ruleset):
        return score(number)
    return format_html(SCORE, _minus(number), total(number, ruleset))


def _minus(number: int | Fraction) -> str:
    return "minus" if number < 0 else ""


def starts_with_points(ruleset: str) -> bool:
    """Return whether players of the ruleset start the game with points. Return False
    for an unknown ruleset."""
    return ruleset in SERVED and SERVED[ruleset].starts_with_points


@register.filter
def has_final_points(ruleset: str) -> bool:
    """Return whether the points of a game are called final points in the ruleset."""
    return ruleset in SERVED and SERVED[ruleset].has_final_points


@register.filter
def points_name(ruleset: str) -> str:
    """Return the name of the points of a game: table points, final points and so on."""
    name = SERVED[ruleset].points_name if ruleset in SERVED else TABLE_POINTS
    return str(name)


@register.filter
@cached_by_language(WRITTEN)
def table_points(points: int | Fraction, ruleset: str = "", decimals: int = 1) -> str:
    """Return table points as mixed fractions: 12, 1½, 2⅓, 3 5/12 or −½.

    Final points (in thousands of points) have a sign and at least `decimals` decimals:
    +9.0, +16.2, −46.35. Thirds are rounded to the nearest thousandth: +6.667.
    """
    exact = Fraction(points)
    if has_final_points(ruleset):
        return _in_decimals(exact, decimals)
    return (MINUS if exact < 0 else "") + exactly(abs(exact))


def decimals_of(exact: Fraction) -> int:
    """Return the number of decimals needed to write the number, from 1 to 3."""
    for decimals in (1, 2):
        if 10**decimals % exact.denominator == 0:
            return decimals
    return 3


def _in_decimals(exact: Fraction, least: int) -> str:
    """Return the number with a sign, and at least `least` and at most 3 decimals."""
    enough = (n for n in range(least, 3) if 10**n % exact.denominator == 0)
    text = decimal(abs(exact), next(enough, 3))
    thousandths = round(exact * 1000)
    sign = "" if not thousandths else MINUS if thousandths < 0 else "+"
    return f"{sign}{text}"


@register.filter
def wind_glyph(wind: str) -> str:
    """Return the character of a wind tile: 東 for E."""
    return GLYPHS[Wind(wind)]


@register.filter
def flag(country: str) -> str:
    """Return the path of the flag's image among the static files, or "" if there is no
    flag."""
    name = flag_of(country)
    return f"flags/{name}.png" if name else ""


@register.filter
def told_to(by: str, visitor: Visitor) -> str:
    """Return the author of a log entry, as `visitor` may see the name."""
    return visitor.calls(by)


@register.filter
def clock_time(seconds: float) -> str:
    """Return seconds as a time such as 1:05:09 or 05:09. Fractions of a second are
    rounded up."""
    whole = math.ceil(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


@register.filter
def clock_face(whose: Round | Game) -> Face:
    """Return the current display of the clock of a round or a table."""
    return face_of(whose, timezone.now())


@register.simple_tag
def disk_is_full() -> bool:
    """Return whether the server's disk is full. Nothing can be saved on a full disk."""
    return full_disk.is_full()


@register.filter
def item(mapping: dict[str, object], key: str) -> object:
    """Return mapping[key]. Templates use this filter if the key is a variable. Raises
    KeyError if the key is missing."""
    return mapping[key]


@register.filter
def lookup(mapping: Mapping[object, object], key: object) -> object:
    """Return mapping[key], or None if the key is missing."""
    return mapping.get(key)
