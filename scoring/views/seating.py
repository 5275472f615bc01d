"""Who sits where, for everybody: by name, by table, over all rounds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rules.winds import WINDS
from scoring.pages import public_pages, seating_pages
from scoring.views.public import of_tournament, whole_number
from tournaments.access.abilities import Can
from tournaments.access.roles import role_in
from tournaments.access.stream_readers import reader_of
from tournaments.live import stream
from tournaments.models import Tournament
from tournaments.web.untyped_values import Context

#: Nobody's name is longer; what is typed beyond is not looked at.
LONGEST_QUERY = 100


@of_tournament
def seating(
    request: HttpRequest, tournament: Tournament, number: int = 0
) -> HttpResponse:
    """A round's seats by name, or with ?by=table by table, in pages (?page=); ?q=
    searches."""
    by_table = request.GET.get("by") == "table"
    context = seating_pages.seating_page(
        tournament,
        number,
        _query(request),
        by_table=by_table,
        page=whole_number(request, "page", 1),
    )
    mark = str(context["mark"])
    context["live_url"] = stream.url(
        "seating", tournament, str(number), mark, reader=reader_of(request)
    )
    return _show(request, tournament, "public/seating.html", context)


@of_tournament
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every player's tables over all rounds, in pages; ?q= searches. The four winds are
    rendered once, for there are thousands of seats."""
    page = whole_number(request, "page", 1)
    context = seating_pages.players_page(tournament, _query(request), page)
    context["title"] = _("Seating of all rounds")
    context["marks"] = {
        wind: render_to_string("public/seating_wind.html", {"wind": wind})
        for wind in WINDS
    }
    return _show(request, tournament, "public/seating_players.html", context)


def _query(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_QUERY]


def _show(
    request: HttpRequest, tournament: Tournament, template: str, context: Context
) -> HttpResponse:
    more = {
        "tournament": tournament,
        "page": "seating",
        "title": _("Seating"),
        "nav": public_pages.nav(tournament),
        "can": Can(role_in(tournament, request.user)),
    }
    return render(request, template, {**context, **more})
