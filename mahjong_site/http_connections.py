"""HTTP connections with deadlines, for `uvicorn --http`.

Uvicorn waits without limit for request heads and for clients that do not read their
response, and for a long time for clients that have vanished. Here every wait has a
deadline, and heads have a maximum size. If too many connections wait, the connection
that has waited longest is closed, so that new clients can always connect.
`mahjong_site.request_bodies` handles bodies.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus

from django.utils.translation import gettext as _
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import (
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from mahjong_site.serve.file_limit_and_freed_memory import most_open_files

#: Seconds until the head is complete, from its first byte or from connecting.
HEAD_SECONDS = 10.0
MOST_HEAD_BYTES = 32 * 1024
MOST_HEAD_LINES = 100
#: Bytes of overhead for each chunk of a chunked body.
CHUNK_SIZE_LINES = 16
#: Pipelined requests that may wait for an earlier response.
MOST_IN_LINE = 10
#: Minimum rate of reading a response: bytes within seconds.
TAKING_SECONDS = 30.0
LEAST_TAKEN = 8 * 1024
#: Seconds that a device may leave data unacknowledged. A device that loses the network
#: does not disconnect, and Linux would keep its connection for a quarter of an hour.
SILENT_SECONDS = 60
#: Share of the process's open files that waiting connections may use.
WAITING_SHARE = 0.5

log = logging.getLogger("uvicorn.error.connections")
# Malformed requests must not fill the log.
log.setLevel(logging.ERROR)


class TimeoutHttpProtocol(HttpToolsProtocol):
    """HTTP connection that closes if its client exceeds a deadline."""

    #: Waiting connections, longest waiting first.
    _waiting: dict[TimeoutHttpProtocol, None] = {}

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        # A web socket would replace this class. The program has none.
        self.ws_protocol_class = None
        self.logger = log
        self._active: RequestResponseCycle | None = None
        self._input_closed = False
        self._in_body = False
        self._beside_body = 0
        self._head_begun = False
        self._head_bytes = 0
        self._head_deadline = Timer(self.loop)
        self._taking = Timer(self.loop)
        self._refusal = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _detect_vanished_client(transport)
        self._wait()
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._input_closed:
            return
        begun, in_body = self._head_begun, self._in_body
        self._beside_body += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._input_closed:
            return
        if self._head_begun and begun:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif in_body and self._in_body and self._beside_body > MOST_HEAD_BYTES:
            self._refuse(HTTPStatus.BAD_REQUEST)
        elif self._head_begun or not self._answering:
            self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_begun = True
        self._head_bytes = 0
        self._head_deadline.stop()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Drop trailers and headers with an underscore in their name.

        Trailers arrive too late. WSGI would confuse an underscore with a hyphen, so a
        client could imitate headers that a proxy sets.
        """
        if self._head_begun and b"_" not in name:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._head_begun = False
        self._beside_body = 0
        self._head_deadline.stop()
        # A client that sends a new request has read the previous response.
        if not self.flow.write_paused:
            self._taking.stop()
        size = len(self.url) + sum(len(name + value) for name, value in self.headers)
        if size > MOST_HEAD_BYTES or len(self.headers) > MOST_HEAD_LINES:
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise ValueError  # The parser stops and calls `send_400_response`.
        if not self.url.isascii():
            raise ValueError
        super().on_headers_complete()
        self._in_body = True
        if len(self.pipeline) > MOST_IN_LINE:
            raise ValueError

    def on_body(self, body: bytes) -> None:
        """Subtract the body from the count of received bytes, so that only chunk sizes
        and trailers remain counted."""
        self._beside_body = max(self._beside_body - len(body) - CHUNK_SIZE_LINES, 0)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()
        if self._answering:
            self._waiting.pop(self, None)

    def _unsupported_upgrade_warning(self) -> None:
        """Close the input after a request for an upgrade, because later data may use
        another protocol. The request is answered as usual."""
        self._close_input()

    def _start_asgi_task(
        self, cycle: RequestResponseCycle, app: ASGI3Application
    ) -> None:
        self._active = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._answering:
            self._wait()
            self._await_taking()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait()
        self._await_taking()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taking.stop()
        if self._answering:
            self._waiting.pop(self, None)
        else:
            self._await_taking()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._head_deadline.stop()
        self._taking.stop()
        self._waiting.pop(self, None)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        """Add this connection to the end of the waiting connections. If too many wait,
        close the one that has waited longest."""
        self._waiting.pop(self, None)
        self._waiting[self] = None
        if len(self._waiting) > most_open_files() * WAITING_SHARE:
            first = next(iter(self._waiting))
            del self._waiting[first]
            first._drop()

    def _drop(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _await_head(self) -> None:
        self._head_deadline.start(HEAD_SECONDS, self._head_is_late)

    def _head_is_late(self) -> None:
        if self._answering:
            self.cycle.keep_alive = False
        elif self._head_begun:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._close()

    def _await_taking(self) -> None:
        left = self.transport.get_write_buffer_size()

        def look() -> None:
            now = self.transport.get_write_buffer_size()
            if now and now > left - LEAST_TAKEN:
                self.transport.abort()
            elif now:
                self._await_taking()

        self._taking.start(TAKING_SECONDS, look)

    def _refuse(self, status: HTTPStatus) -> None:
        self._refusal = status
        self.send_400_response("")

    def send_400_response(self, msg: str) -> None:
        """Send the message for `_refusal` and close the connection; `msg` is ignored.

        While an earlier request is being answered, only close the input. If the refused
        request's response has begun, close the connection without a message.
        """
        broken = self._in_body and self.cycle is self._active
        if self._answering and not broken:
            self._close_input()
            return
        if broken and self.cycle.response_started:
            self._close()
            return
        text = _sentence(self._refusal).encode()
        lines = [
            f"HTTP/1.1 {self._refusal.value} {self._refusal.phrase}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(text)}",
            "connection: close",
            "",
            "",
        ]
        self.transport.write("\r\n".join(lines).encode() + text)
        self._close()

    def _close_input(self) -> None:
        """Answer the complete requests, stop reading, and close the connection."""
        self._input_closed = True
        if self._in_body and self._active and self.cycle is not self._active:
            self.pipeline.popleft()
            self.cycle = self.pipeline[0][0] if self.pipeline else self._active
        self.cycle.keep_alive = False

    def _close(self) -> None:
        self.transport.close()
        self._await_taking()


def _detect_vanished_client(transport: asyncio.Transport) -> None:
    """End the connection if sent data is not acknowledged (Linux only). Live streams
    send data every few seconds, so this finds clients that have vanished."""
    connected = transport.get_extra_info("socket")
    if hasattr(socket, "TCP_USER_TIMEOUT") and connected.family != socket.AF_UNIX:
        option = (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        connected.setsockopt(*option, SILENT_SECONDS * 1000)


class Timer:
    """A timer that has one deadline at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, act: Callable[[], None]) -> None:
        """Call `act` after `seconds`. Does nothing if the timer is already running."""
        if self._handle is None:
            self._handle = self._loop.call_later(seconds, self._fire, act)

    def stop(self) -> None:
        """Cancel the planned call, if there is one."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _fire(self, act: Callable[[], None]) -> None:
        self._handle = None
        act()


def _sentence(status: HTTPStatus) -> str:
    if status == HTTPStatus.REQUEST_TIMEOUT:
        return _("This request took too long. Send it again.")
    if status == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
        return _("The request headers are too large. Try deleting this site's cookies.")
    return _("This is not a valid browser request.")
