"""The page to exchange two players who sat down at each other's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.corrections import exchange_players
from scoring.ledger.table_ledger import seats_at_tables
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import reason_field
from scoring.table.table_page_access import address_of, at_table
from scoring.tournament_log.log_in_words_and_groups import of_event
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game, Seat
from tournaments.web.form_fields_and_types import Context, FormArguments, Sent
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    focus_first_fault,
    refusals_to,
)
from tournaments.web.wind_names import wind_name

NOBODY = ("", gettext_lazy("Choose a player"))


class ExchangeForm(forms.Form):
    """Form for the two players to exchange, and the reason.

    `since`: required if a table has entries.
    """

    who = forms.TypedChoiceField(
        label=_("Player at this table"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a player at this table.")},
    )
    whom = forms.TypedChoiceField(
        label=_("Player at the other table"),
        coerce=int,
        error_messages={"required": _("Choose a player at another table.")},
    )
    since = forms.BooleanField(
        label=_("Both have sat there since the first hand"),
        required=False,
        help_text=_(
            "Then each entry belongs to the player who really sat in that seat."
        ),
    )
    reason = reason_field()

    def __init__(
        self,
        data: Sent | None = None,
        *,
        game: Game,
        others: Sequence[Game],
        **options: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **options)
        this_table, other_tables = self.fields["who"], self.fields["whom"]
        assert isinstance(this_table, forms.ChoiceField)
        assert isinstance(other_tables, forms.ChoiceField)
        this_table.choices = [_choice(seat) for seat in seats_in_order(game)]
        other_tables.choices = [NOBODY] + [
            (
                gettext("Table %(table)s") % {"table": other.table},
                [_choice(seat) for seat in seats_in_order(other)],
            )
            for other in others
        ]


def _choice(seat: Seat) -> tuple[int, str]:
    label = gettext("%(name)s, %(wind)s")
    return seat.player.number, label % {
        "name": seat.player,
        "wind": wind_name(seat.wind),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def exchange(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the form to exchange two players.

    POST exchanges them; with `preview`, it shows the effect.
    """
    if request.method != "POST":
        initial = {name: request.GET.get(name) for name in ("who", "whom")}
        return _page(request, game, _form(game, initial=initial))
    form = _form(game, request.POST)
    if "preview" in request.POST:
        return _page(request, game, form, **_effect_or_faults(form, game))
    if form.is_valid():
        with faults_in(form):
            seats = exchange_players.exchange_players(
                game.pk,
                form.cleaned_data["who"],
                form.cleaned_data["whom"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                since_the_start=form.cleaned_data["since"],
            )
            message = gettext(
                "%(one)s is now at table %(at)s, %(other)s at table %(here)s."
            )
            one, other = seats
            messages.success(
                request,
                message
                % {
                    "one": one.player,
                    "at": one.game.table,
                    "other": other.player,
                    "here": other.game.table,
                },
            )
            return redirect(address_of(game))
    focus_first_fault(form)
    return _page(request, game, form, status=422)


@require_POST
@at_table(Ability.RULE)
def preview(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the effect while the form is being filled in."""
    context = _effect_or_faults(_form(game, request.POST), game)
    context["tournament"] = game.round.tournament
    status = 422 if "faults" in context else 200
    return render(request, "table/_exchange_preview.html", context, status=status)


def _form(
    game: Game, data: Sent | None = None, **options: Unpack[FormArguments]
) -> ExchangeForm:
    others = (
        Game.objects.filter(round=game.round_id)
        .exclude(pk=game.pk)
        .prefetch_related(Prefetch("seats", seats_at_tables()))
        .order_by("table")
    )
    return ExchangeForm(data, game=game, others=list(others), **options)


def _effect_or_faults(form: ExchangeForm, game: Game) -> Context:
    """Return the effect of the form, or its faults; {} while a player is missing."""
    form.full_clean()
    number, other_number = (form.cleaned_data.get(name) for name in ("who", "whom"))
    form.errors.clear()
    if not number or not other_number:
        return {}
    with refusals_to(lambda error: add_faults(form, error)):
        return {"shown": exchange_players.preview(game, number, other_number)}
    return {"faults": [text for texts in form.errors.values() for text in texts]}


def _page(
    request: AccountRequest,
    game: Game,
    form: ExchangeForm,
    *,
    status: int = 200,
    **shown: object,
) -> HttpResponse:
    round_ = game.round
    done = round_.tournament.log.filter(
        kind="players_exchanged", data__round=round_.number
    )
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "game": game,
        "form": form,
        "done": [(event, of_event(event)) for event in done],
        **shown,
    }
    return render(request, "table/exchange.html", context, status=status)
