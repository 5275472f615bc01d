"""Who sits where: seats from a file, or typed table by table."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.winds import FOUR
from tournaments.access.abilities import Ability
from tournaments.models import HIDDEN_STATES, NOT_BEGUN, Round, Seat, Tournament
from tournaments.people import player_files
from tournaments.people.listing import entries_of
from tournaments.people.seat_problems import seat_problems
from tournaments.refusals import sentence
from tournaments.rounds import round_seats
from tournaments.rounds.by_standing.marks import Marker
from tournaments.rounds.publishing import SHOWN_STATES
from tournaments.rounds.seated_rounds import seating_of
from tournaments.rounds.table_forms import TablesFormSet
from tournaments.seating.files.sheets import MOST_ROUNDS
from tournaments.views.roles import for_helpers
from tournaments.web.form_fields import TextOrFileForm
from tournaments.web.requests import AccountRequest, refusals_to, refused

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.DRAW)
@PAGE
def seating(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The seats of every round, and a form for a file of seats."""
    if request.method != "POST":
        context = _overview(tournament, TextOrFileForm())
        return render(request, "director/seating.html", context)
    form = TextOrFileForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_to(form.add_file_faults):
            rows = player_files.read_seating(form.content)
            seated = round_seats.seat_rounds(
                tournament, rows, by=request.user.get_username()
            )
            words = ngettext(
                "%(count)s round saved as a seating draft.",
                "%(count)s rounds saved as seating drafts.",
                len(seated),
            )
            messages.success(request, words % {"count": len(seated)})
            return redirect("director:seating", tournament.slug)
    return refused(request, "director/seating.html", _overview(tournament, form))


@for_helpers(Ability.DRAW)
@PAGE
def seating_round(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Type the start numbers of one round, or change its draft."""
    if not 1 <= number <= MOST_ROUNDS:
        raise Http404
    round_ = tournament.rounds.filter(number=number).first()
    there = [entry for entry in entries_of(tournament) if entry.plays(number)]
    context = {
        "tournament": tournament,
        "number": number,
        "round": round_,
        "may_change": round_ is None or round_.state in NOT_BEGUN,
        "entries": there,
    }
    if request.method != "POST":
        context["formset"] = TablesFormSet(
            initial=_typed(tournament, round_, len(there))
        )
        return render(request, "director/seating_round.html", context)
    formset = TablesFormSet(request.POST)
    if formset.is_valid():
        rows = [row for form in formset if (row := form.row(number))]
        try:
            round_seats.seat_rounds(tournament, rows, by=request.user.get_username())
        except RuleError as error:
            context["errors"] = [sentence(fault) for fault in error.faults]
        else:
            words = _("Round %(number)s saved as a seating draft.")
            messages.success(request, words % {"number": number})
            return redirect("director:seating", tournament.slug)
    context["formset"] = formset
    return refused(request, "director/seating_round.html", context)


def _overview(tournament: Tournament, form: TextOrFileForm) -> dict[str, object]:
    seated = seating_of(tournament)
    marks = Marker(tournament).of_rounds(each.round for each in seated)
    return {
        "tournament": tournament,
        "rounds": [(each, marks.get(each.round.number, ())) for each in seated],
        "problems": seat_problems(tournament),
        "form": form,
        "columns": player_files.SEATING,
        "next_round": round_seats.next_round_number(tournament),
        "replaceable": NOT_BEGUN,
        "hidden": HIDDEN_STATES,
        "shown": SHOWN_STATES,
    }


def _typed(
    tournament: Tournament, round_: Round | None, players: int
) -> list[dict[str, int]]:
    """The start numbers of a draft by table, and tables for so many players in all."""
    if tournament.rules.fewest_players < FOUR:
        players += -players % FOUR
    tables = max(players // FOUR, 1)
    typed = {table: {"table": table} for table in range(1, tables + 1)}
    seats = Seat.objects.filter(round=round_).select_related("session", "entry")
    for seat in seats.order_by("session__table"):
        table = seat.session.table
        typed.setdefault(table, {"table": table})[seat.wind] = seat.entry.number
    return list(typed.values())
