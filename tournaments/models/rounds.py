"""Rounds and their clock, sessions (a table's play in a round), seats."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules.winds import Wind
from tournaments.models.draws import Draw
from tournaments.models.people import Entry, Player
from tournaments.models.tournament import Tournament


class RoundState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    HALL = "hall", _("Shown in the hall")
    PUBLISHED = "published", _("Seats published")
    RUNNING = "running", _("Playing")
    PAUSED = "paused", _("Paused")
    TIME_UP = "time_up", _("Time is up")
    CLOSED = "closed", _("Closed")


#: States in which the seats are no business of the public's.
HIDDEN_STATES = (RoundState.DRAFT, RoundState.HALL)

#: States in which a round has not begun, so that its seats can still change.
NOT_BEGUN = (*HIDDEN_STATES, RoundState.PUBLISHED)

#: States in which people sit at the tables of a round.
OPEN_STATES = (RoundState.RUNNING, RoundState.PAUSED, RoundState.TIME_UP)


class Round(models.Model):
    """One round. Its clock is a deadline (`ends_at`) while it runs and what is
    left (`remaining`) while it is paused; `clock_version` counts changes of it.
    `draw`: the draw its seats come from, if any."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=20, choices=RoundState, default=RoundState.DRAFT
    )
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    remaining = models.DurationField(null=True, blank=True)
    clock_version = models.PositiveIntegerField(default=0)
    draw = models.ForeignKey(
        Draw, models.SET_NULL, null=True, blank=True, related_name="seated_rounds"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_round_per_number"
            ),
            models.CheckConstraint(
                condition=Q(state__in=RoundState.values), name="round_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=RoundState.RUNNING, ends_at__isnull=False)
                | (~Q(state=RoundState.RUNNING) & Q(ends_at__isnull=True)),
                name="round_has_deadline_while_running",
            ),
            models.CheckConstraint(
                condition=Q(state=RoundState.PAUSED, remaining__isnull=False)
                | (~Q(state=RoundState.PAUSED) & Q(remaining__isnull=True)),
                name="round_has_remaining_while_paused",
            ),
        ]
        indexes = [
            # For the sweep that ends rounds: only running ones, by deadline.
            models.Index(
                fields=["ends_at"],
                condition=Q(state=RoundState.RUNNING),
                name="round_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    def time_left(self, now: datetime) -> timedelta:
        """What the clock shows at `now`; never below zero."""
        if self.remaining is not None:
            return self.remaining
        if self.ends_at is not None:
            return max(self.ends_at - now, timedelta())
        if self.state in NOT_BEGUN:
            return timedelta(minutes=self.tournament.minutes)
        return timedelta()


class Session(models.Model):
    """A table's play in a round. Entering a hand locks this row."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sessions")
    table = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], name="one_session_per_table_and_round"
            ),
            models.CheckConstraint(
                condition=Q(table__gte=1), name="session_table_positive"
            ),
        ]


class Seat(models.Model):
    """Who started a session in which seat.

    `round` repeats the session's, so that one seat per entry and round is a
    constraint. `playing` names the player while the round is open: it is unique,
    so nobody sits at two open tables, in this tournament or another.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    wind = models.CharField(
        max_length=1, choices=[(wind.value, wind.value) for wind in Wind]
    )
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    playing = models.OneToOneField(
        Player, models.PROTECT, null=True, blank=True, related_name="sits_at"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "wind"], name="one_entry_per_seat"
            ),
            models.UniqueConstraint(
                fields=["round", "entry"], name="one_seat_per_entry_and_round"
            ),
            models.CheckConstraint(
                condition=Q(wind__in=list(Wind)), name="seat_wind_known"
            ),
        ]
