"""The pages of the player list and of one player."""

from __future__ import annotations

from dataclasses import asdict

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.list_import_forms import SendForm
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.list_import.import_and_undo_import import import_to_take_back
from tournaments.models import NOT_BEGUN, Player, Tournament
from tournaments.people import player_changes, register_players
from tournaments.people.countries_and_ema_numbers import COUNTRY_NAMES
from tournaments.people.find_and_sort_players import PlayerSearch, choices, headings
from tournaments.people.player_forms import (
    HousePlayerForm,
    PersonForm,
    PlayerForm,
    PrivateDataForm,
)
from tournaments.people.player_list_and_kept_apart import line_of, lines_of
from tournaments.people.presence_in_rounds import Reached, reached
from tournaments.people.private_data import (
    NO_PRIVATE_DATA,
    PrivateData,
    change_private_data,
    private_data_of,
)
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.people.self_registration import mark_fee
from tournaments.people.substitutes import substitution_of
from tournaments.privacy.anonymise_player import players_to_anonymise
from tournaments.rounds.tournament_table_sizes import unfilled_tables_in_words
from tournaments.seating_drafts.substitution_preview import first_seat_to_come
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])
#: Ids of the fields of private data, different from the ids in the player's form.
PRIVATE_ID = "private_%s"


@for_helpers(Ability.PLAYERS)
@PAGE
def players(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the player list. POST registers a player."""
    if request.method != "POST":
        now = reached(tournament)
        form = PlayerForm.empty(now.comes_next)
        context = _list(request, tournament, form, now)
        return render(request, "director/players.html", context)
    form = PlayerForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            [player] = register_players.register(
                tournament,
                [form.row()],
                by=request.user.get_username(),
                account=request.user,
            )
            message = _("%(name)s registered as player %(number)s.")
            messages.success(
                request, message % {"name": player, "number": player.number}
            )
            return redirect("director:players", tournament.slug)
    context = _list(request, tournament, form, reached(tournament))
    return refused(request, "director/players.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def player(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the form with a player's data. POST saves it."""
    player = player_numbered(tournament, number, "contact", "sign_up")
    form_class = HousePlayerForm if player.is_filler else PersonForm
    if request.method != "POST":
        context = _of_player(player, form_class.of(player))
        return render(request, "director/player.html", context)
    form = form_class(request.POST)
    if form.is_valid():
        with faults_in(form):
            _save(player, form, request.user)
            messages.success(request, _("Player saved."))
            return redirect("director:players", tournament.slug)
    return refused(request, "director/player.html", _of_player(player, form))


@transaction.atomic
def _save(player: Player, form: PersonForm, director: User) -> None:
    """Save the data in a valid form, and the fee if the form changes it. Raises Refused
    as `player_changes.correct` does."""
    player_changes.correct(player, form.row(), director=director)
    if "fee_paid" in form.changed_data:
        paid, by = form.cleaned_data["fee_paid"], director.get_username()
        mark_fee(player.tournament, player.number, paid=paid, by=by)


@for_helpers(Ability.PLAYERS)
@require_POST
def private_data(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Save a player's private data. The button `do=delete` deletes it."""
    player = player_numbered(tournament, number, "contact", "sign_up")
    form, data = PrivateDataForm(request.POST, auto_id=PRIVATE_ID), NO_PRIVATE_DATA
    if request.POST.get("do") != "delete":
        if not form.is_valid():
            context = _of_player(player, PersonForm.of(player), form)
            return refused(request, "director/player.html", context)
        data = PrivateData(**form.cleaned_data)
    change_private_data(player, data, by=request.user.get_username())
    saved = _("Private data saved. Only directors see it.")
    messages.success(request, saved if data else _("Private data deleted."))
    return redirect("director:player", tournament.slug, number)


def _of_player(
    player: Player, form: forms.BaseForm, private_form: PrivateDataForm | None = None
) -> dict[str, object]:
    """Return the context of a player's page. `private_form`: the refused form."""
    data = private_data_of(player)
    return {
        "tournament": player.tournament,
        "player": player,
        "line": line_of(player),
        "private_data": data,
        "private_form": private_form
        or PrivateDataForm(initial=asdict(data), auto_id=PRIVATE_ID),
        "seat_to_come": first_seat_to_come(player),
        "has_played": player.seats.exclude(round__state__in=NOT_BEGUN).exists(),
        "substitution": substitution_of(player),
        "form": form,
    }


def player_numbered(tournament: Tournament, number: int, *related: str) -> Player:
    """Return the player with this number, with the `related` rows in the same query.
    Raises Http404 if there is no such player."""
    players = Player.objects.select_related("person", "team", "tournament", *related)
    return get_object_or_404(players, tournament=tournament, number=number)


def _list(
    request: AccountRequest,
    tournament: Tournament,
    form: forms.BaseForm,
    now: Reached,
) -> dict[str, object]:
    lines = lines_of(tournament, now)
    search = PlayerSearch.of(request.GET)
    return {
        "tournament": tournament,
        "lines": search.of_lines(lines),
        "everybody": len(lines),
        "search": search,
        "headings": headings(search),
        "has_states": any(line.has_note for line in lines),
        "choices": choices(lines),
        "adding": form.is_bound or "add" in request.GET,
        "countries": sorted(COUNTRY_NAMES.values()),
        "has_contacts": tournament.contacts.exists(),
        "last_import": import_to_take_back(tournament),
        "players": sum(not line.player.is_filler for line in lines),
        "house_players": sum(line.player.is_filler for line in lines),
        "is_seated": tournament.rounds.exists(),
        "unfilled": unfilled_tables_in_words(
            sum(
                line.player.plays(now.comes_next)
                for line in lines
                if not line.player.is_filler
            ),
            tournament.rules,
        ),
        "apart": tournament.never_meet.count(),
        "problems": seat_problems(tournament),
        "asked_nameless": players_to_anonymise(tournament),
        "form": form,
        "import_form": SendForm(),
    }
