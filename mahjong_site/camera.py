"""Camera, microphone and place are for no page but those that say so."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

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
