"""The page on which an owner anonymises a player."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import player_numbered
from tournaments.models import Tournament
from tournaments.privacy import anonymise_player
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    form_page,
)

#: Most changing sentences shown.
SHOWN = 50


class NameOutForm(ReasonForm):
    also_called = forms.CharField(
        label=gettext_lazy("Other names"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Nicknames or other spellings in texts, one per line."),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I understand that this cannot be undone")
    )


@for_helpers(Ability.OWN, archived_too=True)
@require_http_methods(["GET", "HEAD", "POST"])
def name_out(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the first `SHOWN` records that contain a player's name, and the number of
    others. POST removes the name from all these records."""
    player = player_numbered(tournament, number)
    form = NameOutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with faults_in(form):
            data = form.cleaned_data
            done = anonymise_player.take_name_out(
                player,
                by=request.user.get_username(),
                reason=data["reason"],
                also_called=data["also_called"].splitlines(),
            )
            message = ngettext(
                "Player anonymised; %(count)s record changed.",
                "Player anonymised; %(count)s records changed.",
                done.rows,
            )
            messages.success(request, message % {"count": done.rows})
            return redirect("director:player", tournament.slug, number)
    sentences = anonymise_player.sentences_with(
        player, anonymise_player.names_of(player)
    )
    context: dict[str, object] = {
        "tournament": tournament,
        "player": player,
        "form": form,
        "sentences": sentences[:SHOWN],
        "more": max(len(sentences) - SHOWN, 0),
        "elsewhere": anonymise_player.events_elsewhere(player),
        "has_asked": anonymise_player.wants_name_out(player),
    }
    return form_page(request, "director/player_nameless.html", context)
