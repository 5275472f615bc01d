"""A web server with TLS in the test process. Tests set its responses."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass(frozen=True)
class Received:
    """A request that the server received."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class HttpsServer:
    """A running server.

    `status`, `headers`: status and additional headers of its responses; `slow`: seconds
    before a response; `drips`: the response never ends; `received`: all requests.
    """

    port: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    slow: float = 0.0
    drips: bool = False
    received: list[Received] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"


@contextmanager
def running(certificate: Path) -> Iterator[HttpsServer]:
    """Run a server within the block and yield it.

    `certificate`: a file written by `tests.smtp_server`.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    about = HttpsServer()

    class Visit(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(size)
            headers = {name.lower(): value for name, value in self.headers.items()}
            about.received.append(Received(self.command, self.path, headers, body))
            time.sleep(about.slow)
            if about.drips:
                self._drip()
                return
            self.send_response(about.status)
            for name, value in about.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _drip(self) -> None:
            """Send a header that does not end, for up to 30 seconds."""
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
                for _ in range(600):
                    self.wfile.write(b"x")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                pass

        do_GET = do_POST = do_PUT = _answer  # noqa: N815

        def log_message(self, *_args: object) -> None:
            """Write no log entry."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Visit)
    server.daemon_threads = True
    server.socket = context.wrap_socket(server.socket, server_side=True)
    about.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield about
    finally:
        server.shutdown()
        server.server_close()
