"""Calendars for everyone: the tournaments of the installation, and the schedule of one
tournament. They contain public data and addresses only, no private links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from icalendar import Calendar

from scoring.all_pages import page_cache_keys, page_etags
from scoring.all_pages.public_page_access_and_frame import for_search_engines
from scoring.public import calendar_format
from tournaments.access.page_access import visible_tournament
from tournaments.languages import page_language
from tournaments.models import HIDDEN_STATES, PlanKind, Tournament
from tournaments.tournament_setup import description_and_logo
from tournaments.tournament_time.schedule_forecast import lines_now
from tournaments.web.read_only_and_service_workers import only_read

Absolute = Callable[[str], str]
#: Time for which past tournaments stay in the calendar.
KEPT = timedelta(days=366)


@only_read
@cache_control(private=True, no_cache=True)
def of_installation(request: HttpRequest) -> HttpResponseBase:
    """Return the days of the public tournaments of the last year, and of later ones. It
    is the same for everyone, because calendar programs do not sign in."""
    page_cache_keys.keep(request)
    oldest = timezone.now().date() - KEPT
    last = Coalesce("description__ends_on", "description__starts_on")
    public = Tournament.objects.public().filter(is_practice=False)
    dated = public.annotate(last_day=last).filter(last_day__gte=oldest)
    tournaments = list(dated.select_related("description").order_by("pk"))

    def respond(request: HttpRequest) -> HttpResponse:
        calendar = calendar_of_all(tournaments, request.build_absolute_uri)
        return calendar_format.as_file(calendar, "tournaments")

    return page_etags.for_everybody(request, tournaments, respond)


@only_read
@cache_control(private=True, no_cache=True)
def of_tournament(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the expected schedule of a tournament as an iCalendar file, in the
    tournament's language.
    """
    page_cache_keys.keep(request)
    tournament = visible_tournament(request, slug)
    page_language.use_first_language(tournament)

    def respond(request: HttpRequest) -> HttpResponse:
        calendar = calendar_of(tournament, request.build_absolute_uri)
        return calendar_format.as_file(calendar, tournament.slug)

    answer = page_etags.respond_by_the_minute(request, tournament, respond)
    return for_search_engines(tournament, answer)


def calendar_of_all(tournaments: Iterable[Tournament], absolute: Absolute) -> Calendar:
    """Return the calendar of those tournaments whose date is known.

    `absolute`: makes a path an absolute URL.
    """
    calendar = calendar_format.new_calendar(_("Mahjong tournaments"), "tournaments")
    for tournament in tournaments:
        description = getattr(tournament, "description", None)
        if not (days := calendar_format.days_of(description)):
            continue
        event = calendar_format.new_event(tournament, "days", tournament.title)
        calendar_format.set_days(event, *days)
        address = absolute(reverse("public:tournament", args=[tournament.slug]))
        calendar_format.add_page(event, address, description)
        calendar.add_component(event)
    return calendar


def calendar_of(tournament: Tournament, absolute: Absolute) -> Calendar:
    """Return the schedule with expected times; without a schedule, the days of the
    tournament. `absolute`: makes a path an absolute URL.
    """
    calendar = calendar_format.new_calendar(tournament.title, "schedule")
    description = description_and_logo.description_of(tournament)
    events = []
    for name, label, start, end in _times(tournament):
        summary = f"{label} · {tournament.title}"
        events.append(calendar_format.new_event(tournament, name, summary))
        calendar_format.set_times(events[-1], start, end)
    if not events and (days := calendar_format.days_of(description)):
        events.append(calendar_format.new_event(tournament, "days", tournament.title))
        calendar_format.set_days(events[-1], *days)
    address = absolute(reverse("public:tournament", args=[tournament.slug]))
    for event in events:
        calendar_format.add_page(event, address, description)
        calendar.add_component(event)
    return calendar


def _times(tournament: Tournament) -> list[tuple[str, str, datetime, datetime]]:
    """Return name, label, start and end of the schedule's items, and of public rounds
    outside the schedule with a known time.
    """
    now, times = timezone.now(), []
    planned = set()
    for line in lines_now(tournament, now):
        item, expected = line.item, line.expected
        name = f"item-{item.pk}"
        if item.kind == PlanKind.ROUND:
            planned.add(item.number)
            name = f"round-{item.number}"
        times.append((name, str(item), expected.start, expected.end))
    for round_ in tournament.rounds.exclude(state__in=HIDDEN_STATES):
        start = round_.started_at or round_.starts_at
        if start and round_.number not in planned:
            label = _("Round %(number)s") % {"number": round_.number}
            end = calendar_format.end_of(round_, start, now)
            times.append((f"round-{round_.number}", label, start, end))
    return sorted(times, key=lambda time: time[2])
