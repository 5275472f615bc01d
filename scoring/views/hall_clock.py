"""The big clock of the hall, for those who have the hall's link and for the helpers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring import hall_clock, hall_screen
from tournaments.models import Tournament
from tournaments.views.roles import for_referees
from tournaments.web import AccountRequest


@require_safe
@cache_control(private=True, no_cache=True)
def by_key(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The clock for whoever has the key."""
    tournament = hall_screen.by_key(slug, key)
    seats = reverse("hall:screen", args=[slug, key])
    return _show(request, tournament, seats)


@for_referees
@require_safe
def for_helpers(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The same for the helpers of the tournament, who need no key."""
    return _show(request, tournament, reverse("hall:seats", args=[tournament.slug]))


def _show(request: HttpRequest, tournament: Tournament, seats: str) -> HttpResponse:
    context = hall_clock.clock_page(tournament) | {
        "seats": seats,
        "live_url": hall_clock.live_url(tournament),
    }
    return render(request, "hall/clock.html", context)
