"""Make backups every night and before rounds (Celery tasks), and delete old backups.

All backups of the last day are kept, then one for each day, then one for each week, as
long as the disk has space. Each backup was checked before it got its name, so all
backups can be restored.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import shutil
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from pathlib import Path

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.files.delete_unless_read import delete_unless_read
from tournaments.models import Round
from tournaments.refusals import Refused, sentence
from tournaments.upkeep import make_backup
from tournaments.upkeep.database_copies import is_empty
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down

#: Age up to which all backups are kept, then one a day, then one a week.
EVERY = timedelta(hours=24)
DAILY = timedelta(days=14)
WEEKLY = timedelta(weeks=8)


def backups_to_keep(
    moments: Collection[datetime], now: datetime, newest: int
) -> set[datetime]:
    """Return the times of the backups to keep.

    `moments` and `now` are in the time zone whose days and weeks count. The last
    `newest` backups are kept regardless of their age, and at least one backup is always
    kept. A clock that is wrong for a moment must not delete all backups.
    """
    by_age = sorted(set(moments))
    return {
        *by_age[-max(newest, 1) :],
        *(at for at in by_age if now - at <= EVERY),
        *_last_of_each(by_age, _day, now - DAILY),
        *_last_of_each(by_age, _week, now - WEEKLY),
    }


def _last_of_each(
    by_age: list[datetime], period: Callable[[datetime], Hashable], since: datetime
) -> Collection[datetime]:
    """Return the last backup of each day or week since `since`.

    The last backup is chosen among all backups, so that later clean-ups choose the same
    backup.
    """
    last = {period(at): at for at in by_age}
    return [at for at in last.values() if at >= since]


def _day(at: datetime) -> Hashable:
    return at.date()


def _week(at: datetime) -> Hashable:
    return at.isocalendar()[:2]


#: Time of the nightly backup, in the installation's time zone.
NIGHT = time(4)
BY_OWNER, BY_NIGHT, BEFORE_UPGRADE = "owner", "night", "upgrade"
_ROUND = re.compile(r"round-(?P<number>\d+)-of-(?P<slug>[-\w]+)")
_NAME = re.compile(r"backup-(?P<at>\d{8}T\d{6})Z-(?P<occasion>[-\w]+)\.zip")
_TIME = "%Y%m%dT%H%M%S"
_FAILURE = "last_failure.json"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """An existing backup. `occasion` is the reason for the backup; `size` is in
    bytes."""

    path: Path
    made_at: datetime
    occasion: str
    size: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def round(self) -> tuple[int, str] | None:
        """Return the round number and the tournament slug if the backup was made for a
        round. Otherwise return None."""
        match = _ROUND.fullmatch(self.occasion)
        return (int(match["number"]), match["slug"]) if match else None


@dataclass(frozen=True)
class Failure:
    """A failed backup: the time and a sentence with the reason."""

    at: datetime
    sentence: str


def before_round(number: int, slug: str) -> str:
    """Return the occasion of a backup that is made for the start of a round."""
    return f"round-{number}-of-{slug}"


def kept_backups() -> list[Kept]:
    """Return the existing backups, the newest first."""
    backups = []
    for path in make_backup.folder().glob("backup-*.zip"):
        if name := _NAME.fullmatch(path.name):
            made_at = datetime.strptime(name["at"], _TIME).replace(tzinfo=UTC)
            # The worker may delete a backup that a page has just found.
            with contextlib.suppress(FileNotFoundError):
                size = path.stat().st_size
                backups.append(Kept(path, made_at, name["occasion"], size))
    return sorted(
        backups, key=lambda backup: (backup.made_at, backup.name), reverse=True
    )


def back_up(occasion: str) -> Path:
    """Make a backup, and delete old backups. Return the new file.

    Raises Refused if the backup fails. The message is saved for the page of the owner,
    unless another backup is running.
    """
    target = _new_file(occasion)
    try:
        _make_room()
        make_backup.make(target)
    except Refused as refused:
        message = " ".join(map(sentence, refused.faults))
        log.warning("Backup (%s): %s", occasion, message)
        if refused.faults[0].code != make_backup.AT_WORK:
            _note_failure(message)
        raise
    (make_backup.folder() / _FAILURE).unlink(missing_ok=True)
    _drop(_outdated())
    log.info("Backup: %s, %d bytes", target.name, target.stat().st_size)
    return target


def _outdated() -> list[Kept]:
    """Return the backups that need not be kept."""
    backups, zone = kept_backups(), timezone.get_default_timezone()
    moments = {backup: backup.made_at.astimezone(zone) for backup in backups}
    now = timezone.now().astimezone(zone)
    stay = backups_to_keep(moments.values(), now, settings.BACKUPS_KEEP)
    return [backup for backup in backups if moments[backup] not in stay]


def _new_file(occasion: str) -> Path:
    """Return the path of a new backup file.

    If there is already a backup of this second, the name contains the next free second.
    """
    at = timezone.now().astimezone(UTC)
    while (
        file := make_backup.folder() / f"backup-{at:{_TIME}}Z-{occasion}.zip"
    ).exists():
        at += timedelta(seconds=1)
    return file


def night_is_due(now: datetime) -> bool:
    """Return whether the nightly backup is due: the installation is not empty and has
    no backup since last night.

    If the machine was off at night, the backup is due later.
    """
    local = now.astimezone(timezone.get_default_timezone())
    due = local.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    if due > local:
        due -= timedelta(days=1)
    # A backup from the future was made while the machine's clock was wrong.
    return (
        not any(due <= backup.made_at <= now for backup in kept_backups())
        and not is_empty()
    )


def last_failure() -> Failure | None:
    """Return the failure of the last backup, or None if the last backup succeeded."""
    try:
        data = json.loads((make_backup.folder() / _FAILURE).read_text())
        return Failure(datetime.fromisoformat(data["at"]), str(data["sentence"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _make_room() -> None:
    """Delete the oldest backups if this makes enough space for another backup. The
    newest backup is kept."""
    free = shutil.disk_usage(make_backup.folder()).free
    missing = make_backup.needed() - free
    older = kept_backups()[1:]
    if missing <= 0 or sum(backup.size for backup in older) < missing:
        return
    while missing > 0:
        oldest = older.pop()
        missing -= oldest.size
        _drop([oldest])


def _drop(backups: list[Kept]) -> None:
    for backup in backups:
        if delete_unless_read(backup.path):  # Otherwise after the next backup.
            log.info("Backup deleted, because newer ones are kept: %s", backup.name)


def _note_failure(message: str) -> None:
    data = {"at": timezone.now().isoformat(), "sentence": message}
    try:
        (make_backup.folder() / _FAILURE).write_text(json.dumps(data))
    except OSError:
        log.warning("The owner's page cannot be told: the disk is full.")


#: Maximum age of a queued backup in seconds.
STALE = 600


@shared_task(name="tournaments.tasks.back_up")
def back_up_task(occasion: str) -> None:
    """Make a backup (Celery task). If the database is down, try again. Failures are
    shown on the page of the owner."""
    with contextlib.suppress(Refused):
        retry_while_db_is_down(partial(back_up, occasion))


@shared_task(name="tournaments.tasks.back_up_at_night")
def back_up_at_night_task() -> None:
    """Make the nightly backup if it is due (Celery task)."""
    if settings.BACKUPS_KEEP <= 0:
        return
    if retry_while_db_is_down(partial(night_is_due, timezone.now())):
        back_up_task(BY_NIGHT)


def back_up_for(round_: Round) -> None:
    """Queue a backup after the transaction that starts `round_` has committed.

    The start does not wait for the backup and does not depend on it.
    """
    if settings.BACKUPS_KEEP > 0:
        occasion = before_round(round_.number, round_.tournament.slug)
        transaction.on_commit(partial(_ask_for, occasion), robust=True)


def _ask_for(occasion: str) -> None:
    try:
        back_up_task.apply_async((occasion,), retry=False, expires=STALE)
    except Exception:
        log.warning("No backup (%s): the worker cannot be asked", occasion)
