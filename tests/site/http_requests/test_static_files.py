"""Updates of static files keep the old files, which open pages still request."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from hashlib import md5
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import RequestFactory

from mahjong_site import static_files_of_releases
from mahjong_site.settings import STORAGES
from mahjong_site.static_files_of_releases import StaticFiles

#: Contents of a script in three releases; its file name depends on the contents.
FIRST, SECOND, THIRD = "first();", "second();", "third();"


@pytest.fixture
def release(tmp_path, settings) -> Iterator[Callable[[str], None]]:
    """Yield a function that changes the program's only script, like a release.

    Its files are older than the installation.
    """
    source = tmp_path / "source"
    source.mkdir()
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [source]
    settings.STORAGES = STORAGES
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    finders.get_finder.cache_clear()

    def released(text: str) -> None:
        (source / "page.js").write_text(text)
        os.utime(source / "page.js", (1, 1))

    yield released
    finders.get_finder.cache_clear()


@pytest.fixture
def updated(release) -> Callable[[str], None]:
    """Return a function that makes a release with this script and starts it."""

    def update(text: str) -> None:
        release(text)
        assert not static_files_of_releases.are_collected()
        static_files_of_releases.collect()
        assert static_files_of_releases.are_collected()

    return update


def web_process() -> StaticFiles:
    """Return the static files of a web process that starts now."""
    return StaticFiles(lambda _request: HttpResponseNotFound())


def served(by: StaticFiles | None = None) -> list[str]:
    """Return the texts that a web process serves at the addresses of all releases."""
    answer = by or web_process()
    texts = []
    for text in (FIRST, SECOND, THIRD):
        response = answer(RequestFactory().get(f"/static/{hashed(text)}"))
        if response.status_code == 200:
            assert b"".join(response.streaming_content).decode() == text
            texts.append(text)
            # Closing the response would end a request and close the database.
            response.file_to_stream.close()
    return texts


def hashed(text: str) -> str:
    return f"page.{md5(text.encode(), usedforsecurity=False).hexdigest()[:12]}.js"


def test_pages_of_the_release_before_find_their_files(updated):
    updated(FIRST)
    assert served() == [FIRST]
    updated(SECOND)
    assert served() == [FIRST, SECOND]
    updated(THIRD)
    assert served() == [SECOND, THIRD]


def test_a_process_of_the_release_before_has_the_files_of_the_next(updated, settings):
    """A process of the previous release can serve the files of the next.

    Web processes restart one after the other, so an old process gets requests for new
    files.
    """
    updated(FIRST)
    before = web_process()
    updated(SECOND)
    assert served(before) == [FIRST, SECOND]
    (Path(settings.STATIC_ROOT).parent / "key.0123456789ab.js").write_text("secret")
    outside = RequestFactory().get("/static/../key.0123456789ab.js")
    assert before(outside).status_code == 404


def test_a_release_can_be_taken_back(updated):
    for text in (FIRST, SECOND, FIRST):
        updated(text)
    assert served() == [FIRST, SECOND]


def test_only_what_a_file_says_makes_another_release(updated, release, monkeypatch):
    updated(FIRST)
    release(FIRST)
    assert static_files_of_releases.are_collected()
    monkeypatch.setattr(static_files_of_releases, "VERSION", "9.9.9")
    assert not static_files_of_releases.are_collected()


class Killed(BaseException):
    pass


@pytest.mark.parametrize("step", ["_collect_into", "_move", "_release"])
def test_an_interrupted_update_loses_no_file(updated, release, monkeypatch, step):
    """An interrupted update loses no file.

    The update is killed before this step, and again when it is repeated.
    """

    def kill(*_arguments: object, **_options: object) -> None:
        raise Killed

    updated(FIRST)
    release(SECOND)
    for _again in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(static_files_of_releases, step, kill)
            with pytest.raises(Killed):
                static_files_of_releases.collect()
        assert FIRST in served()
    static_files_of_releases.collect()
    assert served() == [FIRST, SECOND]
    updated(THIRD)
    assert served() == [SECOND, THIRD]


def test_what_1_6_collected_is_kept(updated, settings):
    """Files that version 1.6 collected are kept.

    Its units and containers collected files themselves, without a stamp.
    """
    updated(FIRST)
    (Path(settings.STATIC_ROOT) / static_files_of_releases.STAMP).unlink()
    updated(SECOND)
    assert served() == [FIRST, SECOND]


def test_collectstatic_by_hand_deletes_nothing_that_is_in_use(updated, release):
    updated(FIRST)
    release(SECOND)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    assert served() == [FIRST, SECOND]


def test_a_manifest_that_1_6_did_not_finish_stops_no_start(updated, settings):
    updated(FIRST)
    (Path(settings.STATIC_ROOT) / static_files_of_releases.MANIFEST).write_text(
        '{"paths": {'
    )
    updated(SECOND)
    assert SECOND in served()
