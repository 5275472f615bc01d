"""The file of everything stored of one player, for that player."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from scoring.exports.kept_of_player import kept_of_player
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import entry_numbered
from tournaments.models import Tournament
from tournaments.web.request_types_and_form_faults import AccountRequest


@for_helpers(Ability.OWN)
@require_safe
def kept(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Everything that is kept of the player with that start number, as JSON."""
    entry = entry_numbered(tournament, number)
    name = f"{tournament.slug}-player-{number}.json"
    return JsonResponse(
        kept_of_player(entry),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
