"""The page of the search over everything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from scoring.director.everything_found import LONGEST, everything_found
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_store=True)
def search(request: HttpRequest) -> HttpResponse:
    """Render what ?q= finds for this viewer. Nothing is kept, because rights and
    choices of a public name hold immediately."""
    query = request.GET.get("q", "")[:LONGEST].strip()
    context = {"query": query, "groups": everything_found(request.user, query)}
    answer = render(request, "public/search.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer
