"""How the API may be asked: GET, HEAD as GET without its body, OPTIONS; other sites'
scripts too, which ask by OPTIONS before they send a token or a tag."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from scoring.views.api.problems import problem

View = Callable[..., HttpResponseBase]

METHODS = "GET, HEAD, OPTIONS"
#: What scripts of other sites may send, and read of an answer beside its body.
SENT, READ = "Authorization, If-None-Match", "ETag, Retry-After"
#: Seconds for which they need not ask again what is allowed.
A_DAY = 86_400


def by_reading(view: View) -> View:
    """A view of GET that answers every method."""

    @wraps(view)
    def wrapped(
        request: HttpRequest, *args: object, **asked: object
    ) -> HttpResponseBase:
        method = request.method
        if method == "OPTIONS":
            return _options()
        if method not in ("GET", "HEAD"):
            words = _("The API is read-only. Use GET.")
            refused = problem(HTTPStatus.METHOD_NOT_ALLOWED, words)
            refused["Allow"] = METHODS
            return refused
        # The web server leaves out the body of what HEAD asked for.
        request.method = "GET"
        try:
            response = view(request, *args, **asked)
        finally:
            request.method = method
        response["Access-Control-Expose-Headers"] = READ
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def _options() -> HttpResponse:
    response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    response["Allow"] = METHODS
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Allow-Methods"] = METHODS
    response["Access-Control-Allow-Headers"] = SENT
    response["Access-Control-Max-Age"] = str(A_DAY)
    return response
