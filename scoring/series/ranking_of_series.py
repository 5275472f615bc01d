"""The ranking of a series by the method of EMA or of a country. It is not the list of
an association. Reads only.

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

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.table_points import places
from scoring.models import (
    FinalPlace,
    FinalStandings,
    PastResults,
    Series,
    past_results_of,
)
from scoring.rankings.base_ranks_and_weights import Weight, players_for_more, weight
from scoring.rankings.country_ranking import CountryLine, ranked_countries
from scoring.rankings.player_results import PlayerResult, Reckoned
from scoring.rankings.ranking_methods import METHODS, Method
from scoring.series.read_season_values import persons_of
from scoring.series.tournaments_of_series import (
    Marks,
    closed_rounds,
    counting_on,
    dates_of,
    days_of,
    details_of,
    ended_after,
    last_day_of,
    match_day_counts,
)
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.final_standings import published
from scoring.standings.kept_until_changes import (
    KeptUntilChanges,
    merges_now,
    revisions_of,
)
from tournaments.clubs.club_members import Members, counting_for
from tournaments.models import (
    Person,
    Player,
    Tournament,
)
from tournaments.people.countries_and_ema_numbers import code_of


class Row(NamedTuple):
    """A row of final standings."""

    number: int
    place: int | None
    country: str


@dataclass(frozen=True)
class RankedTournament:
    """A tournament that counts.

    `days`: number of days of play. `persons`: place by person key, of ranked persons
    only.
    """

    tournament: Tournament
    starts_on: date
    ends_on: date
    days: int
    players: int
    weight: Weight
    is_abroad: bool
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
    reckoning: Reckoned
    places: Mapping[str, int]
    key: int


@dataclass(frozen=True)
class Preview:
    """The effect of an unfinished tournament on the ranking with its current players.

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
    is_abroad: bool


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
    def method(self) -> Method:
        return METHODS[self.series.ranking]

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
        return tuple(_rows(self.ranked, self.method, self.day, slice(first, end)))

    @cached_property
    def leaders(self) -> tuple[ShownPerson, ...]:
        """Return the players who share the first place."""
        first = [person for place, person in self.ranked.places if place == 1]
        return tuple(shown(first).values())

    @cached_property
    def countries(self) -> tuple[CountryLine, ...]:
        """Return the ranking of countries. Empty if the method has none."""
        if not self.method.has_countries:
            return ()
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
    """Return the ranking of a series on a day. The ranking of today is cached. The
    series needs a ranking method.

    The number of queries grows only with the number of unfinished tournaments.
    """
    method = METHODS[series.ranking]
    chosen = counting_on(series, method, day)
    members = counting_for(series.club)
    finished = {one: marks for one, marks in chosen.items() if one.is_finished}
    if day == timezone.localdate():
        made_of = (
            series.ranking,
            day,
            revisions_of(finished),
            tuple(finished.values()),
            members.digest,
            merges_now(),
        )
        ranked = _kept.get(
            series.pk, made_of, lambda: _ranked_on(day, method, finished, members)
        )
    else:
        # Visitors may enter any day: caching them would displace other rankings.
        ranked = _ranked_on(day, method, finished, members)
    unfinished = {one: marks for one, marks in chosen.items() if not one.is_finished}
    match_days = (
        match_day_counts(unfinished) if unfinished and method.counts_days else {}
    )
    previews = tuple(
        preview_of(one, marks, match_days.get(one.pk))
        for one, marks in unfinished.items()
    )
    return RankingList(series, day, ranked, previews)


def _ranked_on(
    day: date, method: Method, finished: Mapping[Tournament, Marks], members: Members
) -> Ranked:
    finals = _final_places(finished)
    persons = persons_of(list(finished))
    rounds = closed_rounds(finished)
    match_days = match_day_counts(finished, played=True) if method.counts_days else {}
    counted: dict[str, RankedTournament] = {}
    left_out: list[tuple[Tournament, Reason]] = []
    for tournament, marks in finished.items():
        if ended_after(tournament, day):
            continue
        own = finals.get(tournament.pk, ())
        reason = _why_not(tournament, method, own, rounds.get(tournament.pk, 0))
        if reason:
            left_out.append((tournament, reason))
            continue
        counted[str(tournament.pk)] = _ranked(
            tournament, own, persons, marks, members, match_days.get(tournament.pk)
        )
    scores = {
        person: score
        for person, results in _results(counted).items()
        if len(results) >= method.least_results
        and (score := method.reckon(results, day).score) is not None
    }
    placed = tuple(places(sorted(scores.items())))
    in_order = {person: scores[person] for _place, person in placed}
    return Ranked(counted, tuple(left_out), in_order, placed)


