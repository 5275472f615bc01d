"""Refuse requests that are not in UTF-8, which all browsers use. Django would decode a
request in the encoding that its header names, even if the text is invalid."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

UTF_8 = ("utf-8", "utf8")
NUL = "\0"


def only_utf8(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that refuses requests in encodings other than UTF-8."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        charset = (request.content_params or {}).get("charset", UTF_8[0])
        if charset.strip().lower() in UTF_8:
            return get_response(request)
        message = _("The text is not UTF-8. Nothing was saved.")
        return _refused(message, status=415)

    return middleware


def holds_nul(request: HttpRequest) -> bool:
    """Return whether the address's query or a field contains the character NUL.

    A form with NUL in a field shows an error beside the field. For values read without
    a form, PostgreSQL raises an error.
    """
    return any(
        NUL in text
        for sent in (request.GET, request.POST)
        for name, values in sent.lists()
        for text in (name, *values)
    )


def refuse_nul() -> HttpResponse:
    """Return a response with status 400 for a request that contains NUL, which the
    database has rejected."""
    message = _("The text contains an invalid character. Nothing was saved.")
    return _refused(message, status=400)


def _refused(message: str, *, status: int) -> HttpResponse:
    plain = "text/plain; charset=utf-8"
    return HttpResponse(message, status=status, content_type=plain)
