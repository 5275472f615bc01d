"""The page to reseat the players of a table as they really sat."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.ledger_entries import Follow, Raw
from rules.winds import Wind
from scoring.corrections import reseat_players
from scoring.corrections.later_hands_affected import changed_hands
from scoring.corrections.reseat_players import ReseatPreview, raw_of
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    OLD_PAGE,
    AtTableArguments,
    Ruling,
    reason_field,
)
from scoring.table.table_page_access import address_of, at_table
from scoring.table.table_page_contents import names_of
from scoring.wording import ledger_entry_wording, next_hand_and_seat_wording
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.rounds.seating_files import SEATS
from tournaments.web.form_fields_and_types import Context, Sent
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    new_device_key,
    refusals_to,
)
from tournaments.web.wind_names import wind_name

FOLLOWS = [
    (
        Follow.PLAYERS.value,
        _("The right players, in the wrong seats. The hands move with the players."),
    ),
    (
        Follow.SEATS.value,
        _("The right seats, with the wrong players. The hands stay with the seats."),
    ),
]


class ReseatForm(Ruling):
    """Form for each player's real wind at the start, and for whether earlier hands
    follow the players or the seats.
    """

    key = "reseat"
    title = _("Reseat players")
    button = _("Reseat players")
    seating = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    follow = forms.ChoiceField(
        label=_("Entered hands"),
        choices=FOLLOWS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whether hands move with the players.")},
    )
    reason = reason_field()
    fields_of_faults = {
        "seats": "__all__",
        **{f"seats.{seat}": column for seat, column in SEATS.items()},
    }

    def __init__(
        self, data: Sent | None = None, **options: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **options)
        winds = [(wind.value, wind_name(wind)) for wind in self.seats]
        self.columns = {seat: SEATS[seat] for seat in self.seats}
        for seat, column in self.columns.items():
            self.fields[column] = forms.ChoiceField(
                label=_("Real seat of %(name)s (recorded: %(wind)s)")
                % {"name": self.names[seat], "wind": wind_name(seat)},
                choices=winds,
                initial=seat.value,
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose this player's seat.")},
            )
        self.order_fields(
            ["device_key", "seating", *self.columns.values(), "follow", "reason"]
        )

    @property
    def is_begun(self) -> bool:
        moved = any(self[name].value() != seat for seat, name in self.columns.items())
        return bool(moved and self["follow"].value())

    def raw(self) -> Raw:
        data = self.cleaned_data
        seats = {seat: Wind(data[name]) for seat, name in self.columns.items()}
        return raw_of(seats, Follow(self.cleaned_data["follow"]))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def reseat(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the form for the real seats.

    POST reseats the players; with `preview`, it shows the effect.
    """
    if request.method != "POST":
        return _page(request, game, _blank(game))
    form = _sent(request, game)
    if "preview" in request.POST:
        return _page(request, game, form, **_effect_or_faults(form, game))
    if form.is_valid():
        with refusals_to(form.add_faults):
            reseat_players.reseat(
                game.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                seating=form.cleaned_data["seating"],
            )
            messages.success(request, gettext("Players reseated."))
            return redirect(address_of(game))
    if faults := _errors_of_old_seats(form, game):
        anew = _blank(game, reason=form.data.get("reason", ""))
        return _page(request, game, anew, status=422, faults=faults)
    form.focus_first_fault()
    return _page(request, game, form, status=422)


@require_POST
@at_table(Ability.RULE)
def preview(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the effect on every player while the form is being filled in."""
    context = _effect_or_faults(_sent(request, game), game)
    context["tournament"] = game.round.tournament
    status = 422 if "faults" in context else 200
    return render(request, "table/_reseat_preview.html", context, status=status)


def _sent(request: AccountRequest, game: Game) -> ReseatForm:
    rules = game.rules
    return ReseatForm(request.POST, names=names_of(game), rules=rules)


def _errors_of_old_seats(form: ReseatForm, game: Game) -> list[str]:
    """Return the form's errors if the players were reseated after it was rendered,
    because its choices now mean other players; otherwise [].
    """
    now = len(TableLedger.as_now(game).seats.steps)
    is_old = form.cleaned_data.get("seating", now) != now
    return [str(error) for error in form.non_field_errors()] if is_old else []


def _blank(game: Game, *, reason: str = "") -> ReseatForm:
    ledger = TableLedger.as_now(game)
    return ReseatForm(
        names=names_of(ledger.game),
        rules=ledger.rules,
        initial={
            "device_key": new_device_key(),
            "seating": len(ledger.seats.steps),
            "reason": reason,
        },
    )


def _effect_or_faults(form: ReseatForm, game: Game) -> Context:
    """Return the effect of the form, or what is missing, or its faults."""
    form.full_clean()
    form.errors.pop("reason", None)
    if not form.errors:
        with refusals_to(form.add_faults):
            seating = form.cleaned_data["seating"]
            shown = reseat_players.preview(game, form.raw(), seating=seating)
            return reseat_shown(shown, game)
    if not form.is_begun:
        return {"incomplete": True}
    return {"faults": [text for texts in form.errors.values() for text in texts]}


def reseat_shown(shown: ReseatPreview, game: Game) -> dict[str, object]:
    """Return the effect of a reseat, as shown on its page and before undoing it."""
    sits = {player.was: player.sat for player in shown.players}
    names = {player.sat: player.seat.player for player in shown.players}
    after = shown.after
    rules = game.rules
    then = (
        ledger_entry_wording.of_ending(after.over)
        if after.over
        else next_hand_and_seat_wording.of_next(after.position, rules, names)
    )
    return {
        "players": shown.players,
        "changed": changed_hands(shown.preview, game.seats_by_wind(), sits),
        "then": then,
    }


def _page(
    request: AccountRequest,
    game: Game,
    form: ReseatForm,
    *,
    status: int = 200,
    **shown: object,
) -> HttpResponse:
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "form": form,
        **shown,
    }
    return render(request, "table/reseat.html", context, status=status)
