"""The list of players with a page over several tournaments, and search by name.

Only full names are found, because initials would reveal whose they are.
"""

from __future__ import annotations

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from scoring.over_tournaments.person_page import PublicPerson, public_person
from tournaments.models import Person, Player, ShownAs
from tournaments.people.name_order import name_order
from tournaments.people.names_without_accents import name_key, plain
from tournaments.people.records_of_person import REAL
from tournaments.persons.pages_over_tournaments import with_page

#: Players on a page of the list.
A_PAGE = 50


def found_persons(query: str, page: str) -> Page[Person]:
    """Return page `page` of the players who have a page and whose names match `query`,
    by last name.
    """
    return Paginator(_matching(query), A_PAGE).get_page(page)


def named(query: str) -> list[PublicPerson]:
    """Return the first `A_PAGE` players whose names match; empty for an empty query."""
    if not plain(query):
        return []
    return [public_person(person) for person in _matching(query)[:A_PAGE]]


def _matching(query: str) -> list[Person]:
    words = plain(query).split()
    played = Player.objects.filter(REAL, tournament__is_public=True)
    persons = Person.objects.filter(
        pk__in=with_page(set(_kept(played))), shown_as=ShownAs.FULL
    )
    matching = sorted(
        (person for person in persons if _fits(person, words)),
        key=lambda one: (name_order(one.last_name, one.first_name), one.pk),
    )
    exact = [one for one in matching if words and _key(one) == " ".join(sorted(words))]
    return exact or matching


def _kept(players: QuerySet[Player]) -> list[int]:
    persons = players.values("person")
    kept = Person.objects.filter(pk__in=persons, merged_as=None)
    roots = Person.objects.filter(merged_records__record__in=persons)
    return [*kept.values_list("pk", flat=True), *roots.values_list("pk", flat=True)]


def _key(person: Person) -> str:
    return name_key(person.first_name, person.last_name)


def _fits(person: Person, words: list[str]) -> bool:
    parts = _key(person).split()
    return all(any(part.startswith(word) for part in parts) for word in words)
