"""Insert a forgotten hand between earlier hands."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from rules.winds import Wind
from scoring.corrections import insert_and_remove_hands
from scoring.entry_forms import rulings_false_wins_and_endings
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import AtTable
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.table_page_access import address_of, at_table, previewed
from scoring.table.table_page_contents import names_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game, Seat
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    new_device_key,
    refusals_to,
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.ENTER)
def insert(request: AccountRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Render the form for a hand after the entry numbered `sequence` (0: before the
    first hand). POST inserts the hand.
    """
    if request.method != "POST":
        return _page(request, game, sequence, _blank(game))
    form = _sent(request, game)
    if form.is_valid():
        with refusals_to(form.add_faults):
            done = insert_and_remove_hands.insert(
                game.pk,
                sequence,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = _("Hand %(hand)s inserted.") % {"hand": done.entry.hand}
            messages.success(request, message)
            return redirect(address_of(game))
    form.focus_first_fault()
    return _page(request, game, sequence, form, status=422)


@require_POST
@at_table(Ability.ENTER)
def preview(request: AccountRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Render the effect of the insertion on this hand and all later hands."""
    form = _sent(request, game)
    insertion = partial(insert_and_remove_hands.preview_insertion, game, sequence)
    return previewed(request, game, form, insertion)


def _sent(request: AccountRequest, game: Game) -> AtTable:
    rules = game.rules
    return rulings_false_wins_and_endings.correction_form(
        presenter_of(rules.id).points_form,
        request.POST,
        tournament=game.round.tournament,
        names=names_of(game),
        rules=rules,
    )


def _blank(game: Game) -> AtTable:
    rules = game.rules
    # The address gives the hand's position, but the form requires a number.
    initial = {"hand": 1, "device_key": new_device_key()}
    return rulings_false_wins_and_endings.correction_form(
        presenter_of(rules.id).points_form,
        tournament=game.round.tournament,
        names=names_of(game),
        rules=rules,
        initial=initial,
    )


def _page(
    request: AccountRequest,
    game: Game,
    sequence: int,
    form: AtTable,
    status: int = 200,
) -> HttpResponseBase:
    ledger = TableLedger(game)
    try:
        hand = insert_and_remove_hands.hand_after(ledger, sequence)
    except RuleError:
        if status == 200:
            raise Http404 from None
        hand = 0
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "after": sequence,
        "hand": hand,
        "form": form,
        "now_winds": _winds_in(ledger, hand),
    }
    return render(request, "table/insert.html", context, status=status)


def _winds_in(ledger: TableLedger, hand: int) -> list[tuple[Seat, Wind]]:
    """Return each seat with its wind in that hand."""
    seats, position = (
        ledger.game.seats_by_wind(),
        insert_and_remove_hands.position_in(ledger, hand),
    )
    return [(seats[seat], position.winds[seat]) for seat in position.seats]
