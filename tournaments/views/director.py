"""A director's way in: the first account, my tournaments, a new tournament."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from tournaments import owner, setup
from tournaments.forms import FirstAccountForm
from tournaments.presets import DEFAULT, PRESETS
from tournaments.queries import tournaments_of
from tournaments.tournament_forms import TournamentForm, form_of
from tournaments.web import AccountRequest, refused


@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Greets whoever opens a new installation and makes their account. 404 as
    soon as anybody has one."""
    if not owner.is_unclaimed():
        raise Http404
    form = FirstAccountForm(request.POST or None)
    if request.method != "POST":
        return render(request, "director/welcome.html", {"form": form})
    if not form.is_valid():
        return refused(request, "director/welcome.html", {"form": form})
    data = form.cleaned_data
    try:
        user = owner.make_first_account(
            username=data["username"], password=data["password1"]
        )
    except RuleError as error:
        raise Http404 from error
    login(request, user)
    messages.success(request, _("Welcome! This account directs every tournament here."))
    return redirect("director:home")


@login_required
@require_safe
def home(request: AccountRequest) -> HttpResponse:
    """The account's tournaments, and the ways to begin another."""
    cards = tournaments_of(request.user)
    return render(request, "director/home.html", {"cards": cards})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest) -> HttpResponse:
    """Make a tournament, beginning with the values of a preset (?preset=)."""
    chosen = request.GET.get("preset", DEFAULT)
    if chosen not in PRESETS:
        raise Http404
    context: dict[str, object] = {"presets": PRESETS, "chosen": chosen}
    if request.method != "POST":
        context["form"] = TournamentForm.from_preset(PRESETS[chosen])
        return render(request, "director/new.html", context)
    form = form_of(request.POST.get("ruleset", ""))(request.POST)
    if form.is_valid():
        try:
            tournament = setup.create_tournament(form.plan(), director=request.user)
        except RuleError as error:
            form.add_faults(error)
        else:
            messages.success(request, _("The tournament is there. Now the players."))
            return redirect("director:players", tournament.slug)
    return refused(request, "director/new.html", {**context, "form": form})
