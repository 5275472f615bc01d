"""Seating pages: all rounds, import from a file, and entry of a round table by
table."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.winds import WINDS
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import HIDDEN_STATES, NOT_BEGUN, Round, Seat, Tournament
from tournaments.people.player_list_and_kept_apart import players_of, registered
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.refusals import sentence
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.rounds.outdated_seating_marks import Marker
from tournaments.rounds.publish_seating import SHOWN_STATES
from tournaments.rounds.seat_rounds_and_exchange_seats import seating_of
from tournaments.rounds.seating_files import SEATING, TableRow, read_seating
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_TABLES
from tournaments.web.form_fields_and_types import (
    TextOrFileForm,
    start_number,
    whole_number,
)
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    refusals_to,
    refused,
)


class TableForm(forms.Form):
    """Form for the player numbers of one table."""

    table = whole_number(1, MOST_TABLES, label=_("Table"))
    E = start_number(pgettext_lazy("wind", "East"))
    S = start_number(pgettext_lazy("wind", "South"))
    W = start_number(pgettext_lazy("wind", "West"))
    N = start_number(pgettext_lazy("wind", "North"))

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        filled = [bool(data.get(wind)) for wind in WINDS]
        if filled != sorted(filled, reverse=True) and not self.errors:
            raise ValidationError(_("Fill the seats in order from East, without gaps."))
        return data

    def row(self, round_number: int) -> TableRow | None:
        """Return the seating of the table from the valid form; None if the form is
        empty."""
        numbers = tuple(filter(None, (self.cleaned_data[wind] for wind in WINDS)))
        if not numbers:
            return None
        return TableRow(round_number, self.cleaned_data["table"], numbers)


TablesFormSet = forms.formset_factory(TableForm, extra=0, max_num=500)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.DRAW)
@PAGE
def seating(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the seating of all rounds. POST imports seating from text or a file."""
    if request.method != "POST":
        context = _overview(tournament, TextOrFileForm())
        return render(request, "director/seating.html", context)
    form = TextOrFileForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_to(form.add_file_faults):
            rows = read_seating(form.content)
            seated = seat_rounds_and_exchange_seats.seat_rounds(
                tournament, rows, by=request.user.get_username()
            )
            message = ngettext(
                "%(count)s round saved as a seating draft.",
                "%(count)s rounds saved as seating drafts.",
                len(seated),
            )
            messages.success(request, message % {"count": len(seated)})
            return redirect("director:seating", tournament.slug)
    return refused(request, "director/seating.html", _overview(tournament, form))


@for_helpers(Ability.DRAW)
@PAGE
def seating_round(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the seating of one round for editing. POST saves it as a draft.

    Raises Http404 for a number that no round can have.
    """
    if not 1 <= number <= MOST_ROUNDS:
        raise Http404
    round_ = tournament.rounds.filter(number=number).first()
    players = [player for player in players_of(tournament) if player.plays(number)]
    context = {
        "tournament": tournament,
        "number": number,
        "round": round_,
        "may_change": round_ is None or round_.state in NOT_BEGUN,
        "players": players,
    }
    if request.method != "POST":
        context["formset"] = TablesFormSet(
            initial=_typed(tournament, round_, len(players))
        )
        return render(request, "director/seating_round.html", context)
    formset = TablesFormSet(request.POST)
    if formset.is_valid():
        rows = [row for form in formset if (row := form.row(number))]
        try:
            seat_rounds_and_exchange_seats.seat_rounds(
                tournament, rows, by=request.user.get_username()
            )
        except RuleError as error:
            context["errors"] = [sentence(fault) for fault in error.faults]
        else:
            message = gettext("Round %(number)s saved as a seating draft.")
            messages.success(request, message % {"number": number})
            return redirect("director:seating", tournament.slug)
    context["formset"] = formset
    return refused(request, "director/seating_round.html", context)


def _overview(tournament: Tournament, form: TextOrFileForm) -> dict[str, object]:
    seated = seating_of(tournament)
    marks = Marker(tournament).of_rounds(seated_round.round for seated_round in seated)
    return {
        "tournament": tournament,
        "rounds": [
            (seated_round, marks.get(seated_round.round.number, ()))
            for seated_round in seated
        ],
        "players": 0 if seated else registered(tournament),
        "problems": seat_problems(tournament),
        "form": form,
        "columns": SEATING,
        "next_round": seat_rounds_and_exchange_seats.next_round_number(tournament),
        "replaceable": NOT_BEGUN,
        "hidden": HIDDEN_STATES,
        "shown": SHOWN_STATES,
    }


def _typed(
    tournament: Tournament, round_: Round | None, players: int
) -> list[dict[str, int]]:
    """Return the player numbers of a round by table, with enough tables for all
    players."""
    rules = tournament.rules
    if rules.fewest_players < rules.players:
        players += -players % rules.players
    tables = max(players // rules.players, 1)
    typed = {table: {"table": table} for table in range(1, tables + 1)}
    seats = Seat.objects.filter(round=round_).select_related("game", "player")
    for seat in seats.order_by("game__table"):
        table = seat.game.table
        typed.setdefault(table, {"table": table})[seat.wind] = seat.player.number
    return list(typed.values())
