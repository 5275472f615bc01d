"""Where an event folder comes from: a folder on disk, or a zip somebody sent.

Nothing of a zip is ever written to disk; only the files with the known names are
looked at, and no more of them than `MOST_BYTES`.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from scoring.event_folder.layout import KNOWN, MOST_BYTES, NEEDED
from tournaments.files.faults import FileFault
from tournaments.refusals import refusal

#: The known files that are there, by name.
Files = Mapping[str, bytes]

_ENCRYPTED = 0x1
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def from_path(path: Path) -> Files:
    """The files of the folder or zip at `path`.

    Raises RuleError if it is neither, too large, or files are missing.
    """
    if path.is_dir():
        found = [path / name for name in KNOWN if (path / name).is_file()]
        if sum(file.stat().st_size for file in found) > MOST_BYTES:
            raise _too_large()
        return _complete({file.name: file.read_bytes() for file in found})
    if path.is_file():
        return from_zip(path.read_bytes())
    raise refusal("no_folder", _("There is no folder “%(path)s”."), path=path)


def from_zip(data: bytes) -> Files:
    """The files in a zip: at its top, or in one folder.

    Raises RuleError if it is no zip, too large, unsafe, or files are missing.
    """
    if len(data) > MOST_BYTES:
        raise _too_large()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _complete(_read(archive, _members(archive)))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        message = _("This is not a zip file, or it is damaged.")
        raise refusal("not_a_zip", message, "archive") from error


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The known files by name. Anything deeper than one folder is not looked at."""
    members: dict[str, zipfile.ZipInfo] = {}
    folders = set()
    for info in archive.infolist():
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if path.name not in KNOWN or info.is_dir():
            continue
        if path.is_absolute() or ".." in path.parts:
            message = _("“%(path)s” points out of the folder.")
            raise refusal("unsafe_path", message, "archive", path=info.filename)
        if len(path.parts) > 2:
            continue
        folders.add(path.parent)
        if len(folders) > 1 or path.name in members:
            message = _("There is more than one event folder in this zip.")
            raise refusal("two_folders", message, "archive")
        members[path.name] = info
    return members


def _read(
    archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo]
) -> dict[str, bytes]:
    """What is in the members, whatever the zip says about their size."""
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for name, info in members.items():
        if info.flag_bits & _ENCRYPTED or info.compress_type not in _READABLE:
            message = _("“%(name)s” is encrypted or packed in an unusual way.")
            raise refusal("unreadable_zip", message, "archive", name=name)
        with archive.open(info) as member:
            files[name] = member.read(left + 1)
        left -= len(files[name])
        if left < 0:
            raise _too_large()
    return files


def _complete(files: Files) -> Files:
    missing = [
        FileFault("file_missing", _("This file is missing."), file=name)
        for name in NEEDED
        if name not in files
    ]
    if missing:
        raise RuleError(*missing)
    return files


def _too_large() -> RuleError:
    message = _("The files have more than %(limit)s MB together.")
    return refusal("too_large", message, "archive", limit=MOST_BYTES // 1024**2)
