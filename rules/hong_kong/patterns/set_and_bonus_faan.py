"""Patterns for single sets, for flowers and seasons, and for having no flowers or
seasons."""

from __future__ import annotations

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import _, cited, in_context

BONUS_SOURCE = cited("Hong Kong Old Style, bonus tiles")
_HAND = "[123m][456p]789s23m55p+1m S/E"


def _bonus(
    name: tuple[str, str, str], value: int, rule: str, example: str, near_miss: str
) -> Pattern:
    hands = (f"{_HAND} {example}".strip(), f"{_HAND} {near_miss}".strip())
    return Pattern(*name, value, rule, *hands, BONUS_SOURCE, "faan")


BONUS = (
    _bonus(
        ("no_flowers", in_context("hong_kong", "No flowers"), "無花"),
        1,
        _("No flower and no season."),
        "",
        "f3",
    ),
    _bonus(
        ("own_flower", in_context("hong_kong", "Own flower"), "正花"),
        1,
        _("The flower of the seat wind: East 1 to North 4."),
        "f2",
        "f3",
    ),
    _bonus(
        ("own_season", in_context("hong_kong", "Own season"), "正花（四季）"),
        1,
        _("The season of the seat wind: East 1 to North 4."),
        "y2",
        "y3",
    ),
    _bonus(
        ("all_flowers", in_context("hong_kong", "All flowers"), "一台花（四君子）"),
        2,
        in_context("hong_kong", "All four flowers."),
        "f1f2f3f4",
        "f1f2f3",
    ),
    _bonus(
        ("all_seasons", in_context("hong_kong", "All seasons"), "一台花（四季）"),
        2,
        in_context("hong_kong", "All four seasons."),
        "y1y2y3y4",
        "y1y2y3",
    ),
    _bonus(
        ("seven_flowers", in_context("hong_kong", "Seven flowers and seasons"), "花糊"),
        3,
        _("Seven of the eight flowers and seasons."),
        "f1f2f3f4y1y2y3",
        "f1f2f3f4y1y2",
    ),
    _bonus(
        ("eight_flowers", in_context("hong_kong", "All flowers and seasons"), "大花糊"),
        8,
        _("All eight flowers and seasons."),
        "f1f2f3f4y1y2y3y4",
        "f1f2f3f4y1y2y3",
    ),
)

SETS_SOURCE = cited("Hong Kong Old Style, faan of sets")


def _set(
    name: tuple[str, str, str], rule: str, example: str, near_miss: str
) -> Pattern:
    return Pattern(*name, 1, rule, example, near_miss, SETS_SOURCE, "faan")


SETS = (
    _set(
        ("dragon_triplet", in_context("hong_kong", "Triplet of dragons"), "三元牌"),
        _("Each pung or kong of red, green or white dragons."),
        "[CCC][456p]789s23m55p+1m S/E f3",
        "[NNN][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("seat_wind", in_context("hong_kong", "Seat wind"), "門風"),
        in_context("hong_kong", "Pung or kong of the seat wind."),
        "[SSS][456p]789s23m55p+1m S/E f3",
        "[WWW][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("prevailing_wind", in_context("hong_kong", "Prevailing wind"), "圈風"),
        in_context(
            "hong_kong",
            "Pung or kong of the prevailing wind. If it is also the seat "
            "wind, both count.",
        ),
        "[EEE][456p]789s23m55p+1m S/E f3",
        "[WWW][456p]789s23m55p+1m S/E f3",
    ),
    _set(
        ("kong", in_context("hong_kong", "Kong"), "槓"),
        _("Each kong, concealed or exposed."),
        "[2222m][456p]789s23s55p+1s S/E f3",
        "[222m][456p]789s23s55p+1s S/E f3",
    ),
)
