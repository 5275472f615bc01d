"""Generate seating with a worker: start, stop, retry and discard, and the Celery task.

The worker reports its progress and stores the result. Nothing is locked during the
calculation. The result is ignored if the draft was discarded, or was given to another
worker because the first worker did not respond.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.db import close_old_connections, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from tournaments.files.file_faults import stored_params
from tournaments.models import AT_WORK, Draw, DrawState
from tournaments.refusals import refusal
from tournaments.seating import generate_seating
from tournaments.seating.search_budget import Progress
from tournaments.seating_drafts.draft_state_and_judgement import (
    change_state,
    draft_fields,
    request_of,
    wrong_state,
)
from tournaments.upkeep.outage_detection import outage_of
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down

#: Seconds between two progress reports.
REPORT_INTERVAL = 0.5

BROKEN = Fault(
    "broken",
    _("Seating failed because of a program error. Try again."),
)


def run(draw_id: int, *, now: Callable[[], datetime] = timezone.now) -> None:
    """Generate a waiting draft. If the function is called several times for a draft,
    only the first call has an effect.

    Meaningless constraints set the state of the draft to failed, with all faults. Any
    other exception also sets the state to failed, and is raised again for the worker's
    log.
    """
    draw = retry_while_db_is_down(partial(_taken, draw_id, now()))
    if draw is None:
        return
    try:
        drawn = generate_seating.draw(request_of(draw), _Watcher(draw, now))
    except RuleError as error:
        retry_while_db_is_down(partial(_fail, draw, error.faults, now()))
    except Exception:
        retry_while_db_is_down(partial(_fail, draw, (BROKEN,), now()))
        raise
    else:
        retry_while_db_is_down(partial(_finish, draw, drawn, now()))


@transaction.atomic
def _taken(draw_id: int, now: datetime) -> Draw | None:
    """Assign a waiting draft to this worker and return the draft. Return None if the
    draft is not waiting."""
    taken = Draw.objects.filter(pk=draw_id, state=DrawState.WAITING).update(
        state=DrawState.DRAWING,
        attempt=F("attempt") + 1,
        started_at=now,
        heard_at=now,
        finished_at=None,
        progress={},
    )
    return Draw.objects.get(pk=draw_id) if taken else None


class _Watcher:
    """A watcher that stores the progress of a search, and stops it on request."""

    def __init__(self, draw: Draw, now: Callable[[], datetime]) -> None:
        self._own = _own(draw)
        self._now = now
        self._reported_at = float("-inf")

    def __call__(self, progress: Progress) -> bool:
        """Store the progress. Return whether the search should continue."""
        if time.monotonic() - self._reported_at < REPORT_INTERVAL:
            return True
        self._reported_at = time.monotonic()
        try:
            self._own.update(progress=asdict(progress), heard_at=self._now())
            return self._own.filter(stop_requested=False).exists()
        except Exception as error:
            # Losing the result would be worse than losing a progress report.
            if outage_of(error) is None:
                raise
            close_old_connections()
            return True


@transaction.atomic
def _finish(draw: Draw, drawn: generate_seating.Draw, now: datetime) -> None:
    finished = _own(draw).update(
        state=DrawState.DRAFT,
        request=drawn.request.as_data(),
        **draft_fields(drawn.plan, drawn.fillers, drawn.report),
        notes=_as_json(drawn.notes),
        source=drawn.source,
        moves=drawn.moves,
        stopped=drawn.stopped,
        version=F("version") + 1,
        heard_at=now,
        finished_at=now,
    )
    if finished:
        _record(draw, "drawn")


@transaction.atomic
def _fail(draw: Draw, faults: tuple[Fault, ...], now: datetime) -> None:
    failed = _own(draw).update(
        state=DrawState.FAILED, faults=_as_json(faults), heard_at=now, finished_at=now
    )
    if failed:
        _record(draw, "draw_failed")


def _own(draw: Draw) -> QuerySet[Draw]:
    """Return a query for the draft. The query is empty if the draft no longer belongs
    to this worker."""
    return Draw.objects.filter(
        pk=draw.pk, state=DrawState.DRAWING, attempt=draw.attempt
    )


def _record(draw: Draw, kind: str) -> None:
    draw.tournament.record(
        kind, by=draw.by, draw=draw.number, rounds=[*draw.round_numbers]
    )


def _as_json(faults: tuple[Fault, ...]) -> list[dict[str, object]]:
    """Return faults in the form stored in a draft. They are translated when they are
    shown."""
    return [
        {
            "code": fault.code,
            "message": fault.message,
            "field": fault.field,
            "params": stored_params(fault.params),
        }
        for fault in faults
    ]


@shared_task(name="tournaments.tasks.run_draw")
def run_draw(draw_id: int) -> None:
    """Generate the seating of a waiting draft."""
    run(draw_id)


#: A worker is considered lost after this time without a report.
PATIENCE = timedelta(seconds=20)

#: States in which a draft can be discarded. A confirmed draft must be reopened first.
DISCARDABLE = (
    DrawState.PROMISED,
    *AT_WORK,
    DrawState.FAILED,
    DrawState.DRAFT,
)


def enqueue(draw: Draw) -> None:
    """Send a waiting draft to a worker after the transaction commits."""
    # robust: without a broker the draft keeps waiting, and its page offers a retry.
    transaction.on_commit(partial(run_draw.delay, draw.pk), robust=True)


@transaction.atomic
def stop(draw: Draw, *, by: str) -> Draw:
    """Request that the worker stops with the best plan so far. Return the draft.

    Another request has no effect. Raises Refused if no worker has the draft.
    """
    drafts = Draw.objects.filter(pk=draw.pk, state__in=AT_WORK, stop_requested=False)
    if drafts.update(stop_requested=True):
        draw.tournament.record("draw_stopped", by=by, draw=draw.number)
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if not current.is_at_work:
        raise wrong_state(current)
    return current


@transaction.atomic
def again(draw: Draw, *, by: str) -> Draw:
    """Send a failed or lost draft to a worker again. Return the draft.

    Raises Refused if a worker may still work on the draft.
    """
    possible = Draw.objects.filter(_lost() | Q(state=DrawState.FAILED), pk=draw.pk)
    changed = possible.update(
        state=DrawState.WAITING,
        heard_at=timezone.now(),
        stop_requested=False,
        progress={},
        faults=[],
    )
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if not changed:
        raise refusal(
            "not_again",
            _("This seating is already being generated or is ready. Reload the page."),
        )
    current.tournament.record("draw_again", by=by, draw=current.number)
    enqueue(current)
    return current


def may_be_lost(draw: Draw) -> bool:
    """Return whether the draft's worker has not responded for too long."""
    return Draw.objects.filter(_lost(), pk=draw.pk).exists()


@transaction.atomic
def discard(draw: Draw, *, by: str, reason: str = "") -> Draw:
    """Discard a draft. Return the draft. Later results of a worker are ignored.

    Raises Refused if the draft cannot be discarded in its current state.
    """
    current = change_state(draw, DISCARDABLE, DrawState.DISCARDED)
    current.tournament.record(
        "draw_discarded", by=by, reason=reason, draw=current.number
    )
    return current


def _lost() -> Q:
    return Q(state__in=AT_WORK, heard_at__lt=timezone.now() - PATIENCE)
