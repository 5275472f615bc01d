"""The source of a tournament folder: a folder on disk or an uploaded zip file.

The content of a zip is never written to disk. Only files with known names are read, up
to `FOLDER_BYTES` in total.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from scoring.tournament_folder.file_layout import KNOWN, NEEDED
from tournaments.files.file_faults import FileFault
from tournaments.files.upload_limits import FOLDER_BYTES, FOLDER_MEMBERS, MB
from tournaments.files.zip_directory import opened_zip, refuse_unreadable
from tournaments.refusals import refusal

#: The known files that exist, by name.
Files = Mapping[str, bytes]


def from_path(path: Path) -> Files:
    """Return the files of the folder or zip at `path`.

    Raises RuleError if `path` is neither, or the folder or zip is too large or lacks
    files.
    """
    if path.is_dir():
        paths = [path / name for name in KNOWN if (path / name).is_file()]
        if sum(file.stat().st_size for file in paths) > FOLDER_BYTES:
            raise _too_large()
        return _complete({file.name: file.read_bytes() for file in paths})
    if path.is_file():
        return from_zip(path.read_bytes())
    raise refusal("no_folder", _("The folder “%(path)s” does not exist."), path=path)


def from_zip(data: bytes) -> Files:
    """Return the files at the top level of a zip or in its only folder.

    Raises RuleError if `data` is not a zip, is too large or unsafe, or lacks files.
    """
    with _opened(data) as archive:
        return _complete(_read(archive, _members(archive)))


def refuse_unusable_zip(data: bytes) -> None:
    """Raise RuleError for those faults of `from_zip` that the directory of the zip
    shows. Nothing is unpacked.
    """
    with _opened(data) as archive:
        members = _members(archive)
        for info in members.values():
            refuse_unreadable(info)
        if sum(info.file_size for info in members.values()) > FOLDER_BYTES:
            raise _too_large()
        _refuse_incomplete(members)


@contextmanager
def _opened(data: bytes) -> Iterator[zipfile.ZipFile]:
    if len(data) > FOLDER_BYTES:
        raise _too_large()
    try:
        with opened_zip(data, FOLDER_MEMBERS) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        message = _("This is not a valid zip file.")
        raise refusal("not_a_zip", message, "archive") from error


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the known files by name.

    Folders below the first level are ignored. Raises RuleError for a path outside the
    zip, or for files in several folders.
    """
    members: dict[str, zipfile.ZipInfo] = {}
    folders = set()
    for info in archive.infolist():
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if path.name not in KNOWN or info.is_dir():
            continue
        if path.is_absolute() or ".." in path.parts:
            message = _("“%(path)s” points outside the folder.")
            raise refusal("unsafe_path", message, "archive", path=info.filename)
        if len(path.parts) > 2:
            continue
        folders.add(path.parent)
        if len(folders) > 1 or path.name in members:
            message = _("This zip contains more than one tournament folder.")
            raise refusal("two_folders", message, "archive")
        members[path.name] = info
    return members


def _read(
    archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo]
) -> dict[str, bytes]:
    """Return the contents of the files by name.

    Raises RuleError if they are too large; sizes stated in the zip are not trusted.
    """
    files: dict[str, bytes] = {}
    free = FOLDER_BYTES
    for name, info in members.items():
        refuse_unreadable(info)
        with archive.open(info) as member:
            files[name] = member.read(free + 1)
        free -= len(files[name])
        if free < 0:
            raise _too_large()
    return files


def _complete(files: Files) -> Files:
    _refuse_incomplete(files)
    return files


def _refuse_incomplete(names: Collection[str]) -> None:
    missing = [
        FileFault("file_missing", _("This file is missing."), file=name)
        for name in NEEDED
        if name not in names
    ]
    if missing:
        raise RuleError(*missing)


def _too_large() -> RuleError:
    message = _("The files are larger than %(limit)s MB in total.")
    return refusal("too_large", message, "archive", limit=FOLDER_BYTES // MB)
