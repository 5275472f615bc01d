"""Preview of an imported list of past results: its tournaments, their faults, and the
person of each row. Reads only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.models import ResultsImport
from scoring.past_results.persons_of_results import PlannedPerson, planned_persons
from scoring.past_results.results_columns import (
    COLUMNS,
    ResultColumns,
    result_columns,
)
from scoring.past_results.results_rows import CellFault, ResultRow, read_rows
from tournaments.models import Tournament
from tournaments.models.names_without_accents import plain
from tournaments.rule_texts import short_ruleset_name

#: Fields with the same value in all rows of a tournament.
OF_A_TOURNAMENT = ("last_day", "players", "city", "weight")
ATTRIBUTES = {"last_day": "ends_on"}
MOST_TOURNAMENTS = 500


@dataclass(frozen=True)
class PlannedTournament:
    """A tournament of the list.

    `players`: number of ranked players; `rows`: the rows in the list by place, unranked
    players last. Some ranked players may be missing in the list.
    """

    title: str
    starts_on: date
    ends_on: date | None
    ruleset: str
    city: str
    players: int
    weight: Fraction | None
    rows: Sequence[ResultRow]

    @property
    def rules(self) -> str:
        """Return the name of the ruleset."""
        return short_ruleset_name(self.ruleset)

    @property
    def ranked(self) -> int:
        return sum(row.place is not None for row in self.rows)

    @property
    def missing(self) -> int:
        """Return the number of ranked players who are not in the list."""
        return self.players - self.ranked


@dataclass(frozen=True)
class ResultsPreview:
    """The effect of an import. `persons`: person by line; `rows`: number of rows."""

    columns: ResultColumns
    tournaments: Sequence[PlannedTournament]
    persons: dict[int, PlannedPerson]
    faults: Sequence[CellFault]
    rows: int = field(default=0)

    @property
    def suggested(self) -> list[PlannedPerson]:
        """Return the persons with suggested records, each once."""
        return [person for person in self._each if person.candidates]

    @property
    def namesakes(self) -> dict[int, str]:
        """Return the keys of records that one button chooses, by the person's line:
        the person has no record yet, and exactly 1 suggested record has the same name.

        A record that 2 players of a tournament would then share is left out.
        """
        found = {
            person.line: str(named[0].record.pk)
            for person in self.suggested
            if person.record is None
            for named in [person.namesakes]
            if len(named) == 1
        }
        shared: set[str] = set()
        for tournament in self.tournaments:
            persons = [self.persons[row.line] for row in tournament.rows]
            keys = Counter(
                str(person.record.pk) if person.record else found.get(person.line, "")
                for person in persons
            )
            shared |= {key for key, count in keys.items() if count > 1}
        return {line: key for line, key in found.items() if key not in shared}

    @property
    def joined(self) -> list[PlannedPerson]:
        """Return the persons with several spellings of their names, each once."""
        return [person for person in self._each if len(person.spellings) > 1]

    @property
    def known(self) -> int:
        """Return the number of records used. Several players of the list may have the
        same record."""
        return len({person.record.pk for person in self._each if person.record})

    @property
    def new(self) -> int:
        return sum(person.record is None for person in self._each)

    @property
    def repeated(self) -> int:
        """Return the number of new players whose name another new player of the list
        has.
        """
        new = [person for person in self._each if person.record is None]
        return len(new) - len({plain(str(person)) or str(person) for person in new})

    @property
    def _each(self) -> list[PlannedPerson]:
        return list({person.line: person for person in self.persons.values()}.values())


def results_preview(results: ResultsImport) -> ResultsPreview:
    """Return the preview of a list. Raises Refused if a required column is missing, or
    if two columns have the same meaning."""
    rows = [(line, cells) for line, cells in results.rows]
    columns = result_columns(rows)
    read, faults = read_rows(rows, columns, results.ruleset)
    tournaments = []
    for own in _by_tournament(read).values():
        tournament = _planned(own)
        faults += _faults_of(tournament, columns)
        tournaments.append(tournament)
    faults += _known_already(tournaments, columns)
    if len(tournaments) > MOST_TOURNAMENTS:
        message = _("A list has at most %(most)s tournaments. Import it in parts.")
        first = tournaments[MOST_TOURNAMENTS].rows[0]
        faults.append(
            _fault(
                columns, first.line, "tournament", message % {"most": MOST_TOURNAMENTS}
            )
        )
    planned, person_faults = planned_persons(
        [tournament.rows for tournament in tournaments],
        results.choices,
        joins_names=results.joins_names,
    )
    faults += [_fault(columns, *fault) for fault in person_faults]
    faults.sort(key=lambda fault: fault.line)
    return ResultsPreview(columns, tournaments, planned, faults, len(read))


def _by_tournament(
    rows: Iterable[ResultRow],
) -> dict[tuple[str, date, str], list[ResultRow]]:
    found: defaultdict[tuple[str, date, str], list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[plain(row.title) or row.title, row.starts_on, row.ruleset].append(row)
    return found


def _planned(rows: Sequence[ResultRow]) -> PlannedTournament:
    first = rows[0]
    ranked = sum(row.place is not None for row in rows)
    ordered = sorted(
        rows, key=lambda row: (row.place is None, row.place or 0, row.line)
    )
    return PlannedTournament(
        first.title,
        first.starts_on,
        first.ends_on,
        first.ruleset,
        first.city,
        first.players or max(ranked, 1),
        first.weight,
        ordered,
    )


def _faults_of(
    tournament: PlannedTournament, columns: ResultColumns
) -> Iterator[CellFault]:
    first = min(tournament.rows, key=lambda row: row.line)
    for row in tournament.rows:
        for name in OF_A_TOURNAMENT:
            attribute = ATTRIBUTES.get(name, name)
            if getattr(row, attribute) != getattr(first, attribute):
                message = _("This differs from row %(line)s of the same tournament.")
                yield _fault(columns, row.line, name, message % {"line": first.line})
    if tournament.missing < 0:
        message = _("The list has %(rows)s ranked players. Enter at least this number.")
        shown = {"rows": tournament.ranked}
        yield _fault(columns, first.line, "players", message % shown)
    if not tournament.ranked:
        message = _("No player of this tournament has a place.")
        yield _fault(columns, first.line, "place", message)
    yield from _wrong_places(tournament, columns)


def _wrong_places(
    tournament: PlannedTournament, columns: ResultColumns
) -> Iterator[CellFault]:
    """Yield a fault for each place that does not fit the other places.

    In a complete list, a place is one more than the number of better players; in an
    incomplete list it is at least that.
    """
    better, before = 0, 0
    holders = Counter(row.place for row in tournament.rows)
    for row in tournament.rows:
        if row.place is None:
            return
        if row.place != before:
            better, before = better + holders[before] * bool(before), row.place
        if row.place > tournament.players:
            message = _("Enter a place up to %(players)s, the number of players.")
            yield _fault(
                columns, row.line, "place", message % {"players": tournament.players}
            )
        elif row.place <= better or (
            not tournament.missing and row.place != better + 1
        ):
            message = _(
                "Players with a better place: %(better)s. Enter place %(next)s."
            )
            shown = {"better": better, "next": better + 1}
            yield _fault(columns, row.line, "place", message % shown)


def _known_already(
    tournaments: Sequence[PlannedTournament], columns: ResultColumns
) -> Iterator[CellFault]:
    """Yield a fault for each tournament that this installation already has."""
    days = {tournament.starts_on for tournament in tournaments}
    existing = Tournament.objects.not_in_bin().filter(
        is_practice=False, description__starts_on__in=days
    )
    known = {
        (plain(title), day, ruleset)
        for title, day, ruleset in existing.values_list(
            "title", "description__starts_on", "ruleset"
        )
    }
    for tournament in tournaments:
        key = (plain(tournament.title), tournament.starts_on, tournament.ruleset)
        if key in known:
            first = min(row.line for row in tournament.rows)
            message = _("A tournament with this title and date already exists here.")
            yield _fault(columns, first, "tournament", message)


def _fault(columns: ResultColumns, line: int, name: str, message: str) -> CellFault:
    return CellFault(line, columns.headings.get(name) or str(COLUMNS[name]), message)
