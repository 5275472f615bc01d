"""The age of a mirror's pages.

Pages request it regularly, because a page is rendered only once for each revision.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.mirror.state_of_mirror import age_in_words, mirror_of
from tournaments.access.page_access import visible_tournament
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_cache=True)
def age(request: HttpRequest, slug: str) -> HttpResponse:
    """Render how old the pages of a mirror are."""
    tournament = visible_tournament(request, slug)
    mirror = mirror_of(tournament)
    words = _("Make changes on this installation.")
    if mirror and tournament.mirrored_at:
        words = age_in_words(mirror, timezone.now())
    return render(request, "public/mirror_age.html", {"words": words})
