"""The prize giving: the screen, opened with the hall link or by staff, and the
directors' page with the button for the next step. The screen never reads awards and
places that are still hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.awards.award_catalogue import AWARDS
from scoring.awards.awards_in_words import cases_in_words, name_of, value_in_words
from scoring.awards.awards_of_tournament import chosen_keys
from scoring.confirming_and_finishing import prize_giving
from scoring.hall import renewed_screens
from scoring.models import FinalPlace, PrizeGiving, PrizeStep
from scoring.standings import final_standings
from tournaments.access import live_access
from tournaments.access.live_access import Reader
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers, for_screens
from tournaments.languages import page_language
from tournaments.models import Player, Tournament
from tournaments.people.identities import show_as_registered
from tournaments.tournament_setup.screen_views_and_announcements import announcement_of
from tournaments.web.form_fields_and_types import Context, whole_number
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

NAME = "hall_prizes"
PRIZES_TEMPLATE = "hall/_prizes.html"


@dataclass(frozen=True)
class Prize:
    """A revealed place, with the player's public name."""

    row: FinalPlace
    name: str


@dataclass(frozen=True)
class StepHolder:
    """A player who gets the prize of a step.

    `note`: number of cases as text, "" for a record or a category.
    """

    number: int
    name: str
    country: str
    note: str


@dataclass(frozen=True)
class ShownStep:
    """An award, or a place of a category.

    `value`: the award's value, "" for a category; `place`: None for an award.
    """

    title: str
    value: str
    place: int | None
    holders: tuple[StepHolder, ...]


def prizes_page(tournament: Tournament) -> Context:
    """Return the content of the screen: the players of each revealed place and the
    revealed steps, latest first.
    """
    giving = prize_giving.giving_of(tournament)
    prizes = _named(tournament, prize_giving.revealed(giving)) if giving else []
    steps = prize_giving.revealed_steps(giving) if giving and not prizes else []
    shown = shown_steps(tournament, steps)
    places = [list(of) for _place, of in groupby(prizes, lambda prize: prize.row.place)]
    return {
        "tournament": tournament,
        "giving": giving,
        "newest": places[0] if places else [],
        "before": places[1:],
        "step": shown[-1] if shown else None,
        "steps_before": shown[-2::-1],
        "people": len(prizes),
        "announcement": announcement_of(tournament),
        "has_teams": any(prize.row.team for prize in prizes),
    }


def _named(tournament: Tournament, rows: list[FinalPlace]) -> list[Prize]:
    """Return the prizes with the players' current public names."""
    registered = {
        player.number: player for player in tournament.players.select_related("person")
    }
    prizes = []
    for row in rows:
        player = final_standings.standing_in(row).player
        show_as_registered(player, registered.get(row.number))
        prizes.append(Prize(row, player.public_name))
    return prizes


def shown_steps(
    tournament: Tournament, steps: Iterable[PrizeStep], *, full: bool = False
) -> list[ShownStep]:
    """Return steps as text, with the players' public names, or with `full` names."""
    steps = list(steps)
    numbers = {holder["number"] for step in steps for holder in step.holders}
    players = tournament.players.filter(number__in=numbers).select_related("person")
    names = {player.number: player for player in players}
    return [_shown_step(step, names, tournament.ruleset, full=full) for step in steps]


def _shown_step(
    step: PrizeStep, players: Mapping[int, Player], ruleset: str, *, full: bool
) -> ShownStep:
    award = AWARDS.get(step.award)
    holders = tuple(
        StepHolder(
            player.number,
            str(player) if full else player.public_name,
            player.person.country,
            cases_in_words(award, holder["of"]) if award else "",
        )
        for holder in step.holders
        if (player := players.get(holder["number"])) is not None
    )
    if award is None:
        return ShownStep(step.category, "", step.place, holders)
    value = value_in_words(award, Fraction(step.value), ruleset)
    return ShownStep(name_of(award.key), value, None, holders)


def next_places(tournament: Tournament) -> list[FinalPlace]:
    """Return the final places that are revealed next; empty if there are none.

    For directors only.
    """
    giving = prize_giving.giving_of(tournament)
    place = prize_giving.next_place(giving) if giving else None
    if giving is None or place is None:
        return []
    return list(giving.final.places.filter(place=place))


