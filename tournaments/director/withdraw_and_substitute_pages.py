"""Pages to withdraw or disqualify a player, to undo this, and to use a substitute."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.missed_round_wording import (
    missed_before_in_words,
    missed_round_in_words,
)
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import player_numbered
from tournaments.models import OPEN_STATES, Player, Tournament
from tournaments.people import player_changes, substitutes
from tournaments.people import self_registration as sign_ups
from tournaments.people.find_and_sort_players import player_meant
from tournaments.people.player_forms import ReplacedForm, SubstituteForm, WithdrawForm
from tournaments.people.player_list_and_kept_apart import (
    line_of,
    players_of,
    suggested_players,
)
from tournaments.people.presence_in_rounds import reached, rounds_in_words
from tournaments.seating_drafts.substitution_preview import (
    Takeover,
    first_seat_to_come,
    takeover,
)
from tournaments.web.form_fields_and_types import Context, ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    form_page,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.PLAYERS)
@PAGE
def withdraw(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the form. POST withdraws a player after a given round; a player who never
    had a seat is removed instead."""
    player = player_numbered(tournament, number)
    has_seat = player.seats.exists()
    context: dict[str, object] = {
        "tournament": tournament,
        "player": player,
        "has_seat": has_seat,
        "line": line_of(player),
        "seat_to_come": first_seat_to_come(player),
        "missed": missed_round_in_words(tournament),
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
                player_changes.withdraw(player, last, by=by, reason=reason)
            else:
                sign_ups.take_off_player(player, by=by, reason=reason)
            messages.success(request, _withdrawal_in_words(player, has_seat))
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/withdraw.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def take_back(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the confirmation page. POST undoes a player's withdrawal."""
    player = player_numbered(tournament, number)
    context: dict[str, object] = {
        "tournament": tournament,
        "player": player,
        "line": line_of(player),
    }
    if request.method != "POST":
        context["form"] = ReasonForm()
        return render(request, "director/take_back.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            player_changes.take_back(
                player,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(
                request, _("Withdrawal of %(name)s undone.") % {"name": player}
            )
            return redirect("director:players", tournament.slug)
    context["form"] = form
    return refused(request, "director/take_back.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def disqualify(
    request: AccountRequest, tournament: Tournament, number: int, *, undo: bool = False
) -> HttpResponse:
    """Render the confirmation page. POST disqualifies a player, or with `undo` undoes a
    disqualification."""
    player = player_numbered(tournament, number)
    context: dict[str, object] = {
        "tournament": tournament,
        "player": player,
        "line": line_of(player),
        "undo": undo,
    }
    if request.method != "POST":
        context["form"] = ReasonForm()
        return render(request, "director/disqualify.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            by, reason = request.user.get_username(), form.cleaned_data["reason"]
            if undo:
                player_changes.undo_disqualification(player, by=by, reason=reason)
                done = _("Disqualification of %(name)s undone.")
            else:
                player_changes.disqualify(player, by=by, reason=reason)
                done = _("%(name)s disqualified.")
            messages.success(request, done % {"name": player})
            return redirect("director:player", tournament.slug, number)
    context["form"] = form
    return refused(request, "director/disqualify.html", context)


@for_helpers(Ability.PLAYERS)
@PAGE
def substitute(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the form, then a preview of replacing a player by a substitute. POST with
    confirmation replaces the player."""
    player = player_numbered(tournament, number)
    data = request.POST or request.GET
    if "first_round" not in data:
        first_round = first_seat_to_come(player)
        initial = {
            "first_round": first_round,
            "ranked": first_round == 1,
            "team": player.team.name if player.team else "",
        }
        form = SubstituteForm(initial=initial)
        page = _substitute_page(player, form)
        return form_page(request, "director/substitute.html", page)
    form = SubstituteForm(data)
    why = (
        ReasonForm(request.POST, auto_id="why_%s") if request.method == "POST" else None
    )
    changes: Takeover | None = None
    if form.is_valid():
        try:
            changes = _takeover(player, form)
            if why and why.is_valid():
                new = _substituted(request, player, form, why.cleaned_data["reason"])
                message = _("%(new)s substitutes for %(old)s from round %(round)s on.")
                names = {
                    "new": new,
                    "old": player,
                    "round": form.cleaned_data["first_round"],
                }
                messages.success(request, message % names)
                return redirect("director:players", tournament.slug)
        except RuleError as error:
            changes = None
            add_faults(form, error, {"new": "who"})
    page = _substitute_page(player, form, changes, why)
    if why or form.errors:
        return refused(request, "director/substitute.html", page)
    return render(request, "director/substitute.html", page)


@for_helpers(Ability.PLAYERS)
@require_safe
def replace_player(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the choice of a player to replace, and the other ways to replace players.
    With ?player=, redirect to the page for the player's substitute."""
    form = ReplacedForm(request.GET if "player" in request.GET else None)
    if form.is_valid():
        players = players_of(tournament)
        with faults_in(form):
            player = player_meant(players, form.cleaned_data["player"], "player")
            return redirect("director:substitute", tournament.slug, player.number)
    round_ = tournament.rounds.filter(state__in=OPEN_STATES).first()
    tables: Iterable[int] = ()
    if round_ and request.can.rule:
        tables = round_.games.order_by("table").values_list("table", flat=True)
    page: Context = {
        "tournament": tournament,
        "form": form,
        "players": suggested_players(tournament),
        "round": round_,
        "tables": tables,
    }
    if form.errors:
        return refused(request, "director/replace.html", page)
    return render(request, "director/replace.html", page)


@for_helpers(Ability.PLAYERS)
@PAGE
def take_substitution_back(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the confirmation page. POST undoes a substitution: the original player
    gets the seats back."""
    player = player_numbered(tournament, number)
    event = substitutes.substitution_of(player)
    people = (
        {player.number: player for player in players_of(tournament)} if event else {}
    )
    context: dict[str, object] = {"tournament": tournament, "player": player}
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
                player,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = _("Substitution for %(name)s undone.") % {"name": old}
            messages.success(request, message)
            return redirect("director:player", tournament.slug, old.number)
    context["form"] = form
    return refused(request, "director/substitute_take_back.html", context)


def _takeover(player: Player, form: SubstituteForm) -> Takeover:
    """Return the seats that the substitution in a valid form would change. Raises
    Refused if it is impossible."""
    new = form.newcomer() or _registered(player.tournament, form)
    return takeover(player.tournament, player, new, form.cleaned_data["first_round"])


def _missed_before(player: Player, form: SubstituteForm) -> str:
    """Return a sentence on the rounds that the substitute of a valid form misses, if
    the substitute will be ranked; "" otherwise."""
    first_round = form.cleaned_data["first_round"]
    if not form.cleaned_data["ranked"]:
        return ""
    if form.newcomer() is None:
        new = _registered(player.tournament, form)
        has_played = new.seats.filter(round__number__lt=first_round).exists()
        if new.is_filler or has_played:
            return ""
    return missed_before_in_words(player.tournament, first_round)


def _substituted(
    request: AccountRequest, player: Player, form: SubstituteForm, reason: str
) -> Player:
    """Carry out the substitution in a valid form, and return the substitute."""
    tournament, by = player.tournament, request.user.get_username()
    first_round = form.cleaned_data["first_round"]
    ranked = form.cleaned_data["ranked"]
    if row := form.newcomer():
        return player_changes.substitute_newcomer(
            tournament,
            player,
            row,
            first_round,
            by=by,
            reason=reason,
            ranked=ranked,
            account=request.user,
        )
    new = _registered(tournament, form)
    substitutes.substitute(
        tournament, player, new, first_round, by=by, reason=reason, ranked=ranked
    )
    return new


def _registered(tournament: Tournament, form: SubstituteForm) -> Player:
    return player_meant(players_of(tournament), form.cleaned_data["who"], "who")


def _substitute_page(
    player: Player,
    form: SubstituteForm,
    changes: Takeover | None = None,
    why: ReasonForm | None = None,
) -> Context:
    """Return the context of the page. `changes` is None if no substitute is chosen or
    the substitution is impossible."""
    return {
        "tournament": player.tournament,
        "player": player,
        "line": line_of(player),
        "seat_to_come": first_seat_to_come(player),
        "missed": missed_round_in_words(player.tournament),
        "form": form,
        "changes": changes,
        "missed_before": _missed_before(player, form) if changes else "",
        "why": why or ReasonForm(auto_id="why_%s"),
        "players": suggested_players(player.tournament),
    }


def _withdrawal_in_words(player: Player, has_seat: bool) -> str:
    if not has_seat:
        return _("%(name)s withdrawn.") % {"name": player}
    if not player.last_round:
        return _("%(name)s withdrawn before playing a round.") % {"name": player}
    return _("%(name)s withdrawn after round %(round)s.") % {
        "name": player,
        "round": player.last_round,
    }
