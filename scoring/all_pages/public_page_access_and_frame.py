"""What every public page of an event has in common: who may see it, when it is sent
again, what stands around it, what its address may ask, and what says that something is
not there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.all_pages import page_cache_keys, page_etags, public_rounds_and_tables
from scoring.all_pages.page_cache_keys import Meaning
from scoring.all_pages.public_rounds_and_tables import NotThere
from tournaments.access.page_access import role_in, visible_tournament
from tournaments.access.roles_and_permissions import Can
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.read_only_and_service_workers import only_read

Page = Callable[..., HttpResponseBase]


def of_tournament(**known: Meaning) -> Callable[[Page], Page]:
    """A page of a tournament the reader may see, sent again only when changed.

    The view gets the tournament in place of its slug, and of the query the `known`
    parameters alone. What it does not find becomes a page that says so (404).
    """

    def decorated(page: Page) -> Page:
        @only_read
        @cache_control(private=True, no_cache=True)
        @wraps(page)
        def wrapped(
            request: HttpRequest, slug: str, **numbers: int | str
        ) -> HttpResponseBase:
            page_cache_keys.keep(request, **known)
            tournament = visible_tournament(request, slug)

            def respond(request: HttpRequest) -> HttpResponseBase:
                try:
                    return page(request, tournament, **numbers)
                except NotThere as missing:
                    return not_there(request, tournament, missing)

            answer = page_etags.respond(request, [tournament], respond)
            return for_search_engines(tournament, answer)

        return wrapped

    return decorated


def for_search_engines(
    tournament: Tournament, answer: HttpResponseBase
) -> HttpResponseBase:
    """The answer; where the event wants that, it says that no search engine lists it,
    also in what has no head to say it in: files and pictures."""
    if not tournament.search_engines:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def around(
    request: HttpRequest, tournament: Tournament, *, page: str, title: str
) -> Context:
    """What stands around any page of an event: its name, where one can go, and what the
    reader may do there. `page` is what the navigation calls it."""
    return {
        "tournament": tournament,
        "page": page,
        "title": title,
        "nav": public_rounds_and_tables.nav(tournament),
        "can": Can(role_in(tournament, request.user)),
    }


def not_there(
    request: HttpRequest, tournament: Tournament, missing: NotThere
) -> HttpResponse:
    """The page that says what is not there."""
    context = around(request, tournament, page="", title=tournament.title)
    context["sentence"] = str(missing)
    return render(request, "public/not_there.html", context, status=404)


def whole_number(request: HttpRequest, name: str, default: int) -> int:
    """A whole number in the address. Raises NotThere for anything else."""
    word = request.GET.get(name, str(default))
    if not page_cache_keys.is_number(word):
        raise NotThere(_("This page does not exist."))
    return int(word)


def looked_for(request: HttpRequest, name: str) -> str:
    """The name or number that somebody looks for; "" if they look for nobody."""
    return page_cache_keys.text(request.GET.get(name, ""))