def live_url(tournament: Tournament, reader: Reader) -> str:
    """Return the URL of the screen's live stream."""
    return renewed_screens.live_url(NAME, tournament, reader=reader)


def register() -> None:
    """Register the screen with the live stream."""
    renewed_screens.register(NAME, _render)


def _render(tournament: Tournament) -> str:
    return render_to_string(PRIZES_TEMPLATE, prizes_page(tournament))


PRIZE_GIVING_TEMPLATE = "director/prizes.html"


class PlacesForm(forms.Form):
    """Form for the number of places to reveal."""

    places = whole_number(
        1,
        prize_giving.MOST_PLACES,
        label=gettext_lazy("Places to reveal"),
        initial=prize_giving.USUAL[0],
        help_text=gettext_lazy(
            "For example 3, 8 or 16. Places are revealed from last to first."
        ),
    )


class StepForm(forms.Form):
    """Form to reveal or hide a step.

    `seen`: best place revealed when the page was rendered, if there was one. `steps`:
    number of awards and category places revealed then. `screen`: the form was sent from
    the screen itself.
    """

    steps = forms.IntegerField(required=False, min_value=0, max_value=10_000)
    seen = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    screen = forms.BooleanField(required=False)


@for_screens
def by_key(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the screen for anyone with the hall key."""
    return _screen(request, tournament, may_step=False)


@for_helpers(Ability.SCREENS)
@require_safe
def for_helpers_screen(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the screen for staff, who need no hall key.

    Directors can reveal the next step here.
    """
    return _screen(request, tournament, may_step=request.can.rounds)


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the state of the prize giving.

    POST starts or restarts it with a number of places.
    """
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
    """Hide published final standings until the prize giving has revealed them.

    Redirect to the prize giving.
    """
    with faults_shown(request):
        prize_giving.hold_back(tournament, by=request.user.get_username())
        messages.success(
            request, _("The final standings are hidden until the prize giving.")
        )
    return redirect("director:prizes", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_POST
def step(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Reveal the next award or place."""
    return _step(request, tournament, prize_giving.reveal)


@for_helpers(Ability.ROUNDS)
@require_POST
def back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Hide the award or place revealed last."""
    return _step(request, tournament, prize_giving.hide)


def _step(
    request: AccountRequest, tournament: Tournament, change: prize_giving.Step
) -> HttpResponse:
    form = StepForm(request.POST)
    if form.is_valid():
        with faults_shown(request):
            by = request.user.get_username()
            seen, steps = form.cleaned_data["seen"], form.cleaned_data["steps"] or 0
            change(tournament, seen=seen, steps_seen=steps, by=by)
    if form.is_valid() and form.cleaned_data["screen"]:
        return redirect("hall:prizes", tournament.slug)
    return redirect("director:prizes", tournament.slug)


def _page(tournament: Tournament, form: PlacesForm) -> dict[str, object]:
    giving = prize_giving.giving_of(tournament)
    following = prize_giving.next_step(giving) if giving else None
    by_key = [tournament.slug, tournament.hall_key]
    return {
        **prizes_page(tournament),
        "coming_step": (
            shown_steps(tournament, [following], full=True)[0] if following else None
        ),
        "coming": next_places(tournament),
        "chosen": joined_with_commas(map(name_of, chosen_keys(tournament))),
        "gives_away": prize_giving.gives_away(tournament),
        "usual": prize_giving.USUAL,
        "screen_url": reverse("hall:prizes", args=[tournament.slug]),
        "link": reverse("hall:prizes_by_key", args=by_key),
        "form": form,
    }


def _screen(
    request: HttpRequest, tournament: Tournament, *, may_step: bool
) -> HttpResponse:
    page_language.use_first_language(tournament)
    context = prizes_page(tournament)
    giving: PrizeGiving | None = context["giving"]
    goes_on = may_step and giving is not None
    context |= {
        "has_controls": may_step,
        "may_step": goes_on,
        "next_is_step": giving is not None
        and goes_on
        and prize_giving.next_step(giving) is not None,
        "live_url": live_url(tournament, live_access.reader_of(request)),
    }
    return render(request, "hall/prizes.html", context)
