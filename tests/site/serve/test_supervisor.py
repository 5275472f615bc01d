"""The supervisor: which children it restarts, when it restarts them, and when the
program stops.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator

import pytest

from mahjong_site.serve.supervisor import (
    BACKOFF,
    CRASH_WINDOW,
    CRASHES,
    HANDLED,
    Child,
    Greeting,
    Supervisor,
)


@pytest.fixture
def child() -> Child:
    return Child("clock")


@pytest.mark.parametrize("code", [0, -signal.SIGKILL, -signal.SIGTERM])
def test_a_child_that_somebody_ends_comes_back_at_once_however_often(child, code):
    for second in range(100):
        child.note_end(code, second)
        assert not child.fails
        assert child.start_at == pytest.approx(second + BACKOFF)


@pytest.mark.parametrize("code", [1, -signal.SIGSEGV])
def test_a_child_that_keeps_failing_waits_longer_and_then_is_given_up(child, code):
    waits = []
    for second in range(CRASHES):
        assert not child.fails
        child.note_end(code, second)
        waits.append(child.start_at - second)
    assert child.fails
    assert waits == sorted(waits)
    assert waits[0] == pytest.approx(BACKOFF)


def test_failures_of_long_ago_are_forgotten(child):
    for second in range(CRASHES - 1):
        child.note_end(1, second)
    later = CRASH_WINDOW + CRASHES
    child.note_end(1, later)
    assert not child.fails
    assert child.start_at == pytest.approx(later + BACKOFF)


class WebServer:
    """Starter of a web server that listens at its third turn and ends at the sixth.
    It is its own log."""

    def __init__(self, listening: socket.socket) -> None:
        self.log, self.lines, self.turns = self, [], 0
        self._listening = listening

    def __call__(self, name, program, environment):
        return self

    def say(self, name: str, text: str) -> None:
        self.lines.append((self.turns, text))

    def turn(self, seconds: float) -> None:
        self.turns += 1
        if self.turns == 3:
            self._listening.listen()
        if self.turns == 6:
            signal.raise_signal(signal.SIGTERM)

    def ending(self) -> int | None:
        return 0 if self.turns > 6 else None

    def stop(self) -> None: ...

    def kill(self) -> None: ...

    def wake(self) -> None: ...

    def finish(self) -> None: ...


@pytest.fixture
def handlers() -> Iterator[None]:
    """Restore the signal handlers after the test."""
    before = {number: signal.getsignal(number) for number in HANDLED}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_addresses_are_logged_once_when_the_web_server_answers(handlers):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = WebServer(listening)
        greeting = Greeting(["It is at …"], *listening.getsockname())
        assert Supervisor([Child("web")], {}, server, greeting).run() == 0
    assert server.lines[0] == (3, "It is at …")
    assert [text for _turn, text in server.lines[1:]] == ["stopping", "stopped"]
