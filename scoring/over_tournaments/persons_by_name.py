"""The list of players with a page across tournaments, and search by name.

Players shown with initials are not found, because a search by name would reveal their
full names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q, QuerySet

from scoring.over_tournaments.person_page import PublicPerson, public_person
from tournaments.models import Person, Player, ShownAs
from tournaments.models.names_without_accents import plain
from tournaments.people.name_order import name_order
from tournaments.people.person_search_conditions import found_by_index, with_words
from tournaments.people.records_of_person import REAL
from tournaments.persons.pages_over_tournaments import (
    few_who_agreed,
    persons_with_page,
)

#: Players on a page of the list, and players found at most.
A_PAGE, MOST_FOUND = 100, 1000
#: Persons read at a time: a few more than are found, since some have no page.
A_PART = 1200


@dataclass(frozen=True)
class FoundPersons:
    """A page of found players. `is_cut`: more than 1,000 match."""

    page: Page[Person]
    is_cut: bool


def found_persons(query: str, page: str) -> FoundPersons:
    """Return page `page` of the players who have a page and whose names match `query`,
    by last name.
    """
    found, is_cut = _matching(query)
    return FoundPersons(Paginator(found, A_PAGE).get_page(page), is_cut)


def named(query: str) -> list[PublicPerson]:
    """Return the first `A_PAGE` players whose names match; empty for an empty query."""
    if not plain(query):
        return []
    found, _is_cut = _matching(query)
    return [public_person(person) for person in found[:A_PAGE]]


def _matching(query: str) -> tuple[list[Person], bool]:
    """Return the players whose names match the query, sorted by last name, and whether
    more than `MOST_FOUND` match.

    Each word of the query must be the start of a word of the name. If the query is the
    whole name of some players, only these players are returned.
    """
    words = plain(query).split()
    if words:
        exact, is_cut = _found(Q(name_key=" ".join(sorted(words))))
        if exact:
            return exact, is_cut
    return _found(with_words(words))


def _found(condition: Q) -> tuple[list[Person], bool]:
    """Return the first `MOST_FOUND` persons by name with this condition, a page and a
    public tournament, and whether there are more.

    Persons are read in parts, in the order of an index, so the other conditions are
    checked for few persons. If few persons agreed to their pages, only these are read.
    """
    persons = Person.objects.filter(
        condition, merged_as=None, shown_as=ShownAs.FULL
    ).order_by("last_name", "first_name", "pk")
    agreed = few_who_agreed()
    if agreed is not None:
        persons = persons.filter(pk__in=agreed)
    found: list[Person] = []
    start = 0
    while len(found) <= MOST_FOUND:
        keys = list(persons.values_list("pk", flat=True)[start : start + A_PART])
        found += _with_public_tournament(keys)
        start += A_PART
        if len(keys) < A_PART:
            break
    return sorted(found, key=_order)[:MOST_FOUND], len(found) > MOST_FOUND


def _with_public_tournament(keys: Sequence[int]) -> QuerySet[Person]:
    """Return which of these persons have a page and played in a public tournament."""
    played = Player.objects.filter(REAL, tournament__is_public=True)
    return persons_with_page().filter(
        found_by_index(played.filter(person=OuterRef("pk")))
        | found_by_index(played.filter(person__merged_as__kept=OuterRef("pk"))),
        pk__in=keys,
    )


def _order(person: Person) -> tuple[object, int]:
    return name_order(person.last_name, person.first_name), person.pk
