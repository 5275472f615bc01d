"""People known from other events, as far as a director may see them. Reads only."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.utils.translation import gettext as _

from tournaments.access.abilities import Ability, roles_that
from tournaments.models import Entry, Player, Tournament, not_in_bin
from tournaments.people.ema_numbers import DIGITS
from tournaments.people.plain_words import name_key, plain

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

#: What is true of a person in every tournament.
PERSON = ("first_name", "last_name", "country", "club", "ema_number")

#: So many are suggested for a name.
MOST_SUGGESTED = 8


@dataclass(frozen=True)
class KnownPerson:
    """Somebody who plays, or has played. `here`: the start number in the tournament
    that is looked from, or None. `is_ours`: only this director's tournaments know
    the person, so that what is known may be added to."""

    pk: int
    first_name: str
    last_name: str
    country: str
    club: str
    ema_number: str
    here: int | None = field(default=None, compare=False)
    is_ours: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def in_words(self) -> str:
        """Name, country, EMA number and start number here, as far as they are known."""
        parts = [str(self), self.country, self.ema_number and f"EMA {self.ema_number}"]
        if self.here is not None:
            parts.append(_("number %(number)s here") % {"number": self.here})
        return ", ".join(filter(None, parts))

    @property
    def key(self) -> str:
        return name_key(self.first_name, self.last_name)


def known_people(
    tournament: Tournament, director: User, ema_numbers: Collection[str] = ()
) -> list[KnownPerson]:
    """Everybody in a tournament that is public or the director's own, and people with
    one of these EMA numbers; with the same few queries for any number of people."""
    people = _visible(tournament, director, ema_numbers)
    here = dict(tournament.entries.values_list("player", "number"))
    return [
        KnownPerson(
            player.pk,
            player.first_name,
            player.last_name,
            player.country,
            player.club,
            player.ema_number,
            here=here.get(player.pk),
            is_ours=not player.elsewhere,
        )
        for player in people
    ]


def suggestions(tournament: Tournament, director: User, text: str) -> list[KnownPerson]:
    """Those known people, not registered here, in whose name each word of `text`
    begins a word, or whose EMA number begins so; none for less than two letters."""
    words = plain(text).split()
    if sum(map(len, words)) < 2:
        return []
    found = [
        person
        for person in known_people(tournament, director)
        if person.here is None and _fits(person, words)
    ]
    return sorted(found, key=lambda person: person.key)[:MOST_SUGGESTED]


def _fits(person: KnownPerson, words: list[str]) -> bool:
    if len(words) == 1 and words[0].isdecimal():
        return person.ema_number.startswith(words[0])
    parts = person.key.split()
    return all(any(part.startswith(word) for part in parts) for word in words)


class _Known(TypedDict):
    elsewhere: bool


def _visible(
    tournament: Tournament, director: User, ema_numbers: Collection[str]
) -> QuerySet[WithAnnotations[Player, _Known]]:
    of_player = Entry.objects.filter(player=OuterRef("pk"))
    members = Q(
        tournament__memberships__user=director,
        tournament__memberships__role__in=roles_that(Ability.LOOK),
    )
    if director.is_superuser:
        may_see = Player.objects.all()
        elsewhere: Exists | Value = Value(False)
    else:
        seen = of_player.filter(not_in_bin("tournament")).filter(
            Q(tournament=tournament) | Q(tournament__is_public=True) | members
        )
        numbers = [number for number in ema_numbers if len(number) == DIGITS]
        may_see = Player.objects.filter(Exists(seen) | Q(ema_number__in=numbers))
        directed = director.memberships.filter(role__in=roles_that(Ability.PLAYERS))
        elsewhere = Exists(
            of_player.exclude(tournament__in=directed.values("tournament"))
        )
    house_players = Exists(of_player.filter(is_filler=True))
    invented = Exists(of_player.filter(tournament__is_practice=True))
    real = Exists(of_player.filter(tournament__is_practice=False))
    people = may_see.exclude(house_players).exclude(invented & ~real)
    people = people.annotate(elsewhere=elsewhere)
    return people.order_by("pk")
