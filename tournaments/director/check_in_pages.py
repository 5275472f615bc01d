"""Check-in pages: check in players with one tap, and mark missing, late and absent
players."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from tournaments.access.live_access import reader_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.check_in import check_in_marks, presence_grid
from tournaments.check_in.check_in_list import (
    Desk,
    changed_since,
    desk_of,
    number_of_code,
    orders,
)
from tournaments.check_in.check_in_marks import EVERYONE
from tournaments.director.missed_round_wording import missed_round_in_words
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import player_numbered
from tournaments.live import live_stream
from tournaments.models import CheckInState, Tournament
from tournaments.people.find_and_sort_players import players_meant
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_shown,
    refusals_to,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])

#: Permission for pages that scan codes with the camera.
CAMERA = "camera=(self)"

#: Digits of the largest player number or revision accepted.
MOST_DIGITS = 9

#: Most characters of the list of absent players.
MOST_TEXT = 2_000


@for_helpers(Ability.CHECK_IN)
@PAGE
def desk(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the players to check in, filtered by ?q= and sorted by ?sort=.

    POST checks in the player `here`, the player of the scanned link `code`, or
    `everyone`; or undoes the change with the revision `undo`.
    """
    if request.method == "POST":
        return _tapped(request, tournament)
    page = _page(tournament, desk_of(tournament, request.GET))
    page |= {
        "orders": orders(tournament),
        "but": request.GET.get("but", "")[:MOST_TEXT],
        "live_url": live_stream.url(
            check_in_marks.NAME, tournament, reader=reader_of(request)
        ),
    }
    response = render(request, "director/check_in.html", page)
    response["Permissions-Policy"] = CAMERA
    return response


