"""A director who repeats each action until it is done."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import DatabaseError, close_old_connections, connection

from benchmarks.chaos.readers import SECRET
from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round
from tournaments.models import Game, Round, RoundState, Tournament
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

T = TypeVar("T")

MINUTES = 90
#: Seconds until a start and an end are due, from the moment they are set.
UNTIL_START, UNTIL_END = 4.0, 6.0
#: Seconds within which every action must succeed.
PATIENCE = 180.0
TRY_AGAIN = (DatabaseError, Refused, OSError)


@dataclass(frozen=True)
class Due:
    """An action that the clock must do once, with its due time."""

    round_id: int
    kind: str
    at: float


class Director:
    """Director who creates a tournament and lets the clock start and end its rounds.

    `dues`: the actions that the clock must do.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.dues: list[Due] = []

    def open_event(self, rounds: int, tables: int) -> Tournament:
        """Return a new tournament with seating for `rounds` rounds and one more.

        The results of the last round are hidden.
        """
        plan = create_and_change_tournament.Plan(
            title="The day",
            ruleset="mcr",
            planned_rounds=rounds,
            minutes=MINUTES,
            end_policy="finish_hand",
            is_public=True,
        )
        director = User.objects.create_user("director")
        event = create_and_change_tournament.create_tournament(plan, director=director)
        Tournament.objects.filter(pk=event.pk).update(secret_rounds=1)
        people = [
            register_players.PlayerRow(last_name=f"Player {n:03}")
            for n in range(1, 4 * tables + 1)
        ]
        register_players.register(event, people, by="director")
        numbers = [player.number for player in event.players.all()]
        rows = []
        for number in range(1, rounds + 2):
            self._chance.shuffle(numbers)
            rows += [
                seat_rounds_and_exchange_seats.TableRow(
                    number, at // 4 + 1, tuple(numbers[at : at + 4])
                )
                for at in range(0, len(numbers), 4)
            ]
        seat_rounds_and_exchange_seats.seat_rounds(event, rows, by="director")
        return Tournament.objects.get(pk=event.pk)

    def let_start(self, tournament: Tournament, number: int) -> Round:
        """Publish round `number`, set the time of its start, wait until the clock has
        started it, and return it.
        """
        round_ = self.insist(
            f"round {number}", lambda: tournament.rounds.get(number=number)
        )
        self._reach(
            round_,
            RoundState.PUBLISHED,
            lambda: publish_seating.publish(round_.pk, by="director"),
        )
        starts = time.time() + UNTIL_START
        at = datetime.fromtimestamp(starts, UTC)
        self.insist("start_at", lambda: self._start_at(round_, at))
        self.dues.append(Due(round_.pk, "round_started", max(starts, time.time())))
        self._wait_for_state(round_, RoundState.RUNNING)
        return round_

    def punish(self, round_: Round) -> None:
        """Add a penalty with the figure `readers.SECRET`, which pages must not show."""
        self.insist("a penalty", lambda: self._punish(round_))

    def let_end(self, round_: Round) -> None:
        """Set the end of the round, wait until the clock has ended it, and close it."""
        self.insist("the end", lambda: self._let_it_end(round_))
        self._wait_for_state(round_, RoundState.TIME_UP)
        self._reach(
            round_,
            RoundState.CLOSED,
            lambda: end_and_close_round.close(
                round_.pk, by="director", reason="the day"
            ),
        )

    def insist(self, name: str, act: Callable[[], T]) -> T:
        """Return the result of `act`, called again while the database is down.

        A failed call may have had its effect, so `act` must first check that. Raises
        TimeoutError after `PATIENCE` seconds.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except TRY_AGAIN as error:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{name}: {error}") from error
                close_old_connections()
                connection.close()
                time.sleep(0.5)

    @staticmethod
    def _start_at(round_: Round, at: datetime) -> None:
        current = Round.objects.get(pk=round_.pk)
        if current.state == RoundState.PUBLISHED and current.starts_at is None:
            round_clock.start_at(round_.pk, at=at, by="director", now=datetime.now(UTC))

    @staticmethod
    def _punish(round_: Round) -> None:
        game = Game.objects.filter(round=round_).first()
        if game is None:
            raise ValueError(round_)
        penalty = {"kind": "penalty", "seat": "E", "amount": -SECRET}
        enter_hand.enter(game.pk, penalty, device_key=f"p{round_.pk}", by="director")

    def _let_it_end(self, round_: Round) -> None:
        """Move the round's clock so that its time ends `UNTIL_END` seconds from now.

        Does nothing if the round is neither running nor paused.
        """
        current = Round.objects.get(pk=round_.pk)
        if current.state == RoundState.RUNNING:
            current = round_clock.pause(round_.pk, by="director", now=datetime.now(UTC))
        if current.state == RoundState.PAUSED and current.remaining is not None:
            ends = datetime.now(UTC) + timedelta(seconds=UNTIL_END)
            round_clock.resume(round_.pk, by="director", now=ends - current.remaining)
            self.dues.append(Due(round_.pk, "time_up", ends.timestamp()))

    def _reach(self, round_: Round, state: str, act: Callable[[], object]) -> None:
        def do() -> None:
            if Round.objects.get(pk=round_.pk).state != state:
                act()

        self.insist(state, do)

    def _wait_for_state(self, round_: Round, state: str) -> None:
        def is_there() -> bool:
            return Round.objects.get(pk=round_.pk).state == state

        deadline = time.monotonic() + PATIENCE
        while not self.insist(state, is_there):
            if time.monotonic() > deadline:
                raise TimeoutError(f"round {round_.number} does not become {state}")
            time.sleep(0.1)
