"""The log of a tournament: who changed what, when and why."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.wording import log_words, reasons
from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest

EVENTS_PER_PAGE = 50


@for_helpers(Ability.LOG)
@require_safe
def log(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Everything that changed, the latest first, page by page (?page=); with
    ?hands=no without the hands as they were entered."""
    events = tournament.log.order_by("-revision")
    with_hands = request.GET.get("hands") != "no"
    if not with_hands:
        events = events.exclude(kind="entered")
    page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    lines = [
        (event, log_words.of_event(event), reasons.of_event(event)) for event in page
    ]
    context = {
        "tournament": tournament,
        "lines": lines,
        "page": page,
        "with_hands": with_hands,
    }
    return render(request, "director/log.html", context)
