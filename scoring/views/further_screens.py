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
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import FurtherScreen, Tournament
from tournaments.tournament_setup import screen_views_and_announcements
from tournaments.web.qr_codes import leads_nowhere
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

FURTHER_SCREEN_TEMPLATE = "director/further_screen.html"


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def further(
    request: AccountRequest, tournament: Tournament, screen: str
) -> HttpResponse:
    """What the screen shows and announces; POST changes that (`act`: turns, announce,
    take_back), its name (rename), or removes it (remove)."""
    try:
        shown = screen_views_and_announcements.further_screen(tournament, screen)
        if request.method == "POST":
            return _changed(request, tournament, shown)
        return render(
            request,
            FURTHER_SCREEN_TEMPLATE,
            _further_screen_page(request, tournament, shown),
        )
    except screen_views_and_announcements.NoScreen:
        raise NotThere(_("This screen does not exist or was removed.")) from None


def _changed(
    request: AccountRequest, tournament: Tournament, screen: FurtherScreen
) -> HttpResponse:
    by, slug = request.user.get_username(), screen.slug
    match request.POST.get("act"):
        case "remove":
            screen_views_and_announcements.remove_screen(tournament, slug, by=by)
            said = _("Screen “%(name)s” removed.") % {"name": screen.name}
            messages.success(request, said)
            return redirect("director:hall_screen", tournament.slug)
        case "take_back":
            screen_views_and_announcements.take_back(tournament, by=by, slug=slug)
            return redirect("director:further_screen", tournament.slug, slug)
    name, form = _sent_form(request)
    if form is not None and form.is_valid():
        with faults_in(form):
            _change(tournament, slug, form, by)
    if form is not None and form.is_valid():
        messages.success(
            request,
            _("Screen “%(name)s” updated.")
            % {
                "name": screen_views_and_announcements.further_screen(
                    tournament, slug
                ).name
            },
        )
        return redirect("director:further_screen", tournament.slug, slug)
    if form is None:
        messages.error(request, _("Choose what to do with the screen."))
    context = _further_screen_page(request, tournament, screen) | (
        {name: form} if form else {}
    )
    return refused(request, FURTHER_SCREEN_TEMPLATE, context)


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
            screen_views_and_announcements.choose_turns(
                tournament, form.cleaned_data, by=by, slug=slug
            )
        case AnnouncementForm():
            screen_views_and_announcements.announce(
                tournament, **form.said(), by=by, slug=slug
            )
        case NameForm():
            name = form.cleaned_data["name"]
            screen_views_and_announcements.rename_screen(tournament, slug, name, by=by)


def _further_screen_page(
    request: AccountRequest, tournament: Tournament, screen: FurtherScreen
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "may_control": True,
        "screen": screen,
        "address": address_of(request, tournament, screen.slug),
        "leads_nowhere": leads_nowhere(request),
        "announcement": screen_views_and_announcements.own_announcement(screen),
        "until": screen.announced_until,
        "announcement_form": AnnouncementForm(),
        "turns_form": turns_form(screen),
        "name_form": NameForm(initial={"name": screen.name}),
    }
