"""Enqueue, stop, retry or discard a draw."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.draws.draw_states import change_state, wrong_state
from tournaments.draws.tasks import run_draw
from tournaments.models import AT_WORK, Draw, DrawState
from tournaments.refusals import refusal

#: A worker that is alive has been heard of since.
PATIENCE = timedelta(seconds=20)

#: States from which a draw can be let go; a confirmed one is reopened first.
DISCARDABLE = (
    DrawState.PROMISED,
    *AT_WORK,
    DrawState.FAILED,
    DrawState.DRAFT,
)


def enqueue(draw: Draw) -> None:
    """Hand a waiting draw to a worker as soon as the transaction is done."""
    # robust: without a broker the draw waits, and its page offers to try again.
    transaction.on_commit(partial(run_draw.delay, draw.pk), robust=True)


@transaction.atomic
def stop(draw: Draw, *, by: str) -> Draw:
    """Have the worker stop with the best plan so far. A second time does nothing."""
    asked = Draw.objects.filter(pk=draw.pk, state__in=AT_WORK, stop_requested=False)
    if asked.update(stop_requested=True):
        draw.tournament.record("draw_stopped", by=by, draw=draw.number)
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if not current.is_at_work:
        raise wrong_state(current)
    return current


@transaction.atomic
def again(draw: Draw, *, by: str) -> Draw:
    """Hand the draw to a worker once more, because nothing came of it. Raises
    Refused while a worker may still be at it."""
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
            _("This seating is already being generated or done. Reload the page."),
        )
    current.tournament.record("draw_again", by=by, draw=current.number)
    enqueue(current)
    return current


def may_be_lost(draw: Draw) -> bool:
    """Whether a worker should have been heard of long ago."""
    return Draw.objects.filter(_lost(), pk=draw.pk).exists()


@transaction.atomic
def discard(draw: Draw, *, by: str, reason: str = "") -> Draw:
    """Let a draw go; what a worker still finds for it counts no more."""
    current = change_state(draw, DISCARDABLE, DrawState.DISCARDED)
    current.tournament.record(
        "draw_discarded", by=by, reason=reason, draw=current.number
    )
    return current


def _lost() -> Q:
    return Q(state__in=AT_WORK, heard_at__lt=timezone.now() - PATIENCE)
