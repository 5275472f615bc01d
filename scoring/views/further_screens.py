"""The directors' page of a screen that has a name and turns of its own."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.public_pages import NotThere
from scoring.views.hall_link import (
    AnnouncementForm,
    NameForm,
    TurnsForm,
    address_of,
    turns_form,
)
from tournaments.access.abilities import Ability
from tournaments.events.setup import screen_setup
from tournaments.models import FurtherScreen, Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.qr import leads_nowhere
from tournaments.web.requests import AccountRequest, faults_in, refused

TEMPLATE = "director/further_screen.html"


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def further(
    request: AccountRequest, tournament: Tournament, screen: str
) -> HttpResponse:
    """What the screen shows and announces; POST changes that (`act`: turns, announce,
    take_back), its name (rename), or removes it (remove)."""
    try:
        shown = screen_setup.further_screen(tournament, screen)
        if request.method == "POST":
            return _changed(request, tournament, shown)
        return render(request, TEMPLATE, _page(request, tournament, shown))
    except screen_setup.NoScreen:
        raise NotThere(_("This screen does not exist or was removed.")) from None


def _changed(
    request: AccountRequest, tournament: Tournament, screen: FurtherScreen
) -> HttpResponse:
    by, slug = request.user.get_username(), screen.slug
    match request.POST.get("act"):
        case "remove":
            screen_setup.remove_screen(tournament, slug, by=by)
            said = _("Screen “%(name)s” removed.") % {"name": screen.name}
            messages.success(request, said)
            return redirect("director:hall_screen", tournament.slug)
        case "take_back":
            screen_setup.take_back(tournament, by=by, slug=slug)
            return redirect("director:further_screen", tournament.slug, slug)
    name, form = _sent_form(request)
    if form is not None and form.is_valid():
        with faults_in(form):
            _change(tournament, slug, form, by)
    if form is not None and form.is_valid():
        messages.success(
            request,
            _("Screen “%(name)s” updated.")
            % {"name": screen_setup.further_screen(tournament, slug).name},
        )
        return redirect("director:further_screen", tournament.slug, slug)
    if form is None:
        messages.error(request, _("Choose what to do with the screen."))
    context = _page(request, tournament, screen) | ({name: form} if form else {})
    return refused(request, TEMPLATE, context)


def _sent_form(request: AccountRequest) -> tuple[str, forms.Form | None]:
    """The form that was sent, and its name in the page."""
    match request.POST.get("act"):
        case "turns":
            return "turns_form", TurnsForm(request.POST)
        case "announce":
            return "announcement_form", AnnouncementForm(request.POST)
        case "rename":
            return "name_form", NameForm(request.POST)
    return "", None


def _change(tournament: Tournament, slug: str, form: forms.Form, by: str) -> None:
    match form:
        case TurnsForm():
            screen_setup.choose_turns(tournament, form.cleaned_data, by=by, slug=slug)
        case AnnouncementForm():
            screen_setup.announce(tournament, **form.said(), by=by, slug=slug)
        case NameForm():
            name = form.cleaned_data["name"]
            screen_setup.rename_screen(tournament, slug, name, by=by)


def _page(
    request: AccountRequest, tournament: Tournament, screen: FurtherScreen
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "may_control": True,
        "screen": screen,
        "address": address_of(request, tournament, screen.slug),
        "leads_nowhere": leads_nowhere(request),
        "announcement": screen_setup.own_announcement(screen),
        "until": screen.announced_until,
        "announcement_form": AnnouncementForm(),
        "turns_form": turns_form(screen),
        "name_form": NameForm(initial={"name": screen.name}),
    }
