"""Uploads wait in a queue and occupy no thread that pages need."""

from __future__ import annotations

import asyncio

from mahjong_site.upload_queue import UploadLine
from tests.site.http_requests.test_request_bodies import Sender
from tournaments.asgi_types import WAITED
from tournaments.files import upload_limits

UPLOAD = "/director/cup/players/import/"


class Pages:
    """An application that holds every upload until `open` is set."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.asked: list[dict] = []
        self.inside = self.most = 0

    async def __call__(self, scope, _receive, _send) -> None:
        self.asked.append(scope)
        if (scope["path"], scope["method"]) != (UPLOAD, "POST") or WAITED in scope:
            return
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.open.wait()
        self.inside -= 1


def scope_of(path: str, method: str = "POST") -> dict:
    return {**Sender().scope, "path": path, "method": method}


async def _send(*_arguments) -> None: ...


def test_one_upload_at_a_time_and_everything_else_at_once():
    async def day() -> Pages:
        pages = Pages()
        line = UploadLine(pages)
        async with asyncio.TaskGroup() as tasks:
            for _each in range(12):
                tasks.create_task(line(scope_of(UPLOAD), None, _send))
            await asyncio.sleep(0)
            await line(scope_of("/table/cup/1/1/"), None, _send)
            await line(scope_of(UPLOAD, "GET"), None, _send)
            assert len(pages.asked) == 3
            pages.open.set()
        return pages

    pages = asyncio.run(asyncio.wait_for(day(), 30))
    assert (len(pages.asked), pages.most) == (14, 1)
    assert not any(WAITED in scope for scope in pages.asked)


def test_an_upload_that_waited_in_vain_is_answered(monkeypatch):
    monkeypatch.setattr(upload_limits, "LINE_SECONDS", 0.01)

    async def day() -> Pages:
        pages = Pages()
        line = UploadLine(pages)
        first = asyncio.create_task(line(scope_of(UPLOAD), None, _send))
        await asyncio.sleep(0)
        await line(scope_of(UPLOAD), None, _send)
        pages.open.set()
        await first
        await line(scope_of(UPLOAD), None, _send)
        return pages

    asked = asyncio.run(asyncio.wait_for(day(), 30)).asked
    assert [WAITED in scope for scope in asked] == [False, True, False]


def test_a_page_that_breaks_lets_the_next_upload_in():
    async def broken(*_arguments) -> None:
        raise RuntimeError

    async def day() -> int:
        line, met = UploadLine(broken), 0
        for _each in range(2):
            try:
                await line(scope_of(UPLOAD), None, _send)
            except RuntimeError:
                met += 1
        return met

    assert asyncio.run(asyncio.wait_for(day(), 30)) == 2
