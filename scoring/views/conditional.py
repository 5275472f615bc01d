"""ETags: public pages are sent again only when they would be different.

A page's tag names all it depends on: the revisions of its tournaments, the
reader, the language, the program itself; and when it was made, because a page
from the reader's own cache shows the clock of then, and the address of its live
stream does not hold for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import condition

from tournaments.models import RoundState, Tournament

#: For how many seconds a page may be reused: while a clock runs, and otherwise.
WHILE_RUNNING = 5
OTHERWISE = 3600

ROOMS = ("rules", "tournaments", "scoring", "templates", "locale")


def respond(
    request: HttpRequest,
    tournaments: Sequence[Tournament],
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """The page; 304 if the reader has it; untagged while a message waits."""
    if len(get_messages(request)):
        return page(request)
    tag = (
        _reusable(request, tournaments) or f'"{_digest(request, tournaments)}.{_now()}"'
    )
    return condition(etag_func=lambda _request: tag)(page)(request)


def _reusable(request: HttpRequest, tournaments: Sequence[Tournament]) -> str | None:
    """The tag the reader sent, if its page is the same and not too old."""
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    digest, _dot, made = tag.strip('"').partition(".")
    if digest != _digest(request, tournaments) or not made.isdecimal():
        return None
    age = _now() - int(made)
    if age <= WHILE_RUNNING:
        return tag
    return tag if age <= OTHERWISE and not _clock_runs(tournaments) else None


def _clock_runs(tournaments: Sequence[Tournament]) -> bool:
    running = Tournament.objects.filter(
        pk__in=[tournament.pk for tournament in tournaments],
        rounds__state=RoundState.RUNNING,
    )
    return running.exists()


def _digest(request: HttpRequest, tournaments: Sequence[Tournament]) -> str:
    """The cookie that guards forms counts too: pages carry its token."""
    parts = (
        [(tournament.pk, tournament.revision) for tournament in tournaments],
        request.user.pk,
        request.META.get("CSRF_COOKIE", ""),
        get_language(),
        _release(),
    )
    return sha256(repr(parts).encode()).hexdigest()[:32]


def _now() -> int:
    return int(time.time())


@cache
def _release() -> float:
    """When the program last changed: a new release makes new pages."""
    sources = (
        path.stat().st_mtime
        for room in ROOMS
        for path in Path(settings.BASE_DIR, room).rglob("*.*")
        if path.suffix in (".html", ".py", ".mo")
    )
    return max(sources)
