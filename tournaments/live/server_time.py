"""Send the server's time to pages, in milliseconds since 1970. This uses neither Django
nor a thread, so that slow pages do not make clocks wrong."""

from __future__ import annotations

import time

from tournaments.asgi_types import Send

PATH = "/clock/now"

HEADERS = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


async def application(send: Send) -> None:
    body = f"{time.time() * 1000:.3f}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": body})
