"""Player links: cards to print, and a new link for a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import player_links
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Player, Tournament
from tournaments.people.presence_in_rounds import withdrawn_last
from tournaments.web.qr_codes import leads_nowhere, svg_of
from tournaments.web.request_types_and_form_faults import AccountRequest


@dataclass(frozen=True)
class Card:
    """A card with a player's link."""

    player: Player
    address: str
    qr: SafeString


@for_helpers(Ability.PLAYERS)
@require_safe
def links(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render a card for each player, to print and cut."""
    players = player_links.with_links().filter(tournament=tournament)
    context = {
        "tournament": tournament,
        "may_control": True,
        "leads_nowhere": leads_nowhere(request),
        "cards": [
            _card(request, player)
            for player in withdrawn_last(tournament, players.order_by("number"))
        ],
    }
    return render(request, "director/player_links.html", context)


@for_helpers(Ability.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render a player's card.

    POST creates a new link. Raises Http404 for an unknown number.
    """
    matches = player_links.with_links().filter(tournament=tournament, number=number)
    player = matches.first()
    if player is None:
        raise Http404(_("No player has number %(number)s.") % {"number": number})
    if request.method == "POST":
        player_links.renew(player, by=request.user.get_username())
        messages.success(request, _("New link created."))
        return redirect("director:player_link", tournament.slug, number)
    context = {
        "tournament": tournament,
        "may_control": True,
        "leads_nowhere": leads_nowhere(request),
        "card": _card(request, player),
    }
    return render(request, "director/player_link.html", context)


def _card(request: AccountRequest, player: Player) -> Card:
    address = address_of(request, player)
    return Card(player, address, svg_of(address))


def address_of(request: AccountRequest, player: Player) -> str:
    """Return the absolute address of a player's personal page."""
    path = reverse("me:page", args=[player_links.token_of(player)])
    return request.build_absolute_uri(path)
