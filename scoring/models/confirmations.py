"""Database model of confirmations and disputes of a game's result."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game, Player


class Confirmation(models.Model):
    """A confirmation of a game's result after the ledger entry `sequence`, or a dispute
    with its text.

    `player`: the player, or None for a referee; `by` names the referee. A later ledger
    entry makes the row outdated. The database rejects all changes except settling a
    dispute once.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")

    game = models.ForeignKey(Game, models.PROTECT, related_name="confirmations")
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="confirmations"
    )
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(blank=True)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=150, blank=True)
    answer = models.TextField(blank=True)
    answer_key = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player", "sequence"],
                condition=Q(kind="confirm", player__isnull=False),
                name="one_confirmation_per_player_and_state",
            ),
            models.UniqueConstraint(
                fields=["game", "sequence"],
                condition=Q(kind="confirm", player__isnull=True),
                name="one_referee_confirmation_per_state",
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(kind="dispute", settled_at__isnull=True),
                name="one_open_dispute_per_player_and_table",
            ),
            models.CheckConstraint(
                condition=Q(kind="confirm", text="", settled_at__isnull=True)
                | (Q(kind="dispute", player__isnull=False) & ~Q(text="")),
                name="confirmation_of_a_known_kind",
            ),
            models.CheckConstraint(
                condition=Q(
                    settled_at__isnull=True, settled_by="", answer="", answer_key=""
                )
                | Q(settled_at__isnull=False)
                & ~Q(settled_by="")
                & ~Q(answer="", answer_key=""),
                name="dispute_settled_by_somebody_with_an_answer",
            ),
        ]
