"""Persons from other tournaments, with the data that a director may see.

This module only reads. `identities` has the rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Value
from django.utils.translation import gettext as _

from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import Player, Tournament
from tournaments.models.names_without_accents import name_key, plain
from tournaments.models.whole_names import whole_name
from tournaments.people.identities import people_known_to
from tournaments.web.list_wording import joined_with_commas

#: Fields that a person has in common in all tournaments.
PERSON = ("first_name", "last_name", "country", "club", "ema_number")

#: Most suggestions for a name.
MOST_SUGGESTED = 8


@dataclass(frozen=True)
class KnownPerson:
    """A known person.

    `ema_number`: "" if the director may not see it. `kept_number`: always the EMA
    number, for distinguishing namesakes; never shown. `here`: player number in the
    current tournament, or None. `is_ours`: the person is registered in this director's
    tournaments only, so missing data may be added. `is_alike`: another person has the
    same name, country and EMA number.
    """

    pk: int
    first_name: str
    last_name: str
    country: str
    club: str
    ema_number: str
    here: int | None = field(default=None, compare=False)
    is_ours: bool = field(default=False, compare=False)
    kept_number: str = field(default="", compare=False, repr=False)
    is_alike: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return whole_name(self.first_name, self.last_name)

    @property
    def in_words(self) -> str:
        """Return name, country, EMA number and player number in this tournament;
        unknown parts are left out. If another person would have the same words, they
        include the club and the number of the record."""
        parts = [str(self), self.country, self.ema_number and f"EMA {self.ema_number}"]
        if self.is_alike:
            parts += [self.club, _("Record %(number)s") % {"number": self.pk}]
        if self.here is not None:
            parts.append(
                _("player %(number)s in this tournament") % {"number": self.here}
            )
        return joined_with_commas(filter(None, parts))

    @property
    def key(self) -> str:
        return name_key(self.first_name, self.last_name)


def known_people(tournament: Tournament, director: User) -> list[KnownPerson]:
    """Return all persons that the director can find (`people_known_to`), with the data
    that the director may see. The number of queries is constant."""
    directed = has_ability(director, Ability.PLAYERS, "tournament")
    of_others = Player.objects.filter(person=OuterRef("pk")).exclude(directed)
    elsewhere = Value(False) if director.is_superuser else Exists(of_others)
    people = people_known_to(director, tournament).annotate(elsewhere=elsewhere)
    numbers = dict(tournament.players.values_list("person", "number"))
    known = [
        KnownPerson(
            person.pk,
            person.first_name,
            person.last_name,
            person.country,
            person.club,
            person.ema_number if person.in_full else "",
            here=numbers.get(person.pk),
            is_ours=person.in_full and not person.elsewhere,
            kept_number=person.ema_number,
        )
        for person in people
    ]
    found = Counter(map(_shown_data, known))
    return [
        replace(person, is_alike=True) if found[_shown_data(person)] > 1 else person
        for person in known
    ]


def _shown_data(person: KnownPerson) -> tuple[str, ...]:
    return str(person), person.country, person.ema_number


def suggestions(tournament: Tournament, director: User, text: str) -> list[KnownPerson]:
    """Return at most `MOST_SUGGESTED` known persons who match `text` and are not
    registered in this tournament, in order of name.

    Each word of `text` must be the start of a word of the name, or `text` must be the
    start of the EMA number. Empty if `text` has fewer than two letters or digits.
    """
    parts = plain(text).split()
    if sum(map(len, parts)) < 2:
        return []
    persons = [
        person
        for person in known_people(tournament, director)
        if person.here is None and _fits(person, parts)
    ]
    return sorted(persons, key=lambda person: person.key)[:MOST_SUGGESTED]


def _fits(person: KnownPerson, typed: list[str]) -> bool:
    if len(typed) == 1 and typed[0].isdecimal():
        return person.ema_number.startswith(typed[0])
    parts = person.key.split()
    return all(any(part.startswith(word) for part in parts) for word in typed)
