"""Deep calls do not request memory from the system repeatedly."""

from __future__ import annotations

import resource
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse

from mahjong_site import log_format_and_request_log
from tournaments.live import fragment_delivery
from tournaments.web.stack_preallocation import PLACES, preallocate_stack

#: Some of these call depths are at the border of a memory block.
DEPTHS = range(1, 400)
EACH = 40


def deep(depth: int) -> None:
    """Call functions down to this depth, and there make calls that return
    immediately.
    """
    if depth:
        deep(depth - 1)
        return
    for _call in range(EACH):
        nothing()


def nothing() -> None:
    pass


def pieces(call) -> int:
    """Return the number of memory pages allocated while `call` runs with each depth."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for depth in DEPTHS:
        call(depth)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_there_is_room_for_calls_within_calls():
    # The main thread already has room; a new thread does not.
    with ThreadPoolExecutor(1) as thread:
        plain = thread.submit(pieces, deep).result()
        preallocated = thread.submit(preallocate_stack(pieces), deep).result()
    if plain < len(DEPTHS):
        pytest.skip("this Python keeps the memory of its frames")
    assert preallocated < plain / 2


def test_it_is_the_same_function():
    def told(one: int, *, two: int) -> tuple[int, int]:
        return one, two

    assert preallocate_stack(told)(1, two=2) == (1, 2)
    assert preallocate_stack(told).__name__ == "told"


def test_requests_and_the_live_stream_have_room():
    for call in (
        log_format_and_request_log.with_id(HttpResponse),
        fragment_delivery._do,
    ):
        assert call.__code__.co_stacksize == PLACES
