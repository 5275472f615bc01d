"""Rounds that follow on each other, as a stage, a match day and a draw have them."""

from __future__ import annotations

from django.db import models


class RoundSpan(models.Model):
    """`rounds` rounds from `first_round` on."""

    first_round = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    @property
    def last_round(self) -> int:
        return self.first_round + self.rounds - 1

    @property
    def round_numbers(self) -> range:
        return range(self.first_round, self.last_round + 1)
