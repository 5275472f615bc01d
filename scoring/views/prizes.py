"""The prize giving: the screen, for whoever has the hall's link and for the helpers,
and the directors' page with the one button that goes on."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.models import PrizeGiving
from scoring.pages.hall import prizes as pages
from scoring.signoff.finishing import prize_giving
from tournaments.access import live_access
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers, for_screens
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import whole_number
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PRIZE_GIVING_TEMPLATE = "director/prizes.html"


class PlacesForm(forms.Form):
    """How many places are told, from the last of them up."""

    places = whole_number(
        1,
        prize_giving.MOST_PLACES,
        label=gettext_lazy("Places to reveal"),
        initial=prize_giving.USUAL[0],
        help_text=gettext_lazy("Such as 3, 8 or 16, revealed from last to first."),
    )


class StepForm(forms.Form):
    """`seen`: the best place that was told when the page was made; empty: none.
    `screen`: the step was made on the screen itself."""

    seen = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    screen = forms.BooleanField(required=False)


@for_screens
def by_key(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The screen for whoever has the key."""
    return _screen(request, tournament, may_step=False)


@for_helpers(Ability.SCREENS)
@require_safe
def for_helpers_screen(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The same for the helpers, who need no key; who may go on can do it here."""
    return _screen(request, tournament, may_step=request.can.rounds)


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """How far the prize giving is, with the button that goes on; POST begins it with
    so many places, or begins it anew."""
    form = PlacesForm(request.POST or None)
    if request.method != "POST":
        return render(request, PRIZE_GIVING_TEMPLATE, _page(tournament, PlacesForm()))
    if form.is_valid():
        with faults_in(form):
            by = request.user.get_username()
            prize_giving.prepare(tournament, form.cleaned_data["places"], by=by)
            messages.success(
                request, _("Nothing is revealed yet. Continue when you are ready.")
            )
            return redirect("director:prizes", tournament.slug)
    return refused(request, PRIZE_GIVING_TEMPLATE, _page(tournament, form))


@for_helpers(Ability.ROUNDS)
@require_POST
def hold_back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Hold final standings back that everybody sees before they are told."""
    with faults_shown(request):
        prize_giving.hold_back(tournament, by=request.user.get_username())
        messages.success(
            request, _("The final standings are hidden until the prize giving.")
        )
    return redirect("director:prizes", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_POST
def step(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Reveal the next place."""
    return _step(request, tournament, prize_giving.reveal)


@for_helpers(Ability.ROUNDS)
@require_POST
def back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Hide the place again that was revealed last."""
    return _step(request, tournament, prize_giving.hide)


def _step(
    request: AccountRequest, tournament: Tournament, change: prize_giving.Step
) -> HttpResponse:
    form = StepForm(request.POST)
    if form.is_valid():
        with faults_shown(request):
            by = request.user.get_username()
            change(tournament, seen=form.cleaned_data["seen"], by=by)
    if form.is_valid() and form.cleaned_data["screen"]:
        return redirect("hall:prizes", tournament.slug)
    return redirect("director:prizes", tournament.slug)


def _page(tournament: Tournament, form: PlacesForm) -> dict[str, object]:
    by_key = [tournament.slug, tournament.hall_key]
    return {
        **pages.prizes_page(tournament),
        "coming": pages.next_in_words(tournament),
        "gives_away": prize_giving.gives_away(tournament),
        "usual": prize_giving.USUAL,
        "screen_url": reverse("hall:prizes", args=[tournament.slug]),
        "link": reverse("hall:prizes_by_key", args=by_key),
        "form": form,
    }


def _screen(
    request: HttpRequest, tournament: Tournament, *, may_step: bool
) -> HttpResponse:
    context = pages.prizes_page(tournament)
    giving: PrizeGiving | None = context["giving"]
    goes_on = may_step and giving is not None
    context |= {
        "may_step": goes_on,
        "live_url": pages.live_url(tournament, live_access.reader_of(request)),
    }
    return render(request, "hall/prizes.html", context)
