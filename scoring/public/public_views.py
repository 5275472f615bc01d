"""Public pages: standings, teams, rounds, tables, players and seating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from rules.winds import WINDS
from scoring.all_pages import page_cache_keys, page_etags
from scoring.all_pages.page_cache_keys import number, numbers, one_of, text
from scoring.all_pages.public_page_access_and_frame import (
    around,
    for_search_engines,
    of_tournament,
    search_text,
    whole_number,
)
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.public import (
    player_page_and_own_results,
    round_page,
    seating_pages,
    standings_pages,
)
from scoring.public import tournament_list as events
from scoring.public.choice_of_standings import View, view_named
from scoring.public.public_fragments import FRAGMENTS
from tournaments.access import first_account
from tournaments.access.live_access import reader_of
from tournaments.access.page_access import visible_tournament
from tournaments.clubs.tournaments_of_clubs import public_club_of
from tournaments.clubs.who_sees_clubs import listed_on_home
from tournaments.files import stored_logos
from tournaments.live import live_stream
from tournaments.models import Tournament
from tournaments.persons import pages_over_tournaments
from tournaments.tournament_setup import description_and_logo
from tournaments.web.form_fields_and_types import Context
from tournaments.web.read_only_and_service_workers import only_read


@dataclass(frozen=True)
class Way:
    """A player found by a search, with location and address."""

    name: str
    location: str
    address: str


@only_read
@cache_control(private=True, no_cache=True)
def home(request: HttpRequest) -> HttpResponseBase:
    """Render the tournaments that the user may see.

    A new installation redirects to the welcome page.
    """
    if first_account.is_unclaimed():
        return redirect("director:welcome")
    page_cache_keys.keep(request, page=number(usual=1))
    listed = events.events(request.user, request.GET.get("page", "1"))
    has_persons = pages_over_tournaments.setting().is_on
    clubs = listed_on_home()

    def respond(request: HttpRequest) -> HttpResponseBase:
        context = {"events": listed, "has_persons": has_persons, "clubs": clubs}
        return render(request, "public/home.html", context)

    shown = [card.tournament for card in listed.cards]
    setting = (has_persons, clubs, listed.composition)
    return page_etags.respond(request, shown, respond, setting=setting)


@of_tournament(setting=public_club_of)
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _show(
        request,
        tournament,
        "home",
        title=tournament.title,
        template="public/home_of_event.html",
        club=public_club_of(tournament),
    )


@of_tournament()
def logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the tournament's logo, as stored after re-encoding. Raises
    PublicPageNotFound without a logo."""
    content = stored_logos.read(description_and_logo.description_of(tournament).logo)
    if content is None:
        raise PublicPageNotFound(_("This tournament has no logo."))
    return HttpResponse(content, content_type="image/png")


@of_tournament(page=number(usual=1))
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _show(
        request,
        tournament,
        "teams",
        whole_number(request, "page", 1),
        title=_("Teams"),
        template="public/teams.html",
    )


@of_tournament(page=number(usual=1), find=text)
def standings(
    request: HttpRequest, tournament: Tournament, view: str = ""
) -> HttpResponse:
    """Render the standings chosen by `view`, in pages (?page=). ?find= finds a row
    without JavaScript.
    """
    chosen = view_named(view)
    if query := search_text(request, "find"):
        return _to_found_row(request, tournament, chosen, query)
    return _show(
        request,
        tournament,
        "standings",
        chosen.kind,
        chosen.after,
        whole_number(request, "page", 1),
        *((chosen.stage, chosen.group) if chosen.is_part else ()),
        title=chosen.title,
        template="public/standings.html",
    )


def _to_found_row(
    request: HttpRequest, tournament: Tournament, view: View, query: str
) -> HttpResponse:
    """Redirect to the row found by the name or number in `query`.

    Without exactly one match, render the matches.
    """
    matches = standings_pages.found_in(tournament, view, query)
    here = "?page={0.page}#p{0.row.number}"
    ways = [
        Way(str(match.row.player), match.place, here.format(match)) for match in matches
    ]
    context = around(request, tournament, page="standings", title=view.title)
    return _to_result(ways, request, {**context, "query": query})


def _to_result(ways: list[Way], request: HttpRequest, context: Context) -> HttpResponse:
    """Redirect to the only result.

    Otherwise render the list of results, which may be empty.
    """
    if len(ways) == 1:
        return HttpResponseRedirect(ways[0].address)
    return render(request, "public/found.html", {**context, "ways": ways})


