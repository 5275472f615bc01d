"""The program's addresses and a page that only inserts a row. Its cost is the minimum
for any page that writes on this machine.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from mahjong_site.urls import handler500 as handler500
from mahjong_site.urls import urlpatterns as pages
from tournaments.models import LogEvent


@require_POST
def insert(_request: HttpRequest, tournament: int, revision: int) -> HttpResponse:
    LogEvent.objects.create(
        tournament_id=tournament, revision=revision, by="x", kind="bare"
    )
    return HttpResponse("inserted")


urlpatterns = [path("bare/<int:tournament>/<int:revision>/", insert), *pages]
