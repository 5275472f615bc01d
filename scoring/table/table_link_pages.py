"""Access to a table without an account, by table link or table card."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from scoring.table.table_card_codes import card_of
from scoring.table.table_page_access import address_of, at_table, shut
from tournaments.access import table_links
from tournaments.access.page_access import DeviceAt, let_device_in
from tournaments.access.roles_and_permissions import Ability
from tournaments.access.table_links import Claim, TableAccess, is_sign_key, read_link
from tournaments.director.page_roles_and_health_notice import wrong_key
from tournaments.models import Game, Round, RoundState, Tournament
from tournaments.refusals import sentence
from tournaments.web.list_wording import joined_sentences
from tournaments.web.qr_codes import leads_nowhere
from tournaments.web.request_types_and_form_faults import TableRequest


@require_safe
@never_cache
def link(request: TableRequest, token: str) -> HttpResponseBase:
    """Open the link of a table in one round: set a cookie for the table's pages, and
    redirect to the table. A replaced link gets a 410 response.
    """
    claim = read_link(token)
    if claim is None:
        return wrong_key(request)
    game = table_links.games_with_links().filter(pk=claim.game).first()
    if game is None:
        return render(request, "table/link_shut.html", {"door": "replaced"}, status=410)
    return _enter(request, game, claim)


@require_safe
@never_cache
def sign(request: TableRequest, slug: str, table: int, key: str) -> HttpResponseBase:
    """Open a table card: redirect to the current round at the table.

    Between rounds, render a page with a notice.
    """
    tournaments = Tournament.objects.not_in_bin().select_related("table_signs")
    tournament = tournaments.filter(slug=slug).first()
    if tournament is None or not is_sign_key(
        key, tournament.pk, table_links.signs_version(tournament), table
    ):
        return wrong_key(request)
    game = table_links.game_on_at(tournament, table)
    if game is None:
        return _no_round_page(request, tournament, table, key)
    version = table_links.link_version(game)
    signs = table_links.signs_version(tournament)
    return _enter(request, game, Claim(game.pk, version, signs))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.LINKS)
def manage(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the page of a table link for referees.

    POST shows, replaces or revokes the link (`act`).
    """
    if request.method == "POST":
        return _change(request, game)
    game = table_links.games_with_links().get(pk=game.pk)
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "card": card_of(request, game),
        "may_change": table_links.may_change_link(game.round),
        "leads_nowhere": leads_nowhere(request),
    }
    return render(request, "table/link.html", context)


def _change(request: TableRequest, game: Game) -> HttpResponse:
    changes = {
        "reissue": (table_links.reissue, _("Link replaced.")),
        "revoke": (table_links.revoke, _("Links revoked.")),
    }
    change, done = changes.get(request.POST.get("act", ""), (None, ""))
    if change is None:
        messages.error(request, _("Choose whether to replace or revoke the link."))
    else:
        try:
            change(game.pk, by=request.visitor.by)
        except RuleError as error:
            messages.error(request, joined_sentences(map(sentence, error.faults)))
        else:
            out = _("Devices that used the old link are signed out.")
            messages.success(request, f"{done} {out}")
    round_ = game.round
    return redirect(
        "table:manage_link", round_.tournament.slug, round_.number, game.table
    )


def _enter(request: TableRequest, game: Game, claim: Claim) -> HttpResponseBase:
    access = table_links.access_of(game, claim)
    if access in (TableAccess.REVOKED, TableAccess.OVER):
        return shut(request, DeviceAt(game, access, claim))
    address = address_of(game)
    response = redirect(address)
    let_device_in(request, response, claim, address)
    return response


def _no_round_page(
    request: HttpRequest, tournament: Tournament, table: int, key: str
) -> HttpResponse:
    """Render the page of a table without a round in progress.

    Its address is a secret, so it must not appear in a Referer header.
    """
    closed = Round.objects.filter(
        tournament=tournament, state=RoundState.CLOSED
    ).order_by("-number")
    context = {
        "tournament": tournament,
        "table": table,
        "last": closed.first(),
        "practise": reverse("table:sign_practise", args=[tournament.slug, table, key]),
    }
    response = render(request, "table/link_nothing_on.html", context)
    response["Referrer-Policy"] = "strict-origin"
    return response
