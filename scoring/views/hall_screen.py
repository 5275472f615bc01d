"""The seats on a screen in the hall, for those who have the hall's link and for the
helpers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.pages.hall import screen as hall_screen
from tournaments.access import stream_readers
from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest


@require_safe
@cache_control(private=True, no_cache=True)
def screen(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The seats for whoever has the key."""
    tournament = hall_screen.by_key(slug, key)
    stream_readers.let_in(request, stream_readers.in_hall(tournament))
    clock = reverse("hall:clock_by_key", args=[slug, key])
    return _show(
        request, tournament, reverse("hall:seats_by_key", args=[slug, key]), clock
    )


@for_helpers(Ability.SCREENS)
@require_safe
def seats(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The seats for the helpers of the tournament, who need no key."""
    here, clock = (
        reverse(f"hall:{name}", args=[tournament.slug]) for name in ("seats", "clock")
    )
    return _show(request, tournament, here, clock)


def _show(
    request: HttpRequest, tournament: Tournament, here: str, clock: str
) -> HttpResponse:
    """`?round=` pins a round. `?part=` pins a part of the people, where they do not
    all fit on a screen; without it the parts take turns, from `?turn=` on."""
    number, pinned = _number(request, "round"), _number(request, "part")
    part = pinned or _number(request, "turn") or 1
    context = hall_screen.seats(tournament, number, part)
    context |= {
        "here": here,
        "clock": clock,
        "takes_turns": len(context["parts"]) > 1 and not pinned,
        "number": number,
        "live_url": hall_screen.live_url(
            tournament, number, part, stream_readers.reader_of(request)
        ),
    }
    return render(request, "hall/screen.html", context)


def _number(request: HttpRequest, name: str) -> int:
    """The number the address asks for; 0 if it asks for none."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
