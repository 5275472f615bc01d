"""What other sites, search engines and browsers get of the site and of its events."""

from __future__ import annotations

from functools import partial

from csp.decorators import csp_replace
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page

from scoring.all_pages import page_cache_keys, page_etags, web_app_manifest
from scoring.all_pages.page_cache_keys import one_of
from scoring.all_pages.public_page_access_and_frame import of_tournament
from scoring.public import link_previews, preview_image, tournament_home
from tournaments.models import LogEvent, Tournament
from tournaments.web.read_only_and_service_workers import only_read

#: How embedded standings may look, whatever the reader's device asks for.
THEMES = ("light", "dark")
#: Where nobody finds anything to read.
NOT_TO_SEARCH = ("/account/", "/director/", "/table/", "/hall/", "/me/", "/live/")
PNG = "image/png"

asked_again = cache_control(private=True, no_cache=True)


@of_tournament()
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The picture of an event that other sites show beside a link to it."""
    drawn = preview_image.drawn(link_previews.poster(tournament))
    return HttpResponse(drawn, content_type=PNG)


@only_read
@asked_again
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The standings for the page of a club: the same for everybody, so that neither an
    account nor a cookie is looked at. They are asked for again every few seconds, and
    sent again when they are others. ?theme= is that of the page around them, where it
    has only one."""
    tournament = Tournament.objects.public().filter(slug=slug).first()
    if tournament is None:
        raise Http404
    page_cache_keys.keep(request, theme=one_of(THEMES))
    return page_etags.for_everybody(
        request, [tournament], partial(_standings_of, tournament)
    )


def _standings_of(tournament: Tournament, request: HttpRequest) -> HttpResponse:
    theme = request.GET.get("theme", "")
    context = {
        "tournament": tournament,
        "theme": theme if theme in THEMES else "",
        **tournament_home.home_page(tournament),
    }
    return render(request, "public/embed.html", context)


@only_read
@conditional_page
@asked_again
def robots(request: HttpRequest) -> HttpResponse:
    sitemap_url = request.build_absolute_uri(reverse("public:sitemap"))
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in NOT_TO_SEARCH),
        f"Sitemap: {sitemap_url}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@only_read
@conditional_page
@asked_again
def sitemap(request: HttpRequest) -> HttpResponse:
    """The addresses of all events that search engines may list, and when each event
    changed last."""
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
    """What a browser must know to put the site on a phone's screen."""
    name, home = "Prevailing Wind", reverse("public:home")
    return web_app_manifest.manifest(
        name=name, short_name=name, start_url=home, scope=home, display="minimal-ui"
    )
