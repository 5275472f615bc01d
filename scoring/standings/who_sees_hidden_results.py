"""Which results the public may see. Everything that shows, sends or keeps a result for
somebody who does not work at the event asks here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import FinalStandings
from scoring.standings.final_standings import is_held_back
from tournaments.models import Tournament
from tournaments.rounds.rounds_with_hidden_results import first_secret, is_secret


@dataclass(frozen=True)
class Told:
    """The results of the rounds up to `last` are public; None: of all rounds. `words`:
    when the others will be, as a sentence."""

    last: int | None = None
    words: str = ""

    def tells(self, number: int) -> bool:
        """Whether the results of the round of that number may be seen."""
        return self.last is None or number <= self.last

    def among(self, numbers: Iterable[int]) -> frozenset[int]:
        """Those of the rounds of these numbers whose results may be seen."""
        return frozenset(number for number in numbers if self.tells(number))

    @property
    def everything(self) -> bool:
        return self.last is None


#: What those who work at the event see.
EVERYTHING = Told()
#: Nothing at all.
NOTHING = Told(0)


def visible_to_public(tournament: Tournament) -> Told:
    """What somebody may see who has no account, and a player by their own link.

    Of a finished event that waits for its prize giving nothing, since the results of
    the rounds sum to the standings; of one whose last rounds are secret what was played
    before them, until a director tells the standings or the prize giving has.
    """
    if tournament.is_finished:
        final = FinalStandings.objects.filter(tournament=tournament).first()
        if final is None or not is_held_back(final):
            return EVERYTHING
        words = _("The final standings will be published at the prize giving.")
        secret = is_secret(tournament)
        return Told(first_secret(tournament) - 1 if secret else 0, words)
    if not is_secret(tournament):
        return EVERYTHING
    return Told(
        first_secret(tournament) - 1,
        _(
            "Results from round %(number)s on are hidden until the "
            "directors publish the standings."
        )
        % {"number": first_secret(tournament)},
    )
