"""A page's thread is free once the page has responded, even if the client
reads slowly.
"""

from __future__ import annotations

import asyncio

import pytest

from mahjong_site import response_buffering
from mahjong_site.response_buffering import MOST_IN_MEMORY, ResponseBuffer


class Reader:
    """A client that reads nothing before `may_take` is set."""

    def __init__(self) -> None:
        self.may_take = asyncio.Event()
        self.taken: list[dict] = []

    async def send(self, message: dict) -> None:
        await self.may_take.wait()
        self.taken.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.taken)


class Page:
    """A page that responds with pieces of a given size, and then sets `done`."""

    def __init__(self, pieces: int, size: int, whole: bool = True) -> None:
        self.pieces = [bytes([number % 256]) * size for number in range(pieces)]
        self.whole = whole
        self.done = asyncio.Event()

    async def __call__(self, scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for piece in self.pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        if self.whole:
            await send({"type": "http.response.body", "body": b""})
        self.done.set()


async def answered(page: Page, reader: Reader) -> None:
    answering = asyncio.create_task(ResponseBuffer(page)({}, None, reader.send))
    await asyncio.wait_for(page.done.wait(), 10)
    assert reader.taken == []
    reader.may_take.set()
    await asyncio.wait_for(answering, 10)


@pytest.mark.parametrize(
    ("pieces", "size"),
    [(0, 0), (1, 10), (3, MOST_IN_MEMORY // 2), (1, MOST_IN_MEMORY + 1), (999, 9999)],
)
def test_a_page_is_done_before_anything_is_taken(pieces, size):
    async def run() -> None:
        page, reader = Page(pieces, size), Reader()
        await answered(page, reader)
        assert reader.taken[0]["status"] == 200
        assert reader.body == b"".join(page.pieces)
        mores = [message.get("more_body", False) for message in reader.taken[1:]]
        assert mores == [True] * (len(mores) - 1) + [False]

    asyncio.run(run())


def test_whoever_reads_while_a_page_answers_gets_all_of_it():
    async def run() -> None:
        page, reader = Page(400, 9999), Reader()
        reader.may_take.set()
        await asyncio.wait_for(ResponseBuffer(page)({}, None, reader.send), 10)
        assert reader.body == b"".join(page.pieces)

    asyncio.run(run())


@pytest.mark.parametrize("size", [10, MOST_IN_MEMORY])
def test_a_page_that_stops_halfway_ends_no_answer(size):
    async def run() -> None:
        page, reader = Page(2, size, whole=False), Reader()
        await answered(page, reader)
        assert reader.taken[-1]["more_body"]

    asyncio.run(run())


def test_where_the_disk_is_full_no_page_waits_and_the_answer_is_broken_off(monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(response_buffering.Answer, "_write_at", full)

    async def run() -> None:
        page, reader = Page(200, 9999), Reader()
        with pytest.raises(OSError, match="No space left"):
            await answered(page, reader)
        assert reader.taken[-1]["more_body"]

    asyncio.run(run())


def test_a_page_that_fails_before_it_answers_is_a_fault():
    async def broken(scope, receive, send) -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        asyncio.run(ResponseBuffer(broken)({}, None, Reader().send))
