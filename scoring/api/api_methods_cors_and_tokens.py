"""Methods, cross-origin requests and tokens of the API.

Addresses answer GET, HEAD (GET without a body), OPTIONS, and, if they accept changes, a
method that writes. Scripts of other sites send a preflight OPTIONS request before a
request with a token or an ETag.

Public data needs no token. A token for the tournament gives access to everything that
directors may read, if it is read-only or has the role of a director.

Answers are in English, whatever language the client accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from http import HTTPStatus

from django.db import DatabaseError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.faults import MOST_QUOTED
from scoring.api.api_problems import NoToken, UnknownParameter, problem
from scoring.exports.export_columns_and_values import Audience
from tournaments.access import api_tokens
from tournaments.languages import page_language
from tournaments.models import ReadingToken, Role, Tournament
from tournaments.upkeep.outage_detection import outage_of
from tournaments.web.list_wording import joined_with_commas

View = Callable[..., HttpResponseBase]

READS = ("GET", "HEAD")
#: Headers that scripts of other sites may send, and may read in the answer.
SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
READ = "ETag, Retry-After"
#: Seconds for which browsers may cache a preflight answer.
A_DAY = 86_400


def of_methods(view: View, methods: Collection[str]) -> View:
    """Return a view that answers these methods and OPTIONS.

    Any other method gets a 405 problem.
    """
    answered = [*(READS if "GET" in methods else ()), *sorted(set(methods) - {"GET"})]
    allowed = ", ".join([*answered, "OPTIONS"])

    @wraps(view)
    def wrapped(
        request: HttpRequest, *args: object, **named: object
    ) -> HttpResponseBase:
        page_language.use_for_programs()
        method = request.method
        if method == "OPTIONS":
            return _options(allowed)
        if method not in answered:
            message = _("This address accepts only: %(methods)s.") % {
                "methods": allowed
            }
            refused = problem(HTTPStatus.METHOD_NOT_ALLOWED, message)
            refused["Allow"] = allowed
            return refused
        # The web server removes the body of an answer to HEAD.
        request.method = "GET" if method == "HEAD" else method
        try:
            response = view(request, *args, **named)
        finally:
            request.method = method
        response["Access-Control-Expose-Headers"] = READ
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def _options(allowed: str) -> HttpResponse:
    response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    response["Allow"] = allowed
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Allow-Methods"] = allowed
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
    if token := token_in(request):
        known = api_tokens.read(token)
        if known is None:
            raise NoToken(_("This token is invalid or revoked."))
        _note_use(known)
        reads_all = known.role in ("", Role.DIRECTOR)
        if reads_all and tournament and known.tournament_id == tournament.pk:
            return tournament, Audience.DIRECTORS
    if tournament is None or not tournament.is_public:
        raise Http404(_("This tournament does not exist or is not public."))
    return tournament, Audience.EVERYBODY


def _note_use(token: ReadingToken) -> None:
    """Store when the token was last used.

    Skip this if the database is busy or full, so that the client can still read.
    """
    try:
        with transaction.atomic():
            api_tokens.note_use(token, timezone.now())
    except DatabaseError as error:
        if outage_of(error) is None:
            raise


def refuse_other_parameters(request: HttpRequest, *known: str) -> None:
    """Raise UnknownParameter for a query parameter that is not in `known`, because a
    misspelt parameter would silently change the answer.
    """
    for name in request.GET:
        if name not in known:
            values = {
                "name": name[:MOST_QUOTED],
                "known": joined_with_commas(known) or "–",
            }
            message = _("Unknown parameter “%(name)s”. Use one of these: %(known)s.")
            raise UnknownParameter(message % values)


def token_in(request: HttpRequest) -> str:
    """Return the token of a request; "" without one. Raises NoToken for another kind of
    authorization."""
    header = request.headers.get("Authorization", "")
    if not header:
        return ""
    if header[: len(BEARER)].lower() != BEARER:
        raise NoToken(_("Send the header “Authorization: Bearer” with the token."))
    return header[len(BEARER) :].strip()
