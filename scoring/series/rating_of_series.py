"""The rating of a series: all games of its tournaments, replayed in order. Reads only.

Ratings are never stored or patched. A process caches the games of each tournament until
that tournament changes, and replays all of them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from threading import Lock

from rules.table_points import places
from scoring.models import Series
from scoring.ratings.rating_systems import LENGTHS
from scoring.ratings.replay_games import RatedGame, System, replay
from scoring.series.ranking_of_series import tournaments_of
from scoring.series.read_season_values import persons_of
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_records import Played
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import starts_with_points

#: Games that a player needs for a place.
LEAST_GAMES = 10
#: Number of tournaments whose games are cached in a process.
KEPT = 512
#: Points of one unit of a score in rules in which players start with points.
THOUSAND = 1000


@dataclass(frozen=True)
class RatingRow:
    """A player's rating. `place`: None with too few games; `change`: by the last
    game; `key`: of the person."""

    place: int | None
    shared: bool
    person: ShownPerson
    rating: float
    games: int
    change: float
    key: int


@dataclass(frozen=True)
class RatingList:
    """The ratings of a series. `games`: number of rated games; `until`: day of the last
    tournament with one."""

    series: Series
    ranked: tuple[RatingRow, ...]
    unranked: tuple[RatingRow, ...]
    games: int
    until: date | None

    @property
    def rows(self) -> tuple[RatingRow, ...]:
        return (*self.ranked, *self.unranked)


_kept: OrderedDict[tuple[object, ...], list[RatedGame[int]]] = OrderedDict()
_lock = Lock()


def rating_of_series(series: Series) -> RatingList:
    """Return the ratings by all closed games that the public can see."""
    tournaments = sorted(tournaments_of(series), key=_order)
    persons = persons_of(tournaments)
    games: list[RatedGame[int]] = []
    until: date | None = None
    for tournament in tournaments:
        own = games_of(tournament)
        games += [
            RatedGame(
                tuple(persons[tournament.pk, number] for number in game.players),
                game.scores,
                game.length,
            )
            for game in own
        ]
        until = (_day(tournament) or until) if own else until
    ratings = replay(System(series.rating), games)
    people = shown(ratings)
    enough = [(p, r.value) for p, r in ratings.items() if r.games >= LEAST_GAMES]
    placed = places(enough)
    holders = Counter(place for place, _person in placed)

    def row(person: int, place: int | None) -> RatingRow:
        rating = ratings[person]
        return RatingRow(
            place,
            place is not None and holders[place] > 1,
            people[person],
            rating.value,
            rating.games,
            rating.value - rating.before,
            person,
        )

    few = [person for person, r in ratings.items() if r.games < LEAST_GAMES]
    few.sort(key=lambda person: -ratings[person].value)
    return RatingList(
        series,
        tuple(row(person, place) for place, person in placed),
        tuple(row(person, None) for person in few),
        len(games),
        until,
    )


def games_of(tournament: Tournament) -> list[RatedGame[int]]:
    """Return the rated games of a tournament in order, with player numbers. Cached
    until the tournament changes."""
    key = (tournament.pk, tournament.hall_key, tournament.revision)
    if key in _kept:
        return _kept[key]
    found = list(_games(tournament))
    with _lock:
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def _games(tournament: Tournament) -> Iterator[RatedGame[int]]:
    source = source_of(tournament)
    seats = len(tournament.rules.opening_scores())
    by_points = starts_with_points(tournament.ruleset)
    tables: defaultdict[tuple[int, int], list[tuple[int, Played]]] = defaultdict(list)
    for player in source.records.players:
        for row in source.records.played.get(player.pk, ()):
            if row.round in source.closed and row.counts and row.place:
                tables[row.round, row.table].append((player.number, row))
    for _table, rows in sorted(tables.items()):
        if len(rows) != seats:
            # A house player or an empty seat.
            continue
        scores = [Fraction(row.score) for _number, row in rows]
        if by_points:
            mean = sum(scores, Fraction(0)) / seats
            scores = [(score - mean) / THOUSAND for score in scores]
        yield RatedGame(
            tuple(number for number, _row in rows),
            tuple(scores),
            LENGTHS[2 if by_points else 4],
        )


def _order(tournament: Tournament) -> tuple[date, int]:
    return _day(tournament) or tournament.created_at.date(), tournament.pk


def _day(tournament: Tournament) -> date | None:
    details = getattr(tournament, "description", None)
    return details.starts_on if details else None
