"""The supervisor: which children it restarts, when it restarts them, and when the
program stops.
"""

from __future__ import annotations

import signal

import pytest

from mahjong_site.serve.supervisor import BACKOFF, CRASH_WINDOW, CRASHES, Child


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
