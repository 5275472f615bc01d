"""Table cards to print, for one round or permanent.

Each language has its set of cards.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.director.printing_pages import (
    PaperLanguageForm,
    language_query,
    languages_of_printout,
)
from scoring.hall.control_room_tables import round_numbered
from scoring.table.table_card_codes import cards_of_round, lasting_cards
from tournaments.access import table_links
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.languages import page_language
from tournaments.models import HIDDEN_STATES, Tournament
from tournaments.web.qr_codes import leads_nowhere
from tournaments.web.request_types_and_form_faults import AccountRequest


@for_helpers(Ability.LINKS)
@require_safe
def of_round(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the cards of all tables of a round, even before the round is published.
    ?paper= redirects to the cards in that language.
    """
    if "paper" in request.GET:
        return _in_chosen_language(request, tournament)
    round_ = round_numbered(tournament, number)
    context = _shared(request, tournament) | {
        "round": round_,
        "cards": cards_of_round(request, round_),
        "may_change": table_links.may_change_link(round_)
        and round_.state not in HIDDEN_STATES,
    }
    return render(request, "director/cards_round.html", context)


@for_helpers(Ability.LINKS)
@require_safe
def lasting(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the permanent cards, which are valid in all rounds. ?paper= redirects to
    the cards in that language.
    """
    if "paper" in request.GET:
        return _in_chosen_language(request, tournament)
    context = _shared(request, tournament) | {
        "cards": lasting_cards(request, tournament)
    }
    return render(request, "director/cards_lasting.html", context)


@for_helpers(Ability.SETUP)
@require_POST
def renew(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Revoke the permanent cards, and redirect to the new cards to print."""
    table_links.renew_signs(tournament, by=request.user.get_username())
    messages.success(
        request, _("The old cards are now invalid. Print these new cards.")
    )
    cards = reverse("director:lasting_cards", args=[tournament.slug])
    return redirect(cards + language_query(request))


def _in_chosen_language(
    request: AccountRequest, tournament: Tournament
) -> HttpResponse:
    form = PaperLanguageForm(tournament, request.GET)
    return redirect(request.path + form.query())


def _language(request: AccountRequest) -> str:
    """Return the chosen language, or the code for both languages; "" without a
    choice.
    """
    return language_query(request).partition("=")[2]


def _shared(request: AccountRequest, tournament: Tournament) -> dict[str, object]:
    return {
        "tournament": tournament,
        "languages": languages_of_printout(request, tournament),
        "language_query": language_query(request),
        "form": PaperLanguageForm(tournament, {"paper": _language(request)})
        if page_language.is_choice()
        else None,
        "may_control": request.can.rounds,
        "leads_nowhere": leads_nowhere(request),
        "rounds": tournament.rounds.order_by("number"),
    }
