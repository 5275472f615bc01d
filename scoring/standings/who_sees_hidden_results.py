"""Results that the public may see.

All code that shows, sends or stores results for people without a role must use this
module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import FinalStandings
from scoring.standings.final_standings import awaits_prize_giving
from tournaments.models import Tournament
from tournaments.rounds.rounds_with_hidden_results import (
    first_hidden_round,
    hides_last_rounds,
)


@dataclass(frozen=True)
class VisibleResults:
    """The rounds whose results are visible: rounds up to `last`, None for all.

    `notice`: a sentence on when the other results will be published.
    """

    last: int | None = None
    notice: str = ""

    def tells(self, number: int) -> bool:
        """Return whether the results of a round are visible."""
        return self.last is None or number <= self.last

    def among(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return the rounds among `numbers` whose results are visible."""
        return frozenset(number for number in numbers if self.tells(number))

    @property
    def everything(self) -> bool:
        return self.last is None


#: Results visible to staff.
EVERYTHING = VisibleResults()


def visible_to_public(tournament: Tournament) -> VisibleResults:
    """Return the results that the public may see. Players with a player link see the
    same.

    A finished tournament that waits for its prize giving shows no results of hidden
    rounds; without hidden rounds it shows no results, because round results add up to
    the standings. If the last rounds are hidden, earlier rounds are visible until a
    director publishes the standings or the prize giving is over.
    """
    if tournament.is_finished:
        final = FinalStandings.objects.filter(tournament=tournament).first()
        if final is None or not awaits_prize_giving(final):
            return EVERYTHING
        notice = _("The final standings will be published at the prize giving.")
        secret = hides_last_rounds(tournament)
        return VisibleResults(
            first_hidden_round(tournament) - 1 if secret else 0, notice
        )
    if not hides_last_rounds(tournament):
        return EVERYTHING
    return VisibleResults(
        first_hidden_round(tournament) - 1,
        _(
            "Results from round %(number)s onwards are hidden until the directors "
            "publish the standings."
        )
        % {"number": first_hidden_round(tournament)},
    )
