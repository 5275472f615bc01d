"""The part of a game to which a hand belongs, as text: usually the round of a wind."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.ruleset_and_table_state import Position
from tournaments.templatetags.score_figures import wind_glyph
from tournaments.web.wind_names import wind_name


class PartOfGame(NamedTuple):
    """A part of a game.

    `key`: identifies the part within a game; `sign`: the character on its tile, ""
    without one; `name`: text beside the sign ("East"); `words`: text without the sign
    ("East round").
    """

    key: str
    sign: str
    name: str
    words: str


def round_of_wind(position: Position) -> PartOfGame:
    """Return the round of the prevailing wind at `position`."""
    wind = position.prevailing
    name = wind_name(wind)
    words = _("%(wind)s round") % {"wind": name}
    return PartOfGame(wind.value, wind_glyph(wind), name, words)
