"""Lock a tournament together with its rounds."""

from __future__ import annotations

from tournaments.models import Tournament


def lock_with_rounds(tournament: Tournament) -> Tournament:
    """The tournament and its rounds as they are, locked until the transaction
    ends. Rounds come first, as in whatever changes a round."""
    list(tournament.rounds.select_for_update())
    return Tournament.objects.select_for_update().get(pk=tournament.pk)
