"""The page where directors choose the awards of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.awards.awards_in_words import condition_of, name_of, offered_awards
from scoring.awards.awards_of_tournament import (
    chosen_awards,
    final_figures,
    results_of,
)
from scoring.awards.choose_awards import choose_awards
from scoring.confirming_and_finishing.prize_giving import giving_of
from scoring.models import MOST_CATEGORY_PLACES, MOST_LEAST_GAMES, TournamentAwards
from scoring.public.shown_awards import ShownAward, shown_awards
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.people.categories import names_of
from tournaments.web.form_fields_and_types import Sent, whole_number
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

TEMPLATE = "director/awards.html"


class AwardsForm(forms.Form):
    """Form for the awards of a tournament, and for the places of its categories."""

    keys = forms.MultipleChoiceField(
        label=gettext_lazy("Awards"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    least_games = whole_number(
        1,
        MOST_LEAST_GAMES,
        label=gettext_lazy("Minimum number of games"),
        required=False,
        help_text=gettext_lazy(
            "For awards that are easier to win with few games. If empty, the minimum "
            "is three quarters of the games of the most active player."
        ),
    )
    category_places = whole_number(
        0,
        MOST_CATEGORY_PLACES,
        label=gettext_lazy("Places with a prize in each category"),
        help_text=gettext_lazy(
            "Enter 0 for none. Set categories on the players' pages."
        ),
    )

    def __init__(self, data: Sent | None = None, *, chosen: TournamentAwards) -> None:
        initial = {
            name: getattr(chosen, name)
            for name in ("keys", "least_games", "category_places")
        }
        super().__init__(data, initial=initial)
        self.offered = offered_awards(chosen.tournament.ruleset)
        keys = cast("forms.MultipleChoiceField", self.fields["keys"])
        keys.choices = [(award.key, name_of(award.key)) for award in self.offered]

    @property
    def choices(self) -> Iterator[tuple[BoundField, str]]:
        """Yield the checkbox of each award, with its condition."""
        for box, award in zip(self["keys"], self.offered, strict=True):
            yield cast("BoundField", box), condition_of(award)


@dataclass(frozen=True)
class AwardsPage:
    """Content of the page.

    `winners`: None until the tournament is finished; `categories`: names of the
    categories.
    """

    winners: list[ShownAward] | None
    categories: list[str]


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def awards(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the catalogue of awards and their winners. POST stores the choice."""
    chosen = chosen_awards(tournament)
    if request.method != "POST":
        form = AwardsForm(chosen=chosen)
        return render(request, TEMPLATE, _page(tournament, form, chosen))
    form = AwardsForm(request.POST, chosen=chosen)
    if form.is_valid():
        with faults_in(form):
            choose_awards(
                tournament, by=request.user.get_username(), **form.cleaned_data
            )
            messages.success(request, _saved(tournament))
            return redirect("director:awards", tournament.slug)
    return refused(request, TEMPLATE, _page(tournament, form, chosen))


def _saved(tournament: Tournament) -> str:
    if giving_of(tournament) is None:
        return _("Awards saved.")
    return _("Awards saved. Restart the prize giving to use them there.")


def _page(
    tournament: Tournament, form: AwardsForm, chosen: TournamentAwards
) -> dict[str, object]:
    winners = None
    if tournament.is_finished:
        results = results_of(chosen, tournament.ruleset, final_figures(tournament))
        everyone = tournament.players.select_related("person")
        winners = shown_awards(results, everyone, tournament.ruleset, full_names=True)
    players = tournament.players.filter(is_filler=False).exclude(categories="")
    return {
        "tournament": tournament,
        "form": form,
        "page": AwardsPage(winners, list(names_of(players).values())),
    }
