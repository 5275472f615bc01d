"""The response to a request that the server cancels when it stops."""

from __future__ import annotations

import asyncio

import pytest

from mahjong_site.stopped_requests import StoppedResponses


def sent(method: str, *before: dict) -> list[dict]:
    """Return all messages sent for a request that is cancelled after its page has sent
    the messages `before`.
    """
    messages: list[dict] = []

    async def send(message: dict) -> None:
        messages.append(message)

    async def pages(_scope, _receive, send) -> None:
        for message in before:
            await send(message)
        raise asyncio.CancelledError

    asyncio.run(StoppedResponses(pages)({"method": method}, None, send))
    return messages


@pytest.mark.parametrize(
    ("method", "words"),
    [("GET", b"Reload this page"), ("POST", b"may have been saved")],
)
def test_whoever_has_no_answer_yet_is_told(method, words):
    start, body = sent(method)
    assert start["status"] == 503
    assert words in body["body"]


def test_an_answer_that_has_begun_is_no_fault_of_the_program():
    start = {"type": "http.response.start", "status": 200, "headers": []}
    assert sent("POST", start) == [start]
