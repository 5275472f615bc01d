"""Methods, cross-origin requests and tokens of the API.

The API answers GET, HEAD (GET without a body) and OPTIONS. Scripts of other sites send
a preflight OPTIONS request before a token or a tag.

Public data needs no token. With a token of a tournament, the client may read whatever
its directors may read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from rules.faults import MOST_QUOTED
from scoring.api.api_problems import NoToken, UnknownParameter, problem
from scoring.exports.export_columns_and_values import Audience
from tournaments.access import api_tokens
from tournaments.models import Tournament

View = Callable[..., HttpResponseBase]

METHODS = "GET, HEAD, OPTIONS"
#: Headers that scripts of other sites may send, and may read in the answer.
SENT, READ = "Authorization, If-None-Match", "ETag, Retry-After"
#: Seconds for which browsers may cache a preflight answer.
A_DAY = 86_400


def by_reading(view: View) -> View:
    """Return a view that answers GET, HEAD and OPTIONS, and rejects other methods."""

    @wraps(view)
    def wrapped(
        request: HttpRequest, *args: object, **named: object
    ) -> HttpResponseBase:
        method = request.method
        if method == "OPTIONS":
            return _options()
        if method not in ("GET", "HEAD"):
            message = _("The API is read-only. Use GET.")
            refused = problem(HTTPStatus.METHOD_NOT_ALLOWED, message)
            refused["Allow"] = METHODS
            return refused
        # The web server removes the body of an answer to HEAD.
        request.method = "GET"
        try:
            response = view(request, *args, **named)
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


BEARER = "bearer "


def event_for(request: HttpRequest, slug: str) -> tuple[Tournament, Audience]:
    """Return the tournament and the audience of the answer.

    Raises Http404 if the client may not see the tournament, NoToken if its token is
    invalid or revoked.
    """
    tournament = Tournament.objects.not_in_bin().filter(slug=slug).first()
    if token := _token_in(request):
        known = api_tokens.read(token)
        if known is None:
            raise NoToken(_("This token is invalid or revoked."))
        if tournament and known.tournament_id == tournament.pk:
            return tournament, Audience.DIRECTORS
    if tournament is None or not tournament.is_public:
        raise Http404(_("This tournament does not exist or is not public."))
    return tournament, Audience.EVERYBODY


def refuse_other_parameters(request: HttpRequest, *known: str) -> None:
    """Raise UnknownParameter for a query parameter that is not in `known`: a misspelt
    one would silently change the answer."""
    for name in request.GET:
        if name not in known:
            values = {"name": name[:MOST_QUOTED], "known": ", ".join(known) or "–"}
            message = _("Unknown parameter “%(name)s”. Use: %(known)s.")
            raise UnknownParameter(message % values)


def _token_in(request: HttpRequest) -> str:
    header = request.headers.get("Authorization", "")
    if not header:
        return ""
    if header[: len(BEARER)].lower() != BEARER:
        raise NoToken(_("Send the header “Authorization: Bearer” with the token."))
    return header[len(BEARER) :].strip()
