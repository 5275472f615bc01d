"""What is sent here is written in UTF-8, as browsers send it. Django would follow a
request that says otherwise, also to what is no encoding of text at all."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

UTF_8 = ("utf-8", "utf8")


def only_utf8(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a request in another encoding is refused."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        said = (request.content_params or {}).get("charset", UTF_8[0])
        if said.strip().lower() in UTF_8:
            return get_response(request)
        words = _("This was not sent in UTF-8. Nothing of it was saved.")
        return HttpResponse(words, status=415, content_type="text/plain; charset=utf-8")

    return middleware
