"""The static files of this release, beside those of the release before.

Pages that were opened before an update, and processes that still run, ask for the files
of the release before: they stay until the next update. Files are collected into a
folder of their own and moved one by one. So nothing reads a file that is half written,
and the age of a file decides nothing.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.files.storage import storages
from django.core.management import call_command

from mahjong_site.version import VERSION
from rules.strict_reader import JsonObject

#: In STATIC_ROOT: which release's files are there; the manifest of those files; the
#: list of the files of the release before.
STAMP, MANIFEST, FORMER = ".collected", "staticfiles.json", ".former.json"


def are_collected() -> bool:
    """Return whether the files of this release are all there."""
    return _text(Path(settings.STATIC_ROOT) / STAMP) == _release()


def collect() -> None:
    """Add the files of this release and delete those that neither it nor the release
    before has. A process that is interrupted can do it again."""
    root = Path(settings.STATIC_ROOT)
    root.mkdir(exist_ok=True)
    former = _former(root)
    fresh = root.with_name(f"{root.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    _collect_into(fresh)
    _move(fresh, root)
    shutil.rmtree(fresh)
    keep = former | _names(root) | {STAMP, MANIFEST, FORMER}
    for file in _files(root):
        name = file.relative_to(root).as_posix()
        if name.removesuffix(".gz").removesuffix(".br") not in keep:
            file.unlink()
    (root / STAMP).write_text(_release())


def _release() -> str:
    """What tells one release from another: the version, and the content of our files
    and of the list of libraries, for those who change the program."""
    digest = hashlib.sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for file in sorted(_files(folder)):
            digest.update(f"\0{file.relative_to(folder)}\0".encode())
            digest.update(file.read_bytes())
    libraries = settings.BASE_DIR / "requirements.txt"
    digest.update(_text(libraries).encode())
    return f"{VERSION} {digest.hexdigest()}"


def _former(root: Path) -> set[str]:
    """The files that are there before this release. A process that was interrupted
    after that has kept their names: the stamp is still the same."""
    stamp, kept, there = _text(root / STAMP), root / FORMER, _names(root)
    found = _read(kept)
    if found.get("stamp") != stamp:
        found = {"stamp": stamp, "files": sorted(there)}
        draft = kept.with_suffix(".new")
        draft.write_text(json.dumps(found))
        draft.replace(kept)
    return there.union(found["files"])


def _names(root: Path) -> set[str]:
    """The files in the manifest, by their own names and by those with a hash."""
    paths = _read(root / MANIFEST).get("paths", {})
    return {*paths, *paths.values()}


def _read(file: Path) -> JsonObject:
    """What a file of JSON says; nothing if version 1.6.0 was killed while it wrote."""
    try:
        found: JsonObject = json.loads(_text(file))
        return found
    except ValueError:
        return {}


def _collect_into(folder: Path) -> None:
    there = settings.STORAGES["staticfiles"] | {"OPTIONS": {"location": folder}}
    command = collectstatic.Command()
    command.storage = storages.create_storage(there)
    call_command(command, interactive=False, verbosity=0)


def _move(fresh: Path, root: Path) -> None:
    """Move all files, the manifest last: what it names is there."""
    manifest = fresh / MANIFEST
    for file in [*(each for each in _files(fresh) if each != manifest), manifest]:
        target = root / file.relative_to(fresh)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""
