"""Seat choice at a table: the player ranked best in the standings chooses first."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import records_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import NOT_BEGUN, Game, Tournament
from tournaments.seating_drafts.winds_by_hand_or_choice import (
    Choosing,
    read_choices,
    seat_as_chosen,
)
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_shown


@for_helpers(Ability.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def seat_choice(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Render the free seats and the player who chooses next. ?chose= lists the choices
    so far, such as WES. POST seats the table as in `chose`. Raises Http404 for an
    unknown table.
    """
    game = (
        Game.objects.filter(round__tournament=tournament, round__number=number)
        .select_related("round")
        .filter(table=table)
        .first()
    )
    if game is None:
        raise Http404
    people = {
        seat.player.number: seat.player
        for seat in game.seats.select_related("player__person")
    }
    sent = request.POST if request.method == "POST" else request.GET
    order = _order(tournament, number, set(people))
    choosing = Choosing(order, read_choices(sent.get("chose", ""), len(order)))
    if request.method == "POST" and choosing.chooser is None:
        with faults_shown(request):
            by = request.user.get_username()
            seat_as_chosen(game.pk, order, choosing.chose, by=by)
            message = _("Seats saved as chosen by the players of table %(table)s.")
            messages.success(request, message % {"table": table})
        return redirect("director:ceremonies", tournament.slug, number)
    context = {
        "tournament": tournament,
        "round": game.round,
        "game": game,
        "may_draw": game.round.state in NOT_BEGUN,
        "chooser": people.get(choosing.chooser or 0),
        "left": choosing.left,
        "chose": "".join(choosing.chose),
        "seats": [(wind, people[player]) for wind, player in choosing.seats.items()],
        "order": [people[player] for player in order],
    }
    return render(request, "director/seat_choice.html", context)


def _order(tournament: Tournament, number: int, people: set[int]) -> tuple[int, ...]:
    """Return the player numbers at a table in the order of the standings before the
    round. The standings include points carried over into the stage.
    """
    records = records_of(tournament).as_after(number)
    before = {other for other in records.closed if other < number}
    ranking = ranking_in(records, before)
    ranked = [line.player.number for line in ranking.lines]
    return tuple(sorted(people, key=lambda player: _place(ranked, player)))


def _place(order: list[int], player: int) -> tuple[int, int]:
    """Return a key that sorts players by the standings.

    House players come last, because they are not ranked.
    """
    return (order.index(player) if player in order else len(order), player)
