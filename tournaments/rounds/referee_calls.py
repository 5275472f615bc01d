"""Referee calls: a table calls, a referee answers, and ends the call."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import OPEN_STATES, RefereeCall, RoundState, Session, Tournament
from tournaments.refusals import refusal

#: States of a round in which players are at its tables.
AT_THE_TABLES = (*OPEN_STATES, RoundState.PUBLISHED)


@transaction.atomic
def call(session_id: int, *, by: str) -> RefereeCall:
    """Call a referee to a table, and return the call.

    An open call of the table is kept. Raises Refused if the round is neither published
    nor being played.
    """
    session = _locked(session_id)
    if session.round.state not in AT_THE_TABLES:
        raise refusal("nobody_there", _("Referees can be called only during a round."))
    if waiting := open_call(session):
        return waiting
    made = RefereeCall.objects.create(session=session, called_by=by)
    session.record("referee_called", by=by)
    return made


@transaction.atomic
def answer(session_id: int, call_id: int, *, by: str) -> RefereeCall:
    """Note that the referee `by` is on the way, and return the call.

    Raises Refused if the call has ended, or if another referee is on the way.
    """
    session = _locked(session_id)
    waiting = open_call(session)
    if waiting is None or waiting.pk != call_id:
        raise refusal(
            "call_over",
            _("Table %(table)s no longer needs a referee."),
            table=session.table,
        )
    if waiting.answered_by == by:
        return waiting
    if waiting.answered_by:
        raise refusal(
            "somebody_comes",
            _("%(name)s is already on the way to table %(table)s."),
            name=waiting.answered_by,
            table=session.table,
        )
    waiting.answered_at, waiting.answered_by = timezone.now(), by
    waiting.save()
    session.record("referee_coming", by=by)
    return waiting


@transaction.atomic
def end(session_id: int, call_id: int, *, by: str) -> None:
    """End a call that is settled or not needed. Ending it twice changes nothing."""
    session = _locked(session_id)
    waiting = open_call(session)
    if waiting is None or waiting.pk != call_id:
        return
    waiting.ended_at, waiting.ended_by = timezone.now(), by
    waiting.save()
    session.record("referee_call_ended", by=by)


def open_call(session: Session) -> RefereeCall | None:
    """Return the table's open call, answered or not; None if there is none."""
    return session.calls.filter(ended_at=None).first()


def open_calls(tournament: Tournament) -> QuerySet[RefereeCall]:
    """Return the open calls of all tables being played, oldest first."""
    return (
        RefereeCall.objects.filter(
            session__round__tournament=tournament,
            session__round__state__in=AT_THE_TABLES,
            ended_at=None,
        )
        .select_related("session__round")
        .order_by("called_at", "pk")
    )


def _locked(session_id: int) -> Session:
    session = (
        Session.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .filter(pk=session_id)
        .first()
    )
    if session is None:
        raise refusal(
            "table_replaced",
            _("The seating of this round was replaced. Reload the page."),
        )
    return session
