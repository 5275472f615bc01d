"""What other sites, search engines and browsers get of the site and of its events."""

from __future__ import annotations

from functools import partial

from csp.decorators import csp_replace
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring.pages import event_home, previews
from scoring.pages.pictures import preview_picture
from scoring.views import conditional
from scoring.views.event_pages import of_tournament
from tournaments.models import Tournament

#: Where nobody finds anything to read.
NOT_TO_SEARCH = ("/account/", "/director/", "/table/", "/hall/", "/me/", "/live/")
#: Icons of the program, by how wide they are (tools/draw_icons.py).
ICONS = (192, 512)
PNG = "image/png"

asked_again = cache_control(private=True, no_cache=True)


@of_tournament
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The picture of an event that other sites show beside a link to it."""
    drawn = preview_picture.drawn(previews.poster(tournament))
    return HttpResponse(drawn, content_type=PNG)


@require_safe
@asked_again
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The standings for the page of a club: the same for everybody, so that neither an
    account nor a cookie is looked at. They are asked for again every few seconds, and
    sent again when they are others."""
    found = Tournament.objects.filter(slug=slug, is_public=True, binned_at=None)
    tournament = found.first()
    if tournament is None:
        raise Http404
    return conditional.for_everybody(
        request, [tournament], partial(_standings_of, tournament)
    )


def _standings_of(tournament: Tournament, request: HttpRequest) -> HttpResponse:
    context = {"tournament": tournament, **event_home.home_page(tournament)}
    return render(request, "public/embed.html", context)


@require_safe
@asked_again
def robots(request: HttpRequest) -> HttpResponse:
    sitemap_url = request.build_absolute_uri(reverse("public:sitemap"))
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in NOT_TO_SEARCH),
        f"Sitemap: {sitemap_url}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
@asked_again
def sitemap(request: HttpRequest) -> HttpResponse:
    """The addresses of all events that search engines may list."""
    listed = Tournament.objects.filter(
        is_public=True, search_engines=True, binned_at=None
    )
    pages = [
        reverse("public:home"),
        *(
            reverse(name, args=[slug])
            for slug in listed.values_list("slug", flat=True)
            for name in ("public:tournament", "public:standings")
        ),
    ]
    context = {"pages": map(request.build_absolute_uri, pages)}
    kind = "application/xml"
    return render(request, "public/sitemap.xml", context, content_type=kind)


@require_safe
@asked_again
def manifest(request: HttpRequest) -> JsonResponse:
    """What a browser must know to put the site on a phone's screen."""
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": PNG}
        for size in ICONS
    ]
    content = {
        "name": "Prevailing Wind",
        "short_name": "Prevailing Wind",
        "start_url": reverse("public:home"),
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#f4f0e7",
        "theme_color": "#0b3d2f",
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *icons,
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")
