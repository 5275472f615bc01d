"""The tournaments of a series for its ranking and rating: which ones are read, what
editors marked, dates, closed rounds and match days. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.models import Season, SeasonTournament, Series
from scoring.rankings.ranking_methods import Method
from tournaments.models import (
    EventDescription,
    MatchDay,
    Round,
    RoundState,
    Tournament,
)
from tournaments.people.countries_and_ema_numbers import code_of


class Marks(NamedTuple):
    """Properties of a tournament that editors of a series can set: whether players had
    to qualify, and whether it counts as played abroad."""

    needed_qualification: bool
    is_abroad: bool


def tournaments_of(series: Series) -> set[Tournament]:
    """Return the public tournaments of all seasons."""
    return {row.tournament for row in chosen_in(series)}


def counting_on(series: Series, method: Method, day: date) -> dict[Tournament, Marks]:
    """Return the tournaments of a series that a ranking of this day reads.

    These are unfinished tournaments, tournaments without dates, and tournaments that
    ended from the first day of the ranking on.
    """
    rows = chosen_in(series)
    first = _first_day(series, method, day)
    if first is not None:
        last_day = Coalesce(
            "tournament__description__ends_on", "tournament__description__starts_on"
        )
        near = Q(last_day=None) | Q(last_day__gte=first)
        near |= Q(tournament__finished_at=None)
        rows = rows.annotate(last_day=last_day).filter(near)
    return _with_marks(rows, home_country(series))


def home_country(series: Series) -> str:
    """Return the country code of the series' club; "" if it is not known."""
    return code_of(series.club.country) if series.club else ""


def _first_day(series: Series, method: Method, day: date) -> date | None:
    """Return the first day whose tournaments a ranking reads; None for all."""
    if method.has_first_day:
        return series.ranked_from
    if method.years is None:
        return None
    return day.replace(day=1, year=day.year - method.years)


def chosen_in(series: Series) -> QuerySet[SeasonTournament]:
    return SeasonTournament.objects.filter(
        season__series=series,
        tournament__in=Tournament.objects.public().filter(is_practice=False),
    ).select_related("tournament__description", "tournament__past_results")


def _with_marks(rows: Iterable[SeasonTournament], home: str) -> dict[Tournament, Marks]:
    """Return the tournaments with their marks. `home`: country code of the club, or "".

    A tournament of several seasons has a mark if it has the mark in one season.
    """
    of: defaultdict[Tournament, list[SeasonTournament]] = defaultdict(list)
    for row in rows:
        of[row.tournament].append(row)
    return {
        tournament: Marks(
            any(row.needed_qualification for row in own),
            any(is_abroad(row, home) for row in own),
        )
        for tournament, own in of.items()
    }


def is_abroad(row: SeasonTournament, home: str) -> bool:
    """Return whether a tournament counts as played abroad. `home`: country code of the
    club, or "".

    Without a choice of an editor, it does if its country is known and is not the home
    country.
    """
    if row.is_abroad is not None:
        return row.is_abroad
    details = details_of(row.tournament)
    country = code_of(details.country) if details and home else ""
    return country not in {"", home}


def in_order_of_dates(season: Season) -> list[SeasonTournament]:
    """Return the tournaments chosen for a season by first day. Tournaments without
    dates are last, as added."""
    rows = season.tournaments.select_related("tournament__description")
    days = {row.pk: _first_day_of(row.tournament) for row in rows}
    return sorted(rows, key=lambda row: days[row.pk])


def _first_day_of(tournament: Tournament) -> date:
    details = details_of(tournament)
    return (details and details.starts_on) or date.max


def closed_rounds(tournaments: Iterable[Tournament]) -> dict[int, int]:
    """Return the numbers of closed rounds, by tournament key."""
    rounds = Round.objects.filter(
        tournament__in=list(tournaments), state=RoundState.CLOSED
    )
    counted = rounds.order_by().values_list("tournament").annotate(Count("pk"))
    return dict(counted.values_list("tournament", "pk__count"))


def match_day_counts(
    tournaments: Iterable[Tournament], *, played: bool = False
) -> dict[int, int]:
    """Return the numbers of match days of leagues, by tournament key. `played`: only
    days with a closed round."""
    days = MatchDay.objects.filter(tournament__in=list(tournaments)).order_by()
    if played:
        closed = Round.objects.filter(
            tournament=OuterRef("tournament"),
            state=RoundState.CLOSED,
            number__gte=OuterRef("first_round"),
            number__lt=OuterRef("first_round") + OuterRef("rounds"),
        )
        days = days.filter(Exists(closed))
    return dict(days.values_list("tournament").annotate(Count("pk")))


def ended_after(tournament: Tournament, day: date) -> bool:
    details = details_of(tournament)
    if details is None or details.starts_on is None:
        return False
    return last_day_of(tournament, details) > day


def last_day_of(tournament: Tournament, details: EventDescription) -> date:
    """Return the last day of a finished tournament: the planned one, or the day on
    which it was finished if that was earlier."""
    planned = dates_of(details)[1]
    if tournament.finished_at is None:
        return planned
    finished = timezone.localdate(tournament.finished_at, tournament.zone)
    return min(planned, finished)


def details_of(tournament: Tournament) -> EventDescription | None:
    details: EventDescription | None = getattr(tournament, "description", None)
    return details


def dates_of(details: EventDescription) -> tuple[date, date]:
    """Return the first and the last day of a tournament.

    Raises ValueError without dates.
    """
    if details.starts_on is None:
        raise ValueError("the tournament has no dates")
    return details.starts_on, details.ends_on or details.starts_on


def days_of(details: EventDescription | None) -> int:
    """Return the number of days; 0 without dates."""
    if details is None or details.starts_on is None:
        return 0
    first, last = dates_of(details)
    return (last - first).days + 1
