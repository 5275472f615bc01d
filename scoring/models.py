"""The ledger of each session, and what is computed from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Seat, Session, Tournament

#: Table points are kept as whole parts of this size, so that every share of a tie is
#: exact, and so are the final points of Riichi, which are thousandths.
PARTS = 12_000

RETRACTION = "retraction"


class LedgerEntry(models.Model):
    """One line of a session's ledger. The database refuses to alter or delete it.

    A correction is a new line that supersedes an old one; an undo supersedes it
    with a retraction. All versions of a hand's outcome form one chain, so a hand
    number has at most one live outcome. `place` is the sequence of the first
    line of the chain. `data` holds the entry's values in the rules' notation.

    When a hand between others is taken out or put in, the lines after it are taken
    back and entered again in other hands. Such a line only moved: `moved_from` is
    the one it was before, in which somebody entered it.

    `reason` is what somebody typed; with a `reason_key` the program gives a reason of
    its own (`scoring.wording.reasons`).
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="ledger")
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
                fields=["session", "sequence"], name="ledger_sequence_unique"
            ),
            models.UniqueConstraint(
                fields=["session", "hand"],
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
        """The entry as `rules` reads it."""
        return {"kind": self.kind, **self.data}

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("A ledger entry is never deleted: supersede it.")


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


class LaidDeposit(models.Model):
    """A deposit that a player laid on the table while the `hand` is played.

    It counts for nothing: what the ledger knows of deposits is what the hand itself
    says once it is saved.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="deposits")
    hand = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "hand", "entry"], name="one_deposit_per_hand"
            )
        ]


class TypedTotals(models.Model):
    """Totals that one person typed from the sheet of a table, where two have to.

    They count for nothing until somebody else has typed the same, and are gone then.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="typed_totals")
    scores = models.JSONField()
    penalties = models.IntegerField()
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "by"], name="totals_typed_once_by_each"
            )
        ]


class Confirmation(models.Model):
    """What a player or a referee said of a table's result, as it stood after the
    ledger's line `sequence`: a confirmation, or a dispute with its text.

    `entry` is the player who said it; None for a referee, whom `by` names. What
    was said of an older line no longer counts. The database lets nothing of it be
    altered, but that a dispute is settled once.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")

    session = models.ForeignKey(Session, models.PROTECT, related_name="confirmations")
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="confirmations"
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
                fields=["session", "entry", "sequence"],
                condition=Q(kind="confirm", entry__isnull=False),
                name="one_confirmation_per_player_and_state",
            ),
            models.UniqueConstraint(
                fields=["session", "sequence"],
                condition=Q(kind="confirm", entry__isnull=True),
                name="one_referee_confirmation_per_state",
            ),
            models.UniqueConstraint(
                fields=["session", "entry"],
                condition=Q(kind="dispute", settled_at__isnull=True),
                name="one_open_dispute_per_player_and_table",
            ),
            models.CheckConstraint(
                condition=Q(kind="confirm", text="", settled_at__isnull=True)
                | (Q(kind="dispute", entry__isnull=False) & ~Q(text="")),
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


class Sheet(models.Model):
    """Where a session stands: a projection of its ledger, never edited."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="sheet")
    sequence = models.PositiveIntegerField()
    hands_played = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    prevailing = models.CharField(max_length=1)
    dealer = models.CharField(max_length=1)
    is_last_hand = models.BooleanField()
    over = models.CharField(max_length=20, blank=True)


class Result(models.Model):
    """A seat's result so far: a projection of the ledger, never edited.

    `parts` of 12,000 are the table points; `place` is shared on ties; `penalties` is
    what one-sided penalties gave or took, contained in `score`; `overall` what
    penalties give or take in the standings only.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    score = models.IntegerField()
    penalties = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    parts = models.IntegerField()
    hands_won = models.PositiveSmallIntegerField()
    overall = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(place__range=(1, 4)), name="result_place_at_table"
            )
        ]

    @property
    def table_points(self) -> Fraction:
        return Fraction(self.parts, PARTS)


class FinalStandings(models.Model):
    """The standings of a finished event as they were at that `revision`, with the
    order of measures that decided places: no later change of a name, a rule or a score
    alters them. Opening the event again deletes them; the log keeps them. `held_back`:
    the public waits for the prize giving."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="final", primary_key=True
    )
    revision = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    tie_breaks = models.JSONField()
    held_back = models.BooleanField(default=False)


class FinalPlace(models.Model):
    """A player's line of the final standings, in words and figures of that moment.
    `place` None: not ranked. `position` is the order of the lines."""

    final = models.ForeignKey(FinalStandings, models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    number = models.PositiveIntegerField()
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    team = models.CharField(max_length=100, blank=True)
    parts = models.BigIntegerField()
    score = models.BigIntegerField()
    hands_won = models.PositiveIntegerField()
    firsts = models.PositiveIntegerField()
    best = models.IntegerField()
    tables = models.PositiveIntegerField()
    logged = models.PositiveIntegerField(default=0)
    penalties = models.IntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    sat_out = models.PositiveIntegerField(default=0)
    fixed = models.PositiveIntegerField(default=0)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["final", "number"], name="one_final_place_per_number"
            ),
            models.UniqueConstraint(
                fields=["final", "position"], name="one_final_place_per_position"
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1),
                name="final_place_counts_from_one",
            ),
        ]


class PrizeGiving(models.Model):
    """How far the final standings are told in the hall: of the first `places` places
    those from `shown_from` on, None: none yet. Whoever shares a place comes with the
    others on it."""

    final = models.OneToOneField(
        FinalStandings, models.CASCADE, related_name="prize_giving", primary_key=True
    )
    places = models.PositiveSmallIntegerField()
    shown_from = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(places__range=(1, 64)), name="prize_places_sane"
            ),
            models.CheckConstraint(
                condition=Q(shown_from__isnull=True)
                | Q(shown_from__gte=1, shown_from__lte=models.F("places")),
                name="prizes_shown_are_among_them",
            ),
        ]

    @property
    def is_complete(self) -> bool:
        """Whether the first place is told too."""
        return self.shown_from == 1


class ImportJob(models.Model):
    """An event folder that was uploaded, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DONE = "done", _("Imported")
        REFUSED = "refused", _("Refused")
        FAILED = "failed", _("Failed")

    by = models.ForeignKey("auth.User", models.CASCADE, related_name="import_jobs")
    at = models.DateTimeField(default=timezone.now)
    archive = models.BinaryField()
    accept_flagged = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    report = models.JSONField(default=dict)
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["waiting", "done", "refused", "failed"],
                ),
                name="import_job_state_known",
            )
        ]
