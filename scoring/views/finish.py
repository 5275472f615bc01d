"""Finish an event, look at its final standings, open it again."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.pages.finish_page import finish_page
from scoring.signoff.finishing import finishing, prize_giving
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.rounds.rounds_with_hidden_results import is_secret
from tournaments.seating_drafts import confirm_draft
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

TEMPLATE = "director/finish.html"


class FinishForm(forms.Form):
    """`revision`: of the event that was looked at."""

    revision = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Reason for finishing with missing results."),
    )
    held_back = forms.BooleanField(
        label=gettext_lazy("Hide the final standings until the prize giving"),
        required=False,
        help_text=gettext_lazy(
            "The final standings and the results of the tables are hidden from the "
            "public until first place is revealed. Until you finish the tournament, "
            "both are visible."
        ),
    )


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """What lacks, and the standings; POST makes them final."""
    if request.method != "POST":
        form = FinishForm(initial={"revision": tournament.revision})
        return render(request, TEMPLATE, _page(tournament, form))
    form = FinishForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            finishing.finish(
                tournament,
                by=request.user.get_username(),
                now=timezone.now(),
                **form.cleaned_data,
            )
            messages.success(request, _("Tournament finished."))
            return redirect("director:finish", tournament.slug)
    # This answer shows what is there now.
    form.data = request.POST.copy()
    form.data["revision"] = str(tournament.revision)
    return refused(request, TEMPLATE, _page(tournament, form))


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Open a finished event again, with a reason. Opened as a page, it shows the
    final standings."""
    if request.method != "POST":
        return redirect("director:finish", tournament.slug)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            finishing.reopen(
                tournament,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("Tournament reopened."))
            return redirect("director:hall", tournament.slug)
    page = _page(tournament, FinishForm(initial={"revision": tournament.revision}))
    return refused(request, TEMPLATE, {**page, "why": form})


@for_helpers(Ability.DRAW)
@require_POST
def leave_out(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Take the seats back of the rounds that nobody has seen: the event ends before
    them."""
    with faults_shown(request):
        confirm_draft.leave_out(tournament, by=request.user.get_username())
        messages.success(request, _("Seating of these rounds deleted."))
    return redirect("director:finish", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_POST
def show_everybody(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Let everybody see the final standings that waited for the prize giving."""
    with faults_shown(request):
        prize_giving.show_everybody(tournament, by=request.user.get_username())
        in_hall = _("Hall screens now show the final standings.")
        everywhere = _("The final standings are now public.")
        messages.success(request, everywhere if tournament.is_public else in_hall)
    return redirect("director:finish", tournament.slug)


def _page(tournament: Tournament, form: FinishForm) -> dict[str, object]:
    page = finish_page(tournament)
    if is_secret(tournament):
        form.fields.pop("held_back", None)
    if not page["needs_reason"]:
        form.fields["reason"].widget = forms.HiddenInput()
    return {**page, "form": form, "why": ReasonForm(auto_id="why_%s")}
