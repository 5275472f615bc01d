"""What somebody gets who comes with a key that opens nothing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access.throttle import WINDOW, guesses_too_much


def wrong_key(request: HttpRequest) -> HttpResponse:
    """A page that tells somebody who guesses keys to wait. Raises Http404 before."""
    if not guesses_too_much(request):
        raise Http404
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(WINDOW)
    return response
