"""A season's formula and its figures as text."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.models import Season, Unit, ValueKind
from scoring.rankings.base_ranks_and_weights import half_up
from scoring.series.season_formula import Formula, Missing, Tie, Total
from scoring.series.season_standings import formula_of
from tournaments.web.list_wording import joined_with_and, joined_with_commas
from tournaments.web.number_wording import decimal, percent

TOTALS = {
    Total.SUM: gettext_lazy("Sum"),
    Total.MEAN: gettext_lazy("Mean"),
    Total.PER_HAND: gettext_lazy("Mean for 1,000 hands"),
}
MISSINGS = {
    Missing.SKIPPED: gettext_lazy("No result"),
    Missing.ZERO: gettext_lazy("Counts as 0"),
    Missing.DEDUCTED: gettext_lazy("Deduction"),
}
TIES = {
    Tie.UNITS_WON: gettext_lazy("Most first places"),
    Tie.WINS: gettext_lazy("Most hands won"),
    Tie.FEWEST_DEAL_INS: gettext_lazy("Fewest deal-ins"),
    Tie.BEST: gettext_lazy("Best single result"),
    Tie.SCORE: gettext_lazy("Highest total score"),
    Tie.ATTENDED: gettext_lazy("Most results"),
}
#: Decimals of means, and at most of sums.
MEAN_DIGITS, SUM_DIGITS = 1, 2


def figure(value: Fraction, digits: int | None = None) -> str:
    """Return a number as text in the user's locale.

    `digits`: number of decimals; None for as many as needed, up to 2.
    """
    shown = half_up(abs(value), SUM_DIGITS if digits is None else digits)
    if digits is None:
        decimals = (n for n in range(SUM_DIGITS) if 10**n % shown.denominator == 0)
        digits = next(decimals, SUM_DIGITS)
    return decimal(-shown if value < 0 else shown, digits)


def points_of(formula: Formula, points: Fraction) -> str:
    """Return a player's points in a season as text."""
    return figure(points, None if formula.total == Total.SUM else MEAN_DIGITS)


def how_points_count(season: Season) -> Iterator[tuple[str, str]]:
    """Yield the parts of the season's formula as text: label and sentence."""
    formula = formula_of(season)
    yield str(Unit(season.unit).label), str(ValueKind(season.value).label)
    if season.place_points:
        of_places = [figure(Fraction(points)) for points in season.place_points]
        yield _("Points for the place"), " – ".join(of_places)
    if formula.presence:
        points = figure(formula.presence)
        yield _("Taking part"), _("%(points)s for each result") % {"points": points}
    yield _("Total"), _total(formula)
    yield _("Missed"), _missing(formula)
    if least := _least(formula):
        yield _("Ranked from"), least
    yield _("Tie-breaks"), _ties(formula)


def _total(formula: Formula) -> str:
    parts = [str(TOTALS[formula.total])]
    if formula.best:
        parts.append(
            ngettext("Best %(count)s result", "Best %(count)s results", formula.best)
            % {"count": formula.best}
        )
    if formula.drop_best:
        parts.append(
            ngettext(
                "without the best %(count)s result",
                "without the best %(count)s results",
                formula.drop_best,
            )
            % {"count": formula.drop_best}
        )
    if formula.drop_worst:
        parts.append(
            ngettext(
                "without the worst %(count)s result",
                "without the worst %(count)s results",
                formula.drop_worst,
            )
            % {"count": formula.drop_worst}
        )
    return joined_with_commas(parts)


def _missing(formula: Formula) -> str:
    if formula.missing != Missing.DEDUCTED:
        return str(MISSINGS[formula.missing])
    each = {"points": figure(-formula.absent)}
    if formula.absent_limit is None:
        return _("%(points)s deducted for each missing result") % each
    text = _("%(points)s deducted for each missing result, at most %(limit)s in all")
    return text % {**each, "limit": figure(-formula.absent_limit)}


def _least(formula: Formula) -> str:
    parts = []
    if formula.least:
        text = ngettext("%(count)s result", "%(count)s results", formula.least)
        parts.append(text % {"count": formula.least})
    if formula.least_percent:
        text = _("%(percent)s of the possible results")
        parts.append(text % {"percent": percent(formula.least_percent)})
    if formula.least_hands:
        text = ngettext("%(count)s hand", "%(count)s hands", formula.least_hands)
        parts.append(text % {"count": formula.least_hands})
    return joined_with_and(parts)


def _ties(formula: Formula) -> str:
    shared = _("Tied players share the place.")
    if not formula.ties:
        return shared
    ties = joined_with_commas(TIES[tie] for tie in formula.ties)
    return f"{ties}. {shared}"
