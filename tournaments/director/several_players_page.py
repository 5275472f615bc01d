"""Pages to change several selected players, and to register persons from other
tournaments."""

from __future__ import annotations

from collections.abc import Collection

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Person, Tournament
from tournaments.people import change_several_players, register_players
from tournaments.people.change_several_players import FORMS, numbers_in
from tournaments.people.countries_and_ema_numbers import COUNTRY_NAMES
from tournaments.people.persons_of_other_tournaments import known_people, suggestions
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.PLAYERS)
@require_POST
def several(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the form for a change of the selected players. With `sure`, carry out the
    change.

    Without selected players, redirect to the player list.
    """
    numbers = numbers_in(request.POST.getlist("player"))
    players = change_several_players.players_numbered(tournament, numbers)
    change = request.POST.get("change", "")
    if change not in FORMS or not players:
        messages.warning(request, _("Select players in the list first."))
        return redirect("director:players", tournament.slug)
    sure = "sure" in request.POST
    form = FORMS[change](request.POST if sure else None)
    if sure and form.is_valid():
        with faults_in(form):
            count = _changed(request, tournament, numbers, change, form)
            message = ngettext(
                "%(count)s player updated.", "%(count)s players updated.", count
            )
            messages.success(request, message % {"count": count})
            return redirect("director:players", tournament.slug)
    page = {
        "tournament": tournament,
        "players": players,
        "change": change,
        "form": form,
        "countries": sorted(COUNTRY_NAMES.values()),
    }
    if sure:
        return refused(request, "director/players_several.html", page)
    return render(request, "director/players_several.html", page)


def _changed(
    request: AccountRequest,
    tournament: Tournament,
    numbers: Collection[int],
    change: str,
    form: forms.Form,
) -> int:
    """Carry out the change of a valid form, and return the number of changed
    players."""
    by = request.user.get_username()
    if change == "withdraw":
        return change_several_players.withdraw_several(
            tournament, numbers, by=by, reason=form.cleaned_data["reason"]
        )
    if change == "remove":
        return change_several_players.remove_several(
            tournament, numbers, by=by, reason=form.cleaned_data["reason"]
        )
    return change_several_players.set_for_several(
        tournament,
        numbers,
        change,
        form.cleaned_data["value"],
        director=request.user,
    )


@for_helpers(Ability.PLAYERS)
@PAGE
def known(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the search for persons from other tournaments. POST registers a person.

    Raises Http404 in a practice tournament, which has only invented players.
    """
    if tournament.is_practice:
        raise Http404
    if request.method == "POST":
        with faults_shown(request):
            pk = request.POST.get("person", "")
            people = {
                str(person.pk): person
                for person in known_people(tournament, request.user)
            }
            if pk in people:
                player = register_players.register_known(
                    tournament,
                    Person.objects.get(pk=people[pk].pk),
                    by=request.user.get_username(),
                )
                message = _("%(name)s registered as player %(number)s.")
                messages.success(
                    request, message % {"name": player, "number": player.number}
                )
        return redirect("director:players", tournament.slug)
    text = request.GET.get("known", "")[:100]
    page = {
        "tournament": tournament,
        "text": text,
        "found": suggestions(tournament, request.user, text),
    }
    return render(request, "director/players_known.html", page)
