"""Pairs of players who may not meet. Reads only."""

from __future__ import annotations

from tournaments.models import NeverMeet, Tournament
from tournaments.seating import plans


def never_meet(tournament: Tournament) -> set[plans.Pair]:
    """The start numbers of every two who may not meet."""
    two = NeverMeet.objects.filter(tournament=tournament)
    return {
        plans.pair(one, other)
        for one, other in two.values_list("one__number", "other__number")
    }
