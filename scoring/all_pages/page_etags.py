"""HTTP caching of public pages: a page is sent again only if it has changed.

Viewers without an account all get the same page from the cache (`page_cache`). The page
of a signed-in user has an ETag made of everything the page depends on: the revisions of
its tournaments, the user, the language and the program. The ETag also contains the time
of rendering, because some texts become outdated as time passes.
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
from tournaments.languages import page_language
from tournaments.models import Tournament
from tournaments.tournament_time import page_expiry
from tournaments.upkeep import full_disk

#: Seconds for which a signed-in user's page may be reused.
REUSED = 3600

A_MINUTE = 60
#: Largest number of digits of the rendering time in an ETag (Unix seconds).
DIGITS = 12

ROOMS = ("rules", "tournaments", "scoring", "templates", "locale")


class SharedRequest(HttpRequest):
    #: Whether the page is rendered for everyone. Such a page shows no current time.
    shared: bool


def respond(
    request: HttpRequest,
    tournaments: Sequence[Tournament],
    page: Callable[[HttpRequest], HttpResponseBase],
    *,
    setting: Hashable = None,
) -> HttpResponseBase:
    """Return the page, or a 304 response if the browser has the page already.

    `page`: renders the page; `setting`: a setting of the installation that the page
    depends on. A page that shows a pending message gets no ETag and is not cached.
    """
    if len(get_messages(request)):
        return page(request)
    if _is_of_everybody(request):
        return for_everybody(request, tournaments, page, setting=setting)
    digest = _digest(request, tournaments, setting)
    tag = _reusable(request, digest) or f'"{digest}.{_now()}"'
    return condition(etag_func=lambda _request: tag)(page)(request)


def respond_by_the_minute(
    request: HttpRequest,
    tournament: Tournament,
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """Return a page whose content changes every minute.

    Viewers without an account share one page, which is rendered once a minute. A
    signed-in user's page is rendered at every request.
    """
    if len(get_messages(request)) or not _is_of_everybody(request):
        return page(request)
    return for_everybody_by_the_minute(request, tournament, page)


def for_everybody_by_the_minute(
    request: HttpRequest,
    tournament: Tournament,
    page: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    """Return a page that is the same for every viewer and changes every minute, or a
    304 response if the browser has the page already.
    """

    def until_the_next(request: HttpRequest) -> HttpResponseBase:
        page_expiry.expires_in(A_MINUTE - time.time() % A_MINUTE)
        return page(request)

    return for_everybody(request, [tournament], until_the_next)


def _is_of_everybody(request: HttpRequest) -> bool:
    """Return whether the viewer gets the page shared by everyone without an account."""
    return not request.user.is_authenticated and "HX-Request" not in request.headers


def for_everybody(
    request: HttpRequest,
    tournaments: Sequence[Tournament],
    page: Callable[[HttpRequest], HttpResponseBase],
    *,
    setting: Hashable = None,
) -> HttpResponseBase:
    """Return a page that is the same for every viewer, or a 304 response if the browser
    has the page already.
    """
    cast(SharedRequest, request).shared = True
    return page_cache.pages.get(_key(request, tournaments, setting), request, page)


def _key(
    request: HttpRequest, tournaments: Sequence[Tournament], setting: Hashable
) -> Hashable:
    """Return the cache key of a shared page: everything its content depends on."""
    return (
        request.build_absolute_uri(),
        tuple((tournament.pk, tournament.revision) for tournament in tournaments),
        setting,
        get_language(),
        page_language.to_keep(),
        release(),
    )


def _reusable(request: HttpRequest, current: str) -> str | None:
    """Return the ETag that the browser sent, or None if that page is outdated or too
    old.
    """
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    digest, _dot, made = tag.strip('"').partition(".")
    if digest != current or not made.isdecimal() or len(made) > DIGITS:
        return None
    return tag if _now() - int(made) <= REUSED else None


def _digest(
    request: HttpRequest, tournaments: Sequence[Tournament], setting: Hashable
) -> str:
    """Return a hash of everything that a signed-in user's page depends on.

    The CSRF cookie is included, because pages contain its token.
    """
    parts = (
        [(tournament.pk, tournament.revision) for tournament in tournaments],
        setting,
        request.user.pk,
        request.META.get("CSRF_COOKIE", ""),
        get_language(),
        page_language.to_keep(),
        release(),
        full_disk.is_full(),
    )
    return sha256(repr(parts).encode()).hexdigest()[:32]


def _now() -> int:
    return int(time.time())


@cache
def release() -> float:
    """Return the time of the last change of the program's files, in Unix seconds.

    A new release makes cached pages outdated.
    """
    sources = (
        path.stat().st_mtime
        for room in ROOMS
        for path in Path(settings.BASE_DIR, room).rglob("*.*")
        if path.suffix in (".html", ".py", ".mo")
    )
    return max(sources)
