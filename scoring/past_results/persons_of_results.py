"""The persons of a list of past results: which rows belong to one person, and which
record of the installation is that person.

A record is used only if number and name are equal, or if the owner chose it. A record
with the same number and a part of the name is chosen until the owner decides. Rows of
the list belong to one person if number and name are equal; if the owner chose so, an
equal name is enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.past_results.results_rows import ResultRow
from tournaments.models import MergedRecord, Person, Player
from tournaments.models.names_without_accents import name_key
from tournaments.models.whole_names import whole_name
from tournaments.people.records_of_person import REAL
from tournaments.persons.matching import (
    KEYS,
    Answer,
    Evidence,
    Identity,
    Match,
    match,
)
from tournaments.persons.suggested_merges import identity_of

#: Most records suggested for a person.
MOST_SUGGESTED = 5

Key = tuple[str, ...]
#: A fault of a row: line, field, message.
RowFault = tuple[int, str, str]


@dataclass(frozen=True)
class Candidate:
    """A record that may be the person. `is_chosen`: the import uses this record."""

    record: Person
    match: Match
    is_chosen: bool


@dataclass(frozen=True)
class PlannedPerson:
    """A person of the list.

    `line`: the person's first row. `latest`: the newest row under the most frequent
    spelling; empty country, club and numbers are filled from older rows. `spellings`:
    names in the list, the most frequent first. `record`: the record used, None for a
    new person. `candidates`: records that the owner may choose. `is_certain`: number
    and name are equal to the record's.
    `is_decided`: the owner has chosen a record or a new person. `tournaments`: number
    of the person's tournaments.
    """

    line: int
    latest: ResultRow
    spellings: Sequence[str]
    record: Person | None
    candidates: Sequence[Candidate]
    is_certain: bool
    is_decided: bool
    tournaments: int

    @property
    def namesakes(self) -> list[Candidate]:
        """Return the suggested records with the same name."""
        return [one for one in self.candidates if Evidence.NAME in one.match.evidence]

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
                message = _(
                    "Row %(line)s already uses this person. Choose another one."
                )
                yield row.line, "name", message % {"line": first}


def _planned(
    rows: Sequence[ResultRow], known: _Records, choices: Mapping[str, str]
) -> PlannedPerson:
    first = min(row.line for row in rows)
    newest_first = sorted(rows, key=lambda row: (row.starts_on, -row.line))[::-1]
    names = Counter((row.first_name, row.last_name) for row in newest_first)
    (first_name, last_name), *_others = spellings = [
        name for name, _count in names.most_common()
    ]
    latest = replace(
        _with_older_data(newest_first), first_name=first_name, last_name=last_name
    )
    identity = identity_in_list(latest)
    matches = known.matching(identity)
    chosen = choices.get(str(first))
    certain = [record for record, one in matches if one.answer is Answer.SAME]
    candidates = []
    if not certain:
        usual = _preselected(identity, matches) if chosen is None else chosen
        candidates = [
            Candidate(record, one, str(record.pk) == usual) for record, one in matches
        ]
    used = (*certain, *(one.record for one in candidates if one.is_chosen))
    return PlannedPerson(
        first,
        latest,
        [whole_name(*name) for name in spellings],
        next(iter(used), None),
        candidates,
        is_certain=bool(certain),
        is_decided=chosen is not None,
        tournaments=len(rows),
    )


def identity_in_list(row: ResultRow) -> Identity:
    """Return the data of a row that identify its person."""
    return Identity(
        row.first_name,
        row.last_name,
        row.country,
        row.club,
        row.number,
        row.national_number,
    )


def _with_older_data(newest_first: Sequence[ResultRow]) -> ResultRow:
    """Return the newest row, with the newest country, club and numbers that are not
    empty. A national number of another country is left out.
    """

    def newest(values: Iterable[str]) -> str:
        return next(filter(None, values), "")

    country = newest(row.country for row in newest_first)
    compatriots = [row for row in newest_first if row.country in ("", country)]
    return replace(
        newest_first[0],
        country=country,
        club=newest(row.club for row in newest_first),
        number=newest(row.number for row in newest_first),
        national_number=newest(row.national_number for row in compatriots),
    )


def _preselected(identity: Identity, matches: Sequence[tuple[Person, Match]]) -> str:
    """Return the key of the only record that may be this person, if number and a part
    of the name are equal; "" otherwise.
    """
    if len(matches) != 1:
        return ""
    [(record, found)] = matches
    words = set(identity.name_key.split()) & set(identity_of(record).name_key.split())
    numbers = {Evidence.NUMBER, Evidence.NATIONAL_NUMBER} & set(found.evidence)
    return str(record.pk) if words and numbers else ""


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
