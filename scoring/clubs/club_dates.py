"""The dates of a club's public tournaments: one for each tournament, or one for each
match day of a league. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.clubs.tournaments_of_clubs import public_tournaments_of
from tournaments.models import Club, EventDescription, MatchDay, SignUpPage, Tournament
from tournaments.people.registration_open_and_spots import (
    RegistrationState,
    registration_state,
)

#: Time for which past dates stay in the calendar.
IN_CALENDAR = timedelta(days=366)


@dataclass(frozen=True)
class ClubDate:
    """A date of a club: a tournament or a match day.

    `first` and `last`: its days, None if not known yet; `number`: number of the match
    day, None for a whole tournament.
    """

    tournament: Tournament
    first: date | None
    last: date | None
    number: int | None = None

    @property
    def title(self) -> str:
        if self.number is None:
            return self.tournament.title
        shown = {"title": self.tournament.title, "number": self.number}
        return _("%(title)s, match day %(number)s") % shown

    @property
    def description(self) -> EventDescription | None:
        return getattr(self.tournament, "description", None)

    @property
    def where(self) -> str:
        """Return the venue, or the city if there is none; "" if both are unknown."""
        return (
            self.description.venue or self.description.city if self.description else ""
        )

    @property
    def starts_on(self) -> date | None:
        return self.first

    @property
    def ends_on(self) -> date | None:
        return self.last

    @property
    def registers(self) -> bool:
        """Return whether registration on the public page is open now."""
        page: SignUpPage | None = getattr(self.tournament, "sign_up_page", None)
        if page is None:
            return False
        return registration_state(page, timezone.now()) is RegistrationState.OPEN

    @property
    def is_over(self) -> bool:
        """Return whether the tournament is finished, or the last day has passed."""
        if self.tournament.is_finished:
            return True
        today = timezone.now().astimezone(self.tournament.zone).date()
        return self.last is not None and self.last < today


def dates_of(club: Club, since: date) -> list[ClubDate]:
    """Return the public dates of a club's tournaments that end on that day or later,
    earliest first, followed by tournaments without a date. Two queries."""
    days = Prefetch(
        "match_days", MatchDay.objects.exclude(date=None), to_attr="dated_days"
    )
    last = Coalesce("description__ends_on", "description__starts_on")
    later = MatchDay.objects.filter(tournament=OuterRef("pk"), date__gte=since)
    shown = (
        public_tournaments_of(club)
        .annotate(last_day=last)
        .filter(Q(last_day=None) | Q(last_day__gte=since) | Exists(later))
        .select_related("description", "sign_up_page")
    )
    found = (one for row in shown.prefetch_related(days) for one in _dates(row))
    return sorted(
        found, key=lambda one: (one.first or date.max, one.title, one.tournament.pk)
    )


def coming_dates_of(club: Club) -> list[ClubDate]:
    """Return the public dates of a club that are not over."""
    # It is never more than a day later in another time zone.
    yesterday = timezone.now().date() - timedelta(days=1)
    return [one for one in dates_of(club, yesterday) if not one.is_over]


def calendar_dates_of(club: Club) -> list[ClubDate]:
    """Return the public dates of a club for its calendar, from the last year on."""
    oldest = timezone.now().date() - IN_CALENDAR
    dates = dates_of(club, oldest)
    return [one for one in dates if one.first is not None and one.first >= oldest]


def _dates(tournament: Tournament) -> Iterator[ClubDate]:
    days: list[MatchDay] = getattr(tournament, "dated_days", [])
    if days:
        yield from (
            ClubDate(tournament, day.date, day.date, day.number) for day in days
        )
        return
    description: EventDescription | None = getattr(tournament, "description", None)
    first = description.starts_on if description else None
    last = (description.ends_on or first) if description else None
    yield ClubDate(tournament, first, last)
