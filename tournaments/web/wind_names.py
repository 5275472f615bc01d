"""The names of the winds in the reader's language."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from rules.winds import Wind
from tournaments.reader_locale import FULL_WIDTH, reader_locale

NAMES = {
    Wind.EAST: pgettext_lazy("wind", "East"),
    Wind.SOUTH: pgettext_lazy("wind", "South"),
    Wind.WEST: pgettext_lazy("wind", "West"),
    Wind.NORTH: pgettext_lazy("wind", "North"),
}
#: Short forms for small spaces: one letter, or two if a language needs them.
LETTERS = {
    Wind.EAST: pgettext_lazy("letter of a wind", "E"),
    Wind.SOUTH: pgettext_lazy("letter of a wind", "S"),
    Wind.WEST: pgettext_lazy("letter of a wind", "W"),
    Wind.NORTH: pgettext_lazy("letter of a wind", "N"),
}


def wind_name(wind: str) -> str:
    """Return the name of a wind in the reader's language: East for E."""
    return str(NAMES[Wind(wind)])


def letter_beside_character(wind: str) -> str:
    """Return the wind's short form to show beside its Chinese character; "" for readers
    of Chinese and Japanese, who would see the same twice."""
    return "" if reader_locale().language in FULL_WIDTH else wind_letter(wind)


def wind_letter(wind: str) -> str:
    """Return the short form of a wind's name, for small spaces."""
    return str(LETTERS[Wind(wind)])
