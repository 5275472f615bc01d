"""The tournaments of a season's years, which are offered first for it. Reads only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet

from scoring.models import Season
from scoring.series.who_sees_series import OFFERED, all_offered_to
from tournaments.models import Tournament

#: A year or 2 consecutive years in a title: 2026, 2025/26, 2025–2026.
YEARS = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:\s?[/–-]\s?((?:19|20)?\d\d))?(?!\d)")
#: Most years of a season.
MOST_YEARS = 2


@dataclass(frozen=True)
class YearOffered:
    """A year of the season, and the number of its tournaments that can be added."""

    year: int
    count: int


def years_of(season: Season) -> list[int]:
    """Return the years in the title of a season; without one, the years of its
    tournaments. Empty if there are none or too many."""
    years = set(_years_in(season.title))
    if not years:
        days = season.tournaments.values_list(
            "tournament__description__starts_on", flat=True
        )
        years = {day.year for day in days if day}
    return sorted(years) if len(years) <= MOST_YEARS else []


def awaits_tournaments(season: Season, user: User) -> bool:
    """Return whether the title of a season names years, and no tournament of these
    years is in the season or can be added.
    """
    years = set(_years_in(season.title))
    days = season.tournaments.values_list(
        "tournament__description__starts_on", flat=True
    )
    if not years or any(day.year in years for day in days if day):
        return False
    offered = all_offered_to(season, user)
    return not offered.filter(description__starts_on__year__in=years).exists()


def has_years(season: Season) -> bool:
    """Return whether the title of a season names years."""
    return any(_years_in(season.title))


def _years_in(title: str) -> Iterator[int]:
    for first, second in YEARS.findall(title):
        yield int(first)
        if second:
            yield int(first[: 4 - len(second)] + second)


def offered_of_year(
    season: Season, user: User, year: int, search: str = ""
) -> QuerySet[Tournament]:
    """Return the tournaments of a year that the account may add to the season, latest
    first; if the series belongs to a club, only tournaments of the club."""
    found = all_offered_to(season, user, search).filter(
        description__starts_on__year=year
    )
    found = found.order_by("-description__starts_on", "-pk")
    club = season.series.club
    return found.filter(in_club__club=club) if club else found


def years_offered(season: Season, user: User, search: str = "") -> list[YearOffered]:
    """Return the season's years with several tournaments that can be added."""
    counts = {
        year: offered_of_year(season, user, year, search).count()
        for year in years_of(season)
    }
    return [YearOffered(year, count) for year, count in counts.items() if count > 1]


def offered_first(season: Season, user: User, search: str = "") -> list[Tournament]:
    """Return at most `OFFERED` tournaments that the account may add: first from the
    season's years, then the others, newest first."""
    first: list[Tournament] = []
    for year in reversed(years_of(season)):
        first += offered_of_year(season, user, year, search)[:OFFERED]
    others = all_offered_to(season, user, search).exclude(pk__in=_keys(first))
    return [*first, *others[:OFFERED]][:OFFERED]


def _keys(tournaments: Sequence[Tournament]) -> list[int]:
    return [one.pk for one in tournaments]
