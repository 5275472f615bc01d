"""Standings, read from the stored results: one query for any number of players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from django.db.models import Count, Max, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from rules.absences import Absence, counted
from rules.ranking import places
from scoring.models import PARTS, Result
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.measures import Measure
from scoring.standings.absences import (
    Absences,
    closed_rounds,
    closed_rounds_there,
    rounds_of,
    told,
)
from tournaments.models import OPEN_STATES, Entry, RoundState, Tournament

T = TypeVar("T")


def measures_of(ruleset: str) -> Mapping[str, Measure]:
    """The measures as players of this ruleset call them."""
    return presenter_of(ruleset).measures


@dataclass(frozen=True)
class Standing:
    """What an entry has reached. `playing`: a table of theirs is still being
    played, so the figures may change."""

    entry: Entry
    table_points: Fraction
    score: int
    hands_won: int
    firsts: int
    best: int
    tables: int
    playing: bool
    #: At how many of them hands were entered: only those can tell who won hands.
    logged: int = 0
    #: What penalties give or take in the standings only, in the points a referee names.
    penalties: int = 0
    #: How many rounds count something else than what was played, by why.
    absences: Absences = field(default_factory=dict)

    @property
    def marks(self) -> list[str]:
        """What its figures contain that was not played, in words."""
        return told(self.absences)


@dataclass(frozen=True)
class TeamStanding:
    name: str
    table_points: Fraction
    score: int
    members: tuple[Standing, ...]
    playing: bool


@dataclass(frozen=True)
class Placed(Generic[T]):
    """A line with its place; `shared` where others have the same."""

    place: int
    shared: bool
    line: T


@dataclass(frozen=True)
class Ranking:
    """Everybody's standing: those with a place, and the substitutes, who have none."""

    placed: list[Placed[Standing]]
    unranked: list[Standing]

    @property
    def lines(self) -> list[Standing]:
        return [*(row.line for row in self.placed), *self.unranked]


