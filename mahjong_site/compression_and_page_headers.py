"""Camera, microphone and place are for no page but those that say so.

Answers of the pages are compressed for who takes that.

Pages of signed-in people hold what nobody else may read, beside what others can have
put there: how long such a page is when compressed could tell of it (BREACH). Django's
middleware, which this is, makes each of them longer by a number of bytes that chance
gives. What is compressed already, or would not get shorter, stays as it is.

No page is kept by a cache that several people share: pages say who is signed in.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control, patch_vary_headers

from tournaments.web.etags_and_gzip import gets_shorter, takes_gzip

View = Callable[[HttpRequest], HttpResponseBase]

#: What browsers allow nobody here.
NOTHING = "camera=(), microphone=(), geolocation=()"


def only_where_codes_are_scanned(get_response: View) -> View:
    """Middleware: a page that needs a camera sets the header itself."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", NOTHING)
        return response

    return middleware


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


def never_shared(get_response: View) -> View:
    """Middleware: whatever a view says, its answer is private and depends on cookies.
    A browser may keep it, and asks again before it shows it unless the view says more.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        patch_cache_control(response, private=True)
        patch_vary_headers(response, ("Cookie",))
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            # Django's is that of an empty body; a cache takes it for the page's.
            del response["Content-Length"]
        return response

    return middleware
