"""What the end of a round means for its tables: the gong, and closing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from scoring import confirmations, ledger
from scoring.models import Sheet
from tournaments import rounds
from tournaments.models import Round, Session
from tournaments.refusals import Refused

CLOCK = "clock"


def end_due_rounds(now: datetime) -> int:
    """Ring the gong for every round whose deadline has passed; how many rang.

    Safe to call by anybody at any time: each round rings once.
    """
    return sum(_end_if_due(pk, version, now) for pk, version in rounds.due(now))


@transaction.atomic
def end_now(round_id: int, *, by: str, reason: str) -> Round:
    """Ring the gong before its time."""
    _lock_tables(round_id)
    round_ = rounds.end_now(round_id, by=by, reason=reason)
    _ring(round_, by=by)
    return round_


@transaction.atomic
def close(round_id: int, *, by: str, reason: str = "") -> Round:
    """Close a round. Tables still playing end by ruling, which needs a reason; so
    do tables without the confirmations that the tournament asks for.

    Raises Refused, naming those tables, if there is none.
    """
    _lock_tables(round_id)
    playing = tables_still_playing(round_id)
    unconfirmed = _unconfirmed(round_id)
    if not reason.strip():
        _refuse_without_reason(playing, unconfirmed)
    for session in playing:
        ledger.append_end(session.pk, "ruling", device_key=f"close/{session.pk}", by=by)
    round_ = rounds.close(round_id, by=by, reason=reason)
    if unconfirmed:
        round_.tournament.record(
            "closed_unconfirmed",
            by=by,
            reason=reason,
            round=round_.number,
            tables=[session.table for session in unconfirmed],
        )
    return round_


def tables_still_playing(round_id: int) -> list[Session]:
    """The sessions of a round whose play is not over."""
    over = Sheet.objects.exclude(over="").values("session")
    return list(Session.objects.filter(round=round_id).exclude(pk__in=over))


def _unconfirmed(round_id: int) -> list[Session]:
    round_ = Round.objects.select_related("tournament").filter(pk=round_id).first()
    return confirmations.lacking(round_.tournament, round_id) if round_ else []


def _refuse_without_reason(
    playing: Sequence[Session], unconfirmed: Sequence[Session]
) -> None:
    faults = []
    if playing:
        faults.append(
            _fault(
                "still_playing",
                _("Still playing: table %(tables)s. Give a reason to end their play."),
                playing,
            )
        )
    if over := [session for session in unconfirmed if session not in playing]:
        faults.append(
            _fault(
                "not_confirmed",
                _(
                    "Not confirmed, or in dispute: table %(tables)s. Give a reason to "
                    "close the round without that."
                ),
                over,
            )
        )
    if faults:
        raise Refused(*faults)


def _fault(code: str, message: str, sessions: Sequence[Session]) -> Fault:
    tables = ", ".join(str(session.table) for session in sessions)
    return Fault(code, message, "reason", {"tables": tables})


@transaction.atomic
def _end_if_due(round_id: int, version: int, now: datetime) -> bool:
    _lock_tables(round_id)
    round_ = rounds.end_if_due(round_id, version=version, now=now, by=CLOCK)
    if round_ is None:
        return False
    _ring(round_, by=CLOCK)
    return True


def _lock_tables(round_id: int) -> None:
    """Wait for hands that are being entered, and let none begin meanwhile.

    Tables are locked before the round and the tournament, as an entry does it.
    """
    list(Session.objects.filter(round=round_id).select_for_update().order_by("pk"))


def _ring(round_: Round, *, by: str) -> None:
    for session in round_.sessions.all():
        ledger.append_gong(
            session.pk,
            round_.tournament.end_policy,
            device_key=f"gong/{session.pk}/{round_.clock_version}",
            by=by,
        )
