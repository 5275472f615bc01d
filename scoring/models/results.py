"""What is computed from the ledgers, never edited."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q

from tournaments.models import Round, Seat, Session

#: Table points are kept as whole parts of this size, so that every share of a tie is
#: exact, and so are the final points of Riichi, which are thousandths.
PARTS = 12_000


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
    penalties give or take in the standings only; `fined` what penalties on table points
    gave or took, contained in `parts`. `faults`: how many penalties and false wins
    there are against the seat.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    score = models.IntegerField()
    penalties = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    parts = models.IntegerField()
    hands_won = models.PositiveSmallIntegerField()
    overall = models.IntegerField(default=0)
    fined = models.IntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(place__range=(1, 4)), name="result_place_at_table"
            )
        ]

    @property
    def table_points(self) -> Fraction:
        return Fraction(self.parts, PARTS)


class Win(models.Model):
    """What somebody won by a hand that counts: a projection of the ledger, never
    edited, so that the latest hands of a round and its best are found by an index.

    `at`: when a hand of that number was first entered there. `worth` compares the hands
    of one ruleset. `said` is the whole entry as the rules read it, about the seats as
    they are now; `winds` are those of the seats E S W N then.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="wins")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+", db_index=False)
    hand = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1)
    discarder = models.CharField(max_length=1, blank=True)
    worth = models.IntegerField()
    at = models.DateTimeField()
    prevailing = models.CharField(max_length=1)
    winds = models.CharField(max_length=4)
    said = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "hand", "seat"], name="one_win_of_a_seat_in_a_hand"
            )
        ]
        indexes = [
            models.Index(fields=["round", "at"], name="latest_wins_of_round"),
            models.Index(fields=["round", "worth"], name="best_wins_of_round"),
        ]
