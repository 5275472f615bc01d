"""Who sits where, for everybody: by name, by table, over all rounds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rules.winds import WINDS
from scoring.pages import seating_pages
from scoring.views.event_pages import around, looked_for, of_tournament, whole_number
from scoring.views.known_query import number, one_of, text
from tournaments.access.live_access import reader_of
from tournaments.live import live_stream
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context


@of_tournament(by=one_of(["table"]), page=number(usual=1), q=text)
def seating(
    request: HttpRequest, tournament: Tournament, number: int = 0
) -> HttpResponse:
    """A round's seats by name, or with ?by=table by table, in pages (?page=); ?q=
    searches."""
    by_table = request.GET.get("by") == "table"
    context = seating_pages.seating_page(
        tournament,
        number,
        looked_for(request, "q"),
        by_table=by_table,
        page=whole_number(request, "page", 1),
    )
    mark = str(context["mark"])
    context["live_url"] = live_stream.url(
        "seating", tournament, str(number), mark, reader=reader_of(request)
    )
    if number:
        context["title"] = _("Seating of round %(number)s") % {"number": number}
    return _show_seating(request, tournament, "public/seating.html", context)


@of_tournament(page=number(usual=1), q=text)
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every player's tables over all rounds, in pages; ?q= searches. The four winds are
    rendered once, for there are thousands of seats."""
    page = whole_number(request, "page", 1)
    context = seating_pages.players_page(tournament, looked_for(request, "q"), page)
    context["title"] = _("Seating of all rounds")
    context["marks"] = {
        wind: render_to_string("public/seating_wind.html", {"wind": wind})
        for wind in WINDS
    }
    return _show_seating(request, tournament, "public/seating_players.html", context)


def _show_seating(
    request: HttpRequest, tournament: Tournament, template: str, context: Context
) -> HttpResponse:
    surroundings = around(request, tournament, page="seating", title=_("Seating"))
    return render(request, template, {**surroundings, **context})
