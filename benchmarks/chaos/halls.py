"""Rounds with starts, warnings and ends, and the log entries about them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User

from benchmarks.chaos.attendance import Attendance
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.models import LedgerEntry
from tournaments.models import Extension, Round
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

#: Minutes of a round, and minutes from the warning to its end.
LENGTH, MARK = 2, 1
POLICIES = ("finish_hand", "finish_hand_plus_one", "stop_at_once")
START, WARNING, END, TABLE_END = (
    "round_started",
    "time_warning",
    "time_up",
    "table_time_up",
)
KINDS = (START, WARNING, END, TABLE_END)


@dataclass(frozen=True)
class Hall:
    """A round of two tables, the first with `extra` seconds of extra time.

    Times are Unix times in seconds. `starts`: the start of the round; `by_itself`:
    whether the clock starts it; `arranged`: the moment at which everything was set up.
    No action is due before `arranged`.
    """

    round_id: int
    tournament_id: int
    starts: float
    by_itself: bool
    extra: float
    arranged: float

    @property
    def dues(self) -> dict[str, float]:
        """Return the due time of each action of the clock, by its kind in the log."""
        end = self.starts + LENGTH * 60
        when = {WARNING: end - MARK * 60, END: end, TABLE_END: end + self.extra}
        if self.by_itself:
            when[START] = self.starts
        return {kind: max(at, self.arranged) for kind, at in when.items()}


def open_hall(number: int, chance: random.Random, director: User) -> Hall:
    """Return a new hall in which a start, a warning, or the ends of round and table are
    due within seconds.
    """
    plan = create_and_change_tournament.Plan(
        title=f"Hall {number}",
        ruleset="mcr",
        planned_rounds=1,
        minutes=LENGTH,
        end_policy=chance.choice(POLICIES),
        warning_marks=[MARK],
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    players = [register_players.PlayerRow(last_name=f"{n:02}") for n in range(1, 9)]
    register_players.register(tournament, players, by="director")
    seats = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, seats, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    already = chance.choice([0, (LENGTH - MARK) * 60, LENGTH * 60])
    extra = chance.uniform(1, 8)
    starts = time.time() + chance.uniform(1, 12) - already
    _set_clock(round_, starts, extra, by_itself=already == 0)
    return Hall(round_.pk, tournament.pk, starts, already == 0, extra, time.time())


def _set_clock(round_: Round, starts: float, extra: float, *, by_itself: bool) -> None:
    at = datetime.fromtimestamp(starts, UTC)
    first, second = round_.games.all()
    if by_itself:
        now = min(at - timedelta(seconds=1), datetime.now(UTC))
        round_clock.start_at(round_.pk, at=at, by="director", now=now)
    Extension.objects.create(game=first, extra=timedelta(seconds=extra))
    if by_itself:
        return
    round_clock.start(round_.pk, by="director", now=at)
    if starts + (LENGTH - MARK) * 60 > time.time():
        washout = {"kind": "washout"}
        key = f"first-{second.pk}"
        enter_hand.enter(second.pk, washout, hand=1, device_key=key, by="referee")


@dataclass(frozen=True)
class Finding:
    """An action of the clock: its due time, its delay in seconds, and how often it was
    done.
    """

    kind: str
    due: float
    late: float
    times: int


def findings(hall: Hall, attendance: Attendance, until: float) -> Iterator[Finding]:
    """Yield a finding for each action of the clock that was due until the time
    `until`.
    """
    round_ = Round.objects.select_related("tournament").get(pk=hall.round_id)
    log = list(round_.tournament.log.filter(by="clock").values_list("kind", "at"))
    for kind, due in hall.dues.items():
        if due > until:
            continue
        times = [at.timestamp() for logged, at in log if logged == kind]
        # No warning follows an end, so a warning has time only until then.
        last = hall.dues[END] if kind == WARNING else time.time()
        happened = min(times, default=last)
        late = attendance.delay(due, happened)
        excused = kind == WARNING and late < 2
        count = 1 if excused and not times else len(times)
        yield Finding(kind, due, late, count)


def wrong_gongs(hall: Hall, until: float) -> Iterator[str]:
    """Yield a message for each table whose ledger does not have exactly one gong, if
    the table's end was due until the time `until`.
    """
    gongs = Counter(
        LedgerEntry.objects.filter(game__round=hall.round_id, kind="gong").values_list(
            "game__table", flat=True
        )
    )
    for table, kind in ((1, TABLE_END), (2, END)):
        if hall.dues[kind] <= until and gongs[table] != 1:
            yield f"round {hall.round_id}, table {table}: {gongs[table]} gongs"


def wrong_results(hall: Hall) -> list[str]:
    round_ = Round.objects.select_related("tournament").get(pk=hall.round_id)
    return rebuild_results_from_ledgers.rebuild(round_.tournament, check=True)
