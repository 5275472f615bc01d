"""The backups an installation keeps: fewer the older they are, and never a full disk.

Each was read back before it got its name, so all of them can be restored.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.refusals import Refused, sentence
from tournaments.upkeep.backups import backing_up, retention
from tournaments.upkeep.backups.databases import is_empty

#: When a night's backup is due, in the installation's time zone.
NIGHT = time(4)
BY_OWNER, BY_NIGHT, BEFORE_UPGRADE = "owner", "night", "upgrade"
_ROUND = re.compile(r"round-(?P<number>\d+)-of-(?P<slug>[-\w]+)")
_NAME = re.compile(r"backup-(?P<at>\d{8}T\d{6})Z-(?P<occasion>[-\w]+)\.zip")
_TIME = "%Y%m%dT%H%M%S"
_FAILURE = "last_failure.json"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """A backup in the folder. `occasion`: why it was made; `size` in bytes."""

    path: Path
    made_at: datetime
    occasion: str
    size: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def round(self) -> tuple[int, str] | None:
        """Before which round of which tournament (its slug) it was made, if so."""
        found = _ROUND.fullmatch(self.occasion)
        return (int(found["number"]), found["slug"]) if found else None


@dataclass(frozen=True)
class Failure:
    """That there was no backup when there should have been, and why."""

    at: datetime
    sentence: str


def before_round(number: int, slug: str) -> str:
    """The occasion of a backup that is made because a round starts."""
    return f"round-{number}-of-{slug}"


def kept() -> list[Kept]:
    """The backups there are, the newest first."""
    found = []
    for path in backing_up.folder().glob("backup-*.zip"):
        if name := _NAME.fullmatch(path.name):
            made_at = datetime.strptime(name["at"], _TIME).replace(tzinfo=UTC)
            # The worker may delete one that a page has just found.
            with contextlib.suppress(FileNotFoundError):
                size = path.stat().st_size
                found.append(Kept(path, made_at, name["occasion"], size))
    return sorted(found, key=lambda each: (each.made_at, each.name), reverse=True)


def back_up(occasion: str) -> Path:
    """Make a backup and keep it, with those of the others that are not outdated. Raises
    Refused, and keeps its sentence for the owner's page, if there can be none."""
    target = _new_file(occasion)
    try:
        _make_room()
        backing_up.make(target)
    except Refused as refused:
        words = " ".join(map(sentence, refused.faults))
        log.warning("Backup (%s): %s", occasion, words)
        if refused.faults[0].code != backing_up.AT_WORK:
            _note_failure(words)
        raise
    (backing_up.folder() / _FAILURE).unlink(missing_ok=True)
    _drop(_outdated())
    log.info("Backup: %s, %d bytes", target.name, target.stat().st_size)
    return target


def _outdated() -> list[Kept]:
    """The backups whose time is over."""
    found, zone = kept(), timezone.get_default_timezone()
    moments = {each: each.made_at.astimezone(zone) for each in found}
    now = timezone.now().astimezone(zone)
    stay = retention.kept(moments.values(), now, settings.BACKUPS_KEEP)
    return [each for each in found if moments[each] not in stay]


def _new_file(occasion: str) -> Path:
    """The file of a backup that begins now; of a second one within the same second,
    that of the next second, for each has what was entered before it began."""
    at = timezone.now().astimezone(UTC)
    while (
        file := backing_up.folder() / f"backup-{at:{_TIME}}Z-{occasion}.zip"
    ).exists():
        at += timedelta(seconds=1)
    return file


def night_is_due(now: datetime) -> bool:
    """Whether there is no backup since the last night, of an installation in use. A
    machine that was off at night makes up for it."""
    local = now.astimezone(timezone.get_default_timezone())
    due = local.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    if due > local:
        due -= timedelta(days=1)
    # One from the future was made while the machine's clock was wrong.
    return not any(due <= each.made_at <= now for each in kept()) and not is_empty()


def last_failure() -> Failure | None:
    """Why the last backup failed; None if it did not."""
    try:
        found = json.loads((backing_up.folder() / _FAILURE).read_text())
        return Failure(datetime.fromisoformat(found["at"]), str(found["sentence"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _make_room() -> None:
    """Delete the oldest, but not the newest, if that makes room for another."""
    free = shutil.disk_usage(backing_up.folder()).free
    missing = backing_up.needed() - free
    older = kept()[1:]
    if missing <= 0 or sum(each.size for each in older) < missing:
        return
    while missing > 0:
        oldest = older.pop()
        missing -= oldest.size
        _drop([oldest])


def _drop(those: list[Kept]) -> None:
    for each in those:
        each.path.unlink(missing_ok=True)
        log.info("Backup deleted, because newer ones are kept: %s", each.name)


def _note_failure(words: str) -> None:
    found = {"at": timezone.now().isoformat(), "sentence": words}
    try:
        (backing_up.folder() / _FAILURE).write_text(json.dumps(found))
    except OSError:
        log.warning("The owner's page cannot be told: the disk is full.")
