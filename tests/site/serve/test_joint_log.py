"""Log lines of several processes in one log, written without threads or waiting."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator

import pytest

from mahjong_site.serve.joint_process_log import MOST_WAITING, JointLog


class Read:
    """A log that writes to a pipe, and the reader of the pipe."""

    def __init__(self) -> None:
        self.end, out = os.pipe()
        os.set_blocking(self.end, False)
        self.log = JointLog(out)

    def process(self, name: str) -> int:
        """Add a process with this name to the log.

        Return the file descriptor for its output.
        """
        pipe, writing = os.pipe()
        self.log.add(name, pipe)
        return writing

    def turns(self, number: int = 4) -> str:
        """Let the log work for `number` turns. Return the text that it has written."""
        for _turn in range(number):
            self.log.turn(0)
        try:
            return os.read(self.end, MOST_WAITING).decode()
        except BlockingIOError:
            return ""


@pytest.fixture
def read() -> Iterator[Read]:
    read = Read()
    yield read
    os.close(read.end)


def test_each_line_has_its_name_though_it_comes_in_pieces(read):
    web, clock = read.process("web"), read.process("clock")
    os.write(web, b"one\ntw")
    assert read.turns() == "web    | one\n"
    os.write(clock, "drei·".encode() + b"\xff\n")
    os.write(web, b"o\n")
    assert sorted(read.turns().splitlines()) == ["clock  | drei·\ufffd", "web    | two"]


def test_the_last_words_of_a_process_need_no_line_of_their_own(read):
    web = read.process("web")
    os.write(web, b"gone")
    os.close(web)
    assert read.turns() == "web    | gone\n"


def test_a_log_that_nobody_takes_stops_nothing_and_loses_nothing(read):
    web = read.process("web")
    os.set_blocking(web, False)
    written = 0
    with contextlib.suppress(BlockingIOError):
        while written < 100 * MOST_WAITING:
            written += os.write(web, b"x" * 99 + b"\n")
            read.log.turn(0)
    assert 0 < written < 100 * MOST_WAITING
    read.log.say("serve", "goes on")
    text = ""
    while more := read.turns():
        text += more
    assert text.count("web    | ") == written // 100
    assert "serve  | goes on" in text


def test_a_broken_log_stops_nothing():
    read = Read()
    os.close(read.end)
    web = read.process("web")
    for _line in range(3):
        os.write(web, b"to nobody\n")
        read.log.turn(0)
    os.close(web)
    read.log.turn(0)
    read.log.finish()


def test_a_signal_wakes_it(read):
    read.log.wake()
    start = time.monotonic()
    read.log.turn(30)
    assert time.monotonic() - start < 20
