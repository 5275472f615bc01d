"""Rules for which accounts can see which persons. All rules are here.

- The full identity (name, country, club, EMA number) is visible to directors of a
  tournament where the person is registered: the roles that may change its players.
  Superusers own every tournament (`access.page_access.role_in`), so they see it too.
- Everyone else sees the public name that the person chose. The strictest choice of all
  registrations applies. A full name can be found, with country and club, by viewers of
  one of the person's tournaments. The EMA number is neither shown nor searched.
- A person who chose initials or the player number is hidden from everyone else. No
  search or list finds the person by name, number or country. Even the initials are not
  suggested: registering the same person would reveal the full identity. If such a
  person is registered again, a new person is created with the typed data.
- Of records merged with each other, only the kept record is found.
- Tournaments in the bin do not count. A practice tournament has only its invented
  players, who are not found elsewhere. House players are never found.

Within the tournament, staff pages and the table show full names. All other output uses
`under_public_name`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import Person, Player, ShownAs, Tournament, not_in_bin

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Known(TypedDict):
    """Annotation of a person. `in_full`: the account may see the full identity."""

    in_full: bool


def people_known_to(
    account: User | None, tournament: Tournament
) -> QuerySet[WithAnnotations[Person, Known]]:
    """Return the persons that `account` can find while working on `tournament`.

    None is the public. The annotation `in_full` of a person limits the data that may be
    shown.
    """
    persons: QuerySet[Person] = Person.objects.all()
    players = Player.objects.filter(person=OuterRef("pk"))
    if tournament.is_practice:
        known = persons.filter(Exists(players.filter(tournament=tournament)))
        return known.annotate(in_full=Value(True)).order_by("pk")
    real = players.filter(not_in_bin("tournament"), tournament__is_practice=False)
    directed = Exists(real.filter(_with_role(account, Ability.PLAYERS)))
    may_look = Q(tournament__is_public=True) | _with_role(account, Ability.LOOK)
    shown = Q(Exists(real.filter(may_look)), shown_as=ShownAs.FULL)
    known = persons.exclude(Exists(players.filter(is_filler=True)))
    known = known.filter(merged_as=None)
    known = known.annotate(in_full=directed).filter(shown | Q(in_full=True))
    return known.order_by("pk")


def people_by_number(
    account: User | None, tournament: Tournament, numbers: Collection[str]
) -> Mapping[str, Sequence[WithAnnotations[Person, Known]]]:
    """Return the persons with these EMA numbers that the account can find, by number.

    Persons registered in this tournament come first. One human can be several persons,
    because directors cannot see each other's players.
    """
    players = Player.objects.filter(person=OuterRef("pk"), tournament=tournament)
    people = people_known_to(account, tournament).filter(ema_number__in=numbers)
    by_number: defaultdict[str, list[WithAnnotations[Person, Known]]] = defaultdict(
        list
    )
    for person in people.order_by(Exists(players).desc(), "pk") if numbers else ():
        by_number[person.ema_number].append(person)
    return by_number


def _with_role(account: User | None, ability: Ability) -> Q:
    """Return a query condition for players: the account has the ability in their
    tournament.
    """
    if account is None:
        return Q(pk__in=())
    if account.is_superuser:
        return Q()
    return has_ability(account, ability, "tournament")


def show_as_registered(player: Player, registered: Player | None) -> None:
    """Copy the public name, the marks of namesakes and the categories from a
    `registered` player to `player`, a player of final standings, which store only the
    name."""
    if registered is not None:
        player.categories = registered.categories
        player.shown_as = registered.publicly_shown_as
        player.has_namesake = registered.has_namesake
        player.has_public_namesake = registered.has_public_namesake


def under_public_name(player: Player) -> Player:
    """Return the player with the public name instead of the full name. All public
    output uses this.

    The returned player must not be saved.
    """
    if player.publicly_shown_as != ShownAs.FULL:
        person = player.person
        player.person = Person(
            pk=person.pk,
            last_name=player.lone_public_name,
            country=person.country,
            club=person.club,
        )
        # The name is already the public one and must not be shortened again.
        player.shown_as = ShownAs.FULL
    player.has_namesake = player.has_public_namesake
    return player
