"""Names of the winds in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from rules.winds import Wind

NAMES = {
    Wind.EAST: gettext_lazy("East"),
    Wind.SOUTH: gettext_lazy("South"),
    Wind.WEST: gettext_lazy("West"),
    Wind.NORTH: gettext_lazy("North"),
}


def wind_name(wind: str) -> str:
    """Return the wind's name: East for E."""
    return str(NAMES[Wind(wind)])
