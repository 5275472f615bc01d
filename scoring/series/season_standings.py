"""The standings of a season: live, official, or final once it is closed. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import get_language

from scoring.models import Season, SeasonPlace
from scoring.series import who_sees_series
from scoring.series.read_season_values import (
    UnitResults,
    persons_of,
    units_of,
    worth_of,
)
from scoring.series.season_formula import (
    Formula,
    Line,
    Missing,
    Tie,
    Total,
    Value,
    standings,
)
from scoring.series.season_formula import Season as Standings
from scoring.series.who_sees_series import ShownPerson
from scoring.standings.kept_until_changes import (
    KeptUntilChanges,
    merges_now,
    revisions_of,
)
from tournaments.clubs.club_members import Members, counting_for
from tournaments.models import Tournament
from tournaments.people.records_of_person import kept_keys


@dataclass(frozen=True)
class SeasonRow:
    """A player in a season.

    `attended`, `counted`: number of units attended, and of units that count; `moved`:
    places gained since the official standings, None if there are none; `line`: None in
    a closed season. `key`: key of the person, None if the person was deleted.
    """

    place: int | None
    shared: bool
    person: ShownPerson
    key: int | None
    points: Fraction
    attended: int
    counted: int
    line: Line[int] | None = None
    moved: int | None = None


class Place(NamedTuple):
    """A row of the standings without the name. `person`: key, None if the person was
    deleted. The other fields are as in `SeasonRow`."""

    place: int | None
    shared: bool
    person: int | None
    points: Fraction
    attended: int
    counted: int
    line: Line[int] | None = None
    moved: int | None = None


@dataclass(frozen=True)
class SeasonBoard:
    """The standings of a season. `units`: units played, numbered from 1; `places`:
    ranked players, then the others; `coming`: number of chosen tournaments without
    results; `least`: units needed for a place. Names are read when they are used."""

    season: Season
    formula: Formula
    units: tuple[UnitResults, ...]
    places: tuple[Place, ...]
    coming: int = 0
    least: int = 0
    is_closed: bool = False

    @property
    def players(self) -> int:
        return len(self.places)

    @cached_property
    def rows(self) -> tuple[SeasonRow, ...]:
        """Return all rows: ranked players, then the others."""
        return _named(self.places)

    @property
    def ranked(self) -> tuple[SeasonRow, ...]:
        return tuple(row for row in self.rows if row.place)

    @property
    def unranked(self) -> tuple[SeasonRow, ...]:
        return tuple(row for row in self.rows if not row.place)

    def part(self, first: int, end: int) -> tuple[SeasonRow, ...]:
        """Return the rows from number `first` (from 0) up to `end`."""
        return _named(self.places[first:end])

    @property
    def provisional(self) -> Sequence[UnitResults]:
        """Return the units that are still in progress."""
        return [unit for unit in self.units if unit.is_provisional]

    @cached_property
    def champions(self) -> Sequence[SeasonRow]:
        """Return all players who share the first place."""
        return _named([row for row in self.places if row.place == 1])


def _named(places: Sequence[Place]) -> tuple[SeasonRow, ...]:
    people = who_sees_series.shown(row.person for row in places if row.person)
    return tuple(
        SeasonRow(
            row.place,
            row.shared,
            people.get(row.person or 0) or who_sees_series.nobody(),
            row.person,
            row.points,
            row.attended,
            row.counted,
            row.line,
            row.moved,
        )
        for row in places
    )


@dataclass(frozen=True)
class Counted:
    """The cached standings of an open season."""

    units: tuple[UnitResults, ...]
    places: tuple[Place, ...]
    coming: int
    least: int


_kept = KeptUntilChanges[Counted]()


def formula_of(season: Season) -> Formula:
    """Return the formula of a season."""
    stored = season.formula

    def exact(name: str) -> Fraction:
        return Fraction(str(stored.get(name) or 0))

    limit = stored.get("absent_limit")
    return Formula(
        total=Total(stored.get("total", Total.SUM)),
        best=stored.get("best", 0),
        drop_worst=stored.get("drop_worst", 0),
        drop_best=stored.get("drop_best", 0),
        missing=Missing(stored.get("missing", Missing.SKIPPED)),
        absent=-exact("absent"),
        absent_limit=None if limit is None else -Fraction(str(limit)),
        presence=exact("presence"),
        least=stored.get("least", 0),
        least_percent=stored.get("least_percent", 0),
        least_hands=stored.get("least_hands", 0),
        ties=tuple(Tie(tie) for tie in stored.get("ties", ())),
    )


def board_of(season: Season, *, only_official: bool = False) -> SeasonBoard:
    """Return the standings of a season.

    A closed season has its final standings. Otherwise units in progress are included,
    unless `only_official`.
    """
    if season.closed_at:
        return _final(season)
    formula = formula_of(season)
    tournaments = who_sees_series.counting(season)
    members = counting_for(season.series.club)
    penalties = _penalties(season)
    made_of = (
        revisions_of(tournaments),
        worth_of(season, with_deal_ins=False),
        formula,
        tuple(sorted(penalties.items())),
        members.digest,
        merges_now(),
    )
    counted = _kept.get(
        (season.pk, only_official, get_language()),
        made_of,
        lambda: _counted(
            season,
            tournaments,
            formula,
            members,
            penalties,
            only_official=only_official,
        ),
    )
    return SeasonBoard(
        season, formula, counted.units, counted.places, counted.coming, counted.least
    )


def _counted(
    season: Season,
    tournaments: Sequence[Tournament],
    formula: Formula,
    members: Members,
    penalties: Mapping[int, Fraction],
    *,
    only_official: bool,
) -> Counted:
    units, coming = _played_units(season, tournaments, formula)
    persons = persons_of([unit.tournament for unit in units])
    found = _standings(formula, units, persons, penalties, members)
    finished = [unit if not unit.is_provisional else None for unit in units]
    official = (
        _standings(formula, finished, persons, penalties, members)
        if None in finished
        else found
    )
    if only_official:
        found = official
    was = {line.name: line.place for line in official.ranked}
    is_live = found is not official
    places = tuple(_places(found.lines, was if is_live else {}))
    return Counted(tuple(units), places, coming, found.least_units)


def _played_units(
    season: Season, tournaments: Sequence[Tournament], formula: Formula
) -> tuple[list[UnitResults], int]:
    """Return the units of the season's tournaments with at least one result that
    counts, by day, and the number of tournaments without such a unit. Units without a
    day are last, in the order of the tournaments.
    """
    worth = worth_of(season, with_deal_ins=Tie.FEWEST_DEAL_INS in formula.ties)
    by_tournament = [units_of(one, worth) for one in tournaments]
    units = [unit for own in by_tournament for unit in own]
    units.sort(key=lambda unit: unit.day or date.max)
    return units, sum(not own for own in by_tournament)


def values_by_person(
    units: Sequence[UnitResults | None],
    persons: Mapping[tuple[int, int], int],
    members: Members,
) -> dict[int, dict[int, Value]]:
    """Return the values by person key and unit number.

    `units`: None for a unit to skip; `persons`: person key by tournament key and player
    number; `members`: persons whose results count.
    """
    values: dict[int, dict[int, Value]] = {}
    for number, unit in enumerate(units, 1):
        if unit is None:
            continue
        for player, value in unit.values.items():
            person = persons.get((unit.tournament.pk, player))
            if person is not None and members.include(person, unit.day):
                values.setdefault(person, {})[number] = replace(
                    value, is_provisional=unit.is_provisional
                )
    return values


def _standings(
    formula: Formula,
    units: Sequence[UnitResults | None],
    persons: Mapping[tuple[int, int], int],
    penalties: Mapping[int, Fraction],
    members: Members,
) -> Standings[int]:
    held = [number for number, unit in enumerate(units, 1) if unit is not None]
    values = values_by_person(units, persons, members)
    return standings(formula, values, held=held, penalties=penalties)


def _penalties(season: Season) -> dict[int, Fraction]:
    deducted: dict[int, Fraction] = {}
    penalties = list(season.penalties.all())
    kept = kept_keys({penalty.person_id for penalty in penalties})
    for penalty in penalties:
        points = Fraction(penalty.hundredths, 100)
        key = kept[penalty.person_id]
        deducted[key] = deducted.get(key, Fraction(0)) + points
    return deducted


def _places(
    lines: Sequence[Line[int]], was: Mapping[int, int | None]
) -> Iterator[Place]:
    for line in lines:
        before = was.get(line.name)
        yield Place(
            line.place,
            line.shared,
            line.name,
            line.points,
            line.attended,
            len(line.counted),
            line,
            before - line.place if before and line.place else None,
        )


def _final(season: Season) -> SeasonBoard:
    """Return the stored standings of a closed season.

    Names follow the persons' current choices.
    """
    stored = season.places.values_list(
        "place", "shared", "person", "points", "attended", "counted"
    )
    rows = [
        Place(place, shared, person, Fraction(points), attended, counted)
        for place, shared, person, points, attended, counted in stored
    ]
    rows.sort(key=lambda row: not row.place)
    return SeasonBoard(season, formula_of(season), (), tuple(rows), is_closed=True)


def champions_of(seasons: Collection[Season]) -> dict[int, list[str]]:
    """Return the shown names of the champions of closed seasons, by key of the
    season."""
    first = SeasonPlace.objects.filter(season__in=seasons, place=1)
    rows = list(first.order_by("position").values_list("season", "person"))
    people = who_sees_series.shown(person for _season, person in rows if person)
    names: dict[int, list[str]] = {season.pk: [] for season in seasons}
    for season, person in rows:
        shown = people.get(person or 0) or who_sees_series.nobody()
        names[season].append(shown.name)
    return names
