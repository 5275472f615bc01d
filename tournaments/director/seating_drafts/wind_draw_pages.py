"""Pages of public wind draws: step by step at one table, entered manually, or for all
tables of a round."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.seating_drafts.wind_draw_forms import (
    AgainForm,
    ByHandForm,
    LotsForm,
    StepForm,
)
from tournaments.director.seating_drafts.wind_draw_page_contents import (
    drawn_tables,
    names_of,
    stage_of,
    tables_of,
)
from tournaments.models import NOT_BEGUN, Ceremony, Game, Round, Tournament, WindLots
from tournaments.seating.random_seed import combined
from tournaments.seating.winds.wind_draw_procedure import Step
from tournaments.seating_drafts import wind_draw_at_table_or_round
from tournaments.seating_drafts import winds_by_hand_or_choice as winds_redrawn
from tournaments.seating_drafts.winds_by_hand_or_choice import chooses
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    form_page,
)

#: Form without fields, which starts something.
Begin = forms.Form

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.DRAW)
@require_safe
def tables(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the tables of a round with their wind draws, and the ways to draw
    winds."""
    round_ = _round(tournament, number)
    drawn = WindLots.objects.filter(round=round_).first()
    context = {
        **_round_context(round_),
        "tables": tables_of(round_, drawn),
        "lots": drawn,
        "chooses": chooses(round_),
    }
    return render(request, "director/ceremonies.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def table(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Render the wind draw at one table up to the current step.

    POST starts the wind draw, shows the next step, and finally seats the players.
    """
    game = _game(tournament, number, table)
    by = request.user.get_username()
    form = StepForm(_sent(request)) if "step" in request.POST else Begin(_sent(request))
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            if isinstance(form, StepForm):
                _go_on(game, form, by)
            else:
                wind_draw_at_table_or_round.begin(game.pk, by=by)
            return _to_table(game)
    return form_page(request, "director/ceremony.html", _table_context(game, form))


@for_helpers(Ability.DRAW)
@PAGE
def by_hand(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Render a form for winds that players drew at the table. POST seats the
    players."""
    game = _game(tournament, number, table)
    seats = dict(game.seats.values_list("wind", "player__number"))
    form = ByHandForm(
        _sent(request),
        initial=seats,
        people=names_of(tournament, list(seats.values())),
        needs_reason=winds_redrawn.needs_reason(game),
    )
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            winds_redrawn.seat_by_hand(
                game.pk,
                form.numbers,
                reason=form.cleaned_data["reason"],
                by=request.user.get_username(),
            )
            message = _("Seats at table %(table)s entered by hand.")
            messages.success(request, message % {"table": table})
            return redirect("director:ceremonies", tournament.slug, number)
    context = {**_round_context(game.round), "form": form, "game": game}
    return form_page(request, "director/ceremony_by_hand.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def again(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Render a form to restart the wind draw at a table. POST restarts it."""
    game = _game(tournament, number, table)
    ceremony = Ceremony.objects.filter(game=game).first()
    if ceremony is None:
        return _to_table(game)
    form = AgainForm(_sent(request), initial={"attempt": ceremony.attempt})
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            wind_draw_at_table_or_round.begin_again(
                game.pk, by=request.user.get_username(), **form.cleaned_data
            )
            return _to_table(game)
    context = {
        "heading": _("Restart the wind draw of table %(table)s") % {"table": table},
        "back": _address("ceremony", game),
    }
    return _form_again(request, game.round, form, context)


@for_helpers(Ability.DRAW)
@PAGE
def lots(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render the wind draw for all tables of a round.

    POST starts it and shows the hash; POST with the current attempt draws the winds.
    """
    round_ = _round(tournament, number)
    by = request.user.get_username()
    draws = "attempt" in request.POST
    form = LotsForm(_sent(request)) if draws else Begin(_sent(request))
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            if isinstance(form, LotsForm):
                wind_draw_at_table_or_round.draw(round_.pk, by=by, **form.cleaned_data)
            else:
                wind_draw_at_table_or_round.promise(round_.pk, by=by)
            return redirect("director:wind_lots", tournament.slug, number)
    drawn = WindLots.objects.filter(round=round_).first()
    context = {
        **_round_context(round_),
        "lots": drawn,
        "seed": combined(drawn.seed, drawn.thrown) if drawn else "",
        "form": form if draws or form.errors else LotsForm(),
        "drawn": drawn_tables(tournament, drawn) if drawn else [],
        "own": round_.games.filter(ceremony__isnull=False).order_by("table"),
    }
    return form_page(request, "director/wind_lots.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def lots_again(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render a form to restart the wind draw of a round. POST restarts it."""
    round_ = _round(tournament, number)
    drawn = WindLots.objects.filter(round=round_).first()
    if drawn is None:
        return redirect("director:wind_lots", tournament.slug, number)
    form = AgainForm(_sent(request), initial={"attempt": drawn.attempt})
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            wind_draw_at_table_or_round.promise_again(
                round_.pk, by=request.user.get_username(), **form.cleaned_data
            )
            return redirect("director:wind_lots", tournament.slug, number)
    context = {
        "heading": _("Restart the wind draw of round %(number)s") % {"number": number},
        "back": reverse("director:wind_lots", args=[tournament.slug, number]),
    }
    return _form_again(request, round_, form, context)


def _round(tournament: Tournament, number: int) -> Round:
    rounds = tournament.rounds.select_related("tournament")
    return get_object_or_404(rounds, number=number)


def _game(tournament: Tournament, number: int, table: int) -> Game:
    games = Game.objects.select_related("round__tournament")
    return get_object_or_404(
        games, round__tournament=tournament, round__number=number, table=table
    )


def _sent(request: AccountRequest) -> QueryDict | None:
    """Return the data of a POST, which may be empty; None for other requests."""
    return request.POST if request.method == "POST" else None


def _go_on(game: Game, form: StepForm, by: str) -> None:
    """Show the next step of the wind draw; after the last step, seat the players."""
    data = form.cleaned_data
    if data["step"] < Step.SEATS:
        wind_draw_at_table_or_round.go_on(
            game.pk,
            attempt=data["attempt"],
            step=data["step"],
            dice=data["dice"],
        )
    else:
        wind_draw_at_table_or_round.seat_as_drawn(
            game.pk, attempt=data["attempt"], reason=data["reason"], by=by
        )


def _table_context(game: Game, form: forms.Form) -> dict[str, object]:
    ceremony = Ceremony.objects.filter(game=game).first()
    numbers = list(game.seats.values_list("player__number", flat=True))
    names = names_of(
        game.round.tournament, [*numbers, *(ceremony.numbers if ceremony else ())]
    )
    following = game.round.games.filter(table__gt=game.table)
    return {
        **_round_context(game.round),
        "game": game,
        "ceremony": ceremony,
        "form": form if isinstance(form, StepForm) or form.errors else StepForm(),
        "people": {number: names[number] for number in sorted(numbers)},
        "stage": stage_of(ceremony, names) if ceremony else None,
        "others": ceremony is not None and sorted(numbers) != ceremony.numbers,
        "next": following.order_by("table").first(),
    }


def _round_context(round_: Round) -> dict[str, object]:
    return {
        "tournament": round_.tournament,
        "round": round_,
        "may_draw": round_.state in NOT_BEGUN,
    }


def _form_again(
    request: AccountRequest,
    round_: Round,
    form: forms.Form,
    context: Mapping[str, object],
) -> HttpResponse:
    context = {**context, **_round_context(round_), "form": form}
    return form_page(request, "director/ceremony_again.html", context)


def _address(name: str, game: Game) -> str:
    round_ = game.round
    return reverse(
        f"director:{name}", args=[round_.tournament.slug, round_.number, game.table]
    )


def _to_table(game: Game) -> HttpResponse:
    return redirect(f"{_address('ceremony', game)}#show")
