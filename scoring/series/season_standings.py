"""The standings of a season: live, official, or final once it is closed. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.models import Season
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
from tournaments.clubs.club_members import Members, counting_for
from tournaments.people.records_of_person import kept_keys


@dataclass(frozen=True)
class SeasonRow:
    """A player in a season.

    `attended`, `counted`: number of units attended, and of units that count; `moved`:
    places gained since the official standings, None if there are none; `line`: None in
    a closed season.
    """

    place: int | None
    shared: bool
    person: ShownPerson
    points: Fraction
    attended: int
    counted: int
    line: Line[int] | None = None
    moved: int | None = None


@dataclass(frozen=True)
class SeasonBoard:
    """The standings of a season.

    `units`: units with results, numbered from 1; `coming`: number of chosen tournaments
    without results; `least`: number of units needed for a place.
    """

    season: Season
    formula: Formula
    units: tuple[UnitResults, ...]
    ranked: tuple[SeasonRow, ...]
    unranked: tuple[SeasonRow, ...]
    coming: int = 0
    least: int = 0
    is_closed: bool = False

    @property
    def rows(self) -> tuple[SeasonRow, ...]:
        return (*self.ranked, *self.unranked)

    @property
    def provisional(self) -> Sequence[UnitResults]:
        """Return the units that are still in progress."""
        return [unit for unit in self.units if unit.is_provisional]

    @property
    def champions(self) -> Sequence[SeasonRow]:
        """Return all players who share the first place."""
        return [row for row in self.ranked if row.place == 1]


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
    units, coming = played_units(season, formula)
    penalties = _penalties(season)
    persons = persons_of([unit.tournament for unit in units])
    members = counting_for(season.series.club)
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
    people = who_sees_series.shown(line.name for line in found.lines)
    is_live = found is not official

    def rows(lines: Sequence[Line[int]]) -> tuple[SeasonRow, ...]:
        return tuple(_rows(lines, people, was if is_live else {}))

    return SeasonBoard(
        season,
        formula,
        tuple(units),
        rows(found.ranked),
        rows(found.unranked),
        coming,
        found.least_units,
    )


def played_units(season: Season, formula: Formula) -> tuple[list[UnitResults], int]:
    """Return the units with at least one result that counts, and the number of chosen
    tournaments without such a unit.
    """
    worth = worth_of(season, with_deal_ins=Tie.FEWEST_DEAL_INS in formula.ties)
    by_tournament = [units_of(one, worth) for one in who_sees_series.counting(season)]
    units = [unit for own in by_tournament for unit in own]
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


def _rows(
    lines: Sequence[Line[int]],
    people: Mapping[int, ShownPerson],
    was: Mapping[int, int | None],
) -> Iterator[SeasonRow]:
    for line in lines:
        before = was.get(line.name)
        yield SeasonRow(
            line.place,
            line.shared,
            people[line.name],
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
    stored = list(season.places.all())
    people = who_sees_series.shown(row.person_id for row in stored if row.person_id)
    rows = [
        SeasonRow(
            row.place,
            row.shared,
            people.get(row.person_id or 0) or who_sees_series.nobody(),
            Fraction(row.points),
            row.attended,
            row.counted,
        )
        for row in stored
    ]
    return SeasonBoard(
        season,
        formula_of(season),
        (),
        tuple(row for row in rows if row.place),
        tuple(row for row in rows if not row.place),
        is_closed=True,
    )
