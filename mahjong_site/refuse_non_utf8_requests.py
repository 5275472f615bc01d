"""What is sent here is written in UTF-8, as browsers send it. Django would follow a
request that says otherwise, also to what is no encoding of text at all."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

UTF_8 = ("utf-8", "utf8")
NUL = "\0"


def only_utf8(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a request in another encoding is refused."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        said = (request.content_params or {}).get("charset", UTF_8[0])
        if said.strip().lower() in UTF_8:
            return get_response(request)
        words = _("The text is not UTF-8. Nothing was saved.")
        return _refused(words, status=415)

    return middleware


def holds_nul(request: HttpRequest) -> bool:
    """Whether any text in its address or its fields holds NUL. Forms refuse that
    beside the field; what a page reads without one, PostgreSQL refuses."""
    return any(
        NUL in text
        for sent in (request.GET, request.POST)
        for name, values in sent.lists()
        for text in (name, *values)
    )


def refuse_nul() -> HttpResponse:
    """The answer to such a request that the database did not take."""
    words = _("The text contains an invalid character. Nothing was saved.")
    return _refused(words, status=400)


def _refused(words: str, *, status: int) -> HttpResponse:
    plain = "text/plain; charset=utf-8"
    return HttpResponse(words, status=status, content_type=plain)
