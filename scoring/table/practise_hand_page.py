"""Practise hand entry before a round starts: the table diagram with invented players.

Nothing is saved.
"""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.faults import RuleError
from rules.ledger_entries import Entry
from rules.ledger_replay import replay
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.winds import WINDS, Wind
from scoring.entry_forms.form_by_ruleset import HandForm, hand_form
from scoring.entry_forms.payments_offline import payment_table
from scoring.table.table_diagram import diagram_at, with_buttons
from scoring.table.table_page_access import address_of, at_table_or_its_device
from scoring.wording import ledger_entry_wording, next_hand_and_seat_wording
from tournaments.access import table_links
from tournaments.access.table_links import is_sign_key
from tournaments.director.page_roles_and_health_notice import wrong_key
from tournaments.models import Game, Person, Player, RoundState, Seat, Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import TableRequest

#: Invented players, by seat.
NAMES = ("Robin Ash", "Sam Birch", "Toni Cedar", "Uma Dogwood")
#: Key of an entry that is never written.
_KEY = "practice"


@require_safe
def practise(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the practice page of a table whose round has not started.

    Otherwise redirect to the table.
    """
    if game.round.state not in (RoundState.DRAFT, RoundState.PUBLISHED):
        return _to_table(request, address_of(game))
    here = reverse("table:practise", args=_place(game))
    return _page(request, game.round.tournament, here, address_of(game))


practise_at_table = at_table_or_its_device(practise, when_waiting=practise)


@require_safe
@never_cache
def practise_by_sign(
    request: TableRequest, slug: str, table: int, key: str
) -> HttpResponseBase:
    """Render the practice page opened with a table card, while no round is in progress
    at the table.
    """
    tournament = (
        Tournament.objects.not_in_bin()
        .select_related("table_signs")
        .filter(slug=slug)
        .first()
    )
    if tournament is None or not is_sign_key(
        key, tournament.pk, table_links.signs_version(tournament), table
    ):
        return wrong_key(request)
    place = [slug, table, key]
    back = reverse("table:sign", args=place)
    if table_links.game_on_at(tournament, table):
        return _to_table(request, back)
    response = _page(
        request, tournament, reverse("table:sign_practise", args=place), back
    )
    # The address is a secret.
    response["Referrer-Policy"] = "strict-origin"
    return response


def _to_table(request: TableRequest, address: str) -> HttpResponse:
    """Redirect to the table. For htmx, make the browser load the table's page."""
    if not request.htmx:
        return redirect(address)
    return HttpResponse(status=204, headers={"HX-Redirect": address})


def _place(game: Game) -> list[object]:
    return [game.round.tournament.slug, game.round.number, game.table]


def _page(
    request: TableRequest, tournament: Tournament, here: str, back: str
) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=204)
    rules = tournament.rules
    state = TableState(rules.opening(), rules.opening_scores())
    seats = {seat: _invented(seat) for seat in state.position.seats}
    names = {wind: str(seat.player) for wind, seat in seats.items()}
    context: Context = {
        "tournament": tournament,
        "here": here,
        "back": back,
        "practises": True,
    }
    if "winner" in request.GET:
        form = hand_form(rules, request.GET, names=names)
        if entry := _entered(form, rules):
            context["words"] = ledger_entry_wording.of_entry(entry, names)
            scores = replay(rules, [entry]).scores
            context["changes"] = [
                (seat, scores[wind] - state.scores[wind])
                for wind, seat in seats.items()
            ]
            return render(request, "table/practised.html", context)
        form.focus_first_fault("data-first-fault")
    else:
        initial = {"hand": state.position.hand, "device_key": _KEY}
        form = hand_form(rules, names=names, initial=initial)
    drawn = with_buttons(diagram_at(state, rules, seats, ()), form, state.position)
    context |= {
        "form": form,
        "drawn": drawn,
        "state": state,
        "scores": state.scores,
        "gaps": next_hand_and_seat_wording.gaps(state.scores),
        "facts": next_hand_and_seat_wording.facts(state.position, rules),
        "payments": payment_table(tournament, state.position),
    }
    return render(request, "table/practise.html", context)


def _entered(form: HandForm, rules: Ruleset) -> Entry | None:
    """Return the hand of a submitted form; None if the form is refused.

    The form then has the errors.
    """
    if not form.is_valid():
        return None
    try:
        entry = rules.read_entry(form.raw())
        replay(rules, [entry])
    except RuleError as error:
        form.add_faults(error)
        return None
    return entry


def _invented(wind: Wind) -> Seat:
    first, last = NAMES[WINDS.index(wind)].split(" ")
    return Seat(
        wind=wind, player=Player(person=Person(first_name=first, last_name=last))
    )
