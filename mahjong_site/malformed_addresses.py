"""Remove malformed addresses from request headers.

Django, django-htmx and our views parse these addresses. A malformed one would raise an
error there, and the client's mistake would be reported as a fault of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, HttpResponseBase

#: Headers with the address of the previous page. Not `Origin`: a malformed one must be
#: refused, and dropping it would let the request pass.
HEADERS = ("HTTP_REFERER", "HTTP_HX_CURRENT_URL")


def is_address(text: str) -> bool:
    """Return whether the text parses as an absolute or relative address."""
    try:
        urlsplit(text).port  # noqa: B018
    except ValueError:
        return False
    return True


def left_out(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Wrap the site as middleware that treats malformed addresses in headers as not
    sent.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        for name in HEADERS:
            address = request.META.get(name, "")
            # htmx may percent-encode it, and django-htmx decodes it.
            if not (is_address(address) and is_address(unquote(address))):
                del request.META[name]
                vars(request).pop("headers", None)  # Django's cached headers.
        return get_response(request)

    return middleware
