"""Texts about the ranking methods of series."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import RankingMethod, Series
from scoring.series.season_wording import figure

Text = str | Promise


@dataclass(frozen=True)
class Words:
    """The texts about a method.

    `help`: how it works, in the choice of methods. `origin`: below short lists.
    `counted`: heading of the number of counted results. `nobody`: a list without
    players. `score_in_files`: heading of the score with %(day)s. `digits`: decimals of
    the score.
    """

    help: Text
    origin: Text
    counted: Text
    nobody: Text
    score_in_files: Text
    digits: int = 2


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        RankingMethod.EMA: Words(
            _(
                "Uses base ranks and the weights of the tournaments. Results "
                "count for 2 years."
            ),
            _("This ranking uses EMA's method but is not EMA's list."),
            _("Counted in A"),
            _(
                "No ranking yet. A ranking needs players with 2 results in finished "
                "tournaments of at least 16 players and 3 rounds."
            ),
            _("Score on %(day)s by EMA's method (not an official EMA ranking)"),
        ),
        RankingMethod.UK: Words(
            _(
                "Each day of a tournament counts as 1 result. Old results count in "
                "full."
            ),
            _(
                "This ranking uses the method of the United Kingdom (2026) but is "
                "not the association's list."
            ),
            _("Days in A"),
            _("No ranking yet. A ranking needs finished tournaments with dates."),
            _(
                "Score on %(day)s by the method of the United Kingdom (not an official "
                "ranking)"
            ),
        ),
        RankingMethod.AUSTRIA: Words(
            _(
                "Players in the upper half of the field get points. All results "
                "at home and the best 3 abroad count."
            ),
            _(
                "This ranking uses the method of Austria but is not the "
                "association's list."
            ),
            _("Counted results"),
            _("No ranking yet. A ranking needs finished tournaments with dates."),
            _("Score on %(day)s by the method of Austria (not an official ranking)"),
            digits=0,
        ),
    }
)


def score_in_words(series: Series, score: Fraction) -> str:
    """Return a score of the series' ranking as text in the user's locale."""
    return figure(score, WORDS[series.ranking].digits)
