"""An event's pages tell the time of the place where it is played."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import available_timezones

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tournaments.models import Tournament

Respond = Callable[[HttpRequest], HttpResponseBase]


def follow(tournament: Tournament) -> None:
    """From here to the end of the request, times are those of the event."""
    timezone.activate(tournament.zone)


def only_for_this_request(respond: Respond) -> Respond:
    """Middleware: the next request of this thread may be about another event."""

    def respond_in_a_zone(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(None):
            return respond(request)

    return respond_in_a_zone


def zone_names() -> list[str]:
    """The zones of places, by name, and UTC."""
    places = (name for name in available_timezones() if "/" in name)
    return [*sorted(name for name in places if not name.startswith("Etc/")), "UTC"]
