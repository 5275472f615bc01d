"""Who reads by the API: anybody what is public, and who has a token of an event
whatever its directors may read of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from rules.faults import MOST_QUOTED
from scoring.exports.export import Audience
from scoring.views.api.problems import NoToken, UnknownParameter
from tournaments.access import api_tokens
from tournaments.models import Tournament

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
