"""What a director does to a round: show it, run its clock, close it.

The clock's truth is the row: a deadline while it runs, what is left while it is
paused. Whoever changes it locks the row; whoever ends it by time compares and
sets, so that a message lost, doubled or late changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, OuterRef, Subquery
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    HIDDEN_STATES,
    OPEN_STATES,
    Entry,
    Player,
    Round,
    RoundState,
    Seat,
    Session,
)
from tournaments.refusals import refusal

#: States in which somebody sees the seats of a round that has not begun.
SHOWN_STATES = (RoundState.HALL, RoundState.PUBLISHED)

#: What the log calls showing seats.
SHOWN: Mapping[RoundState, str] = {
    RoundState.HALL: "round_shown_in_hall",
    RoundState.PUBLISHED: "round_published",
}


@transaction.atomic
def show_in_hall(round_id: int, *, by: str) -> Round:
    """Show the seats of a draft round on the hall's screen, before the web does.
    Raises Refused if a table is incomplete."""
    round_ = _locked(round_id, RoundState.DRAFT)
    return _shown(round_, RoundState.HALL, by)


@transaction.atomic
def publish(round_id: int, *, by: str) -> Round:
    """Show the seats of a round to everybody. Raises Refused if a table is
    incomplete."""
    round_ = _locked(round_id, *HIDDEN_STATES)
    return _shown(round_, RoundState.PUBLISHED, by)


@transaction.atomic
def unpublish(round_id: int, *, by: str, reason: str) -> Round:
    """Take the seats of a round that has not begun back into a draft."""
    round_ = _locked(round_id, *SHOWN_STATES)
    return _change(round_, "round_unpublished", by, reason, state=RoundState.DRAFT)


@transaction.atomic
def show_draw_in_hall(draw_id: int, *, by: str) -> list[Round]:
    """Show every round of a draw in the hall that is shown nowhere yet. Raises
    Refused if there is none, or one is incomplete."""
    to_show = _ids_of(draw_id, (RoundState.DRAFT,))
    return [show_in_hall(pk, by=by) for pk in to_show]


@transaction.atomic
def publish_draw(draw_id: int, *, by: str) -> list[Round]:
    """Publish every round of a draw that is not public yet. Raises Refused if
    there is none, or one is incomplete."""
    return [publish(pk, by=by) for pk in _ids_of(draw_id, HIDDEN_STATES)]


@transaction.atomic
def unpublish_draw(draw_id: int, *, by: str, reason: str) -> list[Round]:
    """Take back every round of a draw that is shown and has not begun. Raises
    Refused if there is none."""
    shown = _ids_of(draw_id, SHOWN_STATES)
    return [unpublish(pk, by=by, reason=reason) for pk in shown]


@transaction.atomic
def start(round_id: int, *, by: str, now: datetime) -> Round:
    """Start the clock. Raises Refused if a player still sits in another round."""
    round_ = _locked(round_id, RoundState.PUBLISHED)
    _refuse_players_elsewhere(round_)
    player = Entry.objects.filter(pk=OuterRef("entry")).values("player")
    round_.seats.update(playing=Subquery(player))
    return _change(
        round_,
        "round_started",
        by,
        state=RoundState.RUNNING,
        started_at=now,
        ends_at=now + timedelta(minutes=round_.tournament.minutes),
    )


@transaction.atomic
def pause(round_id: int, *, by: str, now: datetime, reason: str = "") -> Round:
    """Stop the clock where it is."""
    round_ = _locked(round_id, RoundState.RUNNING)
    return _change(
        round_,
        "round_paused",
        by,
        reason,
        state=RoundState.PAUSED,
        remaining=round_.time_left(now),
        ends_at=None,
    )


@transaction.atomic
def resume(round_id: int, *, by: str, now: datetime) -> Round:
    """Let the clock run on from where it was paused."""
    round_ = _locked(round_id, RoundState.PAUSED)
    return _change(
        round_,
        "round_resumed",
        by,
        state=RoundState.RUNNING,
        ends_at=now + round_.time_left(now),
        remaining=None,
    )


@transaction.atomic
def extend(
    round_id: int,
    *,
    minutes: int,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Give every table `minutes` more (or fewer, if negative).

    `version` is the clock the director looked at: time that is given twice by a
    double click is given once. Raises Refused if the clock is another by now, or
    nothing would be left on it.
    """
    round_ = _locked(round_id, RoundState.RUNNING, RoundState.PAUSED)
    if version not in (None, round_.clock_version):
        raise refusal(
            "clock_changed",
            _("The clock of round %(number)s has changed meanwhile: look again."),
            number=round_.number,
        )
    left = round_.time_left(now) + timedelta(minutes=minutes)
    if left <= timedelta():
        raise refusal(
            "nothing_left",
            _("That would leave no time. End the round instead."),
            "minutes",
        )
    running = round_.state == RoundState.RUNNING
    return _change(
        round_,
        "round_extended",
        by,
        reason,
        data={"minutes": minutes},
        ends_at=now + left if running else None,
        remaining=None if running else left,
    )


