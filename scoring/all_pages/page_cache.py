"""Rows of long lists and parts of pages, rendered once for as long as they read the
same: of what is shown again after each hand, all but a little is as before.

Pages that are the same for everybody without an account: made once for a revision,
compressed once, and sent to all.

Each process keeps those that were asked for last. Two who ask at once for a page that
is not there wait for one making.
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

#: So many rows a process keeps: those of two hundred tables, or of four large events.
KEPT = 4096

_kept: dict[Hashable, SafeString] = {}


def rendered_row(
    template: str, words: Hashable, context: Mapping[str, object]
) -> SafeString:
    """A row by its template. `words`: all that it shows, but for its language; two
    rows with the same words are one."""
    return kept((template, words), lambda: render_to_string(template, context))


def kept(words: Hashable, make: Callable[[], SafeString]) -> SafeString:
    """What `make` gives for these words in this language, made once."""
    key = (get_language(), words)
    html = _kept.get(key)
    if html is None:
        html = make()
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[key] = html
    return html


Page = Callable[[HttpRequest], HttpResponseBase]

#: Bytes of pages that a process keeps, as they are.
KEPT_BYTES = 32 * 1024 * 1024
#: About what a page takes beside them, however short it is: a thousand addresses of
#: nearly nothing must not take more than is kept.
BESIDE = 2048
#: Seconds after which a page is made again all the same, for what no revision tells of.
LONGEST = 60.0
#: Less than this is hardly shorter when compressed.
WORTH_PACKING = 500


@dataclass(frozen=True)
class Made:
    """A page, and how long it holds by `time.time()`."""

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
        words = gets_shorter(dict(self.headers).get("Content-Type", ""))
        return words and len(self.body) > WORTH_PACKING

    @property
    def weight(self) -> int:
        """Bytes that it takes, about."""
        return len(self.body) + BESIDE

    @property
    def holds(self) -> bool:
        return time.time() < self.until

    def answer(self, request: HttpRequest) -> HttpResponse:
        """It, or that it is what the reader has."""
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


class MadePages:
    """The pages of a process."""

    def __init__(self) -> None:
        self._made: OrderedDict[bytes, Made] = OrderedDict()
        self._size = 0
        self._making: dict[bytes, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(
        self, about: Hashable, request: HttpRequest, page: Page
    ) -> HttpResponseBase:
        """The page that depends on what it is `about`, made now if nobody has asked for
        it. What may not be shared is only sent."""
        key = blake2b(repr(about).encode(), digest_size=16).digest()
        made = self._known(key)
        if made is None:
            with self._alone(key):
                made = self._known(key)
                if made is None:
                    response, made = _make(request, page)
                    if made is None:
                        return response
                    self._keep(key, made)
        return made.answer(request)

    def forget(self) -> None:
        """Everything; for tests."""
        with self._lock:
            self._made.clear()
            self._size = 0

    def _known(self, key: bytes) -> Made | None:
        with self._lock:
            made = self._made.get(key)
            if made is None or not made.holds:
                return None
            self._made.move_to_end(key)
            return made

    def _keep(self, key: bytes, made: Made) -> None:
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
        """As the only one who makes this page."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                yield
        finally:
            with self._lock:
                self._making.pop(key, None)


def _make(request: HttpRequest, page: Page) -> tuple[HttpResponseBase, Made | None]:
    with page_expiry.noted() as lasts:
        response = page(request)
    if not _may_be_shared(request, response) or not isinstance(response, HttpResponse):
        return response, None
    until = time.time() + min(lasts.seconds or LONGEST, LONGEST)
    return response, Made(tuple(response.items()), response.content, until)


def _may_be_shared(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether there is nothing in it that is one reader's: a form's token, a cookie,
    or headers that are decided later for this answer."""
    return (
        response.status_code == 200
        and not response.streaming
        and not response.cookies
        and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        and not any(name.startswith("_csp") for name in vars(response))
    )


pages = MadePages()
