"""Database models of ledger entries, and of data outside the ledger: riichi sticks,
typed totals, conflicts and late hands."""

from __future__ import annotations

from typing import NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game, Player

RETRACTION = "retraction"


class LedgerEntry(models.Model):
    """An entry of a game's ledger. The database rejects changes and deletion.

    A correction is a new entry that supersedes an old one. An undo supersedes an entry
    with a retraction. All versions of a hand's outcome form one chain, so at most one
    outcome of a hand counts. `place`: sequence number of the first entry of the chain;
    `data`: values in the rules' notation.

    When a hand is inserted or removed, later entries are retracted and entered again
    under other hand numbers. `moved_from` is then the entry before the move.

    `reason`: typed text. If `reason_key` is set, the reason is a text of the program
    instead (`scoring.wording.stored_reasons`).
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="ledger")
    sequence = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    settles_hand = models.BooleanField()
    data = models.JSONField(default=dict)
    supersedes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    moved_from = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="moved_to"
    )
    device_key = models.CharField(max_length=80, unique=True)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)
    reason_key = models.CharField(max_length=40, blank=True)
    reason_values = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "sequence"], name="ledger_sequence_unique"
            ),
            models.UniqueConstraint(
                fields=["game", "hand"],
                condition=Q(settles_hand=True, supersedes__isnull=True),
                name="one_live_entry_per_hand",
            ),
            models.CheckConstraint(
                condition=Q(sequence__gte=1, hand__gte=1), name="ledger_counts_from_one"
            ),
            models.CheckConstraint(
                condition=~Q(device_key=""), name="ledger_device_key_given"
            ),
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True)
                | ~Q(reason="")
                | ~Q(reason_key=""),
                name="ledger_correction_has_reason",
            ),
        ]

    @property
    def raw(self) -> dict[str, object]:
        """Return the entry as JSON in the rules' notation."""
        return {"kind": self.kind, **self.data}

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("A ledger entry is never deleted: supersede it.")


class LaidDeposit(models.Model):
    """A riichi stick that a player laid in the current `hand`.

    The row does not affect scores: the saved hand states which sticks were laid.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="deposits")
    hand = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "hand", "player"], name="one_deposit_per_hand"
            )
        ]


class TypedTotals(models.Model):
    """Totals that one person typed from a table's paper sheet, if two people must type
    them. When another person types the same totals, they count and this row is deleted.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="typed_totals")
    scores = models.JSONField()
    penalties = models.IntegerField()
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "by"], name="totals_typed_once_by_each"
            )
        ]


class Conflict(models.Model):
    """An outcome `offered` by a device for a hand whose ledger entry `line` has another
    outcome.

    The offered outcome does not count until a referee or the table chooses it. A device
    that sends it again receives the choice.
    """

    class Choice(models.TextChoices):
        KEPT = "kept", _("the first version")
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
    """A hand entered after the gong.

    The hand counts only if a referee or the table confirms that it had started before
    the gong. `line` is then its ledger entry. A `line` without a `decision`: only the
    table confirmed. `seating`: number of reseats when the hand was entered.
    `arrived_at`: when the hand arrived from a former server of a mirrored tournament;
    None for a hand entered on this server.
    """

    class Decision(models.TextChoices):
        COUNTS = "counts", _("The hand counts.")
        REFUSED = "refused", _("The hand does not count.")
        TAKEN_BACK = "taken_back", _("The entry was undone.")

    game = models.ForeignKey(Game, models.PROTECT, related_name="late_hands")
    hand = models.PositiveSmallIntegerField()
    offered = models.JSONField()
    seating = models.PositiveSmallIntegerField(null=True, blank=True)
    device_key = models.CharField(max_length=80)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    arrived_at = models.DateTimeField(null=True, blank=True)
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
                fields=["game", "device_key"], name="one_late_hand_per_key_and_table"
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
                fields=["game"], condition=Q(decision=""), name="late_hand_waiting"
            )
        ]
