"""How the API may be asked: GET, HEAD as GET without its body, OPTIONS; other sites'
scripts too, which ask by OPTIONS before they send a token or a tag.

Who reads by the API: anybody what is public, and who has a token of an event
whatever its directors may read of it.
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


BEARER = "bearer "


def event_for(request: HttpRequest, slug: str) -> tuple[Tournament, Audience]:
    """The event, and whom its answer is for. Raises Http404 for what the reader may not
    see, NoToken for a token that does not count."""
    found = Tournament.objects.not_in_bin().filter(slug=slug).first()
    if token := _token_in(request):
        known = api_tokens.read(token)
        if known is None:
            raise NoToken(_("This token is invalid or revoked."))
        if found and known.tournament_id == found.pk:
            return found, Audience.DIRECTORS
    if found is None or not found.is_public:
        raise Http404(_("This tournament does not exist or is not public."))
    return found, Audience.EVERYBODY


def refuse_other_parameters(request: HttpRequest, *known: str) -> None:
    """Raise UnknownParameter for a parameter of the query that is not one of these: a
    misspelt one would quietly give another answer."""
    for name in request.GET:
        if name not in known:
            told = {"name": name[:MOST_QUOTED], "known": ", ".join(known) or "–"}
            message = _("Unknown parameter “%(name)s”. Use: %(known)s.")
            raise UnknownParameter(message % told)


def _token_in(request: HttpRequest) -> str:
    said = request.headers.get("Authorization", "")
    if not said:
        return ""
    if said[: len(BEARER)].lower() != BEARER:
        raise NoToken(_("Send the header “Authorization: Bearer” with the token."))
    return said[len(BEARER) :].strip()
