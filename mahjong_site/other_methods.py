"""An address that is asked by a method it does not take says so in a page with a way
on, for Django's own answer is empty. Whoever had to sign in while sending something is
led to such an address."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.template.loader import render_to_string

View = Callable[[HttpRequest], HttpResponseBase]


def told_in_a_page(get_response: View) -> View:
    """Middleware: fills the empty answer. Programs read its status and `Allow`."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        if request.accepts("text/html"):
            response.content = render_to_string("405.html", request=request)
        return response

    return middleware
