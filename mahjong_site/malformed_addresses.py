"""Remove malformed addresses from request headers.

Django, django-htmx and our views parse these addresses. A malformed address would raise
an error there, and the client's mistake would look like a fault of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, HttpResponseBase

#: Headers with the address of the previous page. Not `Origin`: a malformed one must be
#: refused, and dropping it would let the request pass.
HEADERS = ("HTTP_REFERER", "HTTP_HX_CURRENT_URL")


def is_address(text: str) -> bool:
    """Return whether the text is a valid absolute or relative address."""
    try:
        urlsplit(text).port  # noqa: B018
    except ValueError:
        return False
    return True


def left_out(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that removes malformed addresses from request headers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        for name in HEADERS:
            address = request.META.get(name, "")
            # htmx may percent-encode it, and django-htmx decodes it.
            if not (is_address(address) and is_address(unquote(address))):
                del request.META[name]
                vars(request).pop("headers", None)  # Django's cached headers.
        return get_response(request)

    return middleware
