"""Caches that may be unavailable."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest

from mahjong_site.optional_cache import OptionalFileCache, OptionalRedisCache


@pytest.fixture
def without_server():
    """Return a cache whose server refuses every connection."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return OptionalRedisCache(f"redis://127.0.0.1:{port}/0", {})


def test_a_cache_whose_server_is_away_is_empty(without_server, caplog):
    cache = without_server
    cache.set("name", 1)
    assert cache.get("name", "nothing") == "nothing"
    assert cache.add("name", 2) is True
    assert cache.has_key("name") is False
    assert cache.touch("name") is False
    assert cache.incr("name") == 0
    assert cache.get_many(["name"]) == {}
    assert cache.delete("name") is False
    assert "The cache does not work" in caplog.text


@pytest.fixture(params=[b"", b"what?\r\n", b"+OK\r\n" * 9, b":7\r\n$1\r\nx\r\n" * 9])
def talking_nonsense(request) -> Iterator[OptionalRedisCache]:
    """Yield a cache whose server always sends the same response."""

    def serve(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                asked = server.accept()[0]
                asked.recv(4096)
                asked.sendall(request.param)
                asked.close()

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        threading.Thread(target=serve, args=[server], daemon=True).start()
        port = server.getsockname()[1]
        yield OptionalRedisCache(f"redis://127.0.0.1:{port}/0", {})
        server.shutdown(socket.SHUT_RDWR)


def test_a_cache_whose_server_talks_nonsense_fails_nobody(talking_nonsense):
    """A cache whose server sends nonsense raises no error.

    Counters, such as the counter of wrong passwords, then start again at zero.
    """
    cache = talking_nonsense
    for _again in range(2):
        cache.add("name", 0, timeout=5)
        assert isinstance(cache.incr("name"), int)
        cache.get("name")
        cache.get_many(["name", "other"])
        cache.set("name", {"a": 1})


class Unreadable:
    """An object that raises an exception when it is unpickled."""

    def __init__(self, fault: type[Exception]) -> None:
        self.fault = fault

    def __reduce__(self) -> tuple[object, ...]:
        return (_raise, (self.fault,))


def _raise(fault: type[Exception]) -> None:
    raise fault


@pytest.mark.parametrize("fault", [AttributeError, ImportError, KeyError, TypeError])
def test_what_another_version_left_there_is_not_there(tmp_path, fault):
    cache = OptionalFileCache(str(tmp_path), {})
    cache.set("name", Unreadable(fault))
    assert cache.get("name", "nothing") == "nothing"
