"""The page of the tournament's details: description, logo, copy, settings file, archive
and bin.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from scoring.tournament_folder import copy_tournament
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import (
    for_beginners_of_events,
    for_helpers,
    for_owners_of_binned,
)
from tournaments.files.file_faults import located
from tournaments.files.upload_limits import KB, SETTINGS_BYTES
from tournaments.models import Tournament
from tournaments.tournament_setup import archive_and_bin, description_and_logo
from tournaments.tournament_setup.archive_and_bin import BIN_KEEPS
from tournaments.tournament_setup.description_and_logo_forms import (
    CopyForm,
    DescriptionForm,
    LogoForm,
)
from tournaments.tournament_setup.time_zones_of_country import country_in_other_zones
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])
#: Decorator for actions that are also allowed in archived tournaments.
even_archived = for_helpers(Ability.SETUP, archived_too=True)


class SettingsFileForm(forms.Form):
    """Form for uploading the settings of a tournament as a file."""

    file = forms.FileField(
        label=gettext_lazy("Settings file"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> bytes:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > SETTINGS_BYTES:
            message = _("The settings file can have at most %(limit)s kB.")
            raise ValidationError(message % {"limit": SETTINGS_BYTES // KB})
        content: bytes = file.read()
        return content


@for_helpers(Ability.SETUP)
@PAGE
def event(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the tournament's details. POST saves them."""
    if request.method != "POST":
        form = DescriptionForm.of(tournament)
        return render(request, "director/event.html", _context(tournament, form))
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        return refused(request, "director/event.html", _context(tournament, form))
    description_and_logo.describe(
        tournament,
        form.values(),
        title=form.cleaned_data["title"],
        by=request.user.get_username(),
    )
    messages.success(request, _("Details saved."))
    return redirect("director:event", tournament.slug)


@for_helpers(Ability.SETUP)
@PAGE
def logo(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Save a logo, or remove the logo (`remove`). GET redirects to the details."""
    if request.method != "POST":
        return redirect("director:event", tournament.slug)
    by = request.user.get_username()
    if "remove" in request.POST:
        description_and_logo.take_logo_away(tournament, by=by)
        messages.success(request, _("Logo removed."))
        return redirect("director:event", tournament.slug)
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid():
        with faults_in(form):
            description_and_logo.give_logo(tournament, form.picture, by=by)
            messages.success(request, _("Logo saved."))
            return redirect("director:event", tournament.slug)
    context = _context(tournament, DescriptionForm.of(tournament), form)
    return refused(request, "director/event.html", context)


@even_archived
@PAGE
def copy(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Create a copy of the tournament. GET renders the form."""
    template, context = "director/event_copy.html", {"tournament": tournament}
    if request.method != "POST":
        form = CopyForm(initial={"title": tournament.title})
        return render(request, template, {**context, "form": form})
    form = CopyForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            made = copy_tournament.copy_event(
                tournament, **form.cleaned_data, director=request.user
            )
            messages.success(request, _("Copy created."))
            return redirect("director:event", made.slug)
    return refused(request, template, {**context, "form": form})


@even_archived
@require_safe
def settings_file(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Return the settings as a file, for creating other tournaments."""
    content = copy_tournament.settings_file(tournament)
    response = HttpResponse(content, content_type="application/json")
    name = f"{tournament.slug}-settings.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@for_beginners_of_events
@PAGE
def new_from_settings(request: AccountRequest) -> HttpResponse:
    """Create a tournament from a settings file. GET renders the form."""
    template = "director/new_from_settings.html"
    if request.method != "POST":
        return render(request, template, {"form": SettingsFileForm()})
    form = SettingsFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            made = copy_tournament.event_from_settings(
                form.cleaned_data["file"], director=request.user
            )
        except RuleError as error:
            form.add_error("file", [located(fault) for fault in error.faults])
        else:
            messages.success(request, _("Tournament created."))
            return redirect("director:event", made.slug)
    return refused(request, template, {"form": form})


@even_archived
@PAGE
def archive(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Archive the tournament (`archived` is yes) or restore it (no).

    GET redirects to the details. Raises BadRequest for another value.
    """
    if request.method == "POST":
        if request.POST.get("archived") not in ("yes", "no"):
            raise BadRequest
        by = request.user.get_username()
        with faults_shown(request):
            if request.POST["archived"] == "yes":
                archive_and_bin.archive(tournament, by=by)
            else:
                archive_and_bin.restore_from_archive(tournament, by=by)
    return redirect("director:event", tournament.slug)


@for_helpers(Ability.OWN, archived_too=True)
@PAGE
def move_to_bin(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Move the tournament to the bin. GET redirects to the details."""
    if request.method == "POST":
        with faults_shown(request):
            archive_and_bin.move_to_bin(tournament, by=request.user.get_username())
            message = _(
                "“%(title)s” moved to the bin. You can restore it for %(days)s days."
            )
            values = {"title": tournament.title, "days": BIN_KEEPS.days}
            messages.success(request, message % values)
            return redirect("director:home")
    return redirect("director:event", tournament.slug)


@for_owners_of_binned
@require_POST
def restore_from_bin(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Restore the tournament from the bin and redirect to its details."""
    archive_and_bin.restore_from_bin(tournament, by=request.user.get_username())
    messages.success(request, _("Tournament restored."))
    return redirect("director:event", tournament.slug)


def _context(
    tournament: Tournament, form: DescriptionForm, logo_form: LogoForm | None = None
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "form": form,
        "logo_form": logo_form or LogoForm(),
        "logo": description_and_logo.description_of(tournament).logo,
        "country_elsewhere": country_in_other_zones(tournament),
        "bin_days": BIN_KEEPS.days,
    }
