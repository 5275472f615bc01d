"""The page where a newcomer takes a seat at a table of a running round."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.corrections import take_seat_in_running_round
from scoring.corrections.take_seat_in_running_round import PlaysAs, Since
from scoring.models import LedgerEntry
from scoring.table.table_page_access import at_table
from scoring.tournament_log.log_in_words_and_groups import of_event
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.missed_round_wording import missed_round_in_words
from tournaments.list_import.name_splitting import NameOrder, split_name
from tournaments.models import Game
from tournaments.people.register_players import PlayerRow
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER
from tournaments.web.form_fields_and_types import (
    Context,
    FormArguments,
    Sent,
    offer,
    whole_number,
)
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    focus_first_fault,
    refusals_to,
)
from tournaments.web.wind_names import wind_name


class TakeSeatForm(forms.Form):
    """Form for a newcomer: name, player number, seat, role, and first hand at the
    table. `since`: required if the table has entries.
    """

    name = forms.CharField(
        label=_("Name"),
        max_length=200,
        help_text=_("First name and last name, or “last name, first name”."),
        error_messages={"required": _("Enter the name.")},
    )
    number = whole_number(1, MOST_START_NUMBER, label=_("Player number"))
    wind = forms.ChoiceField(
        label=_("Seat to take"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a seat at this table.")},
    )
    plays_as = forms.ChoiceField(
        label=_("Plays as"),
        choices=PlaysAs.choices,
        widget=forms.RadioSelect,
        initial=PlaysAs.THIS_ROUND,
    )
    since = forms.ChoiceField(
        label=_("At the table"),
        choices=Since.choices,
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(
        self, data: Sent | None = None, *, game: Game, **options: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **options)
        label = gettext("%(name)s, %(wind)s")
        self.winds = {
            seat.wind: label % {"name": seat.player, "wind": wind_name(seat.wind)}
            for seat in seats_in_order(game)
        }
        offer(self, "wind", self.winds.items())
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def row(self) -> PlayerRow:
        """Return the newcomer of a valid form."""
        first, last = split_name(self.cleaned_data["name"], NameOrder.LAST_WORD)
        return PlayerRow(
            last_name=last, first_name=first, number=self.cleaned_data["number"]
        )


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def take_seat(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the form for a newcomer.

    POST seats the newcomer; with `preview` it shows the effect, with `undo` it undoes
    an earlier change.
    """
    if request.method != "POST":
        number = take_seat_in_running_round.free_number(game.round.tournament)
        wind = take_seat_in_running_round.seat_to_fill(game)
        initial = {"number": number, "wind": wind}
        if not _has_entries(game):
            initial["since"] = Since.START
        form = TakeSeatForm(game=game, initial=initial)
        return _page(request, game, form, **_effect(form, game, wind))
    if "undo" in request.POST:
        return _undo(request, game)
    form = TakeSeatForm(request.POST, game=game)
    if "preview" in request.POST:
        return _page(request, game, form, **_effect(form, game))
    if form.is_valid():
        with faults_in(form):
            new = take_seat_in_running_round.take_seat(
                game.pk,
                form.cleaned_data["wind"],
                form.row(),
                PlaysAs(form.cleaned_data["plays_as"]),
                by=request.user.get_username(),
                account=request.user,
                since_the_start=form.cleaned_data["since"] == Since.START,
                during_the_game=form.cleaned_data["since"] == Since.NOW,
            )
            message = gettext("%(name)s, number %(number)s, sits at table %(table)s.")
            facts = {"name": new, "number": new.number, "table": game.table}
            messages.success(request, message % facts)
            return _to_control_room(game)
    focus_first_fault(form)
    return _page(request, game, form, status=422, **_effect(form, game))


@require_POST
@at_table(Ability.RULE)
def preview(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the effect while the form is being filled in."""
    context = _effect(TakeSeatForm(request.POST, game=game), game)
    status = 422 if "refusals" in context else 200
    return render(request, "table/_take_seat_preview.html", context, status=status)


def _undo(request: AccountRequest, game: Game) -> HttpResponse:
    form = TakeSeatForm({}, game=game)
    form.errors.clear()
    sent = request.POST["undo"]
    with faults_in(form):
        old = take_seat_in_running_round.give_seat_back(
            game.pk,
            int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0,
            by=request.user.get_username(),
        )
        message = gettext("%(name)s has the seat at table %(table)s again.")
        messages.success(request, message % {"name": old, "table": game.table})
        return _to_control_room(game)
    return _page(request, game, form, status=422)


def _to_control_room(game: Game) -> HttpResponse:
    slug = game.round.tournament.slug
    return redirect(f"{reverse('director:hall', args=[slug])}#table-{game.table}")


def _effect(form: TakeSeatForm, game: Game, wind: str = "") -> Context:
    """Return the effect of taking the form's seat, or why it cannot be taken; {}
    without a chosen seat.
    """
    plays_as, now = PlaysAs.THIS_ROUND, False
    if form.is_bound:
        wind = form.data.get("wind", "")
        now = form.data.get("since") == Since.NOW
        if form.data.get("plays_as") in PlaysAs.values:
            plays_as = PlaysAs(form.data["plays_as"])
    if wind not in form.winds:
        return {}
    asked = TakeSeatForm({}, game=game)
    asked.errors.clear()
    with refusals_to(lambda error: add_faults(asked, error)):
        effects = take_seat_in_running_round.effects(
            game, wind, plays_as, during_the_game=now
        )
        return {"effects": effects}
    return {"refusals": [text for texts in asked.errors.values() for text in texts]}


def _page(
    request: AccountRequest,
    game: Game,
    form: TakeSeatForm,
    *,
    status: int = 200,
    **shown: object,
) -> HttpResponse:
    taken = take_seat_in_running_round.taken_at(game)
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "form": form,
        "done": [(event, of_event(event)) for event in taken],
        "missed": missed_round_in_words(game.round.tournament),
        **shown,
    }
    return render(request, "table/take_seat.html", context, status=status)


def _has_entries(game: Game) -> bool:
    return LedgerEntry.objects.filter(game=game).exists()
