"""Collect and serve the static files of this release and the previous release.

Pages opened before an update, and processes still running, need the previous release's
files, so these stay until the next update. Files are collected into a separate folder
and moved one by one, so that no half-written file is read.

While web processes restart one by one, a browser may request files of a newer page from
an old process. WhiteNoise serves only files that existed at its start, so this module
serves newer files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.files.storage import storages
from django.core.management import call_command
from django.http import HttpRequest, HttpResponseBase
from whitenoise.base import MissingFileError
from whitenoise.middleware import WhiteNoiseMiddleware

from mahjong_site.version import VERSION
from rules.strict_reader import JsonObject

#: In STATIC_ROOT: the collected release; the manifest of its files; the list of the
#: previous release's files.
STAMP, MANIFEST, FORMER = ".collected", "staticfiles.json", ".former.json"


def are_collected() -> bool:
    """Return whether all static files of this release are collected."""
    return _text(Path(settings.STATIC_ROOT) / STAMP) == _release()


def collect() -> None:
    """Collect this release's static files, and delete files of older releases than the
    previous one. After an interruption it can be run again."""
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
    """Return the release's id: the version, and a hash of our static files and the list
    of libraries.

    The hash lets developers see their changes without a new version.
    """
    digest = hashlib.sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for file in sorted(_files(folder)):
            digest.update(f"\0{file.relative_to(folder)}\0".encode())
            digest.update(file.read_bytes())
    libraries = settings.BASE_DIR / "requirements-runtime.txt"
    digest.update(_text(libraries).encode())
    return f"{VERSION} {digest.hexdigest()}"


def _former(root: Path) -> set[str]:
    """Return the names of the previous release's files. After an interruption, the
    names come from the stored list, since the stamp is unchanged."""
    stamp, kept, names = _text(root / STAMP), root / FORMER, _names(root)
    previous = _read(kept)
    if previous.get("stamp") != stamp:
        previous = {"stamp": stamp, "files": sorted(names)}
        draft = kept.with_suffix(".new")
        draft.write_text(json.dumps(previous))
        draft.replace(kept)
    return names.union(previous["files"])


def _names(root: Path) -> set[str]:
    """Return the names of the files in the manifest, both plain and hashed."""
    paths = _read(root / MANIFEST).get("paths", {})
    return {*paths, *paths.values()}


def _read(file: Path) -> JsonObject:
    """Return the content of a JSON file; empty if the file is not valid JSON, because
    version 1.6.0 was killed while writing it."""
    try:
        content: JsonObject = json.loads(_text(file))
        return content
    except ValueError:
        return {}


def _collect_into(folder: Path) -> None:
    storage = settings.STORAGES["staticfiles"] | {"OPTIONS": {"location": folder}}
    command = collectstatic.Command()
    command.storage = storages.create_storage(storage)
    call_command(command, interactive=False, verbosity=0)


def _move(fresh: Path, root: Path) -> None:
    """Move all files from `fresh` to `root`. The manifest is moved last, so that the
    files that it names exist."""
    manifest = fresh / MANIFEST
    for file in [*(path for path in _files(fresh) if path != manifest), manifest]:
        target = root / file.relative_to(fresh)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


#: A file name with the hash of its content.
HASHED = re.compile(r"[\w./-]+\.[0-9a-f]{12}\.\w+")


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url.startswith(self.static_prefix) and url not in self.files:
            self._look_for(url)
        response: HttpResponseBase = super().__call__(request)
        return response

    def _look_for(self, url: str) -> None:
        if HASHED.fullmatch(url) and self.url_is_canonical(url):
            path = Path(self.static_root) / url.removeprefix(self.static_prefix)
            with contextlib.suppress(MissingFileError):
                self.files[url] = self.find_file_at_path(str(path), url)
