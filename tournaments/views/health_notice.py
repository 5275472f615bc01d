"""What a helper is told when the clock or the worker is away."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.upkeep.health import heartbeats, machine_clock
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest


@for_helpers(Ability.LOOK)
@require_safe
def silent_parts(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The parts of the program of which nothing has been heard for too long."""
    context = {"tournament": tournament, "away": heartbeats.away(machine_clock.read())}
    return render(request, "director/_silent_parts.html", context)
