"""Settings of the main hall screen and of further screens, for directors: hall link,
views in rotation, and announcements.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.languages import page_language
from tournaments.models import FurtherScreen, HallView, Tournament
from tournaments.models.hall_screens import BOTH, LONGEST_NAME, MOST_SECONDS
from tournaments.tournament_setup import (
    create_and_change_tournament,
    screen_views_and_announcements,
)
from tournaments.web.form_fields_and_types import FormArguments, Sent, whole_number
from tournaments.web.language_field import language_field
from tournaments.web.qr_codes import leads_nowhere
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

HALL_SCREEN_TEMPLATE = "director/hall_screen.html"

#: Maximum duration of an announcement: a day in minutes.
MOST_MINUTES = 1440


class Announcement(TypedDict):
    """An announcement on hall screens.

    `until`: when it ends, None if it stays until staff remove it.
    """

    text: str
    until: datetime | None


class AnnouncementForm(forms.Form):
    """Form for an announcement and its duration."""

    text = forms.CharField(label=gettext_lazy("Announcement"), max_length=200)
    minutes = whole_number(
        1,
        MOST_MINUTES,
        label=gettext_lazy("Minutes to show"),
        required=False,
        help_text=gettext_lazy(
            "Leave empty to show the announcement until you remove it."
        ),
    )

    def announcement(self) -> Announcement:
        """Return the text and when the announcement ends."""
        minutes = self.cleaned_data["minutes"]
        until = timezone.now() + timedelta(minutes=minutes) if minutes else None
        return {"text": self.cleaned_data["text"], "until": until}


class NameForm(forms.Form):
    """Form for the name of a further screen."""

    name = forms.CharField(
        label=gettext_lazy("Screen name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TurnsForm(forms.Form):
    """Form for the seconds of each view and for the language."""

    seats, clock, standings, leaders, hands = (
        whole_number(0, MOST_SECONDS, label=view.label) for view in HallView
    )
    language = language_field(
        (
            ("", gettext_lazy("Language of the tournament")),
            (BOTH, gettext_lazy("Both languages of the tournament, in turn")),
        ),
        label=gettext_lazy("Language"),
        required=False,
    )

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        if not page_language.is_choice():
            del self.fields["language"]


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the links of the screens, for opening and printing.

    POST replaces the hall key, so old links stop working.
    """
    if request.method == "POST":
        create_and_change_tournament.renew_hall_key(
            tournament, by=request.user.get_username()
        )
        messages.success(request, _("New link created. The old link no longer works."))
        return _to_settings(tournament)
    return render(request, HALL_SCREEN_TEMPLATE, _hall_screen_page(request, tournament))


@for_helpers(Ability.ROUNDS)
@require_POST
def announce(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Show an announcement on every screen.

    With `take_back`, remove the announcement.
    """
    by = request.user.get_username()
    if "take_back" in request.POST:
        screen_views_and_announcements.take_back(tournament, by=by)
        return _to_settings(tournament)
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        context = _hall_screen_page(request, tournament) | {"announcement_form": form}
        return refused(request, HALL_SCREEN_TEMPLATE, context)
    screen_views_and_announcements.announce(tournament, **form.announcement(), by=by)
    messages.success(
        request,
        _("Announcement shown on all hall screens, public pages and personal pages."),
    )
    return _to_settings(tournament)


@for_helpers(Ability.ROUNDS)
@require_POST
def choose_turns(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Set the views in the main screen's rotation, and how long each is shown."""
    form = TurnsForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            _change(tournament, "", form, request.user.get_username())
    if form.is_valid():
        messages.success(request, _("Display times saved."))
        return _to_settings(tournament)
    context = _hall_screen_page(request, tournament) | {"turns_form": form}
    return refused(request, HALL_SCREEN_TEMPLATE, context)


@for_helpers(Ability.ROUNDS)
@require_POST
def add(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Add a further screen and redirect to its page."""
    form = NameForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            by, name = request.user.get_username(), form.cleaned_data["name"]
            screen = screen_views_and_announcements.add_screen(tournament, name, by=by)
            return redirect("director:further_screen", tournament.slug, screen.slug)
    context = _hall_screen_page(request, tournament) | {"name_form": form}
    return refused(request, HALL_SCREEN_TEMPLATE, context)


def address_of(request: HttpRequest, tournament: Tournament, slug: str) -> str:
    """Return the absolute URL of a further screen, with the hall key."""
    by_key = [tournament.slug, tournament.hall_key, slug]
    return request.build_absolute_uri(reverse("hall:screen_by_key", args=by_key))


def turns_form(screen: screen_views_and_announcements.Screen) -> TurnsForm:
    """Return the form with the screen's current views."""
    nothing = dict.fromkeys(HallView.values, 0)
    turns = screen_views_and_announcements.turns_of(screen)
    return TurnsForm(initial=nothing | turns | {"language": screen.language})


def _to_settings(tournament: Tournament) -> HttpResponse:
    return redirect("director:hall_screen", tournament.slug)


def _hall_screen_page(
    request: HttpRequest, tournament: Tournament
) -> dict[str, object]:
    by_key = [tournament.slug, tournament.hall_key]
    screen = screen_views_and_announcements.screen_of(tournament)
    further = screen_views_and_announcements.further_screens(tournament)
    return {
        "tournament": tournament,
        "may_control": True,
        "address": {
            name: request.build_absolute_uri(
                reverse(f"hall:{name}_by_key", args=by_key)
            )
            for name in ("turns", *HallView.values, "prizes")
        },
        "leads_nowhere": leads_nowhere(request),
        "further": [
            (further_screen, address_of(request, tournament, further_screen.slug))
            for further_screen in further
        ],
        "announcement": screen_views_and_announcements.own_announcement(screen),
        "until": screen.announced_until,
        "announcement_form": AnnouncementForm(),
        "turns_form": turns_form(screen),
        "name_form": NameForm(),
    }


FURTHER_SCREEN_TEMPLATE = "director/further_screen.html"


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def further(
    request: AccountRequest, tournament: Tournament, screen: str
) -> HttpResponse:
    """Render a further screen's settings.

    POST changes the screen; `act` is turns (views), announce, take_back (remove the
    announcement), rename, or remove (the screen). Raises PublicPageNotFound for an
    unknown screen.
    """
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
        raise PublicPageNotFound(
            _("This screen does not exist or was removed.")
        ) from None


def _changed(
    request: AccountRequest, tournament: Tournament, screen: FurtherScreen
) -> HttpResponse:
    by, slug = request.user.get_username(), screen.slug
    match request.POST.get("act"):
        case "remove":
            screen_views_and_announcements.remove_screen(tournament, slug, by=by)
            message = _("Screen “%(name)s” removed.") % {"name": screen.name}
            messages.success(request, message)
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
    """Return the name of the submitted form in the page, and the form; "" and None for
    another action.
    """
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
            language = form.cleaned_data.get("language", "")
            screen_views_and_announcements.choose_language(
                tournament, language, by=by, slug=slug
            )
        case AnnouncementForm():
            screen_views_and_announcements.announce(
                tournament, **form.announcement(), by=by, slug=slug
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
