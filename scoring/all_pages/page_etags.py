"""Public pages are sent again only when they would be different.

Whoever has no account gets what everybody gets, which is made once (`made_pages`). The
page of an account has a tag that names all it depends on: the revisions of its
tournaments, the reader, the language, the program itself; and when it was made, because
some words are made untrue by time alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import condition

from scoring.all_pages import page_cache
from tournaments.models import Tournament
from tournaments.tournament_time import page_expiry
from tournaments.upkeep import full_disk

#: For how many seconds an account's page may be reused.
REUSED = 3600

A_MINUTE = 60
#: Digits of the moment in a tag.
DIGITS = 12

ROOMS = ("rules", "tournaments", "scoring", "templates", "locale")


class SharedRequest(HttpRequest):
    #: Whether the page that is made for it is everybody's: it may name no moment.
    shared: bool


def respond(
    request: HttpRequest,
    tournaments: Sequence[Tournament],
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """The page; 304 if the reader has it; untagged while a message waits."""
    if len(get_messages(request)):
        return page(request)
    if _is_of_everybody(request):
        return for_everybody(request, tournaments, page)
    tag = (
        _reusable(request, tournaments) or f'"{_digest(request, tournaments)}.{_now()}"'
    )
    return condition(etag_func=lambda _request: tag)(page)(request)


def respond_by_the_minute(
    request: HttpRequest,
    tournament: Tournament,
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """The page that time alone makes another one every minute: everybody's is made once
    in it, an account's whenever it is asked for."""
    if len(get_messages(request)) or not _is_of_everybody(request):
        return page(request)

    def until_the_next(request: HttpRequest) -> HttpResponseBase:
        page_expiry.holds_for(A_MINUTE - time.time() % A_MINUTE)
        return page(request)

    return for_everybody(request, [tournament], until_the_next)


def _is_of_everybody(request: HttpRequest) -> bool:
    """Whether the reader gets what everybody without an account gets."""
    return not request.user.is_authenticated and "HX-Request" not in request.headers


def for_everybody(
    request: HttpRequest,
    tournaments: Sequence[Tournament],
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """The page that is the same for everybody, whoever asks; 304 if the reader has
    it."""
    cast(SharedRequest, request).shared = True
    return page_cache.pages.get(_key(request, tournaments), request, page)


def _key(request: HttpRequest, tournaments: Sequence[Tournament]) -> Hashable:
    """All that a page depends on which is made for everybody."""
    return (
        request.build_absolute_uri(),
        tuple((tournament.pk, tournament.revision) for tournament in tournaments),
        get_language(),
        release(),
    )


def _reusable(request: HttpRequest, tournaments: Sequence[Tournament]) -> str | None:
    """The tag the reader sent, if its page is the same and not too old."""
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    digest, _dot, made = tag.strip('"').partition(".")
    if (
        digest != _digest(request, tournaments)
        or not made.isdecimal()
        or len(made) > DIGITS
    ):
        return None
    return tag if _now() - int(made) <= REUSED else None


def _digest(request: HttpRequest, tournaments: Sequence[Tournament]) -> str:
    """The cookie that guards forms counts too: pages carry its token."""
    parts = (
        [(tournament.pk, tournament.revision) for tournament in tournaments],
        request.user.pk,
        request.META.get("CSRF_COOKIE", ""),
        get_language(),
        release(),
        full_disk.is_full(),
    )
    return sha256(repr(parts).encode()).hexdigest()[:32]


def _now() -> int:
    return int(time.time())


@cache
def release() -> float:
    """When the program last changed: a new release makes new pages."""
    sources = (
        path.stat().st_mtime
        for room in ROOMS
        for path in Path(settings.BASE_DIR, room).rglob("*.*")
        if path.suffix in (".html", ".py", ".mo")
    )
    return max(sources)
