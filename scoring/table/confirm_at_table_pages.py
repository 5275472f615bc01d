"""Confirmation on the table device: each player confirms or disputes the
result there.
"""

from __future__ import annotations

from django import forms
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_POST

from rules.faults import RuleError
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger.table_ledger import TableLedger
from scoring.table.confirmation_pages import LONGEST_TEXT, SeenResultForm
from scoring.table.hand_entry_pages import entry_page
from scoring.table.table_page_access import address_of, at_table_or_its_device
from tournaments.models import ConfirmationNeeded, Game
from tournaments.refusals import refusal
from tournaments.web.request_types_and_form_faults import TableRequest, add_faults


class PlayerAnswerForm(SeenResultForm):
    """The answer of the player in seat `who`: confirm the result, or dispute it with
    `text`.
    """

    say = forms.ChoiceField(choices=[("confirm", ""), ("dispute", "")])
    who = forms.ChoiceField(
        choices=[(wind, "") for wind in "ESWN"],
        error_messages={"required": gettext_lazy("Choose your name.")},
    )
    text = forms.CharField(max_length=LONGEST_TEXT, required=False)

    @property
    def hidden_errors(self) -> list[str]:
        """Return errors that belong to no visible field."""
        return [*self.non_field_errors(), *self["sequence"].errors]


@require_POST
@at_table_or_its_device
def say(request: TableRequest, game: Game) -> HttpResponseBase:
    """Save a player's confirmation or dispute at the table, and render the table."""
    form = PlayerAnswerForm(request.POST)
    if form.is_valid():
        try:
            _save_answer(form, game, request.visitor.by)
        except RuleError as error:
            add_faults(form, error)
        else:
            return _render_table(request, game)
    return _render_table(request, game, form)


def _save_answer(form: PlayerAnswerForm, game: Game, device: str) -> None:
    tournament = game.round.tournament
    if tournament.confirmation != ConfirmationNeeded.AT_TABLE:
        raise refusal(
            "by_own_links",
            gettext_noop(
                "Results are not confirmed on the table device in this tournament."
            ),
        )
    data = form.cleaned_data
    seat = game.seats.filter(wind=data["who"]).first()
    if seat is None:
        raise refusal(
            "not_at_table",
            gettext_noop("No player has this seat. Choose one of the players."),
        )
    player = seat.player
    common = {"sequence": data["sequence"], "device": device}
    if data["say"] == "confirm":
        confirm_and_dispute.confirm_as_player(game.pk, player, **common)
    else:
        confirm_and_dispute.dispute(game.pk, player, text=data["text"], **common)


def _render_table(
    request: TableRequest, game: Game, form: PlayerAnswerForm | None = None
) -> HttpResponse:
    """Render the current table. A refused `form` is shown with its errors (422)."""
    if form is None and not request.htmx:
        return redirect(address_of(game))
    status = 422 if form else 200
    more = {"answer_form": form} if form else {"just_answered": request.POST["say"]}
    return entry_page(request, TableLedger.as_now(game), status=status, **more)
