"""Players, and what they are in a tournament."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class Player(models.Model):
    """A person who plays, in any number of tournaments."""

    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"], name="one_team_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in a tournament, with a start number."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    team = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="entries"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_entry_per_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "player"], name="one_entry_per_player"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)
