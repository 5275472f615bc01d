"""Hands with too many tiles, or too few: they are dead, and may cost points besides."""

from __future__ import annotations

from dataclasses import replace

from rules.entries import TOO_FEW_TILES, TOO_MANY_TILES
from rules.options import number
from rules.penalties import Catalogue, Offence
from rules.text import _

_SOURCE = "House rules: may not win, worth nothing, or points"


def wrong_tile_count() -> int:
    """What a hand with a wrong number of tiles costs, besides being dead."""
    return number(
        0,
        0,
        10_000,
        _("Penalty points for too many or too few tiles, in addition to the dead hand"),
        "dead only; other programs: points",
    )


def with_tile_counts(catalogue: Catalogue, points: int) -> Catalogue:
    """The catalogue with a wrong number of tiles, where that costs points."""
    if not points:
        return catalogue
    offences = (
        Offence(TOO_MANY_TILES, _("Too many tiles: dead hand"), points, source=_SOURCE),
        Offence(TOO_FEW_TILES, _("Too few tiles: dead hand"), points, source=_SOURCE),
    )
    return replace(catalogue, offences=(*catalogue.offences, *offences))
