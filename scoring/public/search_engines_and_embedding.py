"""Data for other sites, search engines and browsers: embedded pages, images, sitemap
and manifest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from csp.decorators import csp_replace
from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page

from scoring.all_pages import page_cache_keys, page_etags, web_app_manifest
from scoring.all_pages.page_cache_keys import one_of
from scoring.all_pages.public_page_access_and_frame import of_tournament
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.public import (
    link_previews,
    player_page_and_own_results,
    preview_image,
    share_image,
    tournament_home,
)
from scoring.public.player_place_and_rounds import followed
from scoring.public.public_fragments import plan_page
from tournaments.languages import page_language
from tournaments.models import LogEvent, Tournament
from tournaments.web.read_only_and_service_workers import only_read

#: Colour schemes of embedded standings, independent of the viewer's device.
THEMES = ("light", "dark")
#: Paths without content for search engines.
NOT_TO_SEARCH = ("/account/", "/director/", "/table/", "/hall/", "/me/", "/live/")
PNG = "image/png"

PublicView = Callable[[HttpRequest, str], HttpResponseBase]

asked_again = cache_control(private=True, no_cache=True)


def in_other_sites(view: PublicView) -> PublicView:
    """Decorate a public view so that other sites may show its page in a frame."""
    framed = csp_replace({"frame-ancestors": ["*"]})
    # The types of django-csp know only views without further arguments.
    allowed = xframe_options_exempt(framed(view))  # type: ignore[arg-type]
    return only_read(asked_again(allowed))


@of_tournament(for_several=True)
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the image shown beside links to a tournament."""
    drawn = preview_image.drawn(link_previews.poster(tournament))
    return HttpResponse(drawn, content_type=PNG)


@of_tournament(for_several=True)
def player_image(
    request: HttpRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Return the image shown beside links to a player: public name, place and score, as
    far as they are visible. Raises PublicPageNotFound for a player shown as a number.
    """
    player = player_page_and_own_results.player_numbered(tournament, number)
    if not share_image.is_offered(player):
        raise PublicPageNotFound(_("This player has no image."))
    drawn = share_image.picture_of(tournament, followed(tournament, player))
    return HttpResponse(drawn, content_type=PNG)


@in_other_sites
def embed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Render the standings for embedding in other sites.

    The page is the same for all viewers, so accounts and cookies are ignored. Every few
    seconds, the page loads the standings again if they have changed. ?theme= sets the
    colour scheme, ?lang= the language.
    """
    tournament = _embedded(request, slug)
    return page_etags.for_everybody(
        request, [tournament], partial(_standings_of, tournament)
    )


@in_other_sites
def embed_schedule(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Render the schedule for embedding in other sites, with the parameters
    of `embed`.
    """
    tournament = _embedded(request, slug)
    return page_etags.for_everybody_by_the_minute(
        request, tournament, partial(_schedule_of, tournament)
    )


def _embedded(request: HttpRequest, slug: str) -> Tournament:
    """Return a public tournament, and use its language unless the address names a
    language. Raises Http404 for any other tournament.
    """
    tournament = Tournament.objects.public().filter(slug=slug).first()
    if tournament is None:
        raise Http404
    page_language.use_first_language(tournament)
    page_cache_keys.keep(request, theme=one_of(THEMES))
    return tournament


def _standings_of(tournament: Tournament, request: HttpRequest) -> HttpResponse:
    home = tournament_home.home_page(tournament)
    context = {
        **_frame(tournament, request, _("Standings of %(title)s")),
        "is_final": home["board"].final,
        **home,
    }
    return render(request, "public/embed.html", context)


def _schedule_of(tournament: Tournament, request: HttpRequest) -> HttpResponse:
    context = {
        **_frame(tournament, request, _("Schedule of %(title)s")),
        "is_final": tournament.is_finished,
        **plan_page(tournament),
    }
    return render(request, "public/embed_schedule.html", context)


def _frame(
    tournament: Tournament, request: HttpRequest, title: str
) -> dict[str, object]:
    """Return the context that all embedded pages share."""
    theme = request.GET.get("theme", "")
    return {
        "tournament": tournament,
        "theme": theme if theme in THEMES else "",
        "title": title % {"title": tournament.title},
    }


@only_read
@conditional_page
@asked_again
def robots(request: HttpRequest) -> HttpResponse:
    sitemap_url = request.build_absolute_uri(reverse("public:sitemap"))
    lines = [
        "User-agent: *",
        *(f"Disallow: {settings.SUB_PATH}{path}" for path in NOT_TO_SEARCH),
        f"Sitemap: {sitemap_url}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@only_read
@conditional_page
@asked_again
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the sitemap: the addresses that search engines may list, with the time of
    each tournament's last change.
    """
    newest = LogEvent.objects.filter(
        tournament=OuterRef("pk"), revision=OuterRef("revision")
    )
    listed = (
        Tournament.objects.public()
        .filter(search_engines=True)
        .annotate(changed_at=Subquery(newest.values("at")))
    )
    events = [
        (request.build_absolute_uri(reverse(name, args=[slug])), changed_at)
        for slug, changed_at in listed.values_list("slug", "changed_at")
        for name in ("public:tournament", "public:standings")
    ]
    context = {
        "home": request.build_absolute_uri(reverse("public:home")),
        "events": events,
    }
    kind = "application/xml"
    return render(request, "public/sitemap.xml", context, content_type=kind)


@only_read
@conditional_page
@asked_again
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest for adding the site to a phone's home screen."""
    name, home = "Prevailing Wind", reverse("public:home")
    return web_app_manifest.manifest(
        name=name, short_name=name, start_url=home, scope=home, display="minimal-ui"
    )
