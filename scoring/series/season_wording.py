"""A season's formula and its figures as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.models import Season, Unit, ValueKind
from scoring.rankings.base_ranks_and_weights import half_up
from scoring.series.season_formula import Formula, Missing, Tie, Total
from scoring.series.season_standings import SeasonBoard, formula_of
from tournaments.templatetags.score_figures import points_name
from tournaments.web.list_wording import joined_with_and, joined_with_commas
from tournaments.web.number_wording import decimal, percent

TOTALS = {
    Total.SUM: gettext_lazy("Sum"),
    Total.MEAN: gettext_lazy("Mean"),
    Total.PER_HAND: gettext_lazy("Mean per 1,000 hands"),
}
MISSINGS = {
    Missing.SKIPPED: gettext_lazy("Do not count"),
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
    digits = _digits(value) if digits is None else digits
    shown = half_up(abs(value), digits)
    return decimal(-shown if value < 0 else shown, digits)


def _digits(value: Fraction) -> int:
    """Return the number of decimals that a value needs, at most `SUM_DIGITS`."""
    shown = half_up(abs(value), SUM_DIGITS)
    decimals = (n for n in range(SUM_DIGITS) if 10**n % shown.denominator == 0)
    return next(decimals, SUM_DIGITS)


def points_digits(board: SeasonBoard) -> int:
    """Return the number of decimals of the points of all players in a season."""
    if board.formula.total != Total.SUM:
        return MEAN_DIGITS
    return max((_digits(row.points) for row in board.places), default=0)


#: Sentences on the usual formula, by unit.
ADDED_UP = {
    Unit.TOURNAMENT: gettext_lazy("The points of all tournaments are added up."),
    Unit.NIGHT: gettext_lazy("The points of all match days are added up."),
    Unit.GAME: gettext_lazy("The points of all games are added up."),
}


def usual_formula_in_words(season: Season) -> str:
    """Return one sentence if the season has the usual formula; otherwise ""."""
    is_usual = replace(formula_of(season), ties=()) == Formula()
    if is_usual and season.value == ValueKind.TABLE_POINTS:
        return str(ADDED_UP[Unit(season.unit)])
    return ""


def name_of_value(kind: str, ruleset: str) -> str:
    """Return the name of a kind of value, in the words of the ruleset."""
    if kind == ValueKind.TABLE_POINTS:
        return points_name(ruleset)
    return str(ValueKind(kind).label)


def how_points_count(season: Season) -> Iterator[tuple[str, str]]:
    """Yield the parts of the season's formula as text: label and sentence."""
    formula = formula_of(season)
    ruleset = season.series.ruleset
    yield str(Unit(season.unit).label), name_of_value(season.value, ruleset)
    if season.place_points:
        of_places = [figure(Fraction(points)) for points in season.place_points]
        yield _("Points for the place"), " – ".join(of_places)
    if formula.presence:
        points = figure(formula.presence)
        yield (
            _("Points for taking part"),
            _("%(points)s for each result") % {"points": points},
        )
    yield _("Total"), _total(formula)
    yield _("Missing results"), _missing(formula)
    if least := _least(formula):
        yield _("Minimum to be ranked"), least
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
    shared = _("Tied players share a place.")
    if not formula.ties:
        return shared
    ties = joined_with_commas(TIES[tie] for tie in formula.ties)
    return f"{ties}. {shared}"
