"""Database models of statistics: figures calculated from the ledgers of finished
tournaments. A background job stores the figures, which are never edited.
"""

from __future__ import annotations

from django.db import models

from tournaments.models import Player, Tournament


class TournamentFigures(models.Model):
    """Figures of a finished tournament at its `revision`.

    `games`: number of games; `logged`: number of games whose hands reproduce the
    result; `hands`: number of hands in those games; `values`: number of wins by hand
    value; `winds`: number of wins by seat wind. `version`: version of the counting code
    in `scoring.statistics.figures`. The row is outdated if the revision or the version
    has changed.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="figures"
    )
    revision = models.PositiveBigIntegerField()
    version = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()
    games = models.PositiveIntegerField()
    logged = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    values = models.JSONField(default=dict)
    winds = models.JSONField(default=dict)


class PlayerFigures(models.Model):
    """A player's figures in a finished tournament.

    `data`: sums and records (`scoring.statistics.figures`); `pairs`: figures against
    each opponent, by the opponent's player number (`scoring.statistics.count_games`).
    """

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="figures"
    )
    data = models.JSONField()
    pairs = models.JSONField(default=dict)
