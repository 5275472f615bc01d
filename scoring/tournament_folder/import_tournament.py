"""Import of a tournament from the command line or an upload."""

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
from tournaments.files.file_faults import FileFault, as_data
from tournaments.files.generated_file_cache import alone_in
from tournaments.files.upload_limits import FOLDER_LINE_SECONDS
from tournaments.models import Tournament

#: Lane in which folders are read one at a time, because each may briefly need 300 MB.
READING_LANE = "tournament_folders"
#: Maximum number of faults on a job's page; a file can have a million.
MOST_FAULTS_SHOWN = 1000


@dataclass(frozen=True)
class Imported:
    """An imported tournament.

    `flags`: the contradictions that were accepted; `findings`: the comparison with the
    files.
    """

    tournament: Tournament
    flags: tuple[FileFault, ...]
    findings: tuple[Finding, ...]


def import_files(
    files: Files, *, director: User | None, accept_flagged: bool = False
) -> Imported:
    """Import a tournament folder completely or not at all, and return the result.

    Raises RuleError with all faults. `accept_flagged`: contradictions become flags.
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
    """Import an opened tournament folder, compare the tournament with the files, and
    return the result.

    `progress`: called with the number of tables done and of all tables. `written`:
    called with the tournament in the transaction that writes it. Only writing locks the
    database.
    """
    tables = tournament_folder.worked_out(folder, progress)
    with transaction.atomic():
        tournament = tournament_folder.store(folder, tables, director=director)
        written(tournament)
    return _compared(folder, tournament)


def _compared(folder: EventFolder, tournament: Tournament) -> Imported:
    findings = tournament_folder.compare(tournament, folder.event)
    return Imported(tournament, folder.flags, (*findings, *folder.remarks()))


def run_job(job_id: int) -> None:
    """Import an uploaded folder once, even if called several times.

    The job stores the result or the faults. Raises Busy if reading other folders takes
    too long.
    """
    job = ImportJob.objects.select_related("by", "tournament").get(pk=job_id)
    try:
        with alone_in(READING_LANE, FOLDER_LINE_SECONDS):
            folder = tournament_folder.open_zip_within_limits(
                bytes(job.archive), accept_flagged=job.accept_flagged
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
    """Import the job's folder and return the result.

    If a stopped worker has stored the tournament already, only compare it. Raises
    _Taken if another worker stores it at the same time.
    """
    if job.tournament:
        return _compared(folder, job.tournament)
    progress, written = partial(_tell_progress, job.pk), partial(_take, job.pk)
    return import_folder(folder, director=job.by, progress=progress, written=written)


class _Taken(Exception):
    """Another worker has already stored the tournament of this job."""


def _take(job_id: int, tournament: Tournament) -> None:
    """Store the tournament in the job. Raises _Taken if another worker has done so."""
    mine = _waiting(job_id).filter(tournament=None)
    if not mine.update(tournament=tournament):
        raise _Taken


def fail_job(job_id: int) -> None:
    """Mark an import as failed, so that its page shows the failure."""
    _waiting(job_id).update(state=ImportJob.State.FAILED)


def progress_of(job_id: int) -> tuple[int, int] | None:
    """Return the number of tables done and of all tables in a running import; None if
    unknown.
    """
    progress: tuple[int, int] | None = cache.get(_progress_key(job_id))
    return progress


def _tell_progress(job_id: int, done: int, tables: int) -> None:
    cache.set(_progress_key(job_id), (done, tables), timeout=60)


def _progress_key(job_id: int) -> str:
    return f"import-progress:{job_id}"


def _waiting(job_id: int) -> QuerySet[ImportJob]:
    return ImportJob.objects.filter(pk=job_id, state=ImportJob.State.WAITING)


def _as_json(faults: Iterable[Fault]) -> list[dict[str, object]]:
    """Return the first faults as data for a report, so that pages can show them in the
    user's language.
    """
    return [as_data(fault) for fault in islice(faults, MOST_FAULTS_SHOWN)]
