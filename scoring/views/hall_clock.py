"""The big clock of the hall, for those who have the hall's link and for the helpers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.pages.hall import big_clock, screen
from tournaments.access import stream_readers
from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest


@require_safe
@cache_control(private=True, no_cache=True)
def by_key(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The clock for whoever has the key."""
    tournament = screen.by_key(slug, key)
    stream_readers.let_in(request, stream_readers.in_hall(tournament))
    seats = reverse("hall:seats_by_key", args=[slug, key])
    return _show(request, tournament, seats)


@for_helpers(Ability.SCREENS)
@require_safe
def by_account(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The big clock for the helpers of the tournament, who need no key."""
    return _show(request, tournament, reverse("hall:seats", args=[tournament.slug]))


def _show(request: HttpRequest, tournament: Tournament, seats: str) -> HttpResponse:
    context = big_clock.clock_page(tournament) | {
        "seats": seats,
        "live_url": big_clock.live_url(tournament, stream_readers.reader_of(request)),
    }
    return render(request, "hall/clock.html", context)
