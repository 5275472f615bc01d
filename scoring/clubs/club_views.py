"""Public views of clubs.

A page of a club that is not public opens only for the club's staff. Others get a 404,
as for an unknown club.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from scoring.clubs.club_calendar import calendar_of_club
from scoring.clubs.club_dates import calendar_dates_of
from scoring.clubs.club_page import (
    club_page,
    statistics_page_of_club,
    tournaments_page_of_club,
)
from tournaments.clubs import tournaments_of_clubs, who_sees_clubs
from tournaments.models import Club, Tournament
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_cache=True)
def clubs(request: HttpRequest) -> HttpResponseBase:
    """Render the list of clubs that the visitor may see.

    With only one club, redirect to its page.
    """
    listed = list(who_sees_clubs.seen_by(request.user))
    if len(listed) == 1:
        return redirect("clubs:club", listed[0].slug)
    return render(request, "clubs/clubs.html", {"listed": listed})


@only_read
@cache_control(private=True, no_cache=True)
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Render the public page of a club."""
    seen = _seen(request, club)
    calendar = request.build_absolute_uri(reverse("clubs:calendar", args=[seen.slug]))
    content = club_page(seen, request.user) | {"calendar": calendar}
    answer = render(request, "clubs/club.html", content)
    if _unlisted(seen):
        answer["X-Robots-Tag"] = "noindex"
    return answer


@only_read
@cache_control(private=True, no_cache=True)
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """Return the dates of a club as an iCalendar file."""
    seen = _seen(request, club)

    def address(tournament: Tournament) -> str:
        path = reverse("public:tournament", args=[tournament.slug])
        return request.build_absolute_uri(path)

    return HttpResponse(
        calendar_of_club(seen, calendar_dates_of(seen), address),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{seen.slug}.ics"'},
    )


@only_read
@cache_control(private=True, no_store=True)
def tournaments(request: HttpRequest, club: str) -> HttpResponse:
    """Render the finished tournaments of a club with their winners. ?page= chooses the
    page.

    Raises Http404 if the club has no results.
    """
    content = tournaments_page_of_club(
        _seen(request, club), request.GET.get("page", "1")
    )
    if content is None:
        raise Http404
    answer = render(request, "clubs/tournaments.html", content)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@only_read
@cache_control(private=True, no_store=True)
def statistics(request: HttpRequest, club: str) -> HttpResponse:
    """Render the statistics of a club's tournaments. ?rules= chooses the ruleset.

    Raises Http404 if the club has no results with games.
    """
    content = statistics_page_of_club(
        _seen(request, club), request.GET.get("rules", "")[:20]
    )
    if content is None:
        raise Http404
    answer = render(request, "clubs/statistics.html", content)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _seen(request: HttpRequest, slug: str) -> Club:
    """Return the club if the visitor may see it. Raises Http404 otherwise."""
    found = get_object_or_404(Club, slug=slug)
    if not who_sees_clubs.may_see(found, request.user):
        raise Http404
    return found


def _unlisted(club: Club) -> bool:
    """Return whether a public tournament of the club asks search engines not to list
    it.
    """
    shown = tournaments_of_clubs.public_tournaments_of(club)
    return shown.filter(search_engines=False).exists()
