"""The response to a refused change of a mirrored tournament, if the page does not
handle the refusal: status 409 with a sentence and a link to the tournament's home."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from rules.faults import RuleError
from tournaments.models import Tournament
from tournaments.models.tournament import IS_MIRROR
from tournaments.refusals import sentence


class MirrorsAreReadOnly:
    """Middleware that returns a response if a change is refused with IS_MIRROR. The
    transaction has already been rolled back."""

    def __init__(self, pages: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._pages = pages

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._pages(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        """Return the response to a change of a mirrored tournament; None for other
        errors.
        """
        if not isinstance(error, RuleError) or IS_MIRROR not in error.faults:
            return None
        message = sentence(IS_MIRROR)
        if "application/json" in request.headers.get("Accept", ""):
            return JsonResponse({"error": message}, status=409)
        if request.headers.get("HX-Request") == "true":
            plain = "text/plain; charset=utf-8"
            return HttpResponse(message, status=409, content_type=plain)
        match = request.resolver_match
        slug = match.kwargs.get("slug") if match else None
        tournament = Tournament.objects.filter(slug=slug, is_public=True).first()
        context = {"tournament": tournament}
        return render(request, "mirror_read_only.html", context, status=409)
