"""Compute a draw in the worker: report its progress and store what was found.

Nothing is locked while it computes. What it writes counts only while the draw
is still its own: one that was discarded, or handed to another worker because
this one seemed lost, stays as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from functools import partial

from django.db import close_old_connections, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from tournaments.draws.draw_states import as_drawn, request_of
from tournaments.models import Draw, DrawState
from tournaments.seating import drawing
from tournaments.seating.budget import Progress
from tournaments.upkeep.outages.outages import outage_of
from tournaments.upkeep.outages.patience import patiently

#: Seconds between two tellings of progress.
TELLING = 0.5

BROKEN = Fault(
    "broken",
    _("Seating failed because of a program error. Try again."),
)


def run(draw_id: int, *, now: Callable[[], datetime] = timezone.now) -> None:
    """Draw what waits to be drawn, once, however often this is called.

    Demands that make no sense leave the draw failed, with every fault; so does
    anything that breaks, which is raised again for the worker's own log.
    """
    draw = patiently(partial(_taken, draw_id, now()))
    if draw is None:
        return
    try:
        drawn = drawing.draw(request_of(draw), _Watcher(draw, now))
    except RuleError as error:
        patiently(partial(_fail, draw, error.faults, now()))
    except Exception:
        patiently(partial(_fail, draw, (BROKEN,), now()))
        raise
    else:
        patiently(partial(_finish, draw, drawn, now()))


@transaction.atomic
def _taken(draw_id: int, now: datetime) -> Draw | None:
    """The waiting draw as this worker's own; None if there is nothing to do."""
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
    """Tells the draw's page how far the search is, and stops it on request."""

    def __init__(self, draw: Draw, now: Callable[[], datetime]) -> None:
        self._own = _own(draw)
        self._now = now
        self._told = float("-inf")

    def __call__(self, progress: Progress) -> bool:
        """Whether the search is to go on."""
        if time.monotonic() - self._told < TELLING:
            return True
        self._told = time.monotonic()
        try:
            self._own.update(progress=asdict(progress), heard_at=self._now())
            return self._own.filter(stop_requested=False).exists()
        except Exception as error:
            # What was found is worth more than telling how far it is.
            if outage_of(error) is None:
                raise
            close_old_connections()
            return True


@transaction.atomic
def _finish(draw: Draw, drawn: drawing.Draw, now: datetime) -> None:
    finished = _own(draw).update(
        state=DrawState.DRAFT,
        request=drawn.request.as_data(),
        **as_drawn(drawn.plan, drawn.fillers, drawn.report),
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
    """The draw, while it is still this worker's."""
    return Draw.objects.filter(
        pk=draw.pk, state=DrawState.DRAWING, attempt=draw.attempt
    )


def _record(draw: Draw, kind: str) -> None:
    draw.tournament.record(
        kind, by=draw.by, draw=draw.number, rounds=[*draw.round_numbers]
    )


def _as_json(faults: tuple[Fault, ...]) -> list[dict[str, object]]:
    """Faults as a draw keeps them, to be translated for their reader."""
    return [
        {
            "code": fault.code,
            "message": fault.message,
            "field": fault.field,
            "params": {
                name: value if isinstance(value, int) else str(value)
                for name, value in fault.params.items()
            },
        }
        for fault in faults
    ]
