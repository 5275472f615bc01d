"""Shared parts of a tournament's public pages: access, caching, query parameters, the
page frame, and the page for missing content.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.all_pages import page_cache_keys, page_etags, public_rounds_and_tables
from scoring.all_pages.page_cache_keys import Meaning
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from tournaments.access.page_access import role_in, visible_tournament
from tournaments.access.roles_and_permissions import Can
from tournaments.languages import page_language
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.read_only_and_service_workers import only_read

Page = Callable[..., HttpResponseBase]

#: Keys of the pages that the staff menu leads to: standings of players and of teams.
IN_STAFF_MENU = ("standings", "teams")


def of_tournament(
    *,
    for_several: bool = False,
    setting: Callable[..., Hashable] | None = None,
    **known: Meaning,
) -> Callable[[Page], Page]:
    """Return a decorator for pages of a tournament that the viewer may see.

    The view receives the tournament instead of the slug, and a query reduced to the
    `known` parameters. The page is sent again only if it has changed. If the view
    raises PublicPageNotFound, the response is a 404 page with the exception's text.

    `setting`: function that gets the arguments of the view except the request, and
    returns what the page depends on in addition to the tournament. `for_several`: the
    page is in the tournament's language, because several people see the same copy, such
    as the image of a shared link.
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
            if for_several:
                page_language.use_first_language(tournament)

            def respond(request: HttpRequest) -> HttpResponseBase:
                try:
                    return page(request, tournament, **numbers)
                except PublicPageNotFound as missing:
                    return missing_page(request, tournament, missing)

            about = setting(tournament, **numbers) if setting else None
            answer = page_etags.respond(request, [tournament], respond, setting=about)
            return for_search_engines(tournament, answer)

        return wrapped

    return decorated


def for_search_engines(
    tournament: Tournament, answer: HttpResponseBase
) -> HttpResponseBase:
    """Return the response, with a `noindex` header if search engines may not list the
    tournament. The header also covers files and images, which have no HTML head.
    """
    if not tournament.search_engines:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def around(
    request: HttpRequest, tournament: Tournament, *, page: str, title: str
) -> Context:
    """Return the context of the page frame: tournament, navigation, permissions.

    `page` is the key of the page in the navigation. `has_staff_menu` in the result:
    whether the page shows the staff menu.
    """
    can = Can(role_in(tournament, request.user))
    return {
        "tournament": tournament,
        "page": page,
        "title": title,
        "nav": public_rounds_and_tables.nav(tournament),
        "can": can,
        "has_staff_menu": can.look and page in IN_STAFF_MENU,
    }


def missing_page(
    request: HttpRequest, tournament: Tournament, missing: PublicPageNotFound
) -> HttpResponse:
    """Render the page with the sentence of `missing` (404)."""
    context = around(request, tournament, page="", title=tournament.title)
    context["sentence"] = str(missing)
    return render(request, "public/not_there.html", context, status=404)


def whole_number(request: HttpRequest, name: str, default: int) -> int:
    """Return a whole number from the query, or `default` if the query has no such
    parameter. Raises PublicPageNotFound for any other value.
    """
    word = request.GET.get(name, str(default))
    if not page_cache_keys.is_number(word):
        raise PublicPageNotFound(_("This page does not exist."))
    return int(word)


def search_text(request: HttpRequest, name: str) -> str:
    """Return the name or number to search for; "" without a search."""
    return page_cache_keys.text(request.GET.get(name, ""))
