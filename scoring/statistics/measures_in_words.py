"""Measures of statistics as text, each with its value and its denominator.

A measure with denominator 0 shows a dash, never 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rulesets.any_ruleset.figures_of_players import FIGURES, Cases, Kind
from scoring.rulesets.presenter_registry import presenter_of
from scoring.statistics.figures import Figures
from scoring.statistics.ratios import Ratio, ratios
from tournaments.web.number_wording import decimal, percent, whole

DASH = "—"


@dataclass(frozen=True)
class ShownMeasure:
    """A measure for a page as text. `of`: count and denominator of a share, such as “3
    of 20 hands”; otherwise the denominator."""

    key: str
    name: str
    value: str
    of: str


def shown_measures(figures: Figures, ruleset: str) -> list[ShownMeasure]:
    """Return the measures of a ruleset for a page, in the active language.

    Empty without a ruleset.
    """
    return list(_shown(figures, ruleset)) if ruleset else []


def _shown(figures: Figures, ruleset: str) -> Iterator[ShownMeasure]:
    values, presenter = ratios(figures), presenter_of(ruleset)
    for key, name, kind, cases in (*FIGURES, *presenter.further_figures):
        if key == "average_score" and presenter.starts_with_points:
            kind = Kind.AVERAGE
        ratio = values[key]
        of = _of(ratio, kind, cases)
        yield ShownMeasure(key, str(name), in_figures(ratio, kind), of)


def _of(ratio: Ratio, kind: Kind, cases: Cases) -> str:
    share, average = cases(int(ratio.count), ratio.of)
    pattern = share if kind is Kind.SHARE and ratio.of else average
    shown = {
        "count": whole(int(ratio.count)),
        "of": whole(ratio.of),
    }
    return pattern % shown


def in_figures(ratio: Ratio, kind: Kind) -> str:
    """Return the value as text in the active language: a share in percent with one
    decimal, a place with two, an average with one. Return a dash if the denominator is
    0.
    """
    value = ratio.value
    if value is None:
        return DASH
    if kind is Kind.SHARE:
        return percent(100 * value, 1)
    text = decimal(value, 2 if kind is Kind.PLACE else 1)
    if kind is Kind.SIGNED:
        return f"+{text}" if value > 0 else text
    return text
