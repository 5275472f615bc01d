"""The search page for tournaments, players, tables and pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from scoring.director.everything_found import LONGEST, everything_found
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_store=True)
def search(request: HttpRequest) -> HttpResponse:
    """Render the results of the search ?q= for this viewer.

    Results are not cached, because changes of permissions and public names take effect
    immediately.
    """
    query = request.GET.get("q", "")[:LONGEST].strip()
    context = {"query": query, "groups": everything_found(request.user, query)}
    answer = render(request, "public/search.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer
