"""A full disk: notices, and pages that can still be read."""

from __future__ import annotations

import logging
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.site.http_requests.test_unavailable import Fault, calm, failing, is_write
from tests.tournaments.pages import says
from tournaments.upkeep import full_disk
from tournaments.upkeep.outage_detection import Outage, OutageLog, outage_of

NOTICE = "Changes cannot be saved until someone frees space on the server."


@pytest.fixture
def free(monkeypatch) -> Callable[[int], None]:
    """Return a function that sets the number of free bytes on all disks."""

    def leave(size: int) -> None:
        usage = shutil.disk_usage("/")._replace(free=size)
        monkeypatch.setattr(full_disk.shutil, "disk_usage", lambda _place: usage)

    return leave


@pytest.fixture
def noted(monkeypatch) -> Iterator[None]:
    monkeypatch.setattr(full_disk, "_noted", float("-inf"))
    yield
    cache.clear()


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_CANTOPEN]
)
def test_sqlite_says_otherwise_that_its_disk_is_full(code, free):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    free(0)
    assert outage_of(error) is Outage.FULL
    free(10**9)
    assert outage_of(error) is Outage.AWAY


@pytest.mark.parametrize("kept", [True, False])
def test_a_database_that_is_kept_open_can_be_read_on_a_full_disk(
    kept, tmp_path, monkeypatch
):
    """An open database can be read although the process cannot extend any file, as on a
    full disk. The files beside the database cannot be created then.
    """
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE notes (words)")
    monkeypatch.setattr(full_disk, "_sqlite_files", lambda: [file])
    child = os.fork()
    if not child:
        os._exit(_reads_without_room(file) if not kept else _reads_when_kept(file))
    _pid, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == (0 if kept else 1)


def _reads_when_kept(file: Path) -> int:
    full_disk.keep_readable()
    return _reads_without_room(file)


def _reads_without_room(file: Path) -> int:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))
    try:
        with closing(sqlite3.connect(file)) as database:
            database.execute("SELECT count(*) FROM notes").fetchone()
    except sqlite3.Error:
        return 1
    return 0


@pytest.mark.parametrize("who", ["owner", "director", "referee"])
def test_every_page_of_staff_says_it(who, request, tournament, free):
    client = request.getfixturevalue(f"{who}_client")
    pages = [
        reverse("public:home"),
        reverse("public:tournament", args=[tournament.slug]),
        reverse("director:home"),
        reverse("director:hall", args=[tournament.slug]),
    ]
    for page in pages:
        free(10**9)
        before = client.get(page)
        assert not says(before, NOTICE)
        free(0)
        # The browser's cached page is not used again.
        headers = {"If-None-Match": before.get("ETag", "")}
        full = client.get(page, headers=headers)
        assert full.status_code == 200
        assert says(full, "The server's disk is full.")
        assert says(full, NOTICE)


def test_the_public_is_not_told(client, tournament, free):
    free(0)
    page = client.get(reverse("public:tournament", args=[tournament.slug]))
    assert page.status_code == 200
    assert not says(page, "disk is full")


def test_what_one_process_met_all_know_for_a_while(noted, director_client, tournament):
    """All processes know for a while that one of them found the disk of the database
    server full, which is not the program's disk.
    """
    path = reverse("director:hall", args=[tournament.slug])
    assert not says(director_client.get(path), NOTICE)
    with failing(Fault(is_write, Outage.FULL)) as fault:
        refused = calm(director_client).post(reverse("director:practice"), {})
    assert fault.met
    assert says(refused, "The server's disk is full.")
    assert says(director_client.get(path), NOTICE)
    cache.clear()
    assert not says(director_client.get(path), NOTICE)


def test_a_cache_without_room_is_noted_once(noted, monkeypatch):
    log, asked = OutageLog(logging.getLogger("test")), []

    class FullCache:
        def set(self, *_arguments: object) -> None:
            asked.append(1)
            log.met(Outage.FULL, OSError("no room"))

    monkeypatch.setattr(full_disk, "cache", FullCache())
    log.met(Outage.FULL, OSError("no room"))
    assert asked == [1]
