"""The caches that nothing depends on."""

from __future__ import annotations

import socket

import pytest

from mahjong_site.cache import OptionalRedisCache


@pytest.fixture
def without_server():
    """A cache whose server refuses every connection."""
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
