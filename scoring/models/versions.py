"""Versions of a hand that do not count until a referee chooses."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models.ledger import LedgerEntry
from tournaments.models import Session


class Conflict(models.Model):
    """Another outcome of a hand than the ledger's `line`, which somebody `offered`.

    Nothing of it counts. It waits until a referee chooses, or until the line no
    longer counts; a device that sends it again by its key is told what was chosen.
    """

    class Choice(models.TextChoices):
        KEPT = "kept", _("what was entered first")
        OFFERED = "offered", _("the other version")

    line = models.ForeignKey(LedgerEntry, models.PROTECT, related_name="conflicts")
    offered = models.JSONField()
    device_key = models.CharField(max_length=80)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    choice = models.CharField(max_length=10, choices=Choice, blank=True)
    settled_by = models.CharField(max_length=150, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["line", "device_key"], name="one_conflict_per_key_and_line"
            ),
            models.CheckConstraint(
                condition=Q(choice="", settled_by="", settled_at__isnull=True)
                | Q(choice__in=["kept", "offered"], settled_at__isnull=False)
                & ~Q(settled_by=""),
                name="conflict_settled_by_somebody",
            ),
        ]


class LateHand(models.Model):
    """A hand that a table entered after its time. Nothing of it counts until a
    referee says that it had begun before the gong; then `line` is its entry. One with a
    line and no decision counts on the table's own word: no referee has looked at it.

    `seating` is how often the players had been reseated when it was entered.
    """

    class Decision(models.TextChoices):
        COUNTS = "counts", _("it counts")
        REFUSED = "refused", _("it does not count")
        TAKEN_BACK = "taken_back", _("it was taken back")

    session = models.ForeignKey(Session, models.PROTECT, related_name="late_hands")
    hand = models.PositiveSmallIntegerField()
    offered = models.JSONField()
    seating = models.PositiveSmallIntegerField(null=True, blank=True)
    device_key = models.CharField(max_length=80)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True)
    answer_key = models.CharField(max_length=40, blank=True)
    line = models.OneToOneField(
        LedgerEntry, models.PROTECT, null=True, blank=True, related_name="late_hand"
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "device_key"], name="one_late_hand_per_key_and_table"
            ),
            models.CheckConstraint(
                condition=Q(decision="", decided_by="", decided_at__isnull=True)
                | Q(
                    decision__in=["counts", "refused", "taken_back"],
                    decided_at__isnull=False,
                )
                & ~Q(decided_by=""),
                name="late_hand_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(line__isnull=True) | Q(decision__in=["", "counts"]),
                name="late_hand_has_a_line_if_it_counts",
            ),
        ]
        indexes = [
            models.Index(
                fields=["session"], condition=Q(decision=""), name="late_hand_waiting"
            )
        ]
