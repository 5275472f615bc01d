"""Database models of statistics: a projection of the ledgers of finished tournaments,
stored in the background and never edited."""

from __future__ import annotations

from django.db import models

from tournaments.models import Player, Tournament


class TournamentFigures(models.Model):
    """Figures of a finished tournament at its `revision`; outdated if it has another.

    `games`: number of games; `logged`: number of games whose hands reproduce the
    result; `hands`: number of hands in those. `values`: wins by hand value; `winds`:
    wins by seat wind. `version`: of the counting code (`scoring.statistics.figures`);
    the row is outdated if it is older.
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
    """A player's figures in a finished tournament. `data`: sums and records
    (`scoring.statistics.figures`); `pairs`: figures against each opponent, by player
    number (`scoring.statistics.count_games`)."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="figures"
    )
    data = models.JSONField()
    pairs = models.JSONField(default=dict)
