"""The years that an event can be in: what is far from them was mistyped, and no
calendar reaches beyond its own ends.

The time zone in which an event's pages tell the time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from difflib import SequenceMatcher
from heapq import nlargest
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament, change_origin

YEARS = range(1900, 3000)


def is_in_years(day: date) -> bool:
    """Whether an event can be on that day, or at that time."""
    return day.year in YEARS


def refuse_other_years(day: date) -> None:
    """Raises ValidationError for a day, or a time, on which no event can be."""
    if not is_in_years(day):
        raise ValidationError(
            _("Enter a year from %(first)s to %(last)s."),
            "other_year",
            {"first": YEARS[0], "last": YEARS[-1]},
        )


Respond = Callable[[HttpRequest], HttpResponseBase]


def follow(tournament: Tournament) -> None:
    """From here to the end of the request, times are those of the event."""
    timezone.activate(tournament.zone)


def only_for_this_request(respond: Respond) -> Respond:
    """Middleware: the next request of this thread may be about another event, and
    come from elsewhere."""

    def respond_in_a_zone(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(None), change_origin.afresh():
            return respond(request)

    return respond_in_a_zone


def zone_names() -> list[str]:
    """The zones of places, by name, and UTC."""
    places = (name for name in available_timezones() if "/" in name)
    return [*sorted(name for name in places if not name.startswith("Etc/")), "UTC"]


def zones_near(text: str) -> list[str]:
    """The three zones whose name, or whose city's name, is the most like `text`."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(_plain(text))

    def likeness(zone: str) -> float:
        return max(_likeness(matcher, zone), _likeness(matcher, zone.split("/")[-1]))

    return nlargest(3, zone_names(), key=likeness)


def _likeness(matcher: SequenceMatcher[str], name: str) -> float:
    matcher.set_seq1(_plain(name))
    return matcher.ratio()


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ")