def preview_of(tournament: Tournament, marks: Marks, match_days: int | None) -> Preview:
    """Return how a tournament that is not finished would count. `match_days`: number of
    match days of a league, if the method counts days."""
    details = details_of(tournament)
    days = days_of(details)
    players = Player.objects.filter(
        tournament=tournament, is_filler=False, last_round=None
    )
    ranked = players.filter(is_substitute=False).select_related("person")
    codes = {code_of(player.person.country) for player in ranked} - {""}
    number = len(ranked)
    return Preview(
        tournament,
        details.starts_on if details else None,
        match_days or days,
        number,
        len(codes),
        weight(
            days=days or 1,
            players=number,
            countries=len(codes),
            needed_qualification=marks.needed_qualification,
            substitutes=len(players) - number,
        ),
        players_for_more(number),
        marks.is_abroad,
    )


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


def _why_not(
    tournament: Tournament, method: Method, rows: Sequence[Row], closed: int
) -> Reason | None:
    """Return why a finished tournament does not count; None if it counts.

    `closed`: number of closed rounds.
    """
    if not rows:
        return Reason(_("The final standings are not public yet."))
    if not days_of(details_of(tournament)):
        return Reason(_("The tournament has no dates."))
    players = _players(rows, past_results_of(tournament))
    if players < method.least_players:
        return Reason(
            _("Number of players: %(players)s. At least %(least)s are needed."),
            {"players": players, "least": method.least_players},
        )
    if 0 < closed < method.least_rounds:
        return Reason(
            _("Number of rounds: %(rounds)s. At least %(least)s are needed."),
            {"rounds": closed, "least": method.least_rounds},
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
    marks: Marks,
    members: Members,
    match_days: int | None,
) -> RankedTournament:
    """Return a tournament that counts. `match_days`: number of match days of a league;
    otherwise, every day from the first to the last counts."""
    placed = [row for row in rows if row.place is not None]
    details = tournament.description
    starts_on, ends_on = dates_of(details)[0], last_day_of(tournament, details)
    days = max((ends_on - starts_on).days + 1, 1)
    codes = {code_of(row.country) for row in placed} - {""}
    past = past_results_of(tournament)
    players = _players(rows, past)
    return RankedTournament(
        tournament,
        starts_on,
        ends_on,
        match_days or days,
        players,
        weight(
            days=days,
            players=players,
            countries=len(codes),
            needed_qualification=marks.needed_qualification,
            substitutes=0 if past else len(rows) - len(placed),
            stated=past.weight if past else None,
        ),
        marks.is_abroad,
        {
            person: row.place
            for row in placed
            if row.place
            and (person := persons.get((tournament.pk, row.number)))
            and members.include(person, starts_on)
        },
    )


def _results(
    counted: Mapping[str, RankedTournament],
) -> dict[int, list[PlayerResult]]:
    """Return the results of each person."""
    results: defaultdict[int, list[PlayerResult]] = defaultdict(list)
    for key, one in counted.items():
        weight_of_all = one.weight.total
        for person, place in one.persons.items():
            results[person].append(
                PlayerResult(
                    key,
                    place,
                    one.players,
                    one.days,
                    one.ends_on,
                    weight_of_all,
                    one.is_abroad,
                )
            )
    return results


def _rows(
    ranked: Ranked, method: Method, day: date, wanted: slice
) -> Iterator[RankingRow]:
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
            method.reckon(results[person], day),
            {
                key: one.persons[person]
                for key, one in own.items()
                if person in one.persons
            },
            person,
        )
