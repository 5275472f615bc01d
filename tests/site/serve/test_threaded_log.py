"""Log lines of several processes in one log, with a thread for each process."""

from __future__ import annotations

import io
import os
import threading
import time

from mahjong_site.serve import threaded_process_log
from mahjong_site.serve.threaded_process_log import ThreadedLog


def pipe(log: ThreadedLog, name: str) -> int:
    """Add a process with this name to the log.

    Return the file descriptor for its output.
    """
    reading, writing = os.pipe()
    log.add(name, os.fdopen(reading, "rb"))
    return writing


def test_each_line_has_its_name_and_no_secret():
    out = io.StringIO()
    log = ThreadedLog(out)
    web = pipe(log, "web")
    os.write(web, b"one\n/welcome/abcd-")
    os.write(web, "efgh/\nletzte Wörter\xff".encode("latin-1"))
    os.close(web)
    log.turn(30)
    log.say("serve", "stopped")
    log.finish()
    assert out.getvalue().splitlines() == [
        "web    | one",
        "web    | /welcome/…/",
        "web    | letzte W\ufffdrter\ufffd",
        "serve  | stopped",
    ]


def test_a_log_that_nobody_takes_stops_no_supervisor_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(threaded_process_log, "MOST_LINES_WAITING", 10)
    monkeypatch.setattr(threaded_process_log, "A_LOOK", 0.001)
    taken = threading.Event()

    class Paused(io.StringIO):
        def write(self, text: str) -> int:
            taken.wait()
            return super().write(text)

    out = Paused()
    log = ThreadedLog(out)
    web = pipe(log, "web")
    os.write(web, b"line\n" * 100)
    os.close(web)
    log.say("serve", "goes on")
    taken.set()
    log.turn(30)
    log.finish()
    assert out.getvalue().count("web    | line\n") == 100
    assert "serve  | goes on\n" in out.getvalue()


def test_a_broken_log_stops_nothing():
    class Broken(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    log = ThreadedLog(Broken())
    web = pipe(log, "web")
    os.write(web, b"to nobody\n" * 10)
    os.close(web)
    log.turn(30)
    log.finish()


def test_a_signal_wakes_it():
    log = ThreadedLog(io.StringIO())
    log.wake()
    start = time.monotonic()
    log.turn(30)
    assert time.monotonic() - start < 20