def _tapped(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    result = ""
    wrong: list[str] = []

    def refuse(error: RuleError) -> None:
        wrong.extend(map(sentence, error.faults))

    with refusals_to(refuse):
        result = _marked(request, tournament)
    back_to_hall = request.POST.get("back") == "hall"
    if request.htmx and not back_to_hall:
        changed = changed_since(tournament, _number(request.POST.get("since")))
        return _news(request, tournament, changed, result=result, wrong=wrong)
    if request.htmx:
        return HttpResponse(status=204)
    for message in wrong:
        messages.error(request, message)
    if result:
        messages.success(request, result)
    if back_to_hall:
        return redirect("director:hall", tournament.slug)
    if wrong and "everyone" in request.POST:
        typed = urlencode({"but": request.POST.get("but", "")[:MOST_TEXT]})
        desk_ = reverse("director:check_in", args=[tournament.slug])
        return redirect(f"{desk_}?{typed}#everyone")
    return redirect(_address(tournament, request))


def _marked(request: AccountRequest, tournament: Tournament) -> str:
    """Carry out the POST, and return a sentence about the result; "" if the page shows
    an error instead. Raises Refused if the change is not possible."""
    by = request.user.get_username()
    if "undo" in request.POST:
        return _undone(tournament, _number(request.POST["undo"]), by)
    if "everyone" in request.POST:
        return _everyone(tournament, request.POST.get("but", ""), by)
    number: int | None = _number(request.POST.get("here"))
    if "code" in request.POST:
        number = number_of_code(tournament, request.POST["code"][:500])
        if number is None:
            messages.error(request, _("This is not a player code of this tournament."))
            return ""
    player, is_news = check_in_marks.mark(
        tournament, number or 0, CheckInState.HERE, by=by
    )
    if not is_news:
        return _("%(name)s is already checked in.") % {"name": player}
    return _("%(name)s checked in.") % {"name": player}


def _undone(tournament: Tournament, revision: int, by: str) -> str:
    """Undo the change with this revision, and return a sentence about this action."""
    if tournament.log.filter(kind=EVERYONE, revision=revision).exists():
        count = len(check_in_marks.undo_everyone(tournament, revision, by=by))
        message = ngettext(
            "Check-in of %(count)s player undone.",
            "Check-in of %(count)s players undone.",
            count,
        )
        return message % {"count": count}
    player = check_in_marks.undo(tournament, revision, by=by)
    return _("%(name)s: change undone.") % {"name": player}


def _everyone(tournament: Tournament, but: str, by: str) -> str:
    """Check in all players except the players named in `but`, and return a sentence
    about this action."""
    people = tournament.players.filter(is_filler=False).select_related("person")
    absent = players_meant(people, but[:MOST_TEXT], "but")
    count = len(check_in_marks.mark_everyone(tournament, absent, by=by))
    message = ngettext(
        "%(count)s player checked in.", "%(count)s players checked in.", count
    )
    return message % {"count": count}


@for_helpers(Ability.CHECK_IN)
@require_safe
def changes(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the rows that changed since revision ?since=; status 204 if no row
    changed."""
    changed = changed_since(tournament, _number(request.GET.get("since")))
    if changed is not None and not changed:
        return HttpResponse(status=204)
    return _news(request, tournament, changed)


def _news(
    request: AccountRequest,
    tournament: Tournament,
    changed: set[int] | None,
    *,
    result: str = "",
    wrong: list[str] | None = None,
) -> HttpResponse:
    """Render the top of the check-in page with the rows of the players `changed`; if
    `changed` is None, with the whole list."""
    query = request.POST if request.method == "POST" else request.GET
    tournament.refresh_from_db(fields=["revision"])
    contents = desk_of(tournament, query)
    page = _page(tournament, contents) | {
        "result": result,
        "wrong": [*(wrong or []), *map(str, messages.get_messages(request))],
        "whole": changed is None,
        "rows": contents.numbered(changed or ()),
        "renewed": True,
    }
    return render(request, "director/_check_in_news.html", page)


@for_helpers(Ability.CHECK_IN)
@PAGE
def player(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the possible check-in statuses of a player; POST sets one."""
    player = player_numbered(tournament, number)
    if request.method == "POST":
        state = request.POST.get("state", "")
        with faults_shown(request):
            if state in CheckInState.values:
                check_in_marks.mark(
                    tournament,
                    number,
                    CheckInState(state),
                    by=request.user.get_username(),
                )
        return redirect(
            reverse("director:check_in", args=[tournament.slug]) + f"#p{number}"
        )
    page = {
        "tournament": tournament,
        "player": player,
        "state": check_in_marks.state_of(player),
        "states": [
            (state, state.label)
            for state in CheckInState
            if state != check_in_marks.state_of(player)
        ],
        "grid": presence_grid.grid_of(tournament, number=number),
        "missed": missed_round_in_words(tournament),
    }
    return render(request, "director/check_in_player.html", page)


@for_helpers(Ability.CHECK_IN)
@PAGE
def rounds(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render each player's presence in every round, filtered by ?q=. POST `at` changes
    one player's presence in one round.
    """
    if request.method == "POST":
        number, _dot, rest = request.POST.get("at", "").partition(".")
        round_, _dot, state = rest.partition(".")
        with faults_shown(request):
            player = presence_grid.set_presence(
                tournament,
                _number(number),
                _number(round_),
                present=state == "on",
                by=request.user.get_username(),
            )
            messages.success(request, presence_grid.words_for(player))
        address = reverse("director:check_in_rounds", args=[tournament.slug])
        return redirect(f"{address}{_query(request)}#p{_number(number)}")
    text = request.GET.get("q", "")[:100]
    page = {
        "tournament": tournament,
        "text": text,
        "grid": presence_grid.grid_of(tournament, text),
        "missed": missed_round_in_words(tournament),
    }
    return render(request, "director/check_in_rounds.html", page)


@for_helpers(Ability.PLAYERS)
@require_POST
def anew(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Reset check-in for all players, for example on the second day."""
    with faults_shown(request):
        check_in_marks.restart_check_in(tournament, by=request.user.get_username())
        messages.success(request, _("Check-in restarted."))
    return redirect("director:check_in", tournament.slug)


def _page(tournament: Tournament, contents: Desk) -> dict[str, object]:
    return {
        "tournament": tournament,
        "desk": contents,
        "search": contents.search,
    }


def _number(text: str | None) -> int:
    """Return the number in a request's text; 0 for other text."""
    is_number = bool(text) and text is not None and text.isascii() and text.isdecimal()
    return int(text or 0) if is_number and len(text or "") <= MOST_DIGITS else 0


def _address(tournament: Tournament, request: AccountRequest) -> str:
    """Return the address of the check-in page with the same filter, at the row of the
    tapped player."""
    desk_ = reverse("director:check_in", args=[tournament.slug])
    number = _number(request.POST.get("here"))
    return f"{desk_}{_query(request)}" + (f"#p{number}" if number else "")


def _query(request: AccountRequest) -> str:
    parameters = {
        name: request.POST[name][:100]
        for name in ("q", "sort")
        if request.POST.get(name)
    }
    return f"?{urlencode(parameters)}" if parameters else ""
