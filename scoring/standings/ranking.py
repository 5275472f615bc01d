"""Standings: what each player has reached in some rounds, in order. Computed from the
records, whatever their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext

from rules.absences import Absence, counted
from rules.ranking import places
from rules.table import Ruleset
from scoring.models import PARTS, Result
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.measures import Measure
from scoring.standings.absences import Absences, rounds_of, told
from scoring.standings.records import Played, Records, exact_points, records_of
from tournaments.models import Entry, Tournament

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


def standings(tournament: Tournament) -> list[Placed[Standing]]:
    """The standing of everybody who has a place, as in `ranking_of`."""
    return ranking_of(tournament).placed


def ranking_of(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> Ranking:
    """Every player's standing by all that was entered, also at tables that still play;
    `results` as in `records_of`."""
    records = records_of(tournament, results)
    return ranking_in(records, frozenset(records.rounds))


def ranking_in(records: Records, rounds: Collection[int]) -> Ranking:
    """Every player's standing by the rounds of these numbers, best first, ties broken
    as the tournament says, and that of the substitutes by number; house players have
    none."""
    return ranking_of_lines(records, standings_in(records, rounds))


def ranking_of_lines(records: Records, lines: Sequence[Standing]) -> Ranking:
    """These standings in order, as `ranking_in`."""
    mark = mark_by(records.tournament.tie_breaks)
    ranked = [line for line in lines if not line.entry.is_substitute]
    unranked = [line for line in lines if line.entry.is_substitute]
    return Ranking(placed_by(ranked, mark), unranked)


def standings_in(records: Records, rounds: Collection[int]) -> list[Standing]:
    """What each entry has reached in the rounds of these numbers, by start number."""
    standing = standing_by(records, rounds)
    return [standing(entry) for entry in records.entries]


def standing_by(
    records: Records, rounds: Collection[int]
) -> Callable[[Entry], Standing]:
    """What an entry has reached in the rounds of these numbers."""
    counted_rounds = frozenset(rounds)
    closed = records.closed & counted_rounds
    going_on = records.open & counted_rounds
    rules, penalised = records.tournament.rules, penalised_measure(records.tournament)
    played = records.played

    def standing(entry: Entry) -> Standing:
        rows = [row for row in played.get(entry.pk, ()) if row.round in counted_rounds]
        line = _standing(rules, entry, rows, closed, going_on)
        if line.absences:
            line = _with_absences(line, rules)
        return _with_penalties(line, rules, penalised) if line.penalties else line

    return standing


def mark_by(measures: Iterable[str]) -> Callable[[Standing], tuple[Any, ...]]:
    """What standings are compared by, the first measure first."""
    keys = tuple(measures)
    return lambda line: tuple(getattr(line, key) for key in keys)


def team_standings(
    lines: Iterable[Standing], first: str = "table_points"
) -> list[Placed[TeamStanding]]:
    """Teams by the sums of their members: first of the table points and then of the
    scores, or the other way round where places are decided by scores `first`."""
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
    if first == "score":
        return placed_by(sums, lambda team: (team.score, team.table_points))
    return placed_by(sums, lambda team: (team.table_points, team.score))


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


def _standing(
    rules: Ruleset,
    entry: Entry,
    seats: Sequence[Played],
    closed: frozenset[int],
    going_on: frozenset[int],
) -> Standing:
    """From the seats that count, of which some rounds are closed and in some of the
    others people still play."""
    rows = [row for row in seats if row.parts is not None]
    parts = score = won = firsts = logged = penalties = 0
    best = max((row.score for row in rows), default=0)
    for row in rows:
        parts += row.parts or 0
        score += row.score
        won += row.hands_won
        firsts += row.place == 1
        logged += row.hands > 0
        penalties += row.overall
    return Standing(
        entry=entry,
        table_points=exact_points(parts),
        score=score,
        hands_won=won,
        firsts=firsts,
        best=best,
        tables=len(rows),
        playing=any(not row.over and row.round in going_on for row in rows),
        logged=logged,
        penalties=penalties,
        absences=_absences(rules, entry, seats, closed, len(rows)),
    )


def _absences(
    rules: Ruleset,
    entry: Entry,
    seats: Sequence[Played],
    closed: frozenset[int],
    tables: int,
) -> Absences:
    """The closed rounds that count something else than what was played."""
    seated = sum(row.round in closed for row in seats)
    if seated == len(closed) and not entry.is_substitute:
        return {}
    there = sum(entry.plays(number) for number in closed)
    return rounds_of(
        rules.options,
        entry,
        closed=len(closed),
        there=there,
        seated=seated,
        tables=tables,
    )


def _with_penalties(line: Standing, rules: Ruleset, measure: str) -> Standing:
    """With penalties on the total, taken from that measure."""
    if measure == "score":
        return replace(line, score=line.score + line.penalties)
    unit = rules.catalogue.points_a_table_point
    points = line.table_points + Fraction(line.penalties, unit)
    return replace(line, table_points=points)


def _with_absences(line: Standing, rules: Ruleset) -> Standing:
    """With what rounds count that were not played by the player as themselves."""
    unit = rules.catalogue.points_a_table_point
    score, points = line.score, line.table_points
    for why, count in line.absences.items():
        each = counted(rules.options, why)
        fixed = why is Absence.SUBSTITUTE
        if each.score is not None:
            score = count * each.score + (0 if fixed else score)
        if each.points is not None:
            points = Fraction(count * each.points, unit) + (0 if fixed else points)
    return replace(line, score=score, table_points=points)


def placed_by(
    lines: Iterable[T], mark: Callable[[T], Iterable[Any]]
) -> list[Placed[T]]:
    """Everybody with a place, the highest mark first."""
    placed = places((line, tuple(map(_comparable, mark(line)))) for line in lines)
    holders = Counter(place for place, _line in placed)
    return [Placed(place, holders[place] > 1, line) for place, line in placed]


def _comparable(value: Any) -> Any:
    """Exact points as whole parts, where they are: fractions compare slowly."""
    if type(value) is int or not isinstance(value, Fraction):
        return value
    if PARTS % value.denominator:
        return value * PARTS
    return value.numerator * (PARTS // value.denominator)
