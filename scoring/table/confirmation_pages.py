"""Pages on a table's result: the result sheet, the referee's confirmation, and
disputes.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.confirming_and_finishing.confirmation_status import disputes_of
from scoring.table.result_sheet import result_sheet
from scoring.table.table_page_access import (
    address_of,
    at_table,
    at_table_or_its_device,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Game, Tournament
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    add_faults,
    faults_in,
    refused,
)

LONGEST_TEXT = 1000


class SeenResultForm(forms.Form):
    """A form about a result. `sequence`: the ledger entry up to which the result was
    shown."""

    sequence = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1
    )


class AnswerForm(forms.Form):
    answer = forms.CharField(
        label=gettext_lazy("Resolution"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "The player sees this text. If the result is wrong, also correct it. "
            "Everyone must then confirm again."
        ),
    )


@require_safe
@at_table_or_its_device
def result(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the result sheet, for screen and print."""
    return _sheet(request, game)


@require_POST
@at_table(Ability.RULE)
def confirm(request: TableRequest, game: Game) -> HttpResponseBase:
    """Confirm the result that the page shows, as a referee."""
    form = SeenResultForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            confirm_and_dispute.confirm_as_referee(
                game.pk,
                sequence=form.cleaned_data["sequence"],
                by=request.user.get_username(),
            )
            messages.success(request, _("Result confirmed."))
            return redirect(address_of(game, "result"))
    return _sheet(request, game, form)


@for_helpers(Ability.RULE)
@require_safe
def disputes(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render all disputes, open disputes first."""
    all_disputes = list(disputes_of(tournament))
    context = {
        "tournament": tournament,
        "may_control": request.can.rounds,
        "open": [dispute for dispute in all_disputes if not dispute.settled_at],
        "settled": [dispute for dispute in all_disputes if dispute.settled_at][::-1],
    }
    return render(request, "director/disputes.html", context)


@for_helpers(Ability.RULE)
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(
    request: AccountRequest, tournament: Tournament, dispute: int
) -> HttpResponse:
    """Render a dispute beside its result; POST settles it."""
    record = get_object_or_404(disputes_of(tournament), pk=dispute)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            confirm_and_dispute.settle(
                record.pk,
                by=request.user.get_username(),
                answer=form.cleaned_data["answer"],
            )
        except RuleError as error:
            add_faults(form, error)
            record.refresh_from_db()
        else:
            messages.success(request, _("Dispute resolved."))
            return redirect("director:disputes", tournament.slug)
    context = {
        **result_sheet(record.game),
        "may_control": request.can.rounds,
        "dispute": record,
        "form": form,
    }
    if form.errors:
        return refused(request, "director/dispute.html", context)
    return render(request, "director/dispute.html", context)


def _sheet(
    request: TableRequest, game: Game, form: SeenResultForm | None = None
) -> HttpResponse:
    """Render the result sheet.

    A refused confirmation is shown with its errors (422).
    """
    context = result_sheet(game) | {
        "refused": form,
        "may_confirm": request.visitor.is_referee,
        "is_author": confirm_and_dispute.author_of(game) == request.visitor.by,
    }
    status = 422 if form else 200
    return render(request, "table/result.html", context, status=status)
