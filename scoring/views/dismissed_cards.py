"""Putting away a card on a table's page: each device remembers for itself."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.pages.tables.referee_cards import PutAway
from scoring.views.at_table import address_of, at_table_or_its_device
from tournaments.models import Session
from tournaments.web.request_types_and_form_faults import TableRequest

#: Written by `static/table-cards.js` too, for when there is no network.
COOKIE = "put_away"
#: As long as a device may be at one table.
MAX_AGE = 14 * 24 * 3600


def put_away_by(request: TableRequest) -> PutAway:
    """What this device has put away at this table."""
    return PutAway.read(request.COOKIES.get(COOKIE, ""))


@require_POST
@at_table_or_its_device
def put_away(request: TableRequest, session: Session) -> HttpResponse:
    """Put away the card that `card` names, on this device."""
    card = PutAway.read(request.POST.get("card", ""))
    address = address_of(session)
    response = redirect(address)
    read = put_away_by(request).with_(card)
    response.set_cookie(
        COOKIE,
        str(read),
        max_age=MAX_AGE,
        path=address,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response
