"""Database models of results computed from the ledgers. The rows are never edited."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q

from tournaments.models import Game, Round, Seat

#: Parts per table point. With them, shares of tied places and riichi's final points
#: (thousandths) are integers.
PARTS = 12_000


class Sheet(models.Model):
    """The state of a game, computed from its ledger.

    `sequence`: number of the last ledger entry; `hand`, `prevailing`, `dealer`: the
    current hand; `over`: why play is over, "" while it continues.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="sheet")
    sequence = models.PositiveIntegerField()
    hands_played = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    prevailing = models.CharField(max_length=1)
    dealer = models.CharField(max_length=1)
    is_last_hand = models.BooleanField()
    over = models.CharField(max_length=20, blank=True)


class Result(models.Model):
    """The current result of a seat, computed from the ledger.

    `parts`: table points in 1/12,000. `place`: shared by tied players. `penalties`:
    points from one-sided penalties, included in `score`. `overall`: effect of penalties
    on the standings only. `fined`: effect of penalties on table points, included in
    `parts`. `faults`: number of penalties and false wins.
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
    """A player's win in a hand that counts, computed from the ledger.

    `at`: when a hand with that number was first entered. `worth`: hand value,
    comparable within a ruleset. `said`: the ledger entry in the rules' notation, with
    the current seats. `winds`: winds of the seats E S W N in that hand. The indexes
    find the latest and best hands of a round.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="wins")
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
                fields=["game", "hand", "seat"], name="one_win_of_a_seat_in_a_hand"
            )
        ]
        indexes = [
            models.Index(fields=["round", "at"], name="latest_wins_of_round"),
            models.Index(fields=["round", "worth"], name="best_wins_of_round"),
        ]