@transaction.atomic
def end_if_due(round_id: int, *, version: int, now: datetime, by: str) -> Round | None:
    """End the time of a running round whose deadline has passed, once.

    None if it is not due, or if the clock has changed since `version`.
    """
    changed = Round.objects.filter(
        pk=round_id,
        state=RoundState.RUNNING,
        clock_version=version,
        ends_at__lte=now,
    ).update(
        state=RoundState.TIME_UP, ends_at=None, clock_version=F("clock_version") + 1
    )
    if not changed:
        return None
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    round_.tournament.record("time_up", by=by, round=round_.number)
    return round_


@transaction.atomic
def end_now(round_id: int, *, by: str, reason: str) -> Round:
    """End the time of a round before its deadline."""
    round_ = _locked(round_id, RoundState.RUNNING, RoundState.PAUSED)
    return _change(
        round_,
        "time_up",
        by,
        reason,
        state=RoundState.TIME_UP,
        ends_at=None,
        remaining=None,
    )


@transaction.atomic
def close(round_id: int, *, by: str, reason: str = "") -> Round:
    """Close a round: its players are free, its results are final."""
    round_ = _locked(round_id, *OPEN_STATES)
    round_ = _change(
        round_,
        "round_closed",
        by,
        reason,
        state=RoundState.CLOSED,
        ends_at=None,
        remaining=None,
    )
    round_.seats.update(playing=None)
    return round_


def due(now: datetime) -> Iterable[tuple[int, int]]:
    """(round id, clock version) of the running rounds whose deadline has passed."""
    return Round.objects.filter(state=RoundState.RUNNING, ends_at__lte=now).values_list(
        "pk", "clock_version"
    )


def _shown(round_: Round, state: RoundState, by: str) -> Round:
    """The round with its seats shown where `state` says."""
    incomplete = (
        Session.objects.filter(round=round_)
        .annotate(count=Count("seats"))
        .exclude(count=4)
    )
    if tables := [session.table for session in incomplete]:
        raise refusal(
            "incomplete_table",
            _("Table %(tables)s does not have four players."),
            tables=", ".join(map(str, tables)),
        )
    if not round_.sessions.exists():
        raise refusal("no_tables", _("This round has no tables yet."))
    return _change(round_, SHOWN[state], by, state=state)


def _ids_of(draw_id: int, states: Sequence[RoundState]) -> list[int]:
    """The ids of the draw's rounds in one of `states`, by number. All are locked
    before the log locks the tournament."""
    found = Round.objects.filter(draw=draw_id, state__in=states).order_by("number")
    if ids := list(found.select_for_update().values_list("pk", flat=True)):
        return ids
    raise refusal(
        "nothing_to_show", _("No round of this draw is in such a state: look again.")
    )


def _locked(round_id: int, *states: RoundState) -> Round:
    """The round, locked until the transaction ends, in one of `states`."""
    round_ = (
        Round.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .filter(pk=round_id)
        .first()
    )
    if round_ is None:
        raise refusal(
            "seats_replaced",
            _("The seats of this round were replaced meanwhile: look again."),
        )
    if round_.state not in states:
        raise refusal(
            "wrong_state",
            _("Round %(number)s is now in the state “%(state)s”: look again."),
            number=round_.number,
            state=round_.get_state_display(),
        )
    return round_


def _change(
    round_: Round,
    kind: str,
    by: str,
    reason: str = "",
    *,
    data: dict[str, Any] | None = None,
    **values: Any,
) -> Round:
    for name, value in values.items():
        setattr(round_, name, value)
    round_.clock_version += 1
    round_.save()
    round_.tournament.record(
        kind, by=by, reason=reason, round=round_.number, **(data or {})
    )
    return round_


def _refuse_players_elsewhere(round_: Round) -> None:
    """Raises Refused if any player of the round sits at an open table."""
    seated = Entry.objects.filter(seats__round=round_).values("player")
    # Locked, so that two rounds with the same player cannot start at once.
    players = list(
        Player.objects.filter(pk__in=seated)
        .select_for_update(no_key=True)
        .order_by("pk")
    )
    elsewhere = (
        Seat.objects.filter(playing__in=players)
        .exclude(round=round_)
        .select_related("playing", "session", "round")
    )
    if seats := list(elsewhere[:5]):
        raise refusal(
            "player_elsewhere",
            _("Still at another table: %(names)s. Close that round first."),
            names=", ".join(
                f"{seat.playing} ({seat.round}, {seat.session.table})" for seat in seats
            ),
        )
