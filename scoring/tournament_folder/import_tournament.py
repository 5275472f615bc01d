"""Importing an event: from the command line, or from an upload."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from rules.faults import Fault, RuleError
from scoring import tournament_folder
from scoring.models import ImportJob
from scoring.tournament_folder import EventFolder, Files, Finding, Progress
from tournaments.files.file_faults import FileFault
from tournaments.files.generated_file_cache import alone_in
from tournaments.files.upload_limits import FOLDER_LINE_SECONDS
from tournaments.models import Tournament

#: Folders are read one at a time on a machine: each may take 300 MB for a moment.
READING_LANE = "tournament_folders"
#: How many faults a job's page lists; a file can have a million.
MOST_FAULTS_SHOWN = 1000


@dataclass(frozen=True)
class Imported:
    """A tournament that was imported, the contradictions it was imported with, and
    how the files' own figures compare with it."""

    tournament: Tournament
    flags: tuple[FileFault, ...]
    findings: tuple[Finding, ...]


def import_files(
    files: Files, *, director: User | None, accept_flagged: bool = False
) -> Imported:
    """Import everything in an event folder, or nothing.

    Raises RuleError with every fault; `accept_flagged` makes contradictions flags.
    """
    folder = tournament_folder.open_files(files, accept_flagged=accept_flagged)
    return import_folder(folder, director=director)


def import_folder(
    folder: EventFolder,
    *,
    director: User | None,
    progress: Progress = lambda done, tables: None,
    written: Callable[[Tournament], None] = lambda tournament: None,
) -> Imported:
    """Import an event folder that was opened. Only writing holds the database's lock:
    one transaction, with whatever `written` adds to it. What was stored is compared
    with the files afterwards."""
    tables = tournament_folder.worked_out(folder, progress)
    with transaction.atomic():
        tournament = tournament_folder.store(folder, tables, director=director)
        written(tournament)
    return _compared(folder, tournament)


def _compared(folder: EventFolder, tournament: Tournament) -> Imported:
    findings = tournament_folder.compare(tournament, folder.event)
    return Imported(tournament, folder.flags, (*findings, *folder.remarks()))


def run_job(job_id: int) -> None:
    """Import what was uploaded, once, however often this is called. Raises Busy where
    other folders are read for too long."""
    job = ImportJob.objects.select_related("by", "tournament").get(pk=job_id)
    try:
        with alone_in(READING_LANE, FOLDER_LINE_SECONDS):
            files = tournament_folder.from_zip(bytes(job.archive))
            folder = tournament_folder.open_files(
                files, accept_flagged=job.accept_flagged
            )
    except RuleError as error:
        report = {"faults": _as_json(error.faults), "count": len(error.faults)}
        _waiting(job_id).update(state=ImportJob.State.REFUSED, report=report)
        return
    try:
        imported = _imported(job, folder)
    except _Taken:
        return
    _waiting(job_id).update(
        state=ImportJob.State.DONE,
        archive=b"",
        report={
            "flags": _as_json(imported.flags),
            "findings": [asdict(finding) for finding in imported.findings],
        },
    )


def _imported(job: ImportJob, folder: EventFolder) -> Imported:
    """What the job's folder becomes. Where a worker was stopped after writing it, it
    is only compared. Raises _Taken if another worker has written it meanwhile."""
    if job.tournament:
        return _compared(folder, job.tournament)
    progress, written = partial(_tell_progress, job.pk), partial(_take, job.pk)
    return import_folder(folder, director=job.by, progress=progress, written=written)


class _Taken(Exception):
    """Another worker has written what the same job becomes."""


def _take(job_id: int, tournament: Tournament) -> None:
    """Mark the job as taken and store its outcome. Raises _Taken for the second worker
    that tries."""
    mine = _waiting(job_id).filter(tournament=None)
    if not mine.update(tournament=tournament):
        raise _Taken


def fail_job(job_id: int) -> None:
    """Note that an import broke, so that its page says so."""
    _waiting(job_id).update(state=ImportJob.State.FAILED)


def progress_of(job_id: int) -> tuple[int, int] | None:
    """(tables done, tables in all) of an import at work; None if nobody knows."""
    progress: tuple[int, int] | None = cache.get(_progress_key(job_id))
    return progress


def _tell_progress(job_id: int, done: int, tables: int) -> None:
    cache.set(_progress_key(job_id), (done, tables), timeout=60)


def _progress_key(job_id: int) -> str:
    return f"import-progress:{job_id}"


def _waiting(job_id: int) -> QuerySet[ImportJob]:
    return ImportJob.objects.filter(pk=job_id, state=ImportJob.State.WAITING)


def _as_json(faults: Iterable[Fault]) -> list[dict[str, object]]:
    """Faults as a report keeps them, to be translated for its reader."""
    return [asdict(fault) for fault in islice(faults, MOST_FAULTS_SHOWN)]
