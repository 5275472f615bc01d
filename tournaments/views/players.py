"""The players of a tournament: register one, paste many, withdraw."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments import files, people, setup
from tournaments.forms import PersonForm, PlayerForm, ReasonForm, TextOrFileForm
from tournaments.models import Entry, Tournament
from tournaments.queries import entries_of
from tournaments.views.roles import for_directors
from tournaments.web import AccountRequest, add_faults, refused

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_directors
@PAGE
def players(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Everybody registered, and a form for one more."""
    if request.method != "POST":
        return render(request, "director/players.html", _list(tournament, PlayerForm()))
    form = PlayerForm(request.POST)
    if form.is_valid():
        try:
            [entry] = setup.register(
                tournament, [form.row()], by=request.user.get_username()
            )
        except RuleError as error:
            add_faults(form, error)
        else:
            words = _("%(name)s is registered with number %(number)s.")
            messages.success(request, words % {"name": entry, "number": entry.number})
            return redirect("director:players", tournament.slug)
    return refused(request, "director/players.html", _list(tournament, form))


@for_directors
@PAGE
def paste(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Register a whole list, pasted or from a file: everybody or nobody."""
    context = {"tournament": tournament, "columns": files.PLAYERS}
    if request.method != "POST":
        context["form"] = TextOrFileForm()
        return render(request, "director/players_paste.html", context)
    form = TextOrFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            rows = files.read_players(form.content)
            entries = setup.register(tournament, rows, by=request.user.get_username())
        except RuleError as error:
            form.add_file_faults(error)
        else:
            words = ngettext(
                "%(count)s player is registered.",
                "%(count)s players are registered.",
                len(entries),
            )
            messages.success(request, words % {"count": len(entries)})
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/players_paste.html", context)


@for_directors
@PAGE
def player(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """What is known about a player, to be corrected."""
    entry = _entry(tournament, number)
    context: dict[str, object] = {"tournament": tournament, "entry": entry}
    if request.method != "POST":
        context["form"] = PersonForm.of(entry)
        return render(request, "director/player.html", context)
    form = PersonForm(request.POST)
    if form.is_valid():
        try:
            people.correct(entry, form.row(), director=request.user)
        except RuleError as error:
            add_faults(form, error)
        else:
            messages.success(request, _("What is known about the player is saved."))
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/player.html", context)


@for_directors
@PAGE
def withdraw(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Take a registration back, with a reason."""
    entry = _entry(tournament, number)
    context: dict[str, object] = {"tournament": tournament, "entry": entry}
    if request.method != "POST":
        context["form"] = ReasonForm()
        return render(request, "director/withdraw.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            setup.withdraw(
                entry,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            add_faults(form, error)
        else:
            messages.success(request, _("%(name)s is withdrawn.") % {"name": entry})
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/withdraw.html", context)


def _entry(tournament: Tournament, number: int) -> Entry:
    entries = Entry.objects.select_related("player", "team", "tournament")
    return get_object_or_404(entries, tournament=tournament, number=number)


def _list(tournament: Tournament, form: forms.BaseForm) -> dict[str, object]:
    return {
        "tournament": tournament,
        "entries": entries_of(tournament),
        "form": form,
    }
