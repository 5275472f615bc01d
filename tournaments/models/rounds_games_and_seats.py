"""Rounds with their clock, games and seats."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Wind
from tournaments.models.players_teams_and_check_ins import Person, Player
from tournaments.models.seating_drafts import Draw
from tournaments.models.stages import Stage
from tournaments.models.tournament import LogEvent, Tournament


class RoundState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    HALL = "hall", _("Shown in the hall")
    PUBLISHED = "published", pgettext_lazy("state of a round", "Seating published")
    RUNNING = "running", _("Playing")
    PAUSED = "paused", _("Paused")
    TIME_UP = "time_up", _("Time is up")
    CLOSED = "closed", pgettext_lazy("round", "Closed")


#: States in which the seating is hidden from the public.
HIDDEN_STATES = (RoundState.DRAFT, RoundState.HALL)

#: States before the start of a round, in which its seating can still change.
NOT_BEGUN = (*HIDDEN_STATES, RoundState.PUBLISHED)

#: States in which a round is being played.
OPEN_STATES = (RoundState.RUNNING, RoundState.PAUSED, RoundState.TIME_UP)

#: States in which a round's clock has time left.
CLOCK_STATES = (RoundState.RUNNING, RoundState.PAUSED)


class Round(models.Model):
    """A round.

    Its clock is a deadline (`ends_at`) while the clock runs, and the time left
    (`remaining`) while it is paused. `clock_version` counts changes of the clock.

    - `starts_at`: time when the clock of a published round starts automatically, or
      None.
    - `mark_at`: time when the next warning is due while the clock runs.
    - `ended_at`: time of the gong; `left_at_end`: time left if staff ended the round
      early.
    - `step`: how far the server's clock was moved during this round, most recently at
      `stepped_at`; empty after a director has decided what to do about it.
    - `draw`: the seating draft that the seats come from, if any.
    - `stage`: its stage, in a tournament with stages; the first if two stages share the
      round.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=20, choices=RoundState, default=RoundState.DRAFT
    )
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    mark_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    remaining = models.DurationField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    left_at_end = models.DurationField(null=True, blank=True)
    step = models.DurationField(null=True, blank=True)
    stepped_at = models.DateTimeField(null=True, blank=True)
    clock_version = models.PositiveIntegerField(default=0)
    draw = models.ForeignKey(
        Draw, models.SET_NULL, null=True, blank=True, related_name="seated_rounds"
    )
    stage = models.ForeignKey(
        Stage, models.SET_NULL, null=True, blank=True, related_name="seated_rounds"
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
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True) | Q(state=RoundState.PUBLISHED),
                name="round_starts_from_published",
            ),
            models.CheckConstraint(
                condition=Q(mark_at__isnull=True) | Q(state=RoundState.RUNNING),
                name="round_warns_while_running",
            ),
            models.CheckConstraint(
                condition=(
                    Q(ended_at__isnull=True)
                    | Q(state__in=(RoundState.TIME_UP, RoundState.CLOSED))
                )
                & (Q(ended_at__isnull=False) | ~Q(state=RoundState.TIME_UP)),
                name="round_ended_when_time_is_up",
            ),
            models.CheckConstraint(
                condition=Q(left_at_end__isnull=True) | Q(ended_at__isnull=False),
                name="round_left_only_when_ended",
            ),
        ]
        # For the sweep that runs every second: only rounds whose clock can be due.
        indexes = [
            models.Index(
                fields=["ends_at"],
                condition=Q(state=RoundState.RUNNING),
                name="round_due",
            ),
            models.Index(
                fields=["starts_at"],
                condition=Q(starts_at__isnull=False),
                name="round_start_due",
            ),
            models.Index(
                fields=["mark_at"],
                condition=Q(mark_at__isnull=False),
                name="round_mark_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def minutes(self) -> int:
        """Return the length of the round in minutes: the stage's length, or the setting
        of the tournament if the stage has no setting."""
        of_stage = self.stage.minutes if self.stage else None
        return self.tournament.minutes if of_stage is None else of_stage

    @property
    def end_policy(self) -> str:
        """Return the effect of the gong on the current hand: the stage's rule, or the
        setting of the tournament if the stage has no setting."""
        of_stage = self.stage.end_policy if self.stage else ""
        return of_stage or self.tournament.end_policy

    def time_left(self, now: datetime) -> timedelta:
        """Return the time left on the round's clock at `now`; never below zero."""
        if self.remaining is not None:
            return self.remaining
        if self.ends_at is not None:
            return max(self.ends_at - now, timedelta())
        if self.state in NOT_BEGUN:
            return timedelta(minutes=self.minutes)
        return timedelta()

    def record(
        self, kind: str, *, by: str, reason: str = "", **data: object
    ) -> LogEvent:
        """Log a change as `Tournament.record` does, with the number of this round in
        the data. Return the log entry."""
        return self.tournament.record(
            kind, by=by, reason=reason, round=self.number, **data
        )


class Game(models.Model):
    """A game: one table in one round. Entering a hand locks this row."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], name="one_game_per_table_and_round"
            ),
            models.CheckConstraint(
                condition=Q(table__gte=1), name="game_table_positive"
            ),
        ]

    @property
    def rules(self) -> Ruleset:
        """Return the tournament's rules for this table's number of players."""
        tournament = self.round.tournament
        at_full_table = tournament.rules
        if at_full_table.fewest_players == at_full_table.players:
            return at_full_table
        return rules.shared_ruleset(
            tournament.ruleset, tournament.options, self.players
        )

    @cached_property
    def players(self) -> int:
        """Return the number of players at this table."""
        return len(self.seats.all())

    def seats_by_wind(self) -> dict[Wind, Seat]:
        """Return the seats by starting wind."""
        return {Wind(seat.wind): seat for seat in self.seats.all()}

    @property
    def has_own_time(self) -> bool:
        """Return whether this table is playing in its extra time after the round's
        gong."""
        extension = getattr(self, "extension", None)
        return extension is not None and extension.ends_at is not None

    @property
    def time_is_up(self) -> bool:
        """Return whether this table's time is over and its round is not closed."""
        return self.round.state == RoundState.TIME_UP and not self.has_own_time

    def is_due(self, now: datetime) -> bool:
        """Return whether this table's time is over at `now` but the clock has not ended
        it yet."""
        extension: Extension | None = getattr(self, "extension", None)
        if extension is not None and extension.ends_at is not None:
            return extension.ends_at <= now
        if self.round.ends_at is None:
            return False
        return (
            self.round.ends_at + (extension.extra if extension else timedelta()) <= now
        )

    def time_left(self, now: datetime) -> timedelta:
        """Return the time left on this table's clock at `now`; never below zero."""
        extension: Extension | None = getattr(self, "extension", None)
        left = self.round.time_left(now)
        if extension is None:
            return left
        if extension.ends_at is not None:
            return max(extension.ends_at - now, timedelta())
        return left + extension.extra if self.round.state in CLOCK_STATES else left

    def record(
        self, kind: str, *, by: str, reason: str = "", **data: object
    ) -> LogEvent:
        """Log a change as `Tournament.record` does, with round and table number in the
        data. Return the log entry."""
        return self.round.record(kind, by=by, reason=reason, table=self.table, **data)


class Extension(models.Model):
    """Extra time of one table. `ends_at`: its deadline, if the table still plays after
    the round's gong."""

    game = models.OneToOneField(
        Game, models.CASCADE, related_name="extension", primary_key=True
    )
    extra = models.DurationField()
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(extra__gt=timedelta()), name="extension_gives_time"
            )
        ]
        indexes = [
            models.Index(
                fields=["ends_at"],
                condition=Q(ends_at__isnull=False),
                name="extension_due",
            )
        ]


class Seat(models.Model):
    """A player's seat at the start of a game.

    `round` repeats the game's round, so that a constraint can require one seat per
    player and round. `playing` is the person while the round is open. It is unique, so
    that no one sits at two open tables, in this tournament or another.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    wind = models.CharField(
        max_length=1, choices=[(wind.value, wind.value) for wind in Wind]
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    playing = models.OneToOneField(
        Person, models.PROTECT, null=True, blank=True, related_name="sits_at"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "wind"], name="one_player_per_seat"
            ),
            models.UniqueConstraint(
                fields=["round", "player"], name="one_seat_per_player_and_round"
            ),
            models.CheckConstraint(
                condition=Q(wind__in=list(Wind)), name="seat_wind_known"
            ),
        ]
