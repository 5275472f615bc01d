"""Pages to withdraw a player, undo a withdrawal, and use a substitute."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import entry_numbered
from tournaments.models import Entry, Tournament
from tournaments.people import player_changes, substitutes
from tournaments.people import self_registration as sign_ups
from tournaments.people.find_and_sort_players import entry_meant
from tournaments.people.player_forms import SubstituteForm, WithdrawForm
from tournaments.people.player_list_and_kept_apart import entries_of, line_of
from tournaments.people.presence_in_rounds import reached, rounds_in_words
from tournaments.seating_drafts.substitution_preview import (
    Takeover,
    first_seat_to_come,
    takeover,
)
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.PLAYERS)
@PAGE
def withdraw(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Remove a registration, or withdraw a player who has a seat after a given
    round."""
    entry = entry_numbered(tournament, number)
    has_seat = entry.seats.exists()
    context: dict[str, object] = {
        "tournament": tournament,
        "entry": entry,
        "has_seat": has_seat,
        "line": line_of(entry),
        "seat_to_come": first_seat_to_come(entry),
    }
    form_class = WithdrawForm if has_seat else ReasonForm
    if request.method != "POST":
        now = reached(tournament)
        last = min(now.begun, now.rounds - 1)
        context["form"] = form_class(initial={"last_round": last})
        return render(request, "director/withdraw.html", context)
    form = form_class(request.POST)
    if form.is_valid():
        by, reason = request.user.get_username(), form.cleaned_data["reason"]
        with faults_in(form):
            if has_seat:
                last = form.cleaned_data["last_round"]
                player_changes.withdraw(entry, last, by=by, reason=reason)
            else:
                sign_ups.take_off_player(entry, by=by, reason=reason)
            messages.success(request, _withdrawal_in_words(entry, has_seat))
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/withdraw.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def take_back(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Undo a player's withdrawal."""
    entry = entry_numbered(tournament, number)
    context: dict[str, object] = {
        "tournament": tournament,
        "entry": entry,
        "line": line_of(entry),
    }
    if request.method != "POST":
        context["form"] = ReasonForm()
        return render(request, "director/take_back.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            player_changes.take_back(
                entry,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(
                request, _("Withdrawal of %(name)s undone.") % {"name": entry}
            )
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/take_back.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def substitute(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Replace a player by a substitute, after showing the effect."""
    entry = entry_numbered(tournament, number)
    data = request.POST or request.GET
    if "first_round" not in data:
        first_round = first_seat_to_come(entry)
        initial = {
            "first_round": first_round,
            "ranked": first_round == 1,
            "team": entry.team.name if entry.team else "",
        }
        form = SubstituteForm(initial=initial)
        page = _substitute_page(entry, form)
        if request.method == "POST":
            return refused(request, "director/substitute.html", page)
        return render(request, "director/substitute.html", page)
    form = SubstituteForm(data)
    why = (
        ReasonForm(request.POST, auto_id="why_%s") if request.method == "POST" else None
    )
    changes: Takeover | None = None
    if form.is_valid():
        try:
            changes = _takeover(entry, form)
            if why and why.is_valid():
                new = _substituted(request, entry, form, why.cleaned_data["reason"])
                message = _("%(new)s substitutes for %(old)s from round %(round)s on.")
                names = {
                    "new": new,
                    "old": entry,
                    "round": form.cleaned_data["first_round"],
                }
                messages.success(request, message % names)
                return redirect("director:players", tournament.slug)
        except RuleError as error:
            changes = None
            add_faults(form, error, {"new": "who"})
    page = _substitute_page(entry, form, changes, why)
    if why or form.errors:
        return refused(request, "director/substitute.html", page)
    return render(request, "director/substitute.html", page)


@for_helpers(Ability.PLAYERS)
@PAGE
def take_substitution_back(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Undo a substitution and return the seats to the original player."""
    entry = entry_numbered(tournament, number)
    event = substitutes.substitution_of(entry)
    people = (
        {player.number: player for player in entries_of(tournament)} if event else {}
    )
    context: dict[str, object] = {"tournament": tournament, "entry": entry}
    if event and people.keys() >= {event.data["old"], event.data["new"]}:
        context |= {
            "event": event,
            "old": people[event.data["old"]],
            "new": people[event.data["new"]],
            "rounds": rounds_in_words(event.data["rounds"]),
        }
    if request.method != "POST":
        context["form"] = ReasonForm()
        return render(request, "director/substitute_take_back.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            old = substitutes.take_back(
                tournament,
                entry,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = _("%(name)s has the seats again.") % {"name": old}
            messages.success(request, message)
            return redirect("director:player", tournament.slug, old.number)
    context["form"] = form
    return refused(request, "director/substitute_take_back.html", context)


def _takeover(entry: Entry, form: SubstituteForm) -> Takeover:
    """Return the effect of a valid form. Raises Refused if it is impossible."""
    new = form.newcomer() or _registered(entry.tournament, form)
    return takeover(entry.tournament, entry, new, form.cleaned_data["first_round"])


def _substituted(
    request: AccountRequest, entry: Entry, form: SubstituteForm, reason: str
) -> Entry:
    """Carry out the substitution of a valid form and return the substitute."""
    tournament, by = entry.tournament, request.user.get_username()
    first_round = form.cleaned_data["first_round"]
    ranked = form.cleaned_data["ranked"]
    if row := form.newcomer():
        return player_changes.substitute_newcomer(
            tournament,
            entry,
            row,
            first_round,
            by=by,
            reason=reason,
            ranked=ranked,
            account=request.user,
        )
    new = _registered(tournament, form)
    substitutes.substitute(
        tournament, entry, new, first_round, by=by, reason=reason, ranked=ranked
    )
    return new


def _registered(tournament: Tournament, form: SubstituteForm) -> Entry:
    return entry_meant(entries_of(tournament), form.cleaned_data["who"], "who")


def _substitute_page(
    entry: Entry,
    form: SubstituteForm,
    changes: Takeover | None = None,
    why: ReasonForm | None = None,
) -> dict[str, object]:
    """Return the contents of the page. `changes` is None while no substitute is chosen
    or the substitution is impossible."""
    return {
        "tournament": entry.tournament,
        "entry": entry,
        "line": line_of(entry),
        "seat_to_come": first_seat_to_come(entry),
        "form": form,
        "changes": changes,
        "why": why or ReasonForm(auto_id="why_%s"),
        "entries": entries_of(entry.tournament),
    }


def _withdrawal_in_words(entry: Entry, has_seat: bool) -> str:
    if not has_seat:
        return _("%(name)s withdrawn.") % {"name": entry}
    if not entry.last_round:
        return _("%(name)s withdrawn, without a round played.") % {"name": entry}
    return _("%(name)s withdrawn after round %(round)s.") % {
        "name": entry,
        "round": entry.last_round,
    }
