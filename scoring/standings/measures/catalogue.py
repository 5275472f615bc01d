"""All measures, by the keys that a tournament's `tie_breaks` name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext_lazy as _

from scoring.rulesets.registry import presenter_of
from scoring.standings.measures import counts
from scoring.standings.measures.measure import (
    Counted,
    HeadToHead,
    InLine,
    Lot,
    Measure,
    Unit,
)

_ALL: tuple[Measure, ...] = (
    InLine(
        "table_points", _("Table points"), _("the sum of table points"), Unit.POINTS
    ),
    InLine("score", _("Score"), _("the sum of scores"), Unit.SCORE),
    InLine("hands_won", _("Hands won"), _("the number of hands won"), needs_hands=True),
    InLine("firsts", _("Firsts"), _("the number of first places at tables")),
    InLine(
        "best",
        _("Best score"),
        _("the best score at one table"),
        Unit.SCORE,
        together=max,
    ),
    InLine("seconds", _("Seconds"), _("the number of second places at tables")),
    InLine("thirds", _("Thirds"), _("the number of third places at tables")),
    InLine(
        "fourths",
        _("Fourths"),
        _("the fewest fourth places at tables"),
        lowest_first=True,
    ),
    HeadToHead(
        "head_to_head",
        _("Head to head"),
        _(
            "who was ahead more often where those who are equal in all of that sat at "
            "one table"
        ),
        Unit.LEAD,
        in_play=False,
    ),
    Counted(
        "last_points",
        _("Last round"),
        _("the table points of the last round"),
        Unit.POINTS,
        in_play=False,
        count=counts.last_points,
    ),
    Counted(
        "last_score",
        _("Score of the last round"),
        _("the score of the last round"),
        Unit.SCORE,
        in_play=False,
        count=counts.last_score,
    ),
    Counted(
        "opponents_points",
        _("Opponents’ points"),
        _(
            "the sum of the table points of one’s opponents (Buchholz; rounds not "
            "played count as even tables)"
        ),
        Unit.POINTS,
        in_play=False,
        count=counts.opponents_points,
    ),
    Counted(
        "opponents_score",
        _("Opponents’ scores"),
        _(
            "the sum of the scores of one’s opponents (Buchholz; rounds not played "
            "count as even tables)"
        ),
        Unit.SCORE,
        in_play=False,
        count=counts.opponents_score,
    ),
    InLine(
        "faults",
        _("Penalties"),
        _("the fewest penalties and false wins"),
        lowest_first=True,
    ),
    Lot("lot", _("Lot"), _("random order"), lowest_first=True),
)

MEASURES: Mapping[str, Measure] = {measure.key: measure for measure in _ALL}


@cache
def measures_of(ruleset: str) -> Mapping[str, Measure]:
    """The measures as players of this ruleset call them."""
    own = presenter_of(ruleset).measure_words
    return {
        key: replace(measure, **own[key]._asdict()) if key in own else measure
        for key, measure in MEASURES.items()
    }
