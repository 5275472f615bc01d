"""The rating of a series: all games of its tournaments, replayed in order.

Ratings are never updated game by game. If a series has many tournaments, its ratings
are computed in the background. Until then, pages show the ratings stored last. Names
are never stored: pages read them for the rows they show.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property

from django.utils import timezone

from rules.strict_reader import JsonObject
from rules.table_points import places
from scoring.models import FinalStandings, Series, SeriesRating
from scoring.ratings.rating_systems import LENGTHS
from scoring.ratings.replay_games import RatedGame, Rating, System, replay
from scoring.series.read_season_values import persons_of
from scoring.series.tournaments_of_series import chosen_in, tournaments_of
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.final_standings import published
from scoring.standings.kept_until_changes import KeptUntilChanges, merges_now
from scoring.standings.standings_cache import source_of
from tournaments.clubs.club_members import Members, counting_for
from tournaments.models import RoundState, Seat, Tournament
from tournaments.templatetags.score_figures import starts_with_points

#: Number of tournaments from which ratings are computed in the background.
MANY = 40
#: Games that a player needs for a place.
LEAST_GAMES = 10
#: Tournaments whose games are read together.
AT_ONCE = 50
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
class Computed:
    """Ratings by person key.

    `games`: number of games used; `until`: day of the last one.
    """

    ratings: Mapping[int, Rating]
    games: int
    until: date | None


@dataclass(frozen=True)
class Ordered:
    """Ratings in order. `ranked`: place and person; `unranked`: persons with too few
    games."""

    computed: Computed
    ranked: tuple[tuple[int, int], ...]
    unranked: tuple[int, ...]


@dataclass(frozen=True)
class RatingList:
    """The ratings of a series. `as_of`: when they were computed, if results have
    changed since. Names are read when they are used."""

    series: Series
    ordered: Ordered
    as_of: datetime | None = None

    @property
    def games(self) -> int:
        """Return the number of rated games."""
        return self.ordered.computed.games

    @property
    def until(self) -> date | None:
        """Return the day of the last tournament with a rated game; None if none."""
        return self.ordered.computed.until

    @property
    def players(self) -> int:
        return len(self.ordered.ranked) + len(self.ordered.unranked)

    @property
    def ratings(self) -> Mapping[int, float]:
        """Return the ratings of the ranked players by person key."""
        of = self.ordered.computed.ratings
        return {person: of[person].value for _place, person in self.ordered.ranked}

    @cached_property
    def rows(self) -> tuple[RatingRow, ...]:
        """Return all rows: ranked players, then the others."""
        return self.part(0, self.players)

    def part(self, first: int, end: int) -> tuple[RatingRow, ...]:
        """Return the rows from number `first` (from 0) up to `end`."""
        unranked = [(None, person) for person in self.ordered.unranked]
        wanted = (*self.ordered.ranked, *unranked)[first:end]
        people = shown(person for _place, person in wanted)
        holders = Counter(place for place, _person in self.ordered.ranked)
        return tuple(
            _row(place, holders[place or 0] > 1, people[person], rating, person)
            for place, person in wanted
            if person in people  # A person may have been deleted since.
            for rating in [self.ordered.computed.ratings[person]]
        )


def _row(
    place: int | None, shared: bool, person: ShownPerson, rating: Rating, key: int
) -> RatingRow:
    change = rating.value - rating.before
    return RatingRow(place, shared, person, rating.value, rating.games, change, key)


_kept = KeptUntilChanges[Ordered]()


def rating_of_series(series: Series) -> RatingList:
    """Return the ratings from all games of closed rounds with public results.

    For a series with many tournaments, return the stored ratings if they may be shown.
    """
    revisions = _revisions(series)
    made_of = _made_of(series, revisions)
    members = counting_for(series.club)
    stored = None
    if len(revisions) >= MANY:
        stored = _stored_of(series)
    if stored is None or not _may_be_shown(stored, made_of):
        about = str(made_of)
        ordered = _ordered(series, members, about, lambda: _computed(series))
        return RatingList(series, ordered)
    as_of = None if stored.made_of == made_of else stored.at
    ordered = _ordered(series, members, stored.at, lambda: _read(series))
    return RatingList(series, ordered, as_of)


def _ordered(
    series: Series, members: Members, about: Hashable, read: Callable[[], Computed]
) -> Ordered:
    """Return the ratings that `read` returns, in order. Cached while `about`, the
    members and the day are the same."""
    today = timezone.localdate()

    def make() -> Ordered:
        computed = read()
        ratings = {
            one: rating
            for one, rating in computed.ratings.items()
            if members.include(one, today)
        }
        enough = [(p, r.value) for p, r in ratings.items() if r.games >= LEAST_GAMES]
        few = [person for person, r in ratings.items() if r.games < LEAST_GAMES]
        few.sort(key=lambda person: -ratings[person].value)
        return Ordered(computed, tuple(places(enough)), tuple(few))

    return _kept.get(series.pk, (about, members.digest, today), make)


def renew_ratings() -> int:
    """Store the ratings of series with many tournaments whose results have changed, and
    return the number of such series.
    """
    number = 0
    for series in Series.objects.exclude(rating="").order_by("pk"):
        revisions = _revisions(series)
        if len(revisions) < MANY:
            continue
        made_of = _made_of(series, revisions)
        stored = _stored_of(series)
        if stored is None or stored.made_of != made_of:
            _store(series, made_of, _computed(series))
            number += 1
    return number


def _stored_of(series: Series) -> SeriesRating | None:
    """Return the row of stored ratings without loading the ratings; None if there is
    none."""
    return SeriesRating.objects.filter(series=series).defer("ratings").first()


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


def _computed(series: Series) -> Computed:
    tournaments = sorted(tournaments_of(series), key=_order)
    number = 0
    until: date | None = None

    def games() -> Iterator[RatedGame[int]]:
        nonlocal number, until
        for first in range(0, len(tournaments), AT_ONCE):
            some = tournaments[first : first + AT_ONCE]
            persons = persons_of(some)
            for tournament, own in games_of(some):
                until = (_day(tournament) or until) if own else until
                number += len(own)
                for game in own:
                    players = tuple(persons[tournament.pk, n] for n in game.players)
                    yield RatedGame(players, game.scores, game.length)

    return Computed(replay(System(series.rating), games()), number, until)


def _revisions(series: Series) -> dict[str, int]:
    """Return the revisions of the public tournaments of all seasons, by key."""
    rows = chosen_in(series).values_list("tournament", "tournament__revision")
    return {str(pk): revision for pk, revision in rows.order_by("tournament")}


def _made_of(series: Series, revisions: Mapping[str, int]) -> JsonObject:
    return {
        "system": series.rating,
        "merges": list(merges_now()),
        "tournaments": dict(revisions),
    }


def _may_be_shown(stored: SeriesRating, made_of: JsonObject) -> bool:
    """Return whether stored ratings may be shown until they are computed again.

    The rating system must be the same, and no tournament may have been hidden or
    removed since.
    """
    if stored.made_of["system"] != made_of["system"]:
        return False
    return set(stored.made_of["tournaments"]) <= set(made_of["tournaments"])


def _read(series: Series) -> Computed:
    stored = SeriesRating.objects.get(series=series)
    ratings = {
        int(person): Rating(value, games, before)
        for person, (value, games, before) in stored.ratings.items()
    }
    return Computed(ratings, stored.games, stored.until)


#: A player's number and score.
Scored = tuple[int, int]


def games_of(
    tournaments: Sequence[Tournament],
) -> Iterator[tuple[Tournament, list[RatedGame[int]]]]:
    """Yield each tournament with its rated games in order, by player numbers. One query
    reads all tournaments whose results are final."""
    final = _final_games(tournaments)
    for tournament in tournaments:
        tables = final.get(tournament.pk)
        if tables is None:
            tables = _tables(tournament)
        yield tournament, list(_games(tournament, tables))


def _final_games(
    tournaments: Iterable[Tournament],
) -> dict[int, dict[tuple[int, int], list[Scored]]]:
    """Return the scores at each table, by tournament. Leaves out tournaments that are
    not finished, not public, or have stages."""
    simple = [one for one in tournaments if one.is_finished and not one.is_staged]
    finals = FinalStandings.objects.filter(tournament__in=simple)
    public = list(published(finals).values_list("pk", flat=True))
    found: dict[int, dict[tuple[int, int], list[Scored]]] = {key: {} for key in public}
    seats = Seat.objects.filter(
        round__tournament__in=public,
        round__state=RoundState.CLOSED,
        player__is_filler=False,
        result__place__gt=0,
    ).order_by("round__tournament", "player__number")
    for tournament, round_, table, number, score in seats.values_list(
        "round__tournament",
        "round__number",
        "game__table",
        "player__number",
        "result__score",
    ):
        tables = found[tournament]
        tables.setdefault((round_, table), []).append((number, score))
    return found


def _tables(tournament: Tournament) -> dict[tuple[int, int], list[Scored]]:
    """Return the visible scores at each table of closed rounds."""
    source = source_of(tournament)
    tables: defaultdict[tuple[int, int], list[Scored]] = defaultdict(list)
    for player in source.records.players:
        for row in source.records.played.get(player.pk, ()):
            if row.round in source.closed and row.counts and row.place:
                tables[row.round, row.table].append((player.number, row.score))
    return tables


def _games(
    tournament: Tournament, tables: Mapping[tuple[int, int], Sequence[Scored]]
) -> Iterator[RatedGame[int]]:
    seats = len(tournament.rules.opening_scores())
    by_points = starts_with_points(tournament.ruleset)
    for _table, rows in sorted(tables.items()):
        if len(rows) != seats:
            # A house player or an empty seat.
            continue
        scores: list[int | Fraction] = [score for _number, score in rows]
        if by_points:
            mean = Fraction(sum(score for _number, score in rows), seats)
            scores = [(score - mean) / THOUSAND for score in scores]
        yield RatedGame(
            tuple(number for number, _score in rows),
            tuple(scores),
            LENGTHS[2 if by_points else 4],
        )


def _order(tournament: Tournament) -> tuple[date, int]:
    return _day(tournament) or tournament.created_at.date(), tournament.pk


def _day(tournament: Tournament) -> date | None:
    details = getattr(tournament, "description", None)
    return details.starts_on if details else None
