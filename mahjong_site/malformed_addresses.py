"""Addresses that browsers send in the head of a request, if they are addresses at all.

Django, htmx's helper and our own views take them apart. What is malformed raises an
error there, which would be answered as a fault of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, HttpResponseBase

#: Where browsers name the page that a request comes from. Not `Origin`: a request is
#: refused for a malformed one, and is not to pass because it has none.
HEADERS = ("HTTP_REFERER", "HTTP_HX_CURRENT_URL")


def is_address(text: str) -> bool:
    """Whether this can be taken apart as an address, absolute or not."""
    try:
        urlsplit(text).port  # noqa: B018
    except ValueError:
        return False
    return True


def left_out(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a header without an address in it counts as not sent."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        for name in HEADERS:
            said = request.META.get(name, "")
            # htmx may send it percent-encoded, and its helper decodes it.
            if not (is_address(said) and is_address(unquote(said))):
                del request.META[name]
                vars(request).pop("headers", None)  # Django's copy of them.
        return get_response(request)

    return middleware
