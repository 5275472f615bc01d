"""The settings of a tournament, including the ranking criteria."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.director.tie_break_order_page import Move, Order, OrderField, move_asked
from scoring.standings.rank_players import in_words
from scoring.standings.team_standings import order_in_words, team_order
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.languages import page_language
from tournaments.models import Tournament
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.tournament_setup.tournament_fields import EventForm
from tournaments.web.form_fields_and_types import (
    Cleaned,
    FormArguments,
    Sent,
    whole_number,
)
from tournaments.web.language_field import language_field
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: The page's cards, saved separately: fields of the tournament by card.
CARDS: Mapping[str, tuple[str, ...]] = {
    "clock": (
        "planned_rounds",
        "minutes",
        "start_mode",
        "countdown",
        "warning_marks",
        "end_policy",
    ),
    "entry": ("confirmation", "late_word", "table_settles_conflicts", "totals_twice"),
    "order": ("tie_breaks", "team_tie_breaks", "lot_seed"),
    "seen": ("secret_rounds", "search_engines"),
    "languages": ("language", "second_language"),
}
#: The cards for ranking and visibility.
ORDER, SEEN = "order", "seen"
#: Message after saving a card.
SAVED: Mapping[str, Promise] = {
    "clock": _("Rounds and clock saved."),
    "entry": _("Score entry saved."),
    ORDER: _("Ranking saved."),
    SEEN: _("Visibility saved."),
    "languages": _("Languages saved."),
}


class SettingsForm(EventForm):
    """Form for the settings of one card.

    `tie_breaks` and `team_tie_breaks`: criteria in order of priority. `moved`: the last
    unsaved move in one of these lists.
    """

    table_settles_conflicts = forms.BooleanField(
        label=_("Players may resolve conflicts"),
        required=False,
        help_text=_(
            "If this is off, only referees can resolve conflicts. The person who "
            "decides must enter a reason."
        ),
    )
    totals_twice = forms.BooleanField(
        label=_("Paper totals need two entries"),
        required=False,
        help_text=_("Totals count after 2 people have entered the same scores."),
    )

    secret_rounds = whole_number(
        0,
        MOST_ROUNDS,
        label=_("Hidden last rounds"),
        initial=0,
        help_text=_(
            "Results of these rounds are hidden from the public until you publish "
            "them. Enter 0 for none."
        ),
    )
    search_engines = forms.BooleanField(
        label=_("Allow search engines"),
        required=False,
    )

    language = language_field(
        label=_("Language"),
        help_text=_(
            "For printouts, messages and link previews, and for visitors whose "
            "language this program does not have."
        ),
    )
    second_language = language_field(
        [("", _("None"))],
        label=_("Second language"),
        required=False,
        help_text=_("For a second set of printouts, and for hall screens."),
    )

    tie_breaks = OrderField(
        error_messages={"required": _("Choose at least one criterion.")}
    )
    team_tie_breaks = OrderField(required=False)
    lot_seed = forms.CharField(
        label=_("Random seed"),
        max_length=40,
        required=False,
        help_text=_(
            "For ties decided at random. Enter a random result that everyone can see, "
            "such as a throw of dice."
        ),
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        card: str,
        ruleset: str,
        moved: Move | None = None,
        **options: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **options)
        self.card = card
        self.ruleset = ruleset
        self.moved = moved
        self.fields["minutes"].help_text = _(
            "A running round keeps its end time. Later rounds use the new length."
        )
        self.fields = {name: self.fields[name] for name in CARDS[card]}

    @classmethod
    def of(cls, tournament: Tournament, card: str) -> SettingsForm:
        """Return the form of a card with the current settings."""
        initial = {name: getattr(tournament, name) for name in CARDS[card]}
        if "language" in initial:
            initial["language"] = tournament.first_language
        return cls(card=card, ruleset=tournament.ruleset, initial=initial)

    @classmethod
    def with_move(cls, sent: QueryDict, move: Move, ruleset: str) -> SettingsForm:
        """Return the submitted ranking card, with a criterion moved in one list."""
        orders = {
            name: sent.getlist(name) for name in ("tie_breaks", "team_tie_breaks")
        }
        orders[move.name] = move.made_in(orders[move.name])
        initial = {**orders, "lot_seed": sent.get("lot_seed", "")}
        return cls(card=ORDER, ruleset=ruleset, moved=move, initial=initial)

    @property
    def order_of_players(self) -> Order:
        return Order(self["tie_breaks"], self.ruleset, self.moved)

    @property
    def order_of_teams(self) -> Order:
        return Order(self["team_tie_breaks"], self.ruleset, self.moved)

    def values(self) -> Cleaned:
        """Return the values of a valid form by the field names of the tournament."""
        return {name: self.cleaned_data[name] for name in CARDS[self.card]}


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the settings.

    POST saves one card (`card`), or moves a criterion without saving (`move`).
    """
    shown = {card: SettingsForm.of(tournament, card) for card in CARDS}
    context: dict[str, object] = {
        "tournament": tournament,
        "in_words": in_words(tournament),
        "teams_in_words": order_in_words(tournament, team_order(tournament)),
        "forms": shown,
        "has_languages": page_language.is_choice(),
    }
    if request.method != "POST":
        return render(request, "director/settings.html", context)
    if "move" in request.POST:
        move = move_asked(str(request.POST["move"]))
        shown[ORDER] = SettingsForm.with_move(request.POST, move, tournament.ruleset)
        return render(request, "director/settings.html", context)
    card = request.POST.get("card", "")
    if card not in CARDS:
        raise BadRequest
    form = SettingsForm(request.POST, card=card, ruleset=tournament.ruleset)
    if form.is_valid():
        with faults_in(form):
            by = request.user.get_username()
            create_and_change_tournament.change_some_settings(
                tournament, form.values(), by=by
            )
            messages.success(request, str(SAVED[card]), extra_tags=card)
            return _to_card(tournament, card)
    shown[card] = form
    return refused(request, "director/settings.html", {**context, "form": form})


