"""Answers of the pages are compressed for who takes that.

Pages of signed-in people hold what nobody else may read, beside what others can have
put there: how long such a page is when compressed could tell of it (BREACH). Django's
middleware, which this is, makes each of them longer by a number of bytes that chance
gives. What is compressed already, or would not get shorter, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from tournaments.web.etags_and_gzip import gets_shorter, takes_gzip

View = Callable[[HttpRequest], HttpResponseBase]


def refusals_heeded(get_response: View) -> View:
    """Middleware: who refuses gzip ("gzip;q=0") gets none. Whatever sends files, and
    Django's own compression, would take the refusal for a wish."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if "gzip" in accepted.lower() and not takes_gzip(accepted):
            request.META["HTTP_ACCEPT_ENCODING"] = "identity"
        return get_response(request)

    return middleware


class WordsCompressed(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not _has_words(response):
            return response
        return super().process_response(request, response)


def _has_words(response: HttpResponseBase) -> bool:
    return gets_shorter(response.headers.get("Content-Type", ""))
