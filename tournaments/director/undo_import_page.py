"""The page to undo a whole import of players."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.list_import import import_and_undo_import
from tournaments.models import PlayerImport, Tournament
from tournaments.refusals import sentence
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_helpers(Ability.PLAYERS)
@PAGE
def take_back(request: AccountRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Render the confirmation page for undoing an import. POST undoes it."""
    player_import = get_object_or_404(tournament.player_imports, pk=pk)
    if not player_import.left:
        raise Http404
    context: dict[str, object] = {
        "tournament": tournament,
        "player_import": player_import,
        "refusal": _why_not(player_import),
        "form": ReasonForm(),
    }
    if request.method != "POST":
        return render(request, "director/import_take_back.html", context)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            count = import_and_undo_import.take_back(
                player_import,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = ngettext(
                "Import of %(count)s player undone.",
                "Import of %(count)s players undone.",
                count,
            )
            messages.success(request, message % {"count": count})
            return redirect("director:players", tournament.slug)
    return refused(request, "director/import_take_back.html", {**context, "form": form})


def _why_not(player_import: PlayerImport) -> str:
    try:
        import_and_undo_import.refuse_to_take_back(player_import)
    except RuleError as error:
        return sentence(error.faults[0])
    return ""