def _to_card(tournament: Tournament, card: str) -> HttpResponse:
    """Redirect to this card of the settings."""
    return redirect(f"{reverse('director:settings', args=[tournament.slug])}#{card}")


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Publish the tournament (`shown` is yes) or hide it (no).

    Redirect to `back` if it is a staff page of the tournament, otherwise to the
    settings. GET only redirects to the settings. Raises BadRequest for another value
    of `shown`.
    """
    if request.method != "POST":
        return redirect("director:settings", tournament.slug)
    if request.POST.get("shown") not in ("yes", "no"):
        raise BadRequest
    shown = request.POST["shown"] == "yes"
    message = (
        _("The tournament is public.")
        if shown
        else _("Only staff can see the tournament.")
    )
    with faults_shown(request):
        by = request.user.get_username()
        create_and_change_tournament.show_to_public(tournament, shown, by=by)
        messages.success(request, message, extra_tags=SEEN)
    back = request.POST.get("back", "")
    if back.startswith(reverse("director:hall", args=[tournament.slug])):
        return redirect(back)
    return _to_card(tournament, SEEN)


@for_helpers(Ability.SETUP)
@require_POST
def tell_standings(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Publish the results of the hidden rounds (`told` is yes), or hide them again
    (no). Redirect to the settings. Raises BadRequest for another value.
    """
    if request.POST.get("told") not in ("yes", "no"):
        raise BadRequest
    name = request.user.get_username()
    with faults_shown(request):
        if request.POST["told"] == "yes":
            finish_reopen_and_publish_results.tell_standings(
                tournament, by=name, now=timezone.now()
            )
            message = _("Results published.")
        else:
            finish_reopen_and_publish_results.hold_back(tournament, by=name)
            message = _("The last rounds are hidden again.")
        messages.success(request, message, extra_tags=SEEN)
    return _to_card(tournament, SEEN)
