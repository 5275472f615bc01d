"""Caches of rendered HTML in one process: rows of long lists, and whole public pages.

After each hand, most rows of a list are unchanged, so each row is rendered only once.

A public page is the same for everyone without an account. It is rendered and compressed
once for each revision of the tournament. Each process keeps the pages requested last.
Simultaneous requests for a page that is not cached wait for one rendering.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
)
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.tournament_time import page_expiry
from tournaments.web.etags_and_gzip import gets_shorter, is_known, takes_gzip

#: Maximum number of rows that a process keeps for each language, enough for 200 tables
#: or 4 large tournaments.
KEPT = 4096

_kept: dict[str | None, dict[Hashable, SafeString]] = {}


def rendered_row(
    template: str, contents: Hashable, context: Mapping[str, object]
) -> SafeString:
    """Return a row rendered from its template, from the cache if possible.

    `contents`: everything that the row shows, except the language. Rows with equal
    `contents` share one rendering.
    """
    return kept((template, contents), lambda: render_to_string(template, context))


def kept(contents: Hashable, make: Callable[[], SafeString]) -> SafeString:
    """Return the cached HTML for `contents` in the active language. If there is none,
    call `make` and cache the result."""
    rows = _kept.setdefault(get_language(), {})
    html = rows.get(contents)
    if html is None:
        html = make()
        if len(rows) >= KEPT:
            rows.clear()
        rows[contents] = html
    return html


Page = Callable[[HttpRequest], HttpResponseBase]

#: Size limit of the pages that a process keeps, in bytes before compression.
KEPT_BYTES = 32 * 1024 * 1024
#: Estimated overhead of a cached page, in bytes. It keeps thousands of nearly empty
#: pages within the limit.
BESIDE = 2048
#: Longest lifetime of a cached page, in seconds: some content is not covered by a
#: revision.
LONGEST = 60.0
#: Size in bytes below which compression saves too little.
WORTH_PACKING = 500


@dataclass(frozen=True)
class RenderedPage:
    """A rendered page. `until`: time when it expires, in Unix seconds."""

    headers: tuple[tuple[str, str], ...]
    body: bytes
    until: float

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    @cached_property
    def tag(self) -> str:
        return f'W/"{blake2b(self.body, digest_size=12).hexdigest()}"'

    @property
    def is_worth_packing(self) -> bool:
        shrinks = gets_shorter(dict(self.headers).get("Content-Type", ""))
        return shrinks and len(self.body) > WORTH_PACKING

    @property
    def weight(self) -> int:
        """Return the approximate memory use in bytes."""
        return len(self.body) + BESIDE

    @property
    def holds(self) -> bool:
        return time.time() < self.until

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return the page as a response, or a 304 response if the browser has the page
        already.
        """
        if is_known(request, self.tag):
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = HttpResponse(self.body)
            accepted = request.headers.get("Accept-Encoding", "")
            if self.is_worth_packing and takes_gzip(accepted):
                response.content = self.packed
                response["Content-Encoding"] = "gzip"
        for name, value in self.headers:
            if name != "Content-Type" or response.status_code == 200:
                response[name] = value
        if self.is_worth_packing:
            patch_vary_headers(response, ("Accept-Encoding",))
        response["ETag"] = self.tag
        return response


class PageCache:
    """The cache of pages in one process."""

    def __init__(self) -> None:
        self._made: OrderedDict[bytes, RenderedPage] = OrderedDict()
        self._size = 0
        self._making: dict[bytes, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(
        self, about: Hashable, request: HttpRequest, page: Page
    ) -> HttpResponseBase:
        """Return the page for the key `about`.

        A page that is not cached is rendered with `page` and cached, unless it must not
        be shared.
        """
        key = blake2b(repr(about).encode(), digest_size=16).digest()
        made = self._stored(key)
        if made is None:
            with self._alone(key):
                made = self._stored(key)
                if made is None:
                    response, made = _make(request, page)
                    if made is None:
                        return response
                    self._keep(key, made)
        return made.answer(request)

    def forget(self) -> None:
        """Empty the cache; for tests."""
        with self._lock:
            self._made.clear()
            self._size = 0

    def _stored(self, key: bytes) -> RenderedPage | None:
        with self._lock:
            made = self._made.get(key)
            if made is None or not made.holds:
                return None
            self._made.move_to_end(key)
            return made

    def _keep(self, key: bytes, made: RenderedPage) -> None:
        with self._lock:
            if before := self._made.pop(key, None):
                self._size -= before.weight
            self._made[key] = made
            self._size += made.weight
            while self._size > KEPT_BYTES:
                _key, oldest = self._made.popitem(last=False)
                self._size -= oldest.weight

    @contextmanager
    def _alone(self, key: bytes) -> Iterator[None]:
        """Hold the lock of the page with this key: only one thread renders the page."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                yield
        finally:
            with self._lock:
                self._making.pop(key, None)


def _make(
    request: HttpRequest, page: Page
) -> tuple[HttpResponseBase, RenderedPage | None]:
    with page_expiry.track_expiry() as expiry:
        response = page(request)
    if not _may_be_shared(request, response) or not isinstance(response, HttpResponse):
        return response, None
    until = time.time() + min(expiry.seconds or LONGEST, LONGEST)
    return response, RenderedPage(tuple(response.items()), response.content, until)


def _may_be_shared(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether all viewers may get this response: its status is 200 and it has no
    form token, no cookie, no streamed content and no security header that is set later.
    """
    return (
        response.status_code == 200
        and not response.streaming
        and not response.cookies
        and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        and not any(name.startswith("_csp") for name in vars(response))
    )


pages = PageCache()
