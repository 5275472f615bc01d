"""Pages whose clients have disconnected, in the program's own threads."""

from __future__ import annotations

import asyncio
import threading

import pytest

from mahjong_site import asgi
from mahjong_site.asgi import PAGE_THREADS, application


class Reader:
    """A client that requests a page, and may disconnect."""

    def __init__(self, path: str, method: str = "GET") -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "http_version": "1.1",
            "headers": [],
        }
        self.sent: list[dict] = []
        self.leaves = asyncio.Event()
        self._whole = False

    async def receive(self) -> dict:
        if not self._whole:
            self._whole = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        self.sent.append(message)

    def ask(self) -> asyncio.Task:
        asking = application(self.scope, self.receive, self.send)
        return asyncio.create_task(asking)


@pytest.fixture
def busy(monkeypatch):
    """Occupy all threads with a page that waits.

    Return a list that collects the paths of later requests.
    """
    started, go_on = threading.Semaphore(0), threading.Event()
    begun: list[str] = []

    def page(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            started.release()
            go_on.wait(10)
        else:
            begun.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        start_response("200 OK", [])
        return [b"here"]

    monkeypatch.setattr(asgi, "pages_wsgi", page)
    return started, go_on, begun


def test_pages_of_those_who_left_are_not_begun(busy):
    started, go_on, begun = busy

    async def scenario() -> None:
        slow = [Reader("/slow").ask() for _thread in range(PAGE_THREADS)]
        for _thread in slow:
            await asyncio.to_thread(started.acquire)
        impatient = [Reader("/again") for _reload in range(20)]
        saves, stays = Reader("/save", "POST"), Reader("/page")
        asking = [reader.ask() for reader in [*impatient, saves, stays]]
        await asyncio.sleep(0)
        for reader in [*impatient, saves]:
            reader.leaves.set()
        while len(asyncio.all_tasks()) > 1 and not all(r._whole for r in impatient):
            await asyncio.sleep(0)
        for _turn in range(10):
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*slow, *asking)
        assert stays.sent[0]["status"] == 200

    asyncio.run(asyncio.wait_for(scenario(), 20))
    assert sorted(begun) == ["GET /page", "POST /save"]
