"""The rating of a series: all games of its tournaments, replayed in order.

Ratings are never updated game by game. Each process caches the games of a tournament
until the tournament changes, and replays all games. If a series has many tournaments,
its ratings are computed in the background. Until then, pages show the ratings stored
last.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from threading import Lock

from django.db.models import Count
from django.utils import timezone

from rules.strict_reader import JsonObject
from rules.table_points import places
from scoring.models import Series, SeriesRating
from scoring.ratings.rating_systems import LENGTHS
from scoring.ratings.replay_games import RatedGame, Rating, System, replay
from scoring.series.ranking_of_series import tournaments_of
from scoring.series.read_season_values import persons_of
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_records import Played
from tournaments.clubs.club_members import counting_for
from tournaments.models import PersonMerge, Tournament
from tournaments.templatetags.score_figures import starts_with_points

#: Number of tournaments from which ratings are computed in the background.
MANY = 40
#: Games that a player needs for a place.
LEAST_GAMES = 10
#: Number of tournaments whose games are cached in a process.
KEPT = 512
#: Points of one unit of a score in rules in which players start with points.
THOUSAND = 1000


@dataclass(frozen=True)
class RatingRow:
    """A player's rating.

    `place`: None if the player has too few games; `change`: change by the last game;
    `key`: person key.
    """

    place: int | None
    shared: bool
    person: ShownPerson
    rating: float
    games: int
    change: float
    key: int


@dataclass(frozen=True)
class RatingList:
    """The ratings of a series.

    `games`: number of rated games; `until`: day of the last tournament with a rated
    game; `as_of`: when the ratings were computed, None if they are current.
    """

    series: Series
    ranked: tuple[RatingRow, ...]
    unranked: tuple[RatingRow, ...]
    games: int
    until: date | None
    as_of: datetime | None = None

    @property
    def rows(self) -> tuple[RatingRow, ...]:
        return (*self.ranked, *self.unranked)


_kept: OrderedDict[tuple[object, ...], list[RatedGame[int]]] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True)
class Computed:
    """Ratings by person key.

    `games`: number of games used; `until`: day of the last one.
    """

    ratings: Mapping[int, Rating]
    games: int
    until: date | None


def rating_of_series(series: Series) -> RatingList:
    """Return the ratings from all games of closed rounds with public results.

    For a series with many tournaments, return the stored ratings if they may be shown.
    """
    tournaments = tournaments_of(series)
    if len(tournaments) < MANY:
        return _listed(series, _computed(series, tournaments))
    stored = SeriesRating.objects.filter(series=series).first()
    made_of = _made_of(series, tournaments)
    if stored is None or not _may_be_shown(stored, made_of):
        return _listed(series, _computed(series, tournaments))
    as_of = None if stored.made_of == made_of else stored.at
    return _listed(series, _read(stored), as_of)


def renew_ratings() -> int:
    """Store the ratings of series with many tournaments whose results have changed, and
    return the number of such series.
    """
    number = 0
    for series in Series.objects.exclude(rating="").order_by("pk"):
        tournaments = tournaments_of(series)
        if len(tournaments) < MANY:
            continue
        made_of = _made_of(series, tournaments)
        stored = SeriesRating.objects.filter(series=series).first()
        if stored is None or stored.made_of != made_of:
            _store(series, made_of, _computed(series, tournaments))
            number += 1
    return number


def _store(series: Series, made_of: JsonObject, computed: Computed) -> None:
    ratings = {
        str(person): [one.value, one.games, one.before]
        for person, one in computed.ratings.items()
    }
    SeriesRating.objects.update_or_create(
        series=series,
        defaults={
            "made_of": made_of,
            "at": timezone.now(),
            "ratings": ratings,
            "games": computed.games,
            "until": computed.until,
        },
    )


def _computed(series: Series, chosen: Iterable[Tournament]) -> Computed:
    tournaments = sorted(chosen, key=_order)
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
    return Computed(replay(System(series.rating), games), len(games), until)


def _listed(
    series: Series, computed: Computed, as_of: datetime | None = None
) -> RatingList:
    people = shown(computed.ratings)
    members, today = counting_for(series.club), timezone.localdate()
    # A person may have been deleted since.
    ratings = {
        one: rating
        for one, rating in computed.ratings.items()
        if one in people and members.include(one, today)
    }
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
        computed.games,
        computed.until,
        as_of,
    )


def _made_of(series: Series, tournaments: Iterable[Tournament]) -> JsonObject:
    merges = PersonMerge.objects.aggregate(made=Count("pk"), undone=Count("undone_at"))
    return {
        "system": series.rating,
        "merges": [merges["made"], merges["undone"]],
        "tournaments": {str(one.pk): one.revision for one in tournaments},
    }


def _may_be_shown(stored: SeriesRating, made_of: JsonObject) -> bool:
    """Return whether stored ratings may be shown until they are computed again.

    The rating system must be the same, and no tournament may have been hidden or
    removed since.
    """
    if stored.made_of["system"] != made_of["system"]:
        return False
    return set(stored.made_of["tournaments"]) <= set(made_of["tournaments"])


def _read(stored: SeriesRating) -> Computed:
    ratings = {
        int(person): Rating(value, games, before)
        for person, (value, games, before) in stored.ratings.items()
    }
    return Computed(ratings, stored.games, stored.until)


def games_of(tournament: Tournament) -> list[RatedGame[int]]:
    """Return the rated games of a tournament in order, with player numbers as players.

    Cached until the tournament changes.
    """
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
