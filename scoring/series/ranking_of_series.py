"""The ranking of a series by EMA's method. It is not EMA's own list. Reads only.

Finished public tournaments of all seasons count. Results keep names and countries of
the time of the tournament. The list shows persons under their chosen public names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.table_points import places
from scoring.models import (
    FinalPlace,
    FinalStandings,
    PastResults,
    SeasonTournament,
    Series,
    past_results_of,
)
from scoring.rankings.base_ranks_and_weights import (
    Weight,
    base_rank,
    players_for_more,
    weight,
)
from scoring.rankings.country_and_national_methods import CountryLine, ranked_countries
from scoring.rankings.ema_method import LEAST_RESULTS, Reckoning, Result, reckon
from scoring.series.read_season_values import persons_of
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.final_standings import published
from scoring.standings.kept_until_changes import (
    KeptUntilChanges,
    merges_now,
    revisions_of,
)
from tournaments.clubs.club_members import Members, counting_for
from tournaments.models import (
    EventDescription,
    Person,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournaments.people.countries_and_ema_numbers import code_of

#: Years before the day of a ranking whose results it reads. They count for two years;
#: explanations show the older ones as too old.
YEARS_SHOWN = 4
#: Minimum size of a tournament in the ranking.
LEAST_PLAYERS, LEAST_ROUNDS = 16, 3


class Row(NamedTuple):
    """A row of final standings."""

    number: int
    place: int | None
    country: str


@dataclass(frozen=True)
class RankedTournament:
    """A tournament that counts.

    `persons`: place by person key, of ranked persons only.
    """

    tournament: Tournament
    starts_on: date
    ends_on: date
    players: int
    weight: Weight
    persons: Mapping[int, int]


@dataclass(frozen=True)
class RankingRow:
    """A player in the ranking, with all results.

    `places`: places by tournament key; `key`: person key.
    """

    place: int
    shared: bool
    person: ShownPerson
    score: Fraction
    reckoning: Reckoning
    places: Mapping[str, int]
    key: int


@dataclass(frozen=True)
class Preview:
    """The weight that a tournament would have with its current players.

    `more_from`: number of players from which the weight would be higher, None if no
    number would raise it.
    """

    tournament: Tournament
    starts_on: date | None
    days: int
    players: int
    countries: int
    weight: Weight
    more_from: int | None


@dataclass(frozen=True)
class Reason:
    """The reason why a tournament does not count. `message`: the English text, with
    `numbers` to fill in. As text, it is in the current language."""

    message: str
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return gettext(self.message) % self.numbers


@dataclass(frozen=True)
class Ranked:
    """The cached part of a ranking.

    `tournaments`: tournaments that count, by key; `left_out`: the others, with the
    reason; `scores`: scores of all players by person key, best first; `places`: pairs
    of place and person in the same order.
    """

    tournaments: Mapping[str, RankedTournament]
    left_out: tuple[tuple[Tournament, Reason], ...]
    scores: Mapping[int, Fraction]
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RankingList:
    """The ranking on a day. Names of players and countries are read when they are
    used."""

    series: Series
    day: date
    ranked: Ranked
    previews: tuple[Preview, ...]

    @property
    def tournaments(self) -> Mapping[str, RankedTournament]:
        return self.ranked.tournaments

    @property
    def left_out(self) -> tuple[tuple[Tournament, str], ...]:
        """Return the tournaments that do not count, with the reason as text."""
        return tuple((one, str(reason)) for one, reason in self.ranked.left_out)

    @property
    def players(self) -> int:
        return len(self.ranked.places)

    @cached_property
    def rows(self) -> tuple[RankingRow, ...]:
        """Return all rows."""
        return self.part(0, self.players)

    def part(self, first: int, end: int) -> tuple[RankingRow, ...]:
        """Return the rows from number `first` (from 0) up to `end`."""
        return tuple(_rows(self.ranked, self.day, slice(first, end)))

    @cached_property
    def leaders(self) -> tuple[ShownPerson, ...]:
        """Return the players who share the first place."""
        first = [person for place, person in self.ranked.places if place == 1]
        return tuple(shown(first).values())

    @cached_property
    def countries(self) -> tuple[CountryLine, ...]:
        """Return the ranking of countries."""
        persons = Person.objects.filter(pk__in=self.ranked.scores)
        country = dict(persons.values_list("pk", "country"))
        return tuple(
            ranked_countries(
                (code_of(country.get(person, "")), score)
                for person, score in self.ranked.scores.items()
            )
        )


_kept = KeptUntilChanges[Ranked]()


def ranking_of_series(series: Series, day: date) -> RankingList:
    """Return the ranking of a series on a day. The ranking of today is cached.

    The number of queries grows only with the number of unfinished tournaments.
    """
    chosen = _counting_on(series, day)
    members = counting_for(series.club)
    finished = {one: needed for one, needed in chosen.items() if one.is_finished}
    if day == timezone.localdate():
        made_of = (
            day,
            revisions_of(finished),
            tuple(finished.values()),
            members.digest,
            merges_now(),
        )
        ranked = _kept.get(
            series.pk, made_of, lambda: _ranked_on(day, finished, members)
        )
    else:
        # Visitors may enter any day: caching them would displace other rankings.
        ranked = _ranked_on(day, finished, members)
    previews = tuple(
        preview_of(one, qualified)
        for one, qualified in chosen.items()
        if not one.is_finished
    )
    return RankingList(series, day, ranked, previews)


def _ranked_on(
    day: date, finished: Mapping[Tournament, bool], members: Members
) -> Ranked:
    finals = _final_places(finished)
    persons = persons_of(list(finished))
    rounds = _closed_rounds(finished)
    counted: dict[str, RankedTournament] = {}
    left_out: list[tuple[Tournament, Reason]] = []
    for tournament, qualified in finished.items():
        own = finals.get(tournament.pk, ())
        reason = _why_not(tournament, own, rounds.get(tournament.pk, 0))
        if reason:
            left_out.append((tournament, reason))
            continue
        counted[str(tournament.pk)] = _ranked(
            tournament, own, persons, qualified, members
        )
    scores = {
        person: score
        for person, results in _results(counted).items()
        if len(results) >= LEAST_RESULTS
        and (score := reckon(results, day).score) is not None
    }
    placed = tuple(places(sorted(scores.items())))
    in_order = {person: scores[person] for _place, person in placed}
    return Ranked(counted, tuple(left_out), in_order, placed)


def preview_of(tournament: Tournament, needed_qualification: bool) -> Preview:
    """Return the expected weight of a tournament that is not finished.

    `needed_qualification`: players had to qualify.
    """
    details = _details(tournament)
    days = _days(details)
    players = Player.objects.filter(
        tournament=tournament, is_filler=False, last_round=None
    )
    ranked = players.filter(is_substitute=False).select_related("person")
    codes = {code_of(player.person.country) for player in ranked} - {""}
    number = len(ranked)
    return Preview(
        tournament,
        details.starts_on if details else None,
        days,
        number,
        len(codes),
        weight(
            days=days or 1,
            players=number,
            countries=len(codes),
            needed_qualification=needed_qualification,
            substitutes=len(players) - number,
        ),
        players_for_more(number),
    )


def tournaments_of(series: Series) -> dict[Tournament, bool]:
    """Return the public tournaments of all seasons. The value is True if players had
    to qualify in any season.
    """
    return _with_qualification(chosen_in(series))


def _counting_on(series: Series, day: date) -> dict[Tournament, bool]:
    """Return the tournaments of a series that a ranking of this day reads. The value is
    True if players had to qualify.

    These are unfinished tournaments, tournaments without dates, and tournaments that
    ended in the `YEARS_SHOWN` years before the day or later.
    """
    first = day.replace(day=1, year=day.year - YEARS_SHOWN)
    last_day = Coalesce(
        "tournament__description__ends_on", "tournament__description__starts_on"
    )
    rows = chosen_in(series).annotate(last_day=last_day)
    near = Q(last_day=None) | Q(last_day__gte=first) | Q(tournament__finished_at=None)
    return _with_qualification(rows.filter(near))


def chosen_in(series: Series) -> QuerySet[SeasonTournament]:
    return SeasonTournament.objects.filter(
        season__series=series,
        tournament__in=Tournament.objects.public().filter(is_practice=False),
    ).select_related("tournament__description", "tournament__past_results")


def _with_qualification(rows: Iterable[SeasonTournament]) -> dict[Tournament, bool]:
    chosen: dict[Tournament, bool] = {}
    for row in rows:
        known = chosen.get(row.tournament, False)
        chosen[row.tournament] = known or row.needed_qualification
    return chosen


def _final_places(chosen: Iterable[Tournament]) -> dict[int, list[Row]]:
    """Return the rows of those final standings that are public, by tournament key."""
    finals = FinalStandings.objects.filter(tournament__in=list(chosen))
    public = list(published(finals).values_list("pk", flat=True))
    found: defaultdict[int, list[Row]] = defaultdict(list)
    rows = FinalPlace.objects.filter(final__in=public).order_by("final", "position")
    values = rows.values_list("final", "number", "place", "country")
    for final, number, place, country in values:
        found[final].append(Row(number, place, country))
    return found


def _closed_rounds(tournaments: Iterable[Tournament]) -> dict[int, int]:
    """Return the numbers of closed rounds, by tournament key."""
    rounds = Round.objects.filter(
        tournament__in=list(tournaments), state=RoundState.CLOSED
    )
    counted = rounds.order_by().values_list("tournament").annotate(Count("pk"))
    return dict(counted.values_list("tournament", "pk__count"))


def _why_not(tournament: Tournament, rows: Sequence[Row], closed: int) -> Reason | None:
    """Return why a finished tournament does not count; None if it counts.

    `closed`: number of closed rounds.
    """
    if not rows:
        return Reason(_("The final standings are not public yet."))
    if not _days(_details(tournament)):
        return Reason(_("The tournament has no dates."))
    players = _players(rows, past_results_of(tournament))
    if players < LEAST_PLAYERS:
        return Reason(
            _("The tournament had %(players)s players; %(least)s are needed."),
            {"players": players, "least": LEAST_PLAYERS},
        )
    if 0 < closed < LEAST_ROUNDS:
        return Reason(
            _("The tournament had %(rounds)s rounds; %(least)s are needed."),
            {"rounds": closed, "least": LEAST_ROUNDS},
        )
    return None


def _players(rows: Sequence[Row], past: PastResults | None) -> int:
    """Return the number of ranked players, including players whose names are
    not known.
    """
    return past.players if past else sum(row.place is not None for row in rows)


def _ranked(
    tournament: Tournament,
    rows: Sequence[Row],
    persons: Mapping[tuple[int, int], int],
    needed_qualification: bool,
    members: Members,
) -> RankedTournament:
    placed = [row for row in rows if row.place is not None]
    details = tournament.description
    starts_on, ends_on = _dates(details)
    codes = {code_of(row.country) for row in placed} - {""}
    past = past_results_of(tournament)
    players = _players(rows, past)
    return RankedTournament(
        tournament,
        starts_on,
        ends_on,
        players,
        weight(
            days=_days(details),
            players=players,
            countries=len(codes),
            needed_qualification=needed_qualification,
            substitutes=0 if past else len(rows) - len(placed),
            stated=past.weight if past else None,
        ),
        {
            person: row.place
            for row in placed
            if row.place
            and (person := persons.get((tournament.pk, row.number)))
            and members.include(person, starts_on)
        },
    )


def _results(counted: Mapping[str, RankedTournament]) -> dict[int, list[Result]]:
    """Return the results of each person."""
    results: defaultdict[int, list[Result]] = defaultdict(list)
    for key, one in counted.items():
        weight_of_all = one.weight.total
        for person, place in one.persons.items():
            rank = base_rank(place, one.players)
            results[person].append(Result(key, rank, weight_of_all, one.ends_on))
    return results


def _rows(ranked: Ranked, day: date, wanted: slice) -> Iterator[RankingRow]:
    rows = ranked.places[wanted]
    persons = {person for _place, person in rows}
    own = {
        key: replace(
            one, persons={each: one.persons[each] for each in persons & {*one.persons}}
        )
        for key, one in ranked.tournaments.items()
    }
    results = _results(own)
    people = shown(persons)
    holders = Counter(place for place, _person in ranked.places)
    for place, person in rows:
        yield RankingRow(
            place,
            holders[place] > 1,
            people[person],
            ranked.scores[person],
            reckon(results[person], day),
            {
                key: one.persons[person]
                for key, one in own.items()
                if person in one.persons
            },
            person,
        )


def _details(tournament: Tournament) -> EventDescription | None:
    details: EventDescription | None = getattr(tournament, "description", None)
    return details


def _dates(details: EventDescription) -> tuple[date, date]:
    """Return the first and the last day of a tournament.

    Raises ValueError without dates.
    """
    if details.starts_on is None:
        raise ValueError("the tournament has no dates")
    return details.starts_on, details.ends_on or details.starts_on


def _days(details: EventDescription | None) -> int:
    """Return the number of days; 0 without dates."""
    if details is None or details.starts_on is None:
        return 0
    first, last = _dates(details)
    return (last - first).days + 1
