"""Faan for single sets."""

from __future__ import annotations

from rules.hand_scores import Pattern
from rules.text import _

SOURCE = "Hong Kong Old Style, faan of sets"


def _set(
    name: tuple[str, str, str], rule: str, example: str, near_miss: str
) -> Pattern:
    return Pattern(*name, 1, rule, example, near_miss, SOURCE, "faan")


SETS = (
    _set(
        ("dragon_triplet", _("Triplet of dragons"), "三元牌"),
        _("Each pung or kong of red, green or white dragons."),
        "[CCC][456p]789s23m55p+1m S/E f3",
        "[NNN][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("seat_wind", _("Seat wind"), "門風"),
        _("A pung or kong of the player's seat wind."),
        "[SSS][456p]789s23m55p+1m S/E f3",
        "[WWW][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("prevailing_wind", _("Prevailing wind"), "圈風"),
        _(
            "A pung or kong of the prevailing wind. If it is also the seat wind, both "
            "are counted."
        ),
        "[EEE][456p]789s23m55p+1m S/E f3",
        "[WWW][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("kong", _("Kong"), "槓"),
        _("Each kong, concealed or exposed."),
        "[2222m][456p]789s23s55p+1s S/E f3",
        "[222m][456p]789s23s55p+1s S/E f3",
    ),
)
