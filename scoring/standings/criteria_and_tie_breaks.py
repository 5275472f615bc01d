"""All criteria, by the keys used in a tournament's `tie_breaks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings import opponents_points_criteria
from scoring.standings.compare_by_criteria import (
    Counted,
    HeadToHead,
    InLine,
    Lot,
    Measure,
    Unit,
)

_ALL: tuple[Measure, ...] = (
    InLine("table_points", _("Table points"), _("total table points"), Unit.POINTS),
    # Translators: the points won and lost in games.
    InLine("score", _("Score"), _("total score"), Unit.SCORE),
    InLine("hands_won", _("Hands won"), _("number of hands won"), needs_hands=True),
    # Translators: how often a player was first at a table.
    InLine("firsts", _("Firsts"), _("number of first places")),
    InLine(
        "best",
        _("Best score"),
        _("best score at one table"),
        Unit.SCORE,
        together=max,
    ),
    InLine(
        "seconds",
        pgettext_lazy("second places", "Seconds"),
        _("number of second places"),
    ),
    # Translators: how often a player was third at a table.
    InLine("thirds", _("Thirds"), _("number of third places")),
    InLine(
        "fourths",
        # Translators: how often a player was fourth at a table.
        _("Fourths"),
        _("fewest fourth places"),
        lowest_first=True,
    ),
    HeadToHead(
        "head_to_head",
        _("Head to head"),
        _("results of the tied players against each other"),
        Unit.LEAD,
        in_play=False,
    ),
    Counted(
        "last_points",
        pgettext_lazy("tie-break", "Last round"),
        _("table points in the last round"),
        Unit.POINTS,
        in_play=False,
        count=opponents_points_criteria.last_points,
    ),
    Counted(
        "last_score",
        _("Score of the last round"),
        _("score in the last round"),
        Unit.SCORE,
        in_play=False,
        count=opponents_points_criteria.last_score,
    ),
    Counted(
        "opponents_points",
        pgettext_lazy("tie-break", "Opponents' points"),
        _(
            "total table points of opponents (Buchholz; missed rounds "
            "count as tied tables)"
        ),
        Unit.POINTS,
        in_play=False,
        count=opponents_points_criteria.opponents_points,
    ),
    Counted(
        "opponents_score",
        _("Opponents' scores"),
        _("total scores of opponents (Buchholz; missed rounds count as tied tables)"),
        Unit.SCORE,
        in_play=False,
        count=opponents_points_criteria.opponents_score,
    ),
    InLine(
        "faults",
        _("Penalties"),
        _("fewest penalties and false wins"),
        lowest_first=True,
    ),
    Lot("lot", _("Random"), _("random order"), lowest_first=True),
)

MEASURES: Mapping[str, Measure] = {measure.key: measure for measure in _ALL}


@cache
def measures_of(ruleset: str) -> Mapping[str, Measure]:
    """Return the criteria by key, with their names in this ruleset."""
    own = presenter_of(ruleset).measure_words
    return {
        key: replace(measure, **own[key]._asdict()) if key in own else measure
        for key, measure in MEASURES.items()
    }
