"""Middleware for compression, caching and permission headers of pages.

Pages of signed-in users contain secrets next to text from other users, so their
compressed length could reveal secrets (BREACH). Django's middleware, used here, adds a
random number of bytes. Responses that are already compressed, or would not get shorter,
are unchanged.

Shared caches store no page, because pages contain the name of the signed-in user.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control, patch_vary_headers

from tournaments.web.etags_and_gzip import gets_shorter, takes_gzip

View = Callable[[HttpRequest], HttpResponseBase]

#: Browser features denied to all pages by default.
NOTHING = "camera=(), microphone=(), geolocation=()"


def deny_device_features(get_response: View) -> View:
    """Return middleware that denies pages the camera, microphone and location, unless a
    response has its own header for this."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", NOTHING)
        return response

    return middleware


def respect_refused_gzip(get_response: View) -> View:
    """Return middleware that sends uncompressed responses to clients that refuse gzip
    ("gzip;q=0"). Django's compression and the static file server ignore this header."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if "gzip" in accepted.lower() and not takes_gzip(accepted):
            request.META["HTTP_ACCEPT_ENCODING"] = "identity"
        return get_response(request)

    return middleware


class TextCompression(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not _has_words(response):
            return response
        return super().process_response(request, response)


def _has_words(response: HttpResponseBase) -> bool:
    return gets_shorter(response.headers.get("Content-Type", ""))


def mark_as_private(get_response: View) -> View:
    """Return middleware that marks every response as private and dependent on cookies.

    Browsers may store a response but must revalidate it, unless the view allows more.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        patch_cache_control(response, private=True)
        patch_vary_headers(response, ("Cookie",))
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            # Django sets the length of an empty body; caches take it for the page's.
            del response["Content-Length"]
        return response

    return middleware
