"""The pages everybody may see: standings, teams, rounds, tables, players."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.pages import public_pages
from scoring.pages.live_fragments import FRAGMENTS
from scoring.pages.public_pages import NotThere
from scoring.views import conditional
from tournaments.access import owner
from tournaments.access.abilities import Can
from tournaments.access.roles import role_in, visible_tournament
from tournaments.access.stream_readers import reader_of
from tournaments.events import descriptions
from tournaments.files import logo_files
from tournaments.live import stream
from tournaments.models import Tournament

Page = Callable[..., HttpResponseBase]


def of_tournament(page: Page) -> Page:
    """A page of a tournament the reader may see, sent again only when changed.

    The view gets the tournament in place of its slug. What it does not find
    becomes a page that says so (404).
    """

    @require_safe
    @cache_control(private=True, no_cache=True)
    @wraps(page)
    def wrapped(request: HttpRequest, slug: str, **numbers: int) -> HttpResponseBase:
        tournament = visible_tournament(request, slug)

        def respond(request: HttpRequest) -> HttpResponseBase:
            try:
                return page(request, tournament, **numbers)
            except NotThere as missing:
                return _not_there(request, tournament, missing)

        return conditional.respond(request, [tournament], respond)

    return wrapped


@require_safe
@cache_control(private=True, no_cache=True)
def home(request: HttpRequest) -> HttpResponseBase:
    """Every tournament the reader may see; a new installation greets instead."""
    if owner.is_unclaimed():
        return redirect("director:welcome")
    cards = public_pages.home(request.user)

    def respond(request: HttpRequest) -> HttpResponseBase:
        return render(request, "public/home.html", {"cards": cards})

    return conditional.respond(request, [card.tournament for card in cards], respond)


@of_tournament
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    description = descriptions.description_of(tournament)
    return _show(
        request,
        tournament,
        "standings",
        title=tournament.title,
        description=description,
    )


@of_tournament
def logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event's logo, a picture of our own making."""
    content = logo_files.read(descriptions.description_of(tournament).logo)
    if content is None:
        raise NotThere(_("This event has no logo."))
    return HttpResponse(content, content_type="image/png")


@of_tournament
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _show(request, tournament, "teams", title=_("Teams"))


@require_safe
@cache_control(private=True, no_cache=True)
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan of the day, another every minute: never the page of before."""
    tournament = visible_tournament(request, slug)
    template = "public/plan.html"
    return _show(
        request, tournament, "plan", title=_("Plan of the day"), template=template
    )


@of_tournament
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    title = _("Round %(number)s") % {"number": number}
    return _show(request, tournament, "round", number, title=title)


@of_tournament
def session(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    title = _("Round %(number)s, table %(table)s") % {"number": number, "table": table}
    return _show(request, tournament, "session", number, table, title=title)


@of_tournament
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _show(request, tournament, "player", number)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    name: str,
    *numbers: int,
    title: str = "",
    template: str = "public/page.html",
    **more: object,
) -> HttpResponse:
    """The page of a fragment, with the address of the stream that renews it, and
    whatever `more` it shows."""
    fragment = FRAGMENTS[name]
    context = fragment.context(tournament, *numbers)
    return render(
        request,
        template,
        {
            **context,
            **more,
            "page": name,
            "title": title or str(context["entry"]),
            "fragment": fragment.template,
            "live_url": stream.url(
                name, tournament, *map(str, numbers), reader=reader_of(request)
            ),
            "nav": public_pages.nav(tournament),
            "can": Can(role_in(tournament, request.user)),
        },
    )


def _not_there(
    request: HttpRequest, tournament: Tournament, missing: NotThere
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "sentence": str(missing),
        "nav": public_pages.nav(tournament),
        "can": Can(role_in(tournament, request.user)),
    }
    return render(request, "public/not_there.html", context, status=404)
