"""Find pairs of records that may be the same human. The owner decides. This module only
reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import (
    Count,
    Expression,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Length, Lower, Replace

from tournaments.models import (
    DifferentPersons,
    MergedRecord,
    NationalNumber,
    Person,
    Player,
)
from tournaments.people.countries_and_ema_numbers import ema_number
from tournaments.people.person_search_conditions import found_by_index
from tournaments.people.records_of_person import REAL
from tournaments.persons.matching import KEYS, Answer, Evidence, Identity, Match, match

#: Most records with one name that are compared with each other. Larger groups are
#: treated as namesakes.
MOST_OF_A_NAME = 20


@dataclass(frozen=True)
class Suggestion:
    """Two records that may be the same human, the older record first, with the
    evidence."""

    one: Person
    other: Person
    match: Match

    @property
    def is_possible(self) -> bool:
        return self.match.answer is not Answer.DIFFERENT


@dataclass(frozen=True)
class Suggestions:
    """All suggestions of merges.

    `open`: the pairs to decide, most likely first. `refused`: pairs with the same name
    or number that must not be merged.
    """

    open: Sequence[Suggestion]
    refused: Sequence[Suggestion]


def identity_of(person: Person) -> Identity:
    """Return the data that identify a person: names, country, club and numbers."""
    number = getattr(person, "national_number", None)
    return Identity(
        person.first_name,
        person.last_name,
        person.country,
        person.club,
        person.ema_number,
        number.number if number else "",
    )


def compared(one: Person, other: Person) -> Suggestion:
    """Return the comparison of two records, including all records merged into them."""
    tournaments = _tournaments([one.pk, other.pk])
    return _compared(one, other, tournaments)


def suggestions() -> Suggestions:
    """Return all pairs of kept records that share a number or a name. A few queries;
    only records with such a pair are read."""
    persons = {person.pk: person for person in _alike()}
    pairs = _pairs(persons.values())
    decided = set(DifferentPersons.objects.values_list("one", "other"))
    undecided = sorted(pairs - decided)
    tournaments = _tournaments({person for pair in undecided for person in pair})
    compared = [
        _compared(persons[one], persons[other], tournaments) for one, other in undecided
    ]
    compared.sort(key=lambda suggestion: -suggestion.match.rank)
    return Suggestions(
        [one for one in compared if one.is_possible],
        [one for one in compared if not one.is_possible and _is_close(one.match)],
    )


def _alike() -> Iterator[Person]:
    """Yield the kept records of real players who share a name or a number with another
    record, also with a merged one. A few others may be among them."""
    played = Player.objects.filter(REAL, person=OuterRef("pk"))
    # Merged records count here: without them, the database would sort whole rows.
    names = _repeated(Person.objects.exclude(name_key=""), "name_key")
    numbered = Person.objects.exclude(ema_number="")
    numbers = _repeated(numbered, "ema_number")
    # Numbers of old records that are written in another way.
    written = numbered.annotate(length=Length("ema_number"))
    unusual = set(
        written.filter(~Q(length=8) | Q(ema_number__regex="[^0-9]")).values_list(
            "ema_number", flat=True
        )
    )
    kept = Person.objects.filter(merged_as=None)
    usual = {ema_number(number).number for number in unusual}
    national = NationalNumber.objects.annotate(bare=Lower(_without_signs("number")))
    nationally = national.filter(bare__in=_repeated(national, "bare"))
    alike = kept.filter(
        Q(name_key__in=list(names))
        | Q(ema_number__in={*numbers, *unusual, *usual} - {""})
        | Q(pk__in=nationally.values("person"))
    )
    found = alike.filter(found_by_index(played)).select_related("national_number")
    yield from found.order_by("pk")


def _repeated(rows: QuerySet[Model], field: str) -> QuerySet[Model, str]:
    """Return the values of a field that more than one row has."""
    counted = rows.order_by().values(field).annotate(rows=Count("*"))
    repeated: QuerySet[Model, str] = counted.filter(rows__gt=1).values_list(
        field, flat=True
    )
    return repeated


def _without_signs(field: str) -> Expression | F:
    """Return an expression for a field without spaces, full stops, hyphens and
    slashes."""
    bare: Expression | F = F(field)
    for sign in " .-/":
        bare = Replace(bare, Value(sign), Value(""))
    return bare


def _is_close(match_: Match) -> bool:
    near = (Evidence.NAME, Evidence.NUMBER, Evidence.NATIONAL_NUMBER)
    return any(one in match_.evidence for one in near)


def _pairs(persons: Iterable[Person]) -> set[tuple[int, int]]:
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for person in persons:
        identity = identity_of(person)
        for key in filter(None, (make(identity) for make in KEYS)):
            alike[key].append(person.pk)
    return {
        pair
        for keys in alike.values()
        if len(keys) <= MOST_OF_A_NAME
        for pair in combinations(sorted(keys), 2)
    }


def _compared(
    one: Person, other: Person, tournaments: Mapping[int, set[int]]
) -> Suggestion:
    together = bool(tournaments[one.pk] & tournaments[other.pk])
    comparison = match(identity_of(one), identity_of(other), together=together)
    return Suggestion(one, other, comparison)


def _tournaments(kept: Collection[int]) -> defaultdict[int, set[int]]:
    """Return the tournament keys of each of these kept records, including tournaments
    of records merged into it."""
    merged = MergedRecord.objects.filter(kept__in=kept)
    root = dict(merged.values_list("record", "kept"))
    players = Player.objects.filter(is_filler=False, person__in=[*kept, *root])
    tournaments: defaultdict[int, set[int]] = defaultdict(set)
    for person, tournament in players.order_by().values_list("person", "tournament"):
        tournaments[root.get(person, person)].add(tournament)
    return tournaments
