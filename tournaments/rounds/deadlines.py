"""Starts, warnings and ends that are due, each done once by compare-and-set.

Each verb compares and sets: it does its work once, whoever calls it and how often,
so that a task lost, doubled, late or out of order changes nothing. `version` is the
clock that was found due.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import ceil

from django.db import transaction
from django.db.models import F, Q

from tournaments.models import (
    Extension,
    Round,
    RoundState,
    Session,
)
from tournaments.refusals import Refused, sentence
from tournaments.rounds.rows import (
    change,
    locked,
    next_mark,
    refuse_players_elsewhere,
    run,
)

CLOCK = "clock"


def due_starts(now: datetime) -> Iterable[tuple[int, int]]:
    """(round id, clock version) of the rounds whose countdown is over."""
    return _due(Q(starts_at__lte=now))


def due_marks(now: datetime) -> Iterable[tuple[int, int]]:
    """(round id, clock version) of the running rounds that have a warning due."""
    return _due(Q(mark_at__lte=now, ends_at__gt=now))


def due_ends(now: datetime) -> Iterable[tuple[int, int]]:
    """(round id, clock version) of the running rounds whose deadline has passed."""
    return _due(Q(state=RoundState.RUNNING, ends_at__lte=now))


def due_tables(now: datetime) -> Iterable[tuple[int, int, int, int]]:
    """(session id, table, round id, clock version) of the tables whose own time, given
    beyond their round's, is over."""
    due = Extension.objects.filter(ends_at__lte=now).order_by("pk")
    return due.values_list(
        "session", "session__table", "session__round", "session__round__clock_version"
    )


@transaction.atomic
def start_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Start a round whose countdown is over; whether it started.

    If a player still sits in another round the start is called off, which the log
    says.
    """
    round_ = locked(round_id, *RoundState)
    at = round_.starts_at
    if at is None or at > now or round_.clock_version != version:
        return False
    try:
        refuse_players_elsewhere(round_)
    except Refused as refused:
        why = " ".join(sentence(fault) for fault in refused.faults)
        change(round_, "start_failed", CLOCK, why, starts_at=None)
        return False
    run(round_, by=CLOCK, at=at)
    return True


@transaction.atomic
def warn_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Say that the time of a running round draws to its end; whether it was said. The
    clock stays the one that people look at: their forms are still for it."""
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    if round_.ends_at is None:
        return False
    changed = Round.objects.filter(
        pk=round_id, clock_version=version, mark_at__lte=now, ends_at__gt=now
    ).update(mark_at=next_mark(round_.tournament, round_.ends_at, now))
    if not changed:
        return False
    left = ceil((round_.ends_at - now).total_seconds() / 60)
    round_.tournament.record(
        "time_warning", by=CLOCK, round=round_.number, minutes=left
    )
    return True


@transaction.atomic
def end_if_due(round_id: int, *, version: int, now: datetime) -> Round | None:
    """End the time of a running round whose deadline has passed, once.

    None if it is not due, or if the clock has changed since `version`.
    """
    changed = Round.objects.filter(
        pk=round_id,
        state=RoundState.RUNNING,
        clock_version=version,
        ends_at__lte=now,
    ).update(
        state=RoundState.TIME_UP,
        ended_at=F("ends_at"),
        ends_at=None,
        mark_at=None,
        clock_version=F("clock_version") + 1,
    )
    if not changed:
        return None
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    if round_.ended_at:
        _keep_own_ends(round_, round_.ended_at)
    round_.tournament.record("time_up", by=CLOCK, round=round_.number)
    return round_


@transaction.atomic
def end_table_if_due(session_id: int, *, now: datetime) -> Session | None:
    """End the time that a table had beyond its round's; None if it is not due."""
    session = Session.objects.get(pk=session_id)
    round_ = locked(session.round_id, *RoundState)
    own = Extension.objects.filter(session=session, ends_at__lte=now).first()
    if own is None or own.ends_at is None or round_.ended_at is None:
        return None
    if not round_.is_open:  # a director was faster
        return None
    own.extra, own.ends_at = own.ends_at - round_.ended_at, None
    own.save()
    session.round = change(
        round_, "table_time_up", CLOCK, data={"table": session.table}
    )
    return session


def _due(condition: Q) -> Iterable[tuple[int, int]]:
    due = Round.objects.filter(condition).order_by("pk")
    return due.values_list("pk", "clock_version")


def _keep_own_ends(round_: Round, ended_at: datetime) -> None:
    """Give the tables that have time of their own their own deadline."""
    for own in Extension.objects.filter(session__round=round_):
        own.ends_at = ended_at + own.extra
        own.save(update_fields=["ends_at"])
