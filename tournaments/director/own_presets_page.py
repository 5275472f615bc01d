"""Saved presets of an account: save them from a tournament's rules or a file, download
and delete them."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.files.upload_limits import RULES_BYTES
from tournaments.models import Tournament
from tournaments.tournament_setup import own_presets, preset_files
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)


class FileForm(forms.Form):
    """Form for a file of rules, and the name of the new preset."""

    file = forms.FileField(
        label=_("Rules file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    name = forms.CharField(
        label=pgettext_lazy("name of a thing", "Name"),
        required=False,
        max_length=own_presets.LONGEST_NAME,
        help_text=_("Leave empty for the name in the file."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AccountRequest) -> HttpResponse:
    """Render the account's saved presets. POST saves a file, or deletes the preset
    `delete`.
    """
    if "delete" in request.POST:
        return _delete(request)
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file: UploadedFile[bytes] = form.cleaned_data["file"]
        with faults_in(form):
            data = file.read(RULES_BYTES + 1)
            name, played = preset_files.read_any(data)
            like = own_presets.first_preset(played.id)
            own_presets.keep(
                request.user, form.cleaned_data["name"] or name, played, like
            )
            messages.success(request, gettext("Preset saved."))
            return redirect("director:own_presets")
    presets = [
        (preset, played and own_presets.words_of(played))
        for preset in request.user.own_presets.all()
        for played in [own_presets.rules_of(preset)]
    ]
    context = {"form": form, "kept": presets}
    template = "director/own_presets.html"
    if form.is_bound:
        return refused(request, template, context)
    return render(request, template, context)


@login_required
@require_safe
def file(request: AccountRequest, pk: int) -> HttpResponse:
    """Return a saved preset as a file. If its rules can no longer be read, redirect to
    the presets with a message. Raises Http404 for an unknown preset."""
    preset = get_object_or_404(request.user.own_presets, pk=pk)
    played = own_presets.rules_of(preset)
    if played is None:
        message = gettext("These rules can no longer be read.")
        messages.error(request, message)
        return redirect("director:own_presets")
    name = slugify(preset.name) or "rules"
    return HttpResponse(
        preset_files.write(played, preset.name),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@for_helpers(Ability.SETUP)
@require_POST
def keep_of_event(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Save the tournament's current rules as a preset of the account."""
    with faults_shown(request):
        name = request.POST.get("name", "")
        own_presets.keep(request.user, name, tournament.rules, tournament)
        message = gettext("Saved as “%(name)s”.")
        messages.success(request, message % {"name": " ".join(name.split())})
    return redirect("director:rules", tournament.slug)


def _delete(request: AccountRequest) -> HttpResponse:
    pk = request.POST["delete"]
    saved = request.user.own_presets.filter(pk=pk) if pk.isdecimal() else None
    if saved is not None and len(pk) < 10 and saved.delete()[0]:
        messages.success(request, gettext("Preset deleted."))
    return redirect("director:own_presets")
