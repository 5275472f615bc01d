"""The persons of a list of past results: which rows belong to one person, and which
record of the installation is that person.

A record is used only if number and name are equal, or if the owner chose it. Rows of
the list belong to one person if number and name are equal; if the owner chose so, an
equal name is enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.past_results.results_rows import ResultRow
from tournaments.models import MergedRecord, Person, Player
from tournaments.models.names_without_accents import name_key
from tournaments.models.whole_names import whole_name
from tournaments.people.records_of_person import REAL
from tournaments.persons.matching import KEYS, Answer, Identity, Match, match
from tournaments.persons.suggested_merges import identity_of

#: Most records suggested for a person.
MOST_SUGGESTED = 5

Key = tuple[str, ...]
#: A fault of a row: line, field, message.
RowFault = tuple[int, str, str]


@dataclass(frozen=True)
class Candidate:
    """A record that may be the person. `is_chosen`: the owner chose this record."""

    record: Person
    match: Match
    is_chosen: bool


@dataclass(frozen=True)
class PlannedPerson:
    """A person of the list.

    `line`: the person's first row. `latest`: the row with the newest data. `record`:
    the record used, None for a new person. `candidates`: records that the owner may
    choose. `is_certain`: number and name are equal to the record's. `tournaments`:
    number of the person's tournaments.
    """

    line: int
    latest: ResultRow
    record: Person | None
    candidates: Sequence[Candidate]
    is_certain: bool
    tournaments: int

    def __str__(self) -> str:
        return whole_name(self.latest.first_name, self.latest.last_name)


def planned_persons(
    tournaments: Sequence[Sequence[ResultRow]],
    choices: Mapping[str, str],
    *,
    joins_names: bool,
) -> tuple[dict[int, PlannedPerson], list[RowFault]]:
    """Return the person of each row by line, and the faults.

    `choices`: record key by line. Uses a fixed number of queries.
    """
    faults = list(_twice_in_a_tournament(tournaments))
    groups: defaultdict[Key, list[ResultRow]] = defaultdict(list)
    keys = _keys(tournaments, joins_names=joins_names)
    for rows in tournaments:
        for row in rows:
            groups[keys[row.line]].append(row)
    known = _Records()
    planned: dict[int, PlannedPerson] = {}
    for rows_of_one in groups.values():
        person = _planned(rows_of_one, known, choices)
        planned |= {row.line: person for row in rows_of_one}
    return planned, [*faults, *_one_record_twice(tournaments, planned)]


def _keys(
    tournaments: Sequence[Sequence[ResultRow]], *, joins_names: bool
) -> dict[int, Key]:
    """Return for each line a key that is equal for rows of one person.

    `joins_names`: rows without numbers belong to one person if their names are equal
    and unambiguous.
    """
    rows = [row for own in tournaments for row in own]
    numbers: defaultdict[str, set[Key]] = defaultdict(set)
    namesakes: set[str] = set()
    for own in tournaments:
        names = Counter(_name(row) for row in own)
        namesakes |= {name for name, count in names.items() if count > 1}
    for row in rows:
        if key := _number_key(row):
            numbers[_name(row)].add(key)
    found: dict[int, Key] = {}
    for row in rows:
        name, key = _name(row), _number_key(row)
        if not key and joins_names and name not in namesakes and len(numbers[name]) < 2:
            key = next(iter(numbers[name]), ("name", name))
        found[row.line] = key or ("line", str(row.line))
    return found


def _name(row: ResultRow) -> str:
    return name_key(row.first_name, row.last_name)


def _number_key(row: ResultRow) -> Key:
    if row.number:
        return ("ema", row.number, _name(row))
    if row.national_number:
        return ("national", row.country, row.national_number, _name(row))
    return ()


def _twice_in_a_tournament(
    tournaments: Sequence[Sequence[ResultRow]],
) -> Iterator[RowFault]:
    """Yield a fault for each row whose number another row of the tournament has."""
    for rows in tournaments:
        lines: dict[tuple[str, ...], int] = {}
        for row in sorted(rows, key=lambda row: row.line):
            for field, key in (
                ("number", (row.number,)),
                ("national_number", (row.country, row.national_number)),
            ):
                if not key[-1]:
                    continue
                if (first := lines.setdefault((field, *key), row.line)) != row.line:
                    message = _("Row %(line)s of this tournament has the same number.")
                    yield row.line, field, message % {"line": first}


def _one_record_twice(
    tournaments: Sequence[Sequence[ResultRow]], planned: Mapping[int, PlannedPerson]
) -> Iterator[RowFault]:
    """Yield a fault for each row whose record is also the record of another row in the
    tournament.
    """
    for rows in tournaments:
        lines: dict[int, int] = {}
        for row in sorted(rows, key=lambda row: row.line):
            record = planned[row.line].record
            if record is None:
                continue
            if (first := lines.setdefault(record.pk, row.line)) != row.line:
                message = _("This is the person of row %(line)s. Choose another one.")
                yield row.line, "name", message % {"line": first}


def _planned(
    rows: Sequence[ResultRow], known: _Records, choices: Mapping[str, str]
) -> PlannedPerson:
    first = min(row.line for row in rows)
    latest = max(rows, key=lambda row: (row.starts_on, -row.line))
    number = next((row.number for row in rows if row.number), "")
    national = next((row.national_number for row in rows if row.national_number), "")
    identity = Identity(
        latest.first_name,
        latest.last_name,
        latest.country,
        latest.club,
        number,
        national,
    )
    matches = known.matching(identity)
    chosen = choices.get(str(first), "")
    certain = [record for record, one in matches if one.answer is Answer.SAME]
    if certain:
        return PlannedPerson(first, latest, certain[0], (), True, len(rows))
    candidates = [
        Candidate(record, one, str(record.pk) == chosen) for record, one in matches
    ]
    record = next((one.record for one in candidates if one.is_chosen), None)
    return PlannedPerson(first, latest, record, candidates, False, len(rows))


class _Records:
    """The records of real players, indexed by the keys that decide which records are
    compared.
    """

    def __init__(self) -> None:
        played = Player.objects.filter(REAL).values("person")
        persons = Person.objects.filter(pk__in=played).select_related("national_number")
        kept = dict(MergedRecord.objects.values_list("record", "kept"))
        self.persons = {person.pk: person for person in persons}
        missing = set(kept.values()) - self.persons.keys()
        self.roots = self.persons | Person.objects.in_bulk(missing)
        self.identities = {pk: identity_of(one) for pk, one in self.persons.items()}
        self.by_key: defaultdict[str, set[int]] = defaultdict(set)
        self.kept = kept
        for pk, identity in self.identities.items():
            for key in filter(None, (make(identity) for make in KEYS)):
                self.by_key[key].add(pk)

    def matching(self, identity: Identity) -> list[tuple[Person, Match]]:
        """Return the kept records that may be this person, the most likely first."""
        keys = filter(None, (make(identity) for make in KEYS))
        near = {pk for key in keys for pk in self.by_key.get(key, ())}
        best: dict[int, Match] = {}
        never: set[int] = set()
        for pk in sorted(near):
            found = match(self.identities[pk], identity, together=False)
            root = self.kept.get(pk, pk)
            if found.answer is Answer.DIFFERENT:
                never.add(root)
            elif root not in best or found.rank > best[root].rank:
                best[root] = found
        likeliest = sorted(best.items(), key=lambda one: (-one[1].rank, one[0]))
        return [
            (self.roots[root], found)
            for root, found in likeliest
            if root not in never or found.answer is Answer.SAME
        ][:MOST_SUGGESTED]
