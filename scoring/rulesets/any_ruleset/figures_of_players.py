"""Figures of players' statistics: names, formats of the values, and denominators as
text.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy


class Kind(Enum):
    """Format of a value: a share in percent, or a number with decimals."""

    SHARE = "share"
    PLACE = "place"
    AVERAGE = "average"
    SIGNED = "signed"


#: Returns the words for a share (`count` of `of` cases) and for a number of cases.
Cases = Callable[[int, int], tuple[str, str]]


class NamedFigure(NamedTuple):
    """A figure of players' statistics.

    `key`: its key in `scoring.statistics.ratios`; `kind`: format of its value; `cases`:
    returns its denominator as text.
    """

    key: str
    name: Promise
    kind: Kind
    cases: Cases


def games(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext("%(count)s of %(of)s game", "%(count)s of %(of)s games", of),
        ngettext("%(of)s game", "%(of)s games", of),
    )


def hands(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext("%(count)s of %(of)s hand", "%(count)s of %(of)s hands", of),
        ngettext("%(of)s hand", "%(of)s hands", of),
    )


def wins(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext("%(count)s of %(of)s win", "%(count)s of %(of)s wins", of),
        ngettext("%(of)s win", "%(of)s wins", of),
    )


def wins_by_tiles(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext(
            "%(count)s of %(of)s win recorded with tiles",
            "%(count)s of %(of)s wins recorded with tiles",
            of,
        ),
        ngettext(
            "%(of)s win recorded with tiles", "%(of)s wins recorded with tiles", of
        ),
    )


def deal_ins(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext("%(count)s of %(of)s deal-in", "%(count)s of %(of)s deal-ins", of),
        ngettext("%(of)s deal-in", "%(of)s deal-ins", of),
    )


def draws(count: int, of: int) -> tuple[str, str]:
    return (
        # Translators: draws are hands without a winner.
        ngettext("%(count)s of %(of)s draw", "%(count)s of %(of)s draws", of),
        # Translators: draws are hands without a winner.
        ngettext("%(of)s draw", "%(of)s draws", of),
    )


#: Figures of all rulesets, in the order of pages.
FIGURES = (
    NamedFigure("average_place", _("Average place at the table"), Kind.PLACE, games),
    NamedFigure("first", _("First at the table"), Kind.SHARE, games),
    NamedFigure("fourth_avoided", _("Not fourth at the table"), Kind.SHARE, games),
    NamedFigure("average_score", _("Score per game"), Kind.SIGNED, games),
    NamedFigure("wins", _("Hands won"), Kind.SHARE, hands),
    NamedFigure("self_draws", _("Self-draws"), Kind.SHARE, wins),
    NamedFigure("deal_ins", _("Dealt in"), Kind.SHARE, hands),
    NamedFigure(
        "draws", pgettext_lazy("hands without a winner", "Draws"), Kind.SHARE, hands
    ),
    NamedFigure("average_value", _("Average win"), Kind.AVERAGE, wins),
    NamedFigure(
        "average_value_dealt_into", _("Average deal-in"), Kind.AVERAGE, deal_ins
    ),
    NamedFigure("score_per_hand", _("Score per hand"), Kind.SIGNED, hands),
)