def standings(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> list[Placed[Standing]]:
    """The standing of everybody who has a place, as in `ranking_of`."""
    return ranking_of(tournament, results).placed


def ranking_of(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> Ranking:
    """Every player's standing, best first, ties broken as the tournament says, and that
    of the substitutes by number; house players have none. `results`: of all tables,
    with their seats, where they are not those in the database; who still plays, and
    where hands were entered, is not told then."""
    if results is None:
        entries: Iterable[Entry] = _with_sums(tournament)
    else:
        entries = _summed(_players(tournament), results)
    lines = [
        _with_penalties(
            _with_absences(_standing(entry, tournament), tournament), tournament
        )
        for entry in entries
    ]

    def mark(line: Standing) -> tuple[Any, ...]:
        return tuple(getattr(line, key) for key in tournament.tie_breaks)

    ranked = [line for line in lines if not line.entry.is_substitute]
    unranked = [line for line in lines if line.entry.is_substitute]
    return Ranking(_placed(ranked, mark), unranked)


def team_standings(lines: Iterable[Standing]) -> list[Placed[TeamStanding]]:
    """Teams by the sum of their members' table points, then of their scores."""
    teams: dict[str, list[Standing]] = {}
    for line in lines:
        if line.entry.team:
            teams.setdefault(line.entry.team.name, []).append(line)
    sums = [
        TeamStanding(
            name,
            sum((line.table_points for line in members), Fraction(0)),
            sum(line.score for line in members),
            tuple(members),
            any(line.playing for line in members),
        )
        for name, members in sorted(teams.items())
    ]
    return _placed(sums, lambda team: (team.table_points, team.score))


def in_words(tournament: Tournament, tie_breaks: Iterable[str] | None = None) -> str:
    """How places are decided (or were, by these `tie_breaks`), as a sentence."""
    measures = measures_of(tournament.ruleset)
    chosen = tournament.tie_breaks if tie_breaks is None else tie_breaks
    chain = [str(measures[key].words) for key in chosen]
    return gettext(
        "Places are decided by %(order)s; players equal in all of that share a place."
    ) % {"order": gettext(", then by ").join(chain)}


def penalised_measure(tournament: Tournament) -> str:
    """What penalties on the total are taken from: what places are decided by, the
    scores or else the table points."""
    return "score" if tournament.tie_breaks[0] == "score" else "table_points"


def _with_sums(tournament: Tournament) -> QuerySet[Entry]:
    result = "seats__result"
    at_first = Q(**{f"{result}__place": 1})
    played = Q(**{f"{result}__isnull": False})
    by_hands = Q(seats__session__sheet__hands_played__gt=0)
    in_play = Q(seats__round__state__in=OPEN_STATES, seats__session__sheet__over="")
    return _players(tournament).annotate(
        parts=Coalesce(Sum(f"{result}__parts"), 0),
        score=Coalesce(Sum(f"{result}__score"), 0),
        hands_won=Coalesce(Sum(f"{result}__hands_won"), 0),
        firsts=Count(result, filter=at_first),
        best=Coalesce(Max(f"{result}__score"), 0),
        tables=Count(result),
        logged=Count(result, filter=by_hands),
        penalties=Coalesce(Sum(f"{result}__overall"), 0),
        playing=Count("seats", filter=played & in_play),
    )


def _players(tournament: Tournament) -> QuerySet[Entry]:
    """Who has a standing, by number."""
    entries = tournament.entries.filter(is_filler=False).annotate(
        seated=Count("seats", filter=Q(seats__round__state=RoundState.CLOSED)),
        closed=Coalesce(Subquery(closed_rounds()), 0),
        there=Coalesce(Subquery(closed_rounds_there()), 0),
    )
    return entries.select_related("player", "team").order_by("number")


def _summed(entries: Iterable[Any], results: Iterable[Result]) -> Iterator[Entry]:
    """The entries with the sums that `_with_sums` asks the database for."""
    own: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        own[result.seat.entry_id].append(result)
    for entry in entries:
        rows = own[entry.pk]
        entry.parts = sum(row.parts for row in rows)
        entry.score = sum(row.score for row in rows)
        entry.hands_won = sum(row.hands_won for row in rows)
        entry.firsts = sum(row.place == 1 for row in rows)
        entry.best = max((row.score for row in rows), default=0)
        entry.tables = len(rows)
        entry.penalties = sum(row.overall for row in rows)
        entry.playing = entry.logged = 0
        yield entry


def _standing(entry: Any, tournament: Tournament) -> Standing:
    """From an entry annotated by `_with_sums`."""
    return Standing(
        entry=entry,
        table_points=Fraction(entry.parts, PARTS),
        score=entry.score,
        hands_won=entry.hands_won,
        firsts=entry.firsts,
        best=entry.best,
        tables=entry.tables,
        playing=bool(entry.playing),
        logged=entry.logged,
        penalties=entry.penalties,
        absences=rounds_of(
            tournament.rules.options,
            entry,
            closed=entry.closed,
            there=entry.there,
            seated=entry.seated,
            tables=entry.tables,
        ),
    )


def _with_penalties(line: Standing, tournament: Tournament) -> Standing:
    if not line.penalties:
        return line
    if penalised_measure(tournament) == "score":
        return replace(line, score=line.score + line.penalties)
    unit = tournament.rules.catalogue.points_a_table_point
    points = line.table_points + Fraction(line.penalties, unit)
    return replace(line, table_points=points)


def _with_absences(line: Standing, tournament: Tournament) -> Standing:
    """With what rounds count that were not played by the player as themselves."""
    if not line.absences:
        return line
    unit = tournament.rules.catalogue.points_a_table_point
    score, points = line.score, line.table_points
    for why, count in line.absences.items():
        each = counted(tournament.rules.options, why)
        fixed = why is Absence.SUBSTITUTE
        if each.score is not None:
            score = count * each.score + (0 if fixed else score)
        if each.points is not None:
            points = Fraction(count * each.points, unit) + (0 if fixed else points)
    return replace(line, score=score, table_points=points)


def _placed(lines: Iterable[T], mark: Callable[[T], Any]) -> list[Placed[T]]:
    placed = places((line, mark(line)) for line in lines)
    holders = Counter(place for place, _line in placed)
    return [Placed(place, holders[place] > 1, line) for place, line in placed]
