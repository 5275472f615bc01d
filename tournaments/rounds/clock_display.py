"""The clock display of a round, or of one table with extra time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.models import CLOCK_STATES, NOT_BEGUN, Game, Round, RoundState


class Showing(StrEnum):
    """The meaning of the time that a clock shows."""

    WAITING = "waiting"
    COUNTDOWN = "countdown"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


#: States in which the displayed time keeps changing.
COUNTING = (Showing.COUNTDOWN, Showing.RUNNING)


@dataclass(frozen=True)
class Face:
    """The display of a clock.

    `now`: the server's time. `left`: the time that the clock shows at `now`. `until`:
    the moment when the clock reaches zero, while it counts down. `then`: the end of the
    round, during a countdown to its start. `stepped`: time when the server's clock was
    last moved.
    """

    showing: Showing
    now: datetime
    left: timedelta
    until: datetime | None = None
    then: datetime | None = None
    stepped: datetime | None = None

    @property
    def counts(self) -> bool:
        return self.showing in COUNTING


def face_of(whose: Round | Game, now: datetime) -> Face:
    """Return the clock display of a round or a game at `now`."""
    if isinstance(whose, Game):
        return replace(_of_table(whose, now), stepped=whose.round.stepped_at)
    return replace(_of_round(whose, now), stepped=whose.stepped_at)


def _of_round(whose: Round, now: datetime) -> Face:
    if whose.starts_at is not None:
        then = whose.starts_at + timedelta(minutes=whose.minutes)
        return replace(_counting(Showing.COUNTDOWN, whose.starts_at, now), then=then)
    if whose.ends_at is not None:
        return _counting(Showing.RUNNING, whose.ends_at, now)
    return Face(_standing(whose), now, whose.time_left(now))


def _of_table(game: Game, now: datetime) -> Face:
    extension = getattr(game, "extension", None)
    if extension is None or game.round.state not in (
        *CLOCK_STATES,
        RoundState.TIME_UP,
    ):
        return _of_round(game.round, now)
    if extension.ends_at is not None:
        return _counting(Showing.RUNNING, extension.ends_at, now)
    if game.round.ends_at is not None:
        return _counting(Showing.RUNNING, game.round.ends_at + extension.extra, now)
    return Face(_standing(game.round), now, game.time_left(now))


def _counting(showing: Showing, until: datetime, now: datetime) -> Face:
    return Face(showing, now, max(until - now, timedelta()), until)


def _standing(round_: Round) -> Showing:
    if round_.state == RoundState.PAUSED:
        return Showing.PAUSED
    return Showing.WAITING if round_.state in NOT_BEGUN else Showing.ENDED
