"""The backup file: a zip with the database, the secret key, the tournaments' logos and
a manifest.

The manifest contains the version of the program, the database and its migrations, and
the SHA-256 hash of every file. The zip is written under another name and renamed when
it is complete and on disk.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.refusals import Refused, refusal

MANIFEST, DATABASE, KEY = "manifest.json", "database", "secret_key"
#: Format version that this program writes and reads.
FORMAT = 1
#: Bytes read at a time.
PIECE = 1 << 20

#: Exceptions raised when reading a file that is damaged or not a zip.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup.

    - `made_at`: the time in ISO 8601.
    - `database`: the kind of database ("sqlite" or "postgresql").
    - `migrations`: the applied migrations by app.
    - `checksums`: the SHA-256 hash of each file.
    """

    format: int
    made_at: str
    program: str
    database: str
    migrations: Mapping[str, list[str]]
    checksums: Mapping[str, str]

    @classmethod
    def of_now(
        cls,
        database: str,
        migrations: Mapping[str, list[str]],
        checksums: Mapping[str, str],
    ) -> Manifest:
        """Return the manifest of a file that this program writes now."""
        return cls(
            format=FORMAT,
            made_at=timezone.now().isoformat(timespec="seconds"),
            program=settings.PROGRAM_VERSION,
            database=database,
            migrations=migrations,
            checksums=checksums,
        )


def write(
    target: Path,
    files: Mapping[str, Path],
    manifest: Callable[[Mapping[str, str]], Manifest],
    check: Callable[[Path], object] = lambda part: None,
) -> None:
    """Write the zip `target`. Only its owner can read the file.

    The zip contains `files` by their names in the zip, and the manifest that `manifest`
    returns for the checksums. `check` is called with the complete file before the file
    is renamed. Raises OSError, and the exceptions of `check`; `target` then does not
    change.
    """
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            with zipfile.ZipFile(
                file, "w", zipfile.ZIP_DEFLATED, compresslevel=1
            ) as archive:
                sums = {name: _put(archive, name, path) for name, path in files.items()}
                text = json.dumps(asdict(manifest(sums)), indent=1)
                archive.writestr(MANIFEST, text)
            file.flush()
            os.fsync(file.fileno())
        check(part)
        part.replace(target)
        sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Write a folder to disk, so that renamed files survive a power failure. Do nothing
    on systems that cannot open folders (Windows)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as file:
        return _copy(source, file)


def _copy(source: IO[bytes], target: IO[bytes]) -> str:
    """Copy all bytes of `source` to `target`. Return their SHA-256 hash."""
    digest = hashlib.sha256()
    while piece := source.read(PIECE):
        digest.update(piece)
        target.write(piece)
    return digest.hexdigest()


class Backup:
    """A backup open for reading."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._archive = archive
        self._name = name
        self.manifest = self._manifest()

    def extract(self, name: str, target: Path) -> None:
        """Write the file `name` to `target`. Only its owner can read `target`. Raises
        Refused if the checksum differs."""
        target.unlink(missing_ok=True)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            with self._reading(), self._archive.open(name) as source:
                digest = _copy(source, file)
            file.flush()
            os.fsync(file.fileno())
        if digest != self.manifest.checksums[name]:
            raise damaged(self._name)

    def _manifest(self) -> Manifest:
        with self._reading():
            manifest = Manifest(**json.loads(self._archive.read(MANIFEST)))
            if manifest.format == FORMAT and DATABASE not in manifest.checksums:
                raise KeyError(DATABASE)
        if manifest.format != FORMAT:
            raise refusal(
                "newer_format",
                _(
                    "“%(name)s” was created by a newer version of the program. "
                    "Restore it with that version."
                ),
                name=self._name,
            )
        return manifest

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except _DAMAGE as error:
            raise damaged(self._name) from error


@contextlib.contextmanager
def opened(path: Path, name: str = "") -> Iterator[Backup]:
    """Open the backup at `path`. Messages contain `name`, or the name of the file if
    `name` is "".

    Raises Refused if the file is damaged or not a backup, and OSError if it cannot be
    read.
    """
    name = name or path.name
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGE as error:
        raise damaged(name) from error
    with archive:
        yield Backup(archive, name)


def damaged(name: str) -> Refused:
    """Return the refusal for a file that cannot be restored. `name` is the name of the
    file."""
    return refusal(
        "damaged",
        _("“%(name)s” is damaged or not a backup of this program. Use another one."),
        name=name,
    )