@of_tournament(first=number(usual=0), numbers=numbers(standings_pages.PAGE))
def standings_rows(
    request: HttpRequest, tournament: Tournament, view: str
) -> HttpResponse:
    """Render rows for an open page: from index ?first= on, or the rows of the player
    numbers in ?numbers=, separated by commas.
    """
    listed = request.GET.get("numbers")
    numbers = None if listed is None else [int(one) for one in listed.split(",") if one]
    context = standings_pages.rows_page(
        tournament,
        view_named(view),
        first=whole_number(request, "first", 0),
        numbers=numbers,
    )
    return render(request, "public/_standings_rows.html", context)


@of_tournament()
def standings_names(
    request: HttpRequest, tournament: Tournament, view: str
) -> HttpResponse:
    """Return number, name and other searchable text of all players, in row order."""
    names = standings_pages.names_in(tournament, view_named(view))
    return JsonResponse({"names": names})


@only_read
@cache_control(private=True, no_cache=True)
def plan(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Render the schedule. Its content changes every minute."""
    page_cache_keys.keep(request)
    tournament = visible_tournament(request, slug)

    def respond(request: HttpRequest) -> HttpResponse:
        title, template = _("Schedule"), "public/plan.html"
        return _show(request, tournament, "plan", title=title, template=template)

    answer = page_etags.respond_by_the_minute(request, tournament, respond)
    return for_search_engines(tournament, answer)


@of_tournament(page=number(usual=1), show=one_of(round_page.SHOWS), find=text)
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render the tables of a round in pages (?page=), filtered by ?show=. ?find=
    redirects to the table of a player.
    """
    title = _("Round %(number)s") % {"number": number}
    if query := search_text(request, "find"):
        ways = [
            Way(
                match.name, _("Table %(table)s") % {"table": match.table}, match.address
            )
            for match in round_page.found_in(tournament, number, query)
        ]
        context = around(request, tournament, page="round", title=title)
        return _to_result(ways, request, {**context, "query": query})
    return _show(
        request,
        tournament,
        "round",
        number,
        whole_number(request, "page", 1),
        _chosen(request.GET.get("show", ""), round_page.SHOWS),
        title=title,
        template="public/page_round.html",
    )


def _chosen(choice: str, choices: Sequence[str]) -> int:
    """Return the index of `choice` in `choices`; 0 for an unknown choice."""
    return choices.index(choice) if choice in choices else 0


@of_tournament()
def game(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    title = _("Round %(number)s, table %(table)s") % {"number": number, "table": table}
    template = "public/page_session.html"
    return _show(
        request, tournament, "session", number, table, title=title, template=template
    )


@of_tournament(setting=player_page_and_own_results.person_page_of)
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    person = player_page_and_own_results.person_page_of(tournament, number)
    return _show(
        request,
        tournament,
        "player",
        number,
        template="public/page_player.html",
        person_page=person,
    )


def _show(
    request: HttpRequest,
    tournament: Tournament,
    name: str,
    *numbers: int,
    title: str = "",
    template: str,
    **more: object,
) -> HttpResponse:
    """Render the page of a fragment, with the address of its live stream. `more`: the
    template's further context.
    """
    fragment = FRAGMENTS[name]
    context = fragment.context(tournament, *numbers)
    shown = fragment.shown(context)
    surroundings = around(
        request, tournament, page=name, title=title or str(context["player"])
    )
    live_url = live_stream.url(
        name,
        tournament,
        *map(str, numbers),
        reader=reader_of(request),
        mark=shown.mark,
    )
    return render(
        request,
        template,
        {**context, **surroundings, **more, "shown": shown.html, "live_url": live_url},
    )


@of_tournament(by=one_of(["table"]), page=number(usual=1), q=text)
def seating(
    request: HttpRequest, tournament: Tournament, number: int = 0
) -> HttpResponse:
    """Render the seating of a round by name, or by table with ?by=table, in pages
    (?page=). ?q= filters by name or number.
    """
    by_table = request.GET.get("by") == "table"
    context = seating_pages.seating_page(
        tournament,
        number,
        search_text(request, "q"),
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
    """Render each player's tables over all rounds, in pages (?page=). ?q= filters by
    name or number. The marks of the 4 winds are rendered only once, because there are
    thousands of seats.
    """
    page = whole_number(request, "page", 1)
    context = seating_pages.players_page(tournament, search_text(request, "q"), page)
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
