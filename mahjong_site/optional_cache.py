"""Caches that may fail. If the folder or server of a cache is unavailable, the cache
counts as empty."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache

from tournaments.upkeep.outage_detection import Outage, OutageLog, outage_of

T = TypeVar("T")

log = logging.getLogger(__name__)
away = OutageLog(log)


class OptionalCache(BaseCache):
    """Base class of caches that may fail.

    Failed reads find nothing, and failed writes are ignored. Limits that are counted in
    the cache then let requests pass.
    """

    def get(
        self, key: object, default: object = None, version: int | None = None
    ) -> object:
        return _tried(default, super().get, key, default, version)

    def get_many(
        self, keys: object, version: int | None = None
    ) -> dict[object, object]:
        return dict(_tried({}, super().get_many, keys, version))

    def has_key(self, key: object, version: int | None = None) -> bool:
        return bool(_tried(False, super().has_key, key, version))

    def set(self, *args: object, **kwargs: object) -> None:
        _tried(None, super().set, *args, **kwargs)

    def add(self, *args: object, **kwargs: object) -> bool:
        return bool(_tried(True, super().add, *args, **kwargs))

    def incr(self, key: object, delta: int = 1, version: int | None = None) -> int:
        return _tried(0, _as_number, super().incr, key, delta, version)

    def touch(self, *args: object, **kwargs: object) -> bool:
        return bool(_tried(False, super().touch, *args, **kwargs))

    def delete(self, key: object, version: int | None = None) -> bool:
        return bool(_tried(False, super().delete, key, version))


class OptionalFileCache(OptionalCache, FileBasedCache):
    """Django's file cache, shared by the processes of one machine."""

    def _createdir(self) -> None:
        with contextlib.suppress(OSError):
            super()._createdir()  # type: ignore[misc]


class OptionalRedisCache(OptionalCache, RedisCache):
    """Django's Redis cache, shared by all machines of an installation."""


def _as_number(count: Callable[..., int], *args: object) -> int:
    """Return the result of `count` as a number. Raises TypeError or ValueError if it is
    not a number."""
    return int(count(*args))


def _tried(otherwise: T, do: Callable[..., T], *args: object, **kwargs: object) -> T:
    try:
        return do(*args, **kwargs)
    # An unavailable server, or any error caused by malformed content.
    except Exception as error:
        if outage_of(error) is Outage.FULL:
            away.met(Outage.FULL, error)
        else:
            log.warning("The cache does not work: %r", error)
        return otherwise
