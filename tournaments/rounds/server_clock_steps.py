"""Detect steps of the server's clock. Each step is recorded at every running clock, so
that a director can decide what to do.

The clock's worker compares the time with its last heartbeat in the database. Each step
is therefore noticed once, even with several workers and after a restart of the program.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from tournaments.models import Extension, Heartbeat, Part, Round, RoundState
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.row_locks_and_finished_check import lock_round
from tournaments.upkeep.machine_clock import SMALL_STEP, Reading

log = logging.getLogger(__name__)

#: Time after the end of a round during which steps still correct its end time.
LATELY = timedelta(days=1)

_boots_seen: set[str] = set()


def notice(now: Reading) -> timedelta:
    """Return how far the machine's clock was moved since its last heartbeat; zero if it
    was not.

    The step is recorded at every running clock.
    """
    heartbeats = Heartbeat.objects.filter(part=Part.CLOCK)
    row = heartbeats.first()
    if row is None or not _moved(row, now):
        _boots_seen.add(now.boot)
        return timedelta()
    with transaction.atomic():
        row = heartbeats.select_for_update().get()
        if step := _moved(row, now):
            heartbeats.update(at=now.wall, boot=now.boot, uptime=now.uptime)
            heartbeats.update(booted_at=now.booted_at)
            log.warning("The clock of this machine was moved by %s", step)
            _note(step, now.wall)
    _boots_seen.add(now.boot)
    return step


def _moved(row: Heartbeat, now: Reading) -> timedelta:
    """Return how far the clock was moved since the row was written; zero for small
    steps.

    After a restart of the machine, or of the program if the machine's run is unknown,
    only a heartbeat in the future shows a step: the clock went back by at least that
    much. This is checked once per run. Otherwise two machines with different clocks
    would report it again and again.
    """
    if row.boot == now.boot and row.booted_at is not None:
        step = now.booted_at - row.booted_at
    elif row.boot and now.boot not in _boots_seen:
        step = min(now.wall - row.at, timedelta())
    else:
        step = timedelta()
    return step if abs(step) > SMALL_STEP else timedelta()


def _note(step: timedelta, now: datetime) -> None:
    counts = Q(state=RoundState.RUNNING) | Q(starts_at__isnull=False)
    lately = now - step - LATELY
    over = Q(state=RoundState.TIME_UP, ended_at__gte=lately)
    rounds = Round.objects.filter(counts | over).order_by("pk")
    for pk in rounds.values_list("pk", flat=True):
        round_ = lock_round(pk)
        if round_.state == RoundState.TIME_UP:
            _carry_on(round_, step, now)
        elif round_.ends_at or round_.starts_at:
            _add_step(round_, step, now)


def _carry_on(round_: Round, step: timedelta, now: datetime) -> None:
    """Shift the end of a round, and the deadlines of its tables with extra time, by the
    step. Elapsed and remaining times therefore do not change."""
    if round_.ended_at:
        round_.ended_at += step
    if round_.step is None:
        round_.step = timedelta()
    round_.stepped_at = now
    round_.save(update_fields=["ended_at", "step", "stepped_at"])
    extensions = Extension.objects.filter(game__round=round_, ends_at__isnull=False)
    extensions.update(ends_at=F("ends_at") + step)
    _record(round_, step, now)


def _add_step(round_: Round, step: timedelta, now: datetime) -> None:
    """Add the step to the round's earlier steps. Opposite steps cancel each other."""
    whole = (round_.step or timedelta()) + step
    round_.step = whole if abs(whole) > SMALL_STEP else timedelta()
    round_.stepped_at = now
    round_.save(update_fields=["step", "stepped_at"])
    _record(round_, step, now)


def _record(round_: Round, step: timedelta, now: datetime) -> None:
    times = {"before": (now - step).isoformat(), "after": now.isoformat()}
    round_.record("clock_stepped", by=CLOCK, **times)
