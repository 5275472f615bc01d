"""The teams with their places and deductions."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.public.teams_page import deductions_in_words
from scoring.standings import live_and_official_standings, who_sees_hidden_results
from scoring.standings.team_standings import order_in_words, team_order, teams_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Team, TeamDeduction, Tournament
from tournaments.people import team_deductions
from tournaments.web.form_fields_and_types import Sent, whole_number
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

MOST_POINTS = 1_000_000


class DeductionForm(forms.Form):
    """Form for a deduction: team, points and reason."""

    team = forms.ModelChoiceField(
        Team.objects.none(),
        label=gettext_lazy("Team"),
        empty_label=gettext_lazy("Choose a team"),
    )
    points = whole_number(1, MOST_POINTS, label=pgettext_lazy("penalty", "Points"))
    measure = forms.ChoiceField(
        label=gettext_lazy("Deduct from"), choices=TeamDeduction.Measure
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason (required)"),
        max_length=team_deductions.LONGEST_REASON,
        help_text=gettext_lazy("The reason is shown publicly next to the team."),
    )

    def __init__(self, data: Sent | None = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        team = cast("forms.ModelChoiceField[Team]", self.fields["team"])
        team.queryset = tournament.teams.all()


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the teams. POST deducts points from a team."""
    if request.method != "POST":
        form = DeductionForm(tournament=tournament)
        return render(request, "director/teams.html", _page(tournament, form))
    form = DeductionForm(request.POST, tournament=tournament)
    if form.is_valid():
        with faults_in(form):
            team_deductions.deduct(
                tournament, by=request.user.get_username(), **form.cleaned_data
            )
            messages.success(request, _("Points deducted."))
            return redirect("director:teams", tournament.slug)
    return refused(request, "director/teams.html", _page(tournament, form))


@for_helpers(Ability.SETUP)
@require_POST
def take_back_deduction(
    request: AccountRequest, tournament: Tournament, deduction: int
) -> HttpResponse:
    """Undo a deduction and redirect to the page of teams."""
    with faults_shown(request):
        team_deductions.take_back(tournament, deduction, by=request.user.get_username())
        messages.success(request, _("Deduction undone."))
    return redirect("director:teams", tournament.slug)


def _page(tournament: Tournament, form: DeductionForm) -> dict[str, object]:
    board = live_and_official_standings.official_of(
        tournament, visible=who_sees_hidden_results.EVERYTHING
    )
    rows = TeamDeduction.objects.filter(team__tournament=tournament)
    return {
        "tournament": tournament,
        "form": form,
        "teams": teams_of(board),
        "order": order_in_words(tournament, team_order(tournament)),
        "deductions": [
            (row, deductions_in_words(row.points, row.measure, tournament.ruleset))
            for row in rows.select_related("team")
        ],
    }
