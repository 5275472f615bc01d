"""The page of players to keep apart."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import player_numbered
from tournaments.models import Tournament
from tournaments.people import player_changes
from tournaments.people.find_and_sort_players import player_meant
from tournaments.people.player_forms import ApartForm, MeetForm
from tournaments.people.player_list_and_kept_apart import (
    players_of,
    suggested_players,
)
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.PLAYERS)
@PAGE
def apart(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render all pairs of players to keep apart, with a form. POST adds a pair."""
    if request.method != "POST":
        page = _page(tournament, ApartForm())
        return render(request, "director/players_apart.html", page)
    form = ApartForm(request.POST)
    if form.is_valid():
        players = list(players_of(tournament))
        with faults_in(form):
            pair = player_changes.keep_apart(
                player_meant(players, form.cleaned_data["one"], "one"),
                player_meant(players, form.cleaned_data["other"], "other"),
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = _("%(one)s and %(other)s are kept apart in new seating.")
            messages.success(request, message % {"one": pair.one, "other": pair.other})
            return redirect("director:players_apart", tournament.slug)
    return refused(request, "director/players_apart.html", _page(tournament, form))


@for_helpers(Ability.PLAYERS)
@PAGE
def let_meet(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Stop keeping the players with the numbers `one` and `other` apart. GET redirects
    to the page of all pairs.

    Raises BadRequest if a number is missing, and Http404 for an unknown player.
    """
    if request.method != "POST":
        return redirect("director:players_apart", tournament.slug)
    form = MeetForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    one, other = (
        player_numbered(tournament, form.cleaned_data[name])
        for name in ("one", "other")
    )
    with faults_shown(request):
        player_changes.let_meet(tournament, one, other, by=request.user.get_username())
        message = _("%(one)s and %(other)s are no longer kept apart.")
        messages.success(request, message % {"one": one, "other": other})
    return redirect("director:players_apart", tournament.slug)


def _page(tournament: Tournament, form: ApartForm) -> dict[str, object]:
    return {
        "tournament": tournament,
        "pairs": tournament.never_meet.select_related("one__person", "other__person"),
        "players": suggested_players(tournament),
        "problems": seat_problems(tournament),
        "form": form,
    }
