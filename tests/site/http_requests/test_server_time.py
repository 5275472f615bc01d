"""The server's time, in a response made without Django."""

from __future__ import annotations

import asyncio
import time

from mahjong_site.asgi import application


def test_the_time_is_told_in_milliseconds_and_never_kept():
    sent = []

    async def send(message):
        sent.append(message)

    async def ask():
        scope = {"type": "http", "path": "/clock/now"}
        await application(scope, None, send)

    before = time.time() * 1000
    asyncio.run(ask())
    head, body = sent
    assert head["status"] == 200
    assert (b"cache-control", b"no-store") in head["headers"]
    assert before - 1 <= float(body["body"]) <= time.time() * 1000 + 1
