"""Find pairs of records that may be the same human. The owner decides. This module only
reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.models import DifferentPersons, MergedRecord, Person, Player
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
    """Return all pairs of kept records that have the same number or name, with a few
    queries. Pairs declared to be two people are left out."""
    persons = {person.pk: person for person in _persons()}
    tournaments = _tournaments(None)
    decided = set(DifferentPersons.objects.values_list("one", "other"))
    compared = [
        _compared(persons[one], persons[other], tournaments)
        for one, other in sorted(_pairs(persons.values()))
        if (one, other) not in decided
    ]
    compared.sort(key=lambda suggestion: -suggestion.match.rank)
    return Suggestions(
        [one for one in compared if one.is_possible],
        [one for one in compared if not one.is_possible and _is_close(one.match)],
    )


def _persons() -> Iterator[Person]:
    """Yield the kept records of real players."""
    played = Player.objects.filter(REAL).values("person")
    kept = Person.objects.filter(pk__in=played, merged_as=None)
    yield from kept.select_related("national_number").order_by("pk")


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


def _tournaments(kept: Sequence[int] | None) -> defaultdict[int, set[int]]:
    """Return the tournaments of each kept record, including records merged into it; of
    all kept records if `kept` is None."""
    merged = MergedRecord.objects.all()
    players = Player.objects.filter(is_filler=False)
    if kept is not None:
        merged = merged.filter(kept__in=kept)
        players = players.filter(
            person__in=[*kept, *merged.values_list("record", flat=True)]
        )
    root = dict(merged.values_list("record", "kept"))
    tournaments: defaultdict[int, set[int]] = defaultdict(set)
    for person, tournament in players.values_list("person", "tournament"):
        tournaments[root.get(person, person)].add(tournament)
    return tournaments
