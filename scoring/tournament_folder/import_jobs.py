"""The Celery task that imports uploaded tournament folders, and its queueing."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from celery import shared_task
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.models import ImportJob
from scoring.tournament_folder import import_tournament
from tournaments.refusals import refusal
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down


@shared_task(name="scoring.tasks.import_event_folder")
def import_event_folder(job_id: int) -> None:
    """Import an uploaded tournament folder (Celery task).

    The import is repeated if the database was unavailable.
    """
    try:
        retry_while_db_is_down(partial(import_tournament.run_job, job_id))
    except Exception:
        retry_while_db_is_down(partial(import_tournament.fail_job, job_id))
        raise


State = ImportJob.State

#: Time within which a running worker starts a job.
PATIENCE = timedelta(seconds=20)

#: Archives of failed imports are deleted after this time.
KEPT = timedelta(days=1)


@transaction.atomic
def submit(archive: bytes, *, by: User, accept_flagged: bool) -> ImportJob:
    """Queue the import of a tournament folder (a zip) and return the job.

    `by` becomes the tournament's director. `accept_flagged`: import even if the files
    contradict each other. Deletes old unfinished jobs of the account.
    """
    stale = ImportJob.objects.filter(by=by, at__lt=timezone.now() - KEPT)
    stale.exclude(state=State.DONE).delete()
    job = ImportJob.objects.create(
        by=by, archive=archive, accept_flagged=accept_flagged
    )
    _enqueue(job.pk)
    return job


@transaction.atomic
def again(job: ImportJob, *, accept_flagged: bool) -> None:
    """Queue an import again, after a failure or to accept its contradictions.

    Raises Refused if the job is done or may still be running.
    """
    possible = Q(state=State.FAILED) | Q(
        state=State.WAITING, at__lt=timezone.now() - PATIENCE
    )
    if accept_flagged:
        possible |= Q(state=State.REFUSED)
    changed = ImportJob.objects.filter(possible, pk=job.pk).update(
        state=State.WAITING,
        accept_flagged=accept_flagged or job.accept_flagged,
        report={},
        at=timezone.now(),
    )
    if not changed:
        message = _("This import is running or finished. Reload the page.")
        raise refusal("not_again", message)
    _enqueue(job.pk)


def may_be_lost(job: ImportJob) -> bool:
    """Return whether a waiting job should have started by now."""
    return job.state == State.WAITING and job.at < timezone.now() - PATIENCE


def _enqueue(job_id: int) -> None:
    # robust: without a broker the job waits, and its page offers to try again.
    transaction.on_commit(partial(import_event_folder.delay, job_id), robust=True)
