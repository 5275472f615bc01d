"""Access to series, and public names of persons in lists across tournaments.

This module contains all rules on both. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.models import Season, Series, SeriesEditor
from tournaments.access.roles_and_permissions import Ability, has_ability, roles_that
from tournaments.clubs.tournaments_of_clubs import tournaments_of
from tournaments.models import Club, ClubStaff, Person, Player, ShownAs, Tournament
from tournaments.people.identities import under_public_name
from tournaments.people.records_of_person import kept_keys
from tournaments.persons import pages_over_tournaments

#: Number of tournaments offered for a season.
OFFERED = 12
#: Persons read by one query; PostgreSQL allows at most 65,535 parameters.
AT_ONCE = 10_000


@dataclass(frozen=True)
class ShownPerson:
    """A person as shown to the public."""

    name: str
    country: str = ""
    club: str = ""


def are_public() -> bool:
    """Return whether this installation shows pages across tournaments to the public."""
    return pages_over_tournaments.setting().is_on


def may_edit(series: Series, user: User | AnonymousUser) -> bool:
    """Return whether the account may edit the series.

    Editors of the series, directors of its club and superusers may.
    """
    if not isinstance(user, User):
        return False
    return (
        user.is_superuser
        or Series.objects.filter(_edited_by(user), pk=series.pk).exists()
    )


def may_see(series: Series, user: User | AnonymousUser) -> bool:
    """Return whether the visitor may see the series."""
    return (series.is_public and are_public()) or may_edit(series, user)


def seen_by(user: User | AnonymousUser) -> QuerySet[Series]:
    """Return the series that the visitor may see."""
    if isinstance(user, User) and user.is_superuser:
        return Series.objects.all()
    public = Q(is_public=True) if are_public() else Q(pk__in=())
    if not isinstance(user, User):
        return Series.objects.filter(public)
    return Series.objects.filter(public | _edited_by(user))


def _edited_by(user: User) -> Q:
    own = SeriesEditor.objects.filter(series=OuterRef("pk"), user=user)
    club = ClubStaff.objects.filter(
        club=OuterRef("club"), user=user, role__in=roles_that(Ability.SETUP)
    )
    return Q(Exists(own)) | Q(Exists(club))


def edited_by(user: User) -> QuerySet[Series]:
    """Return the series that the account may edit."""
    return Series.objects.filter(Q() if user.is_superuser else _edited_by(user))


def counting(season: Season) -> list[Tournament]:
    """Return the season's public tournaments, in order.

    Other tournaments do not count, so that the standings reveal nothing about them.
    """
    rows = season.tournaments.filter(tournament__in=counting_in(season))
    needed = ("tournament__description", "tournament__past_results")
    return [row.tournament for row in rows.select_related(*needed)]


def counting_in(season: Season) -> QuerySet[Tournament]:
    """Return the query for the tournaments of `counting`, without order."""
    return Tournament.objects.public().filter(
        is_practice=False, season_tournaments__season=season
    )


def offered_to(
    season: Season, user: User, search: str = "", *, key: int | None = None
) -> list[Tournament]:
    """Return the tournaments that the account may add to the season, newest first:
    tournaments with the series' ruleset that are public or that the account directs.
    `search`: words of the title; `key`: return only this tournament. At most `OFFERED`
    are returned.
    """
    found = all_offered_to(season, user, search)
    if key is not None:
        found = found.filter(pk=key)
    return list(found[:OFFERED])


def all_offered_to(
    season: Season, user: User, search: str = ""
) -> QuerySet[Tournament]:
    """Return all tournaments that `offered_to` chooses from."""
    may = Q(is_public=True) | has_ability(user, Ability.SETUP)
    found = (
        Tournament.objects.not_in_bin()
        .filter(
            Q() if user.is_superuser else may,
            is_practice=False,
            ruleset=season.series.ruleset,
        )
        .exclude(season_tournaments__season=season)
        .select_related("description")
    )
    for word in search.split():
        found = found.filter(title__icontains=word)
    return found


def usual_ruleset(user: User, club: Club | None) -> str:
    """Return the most frequent ruleset of the club's tournaments; without any, of the
    tournaments that the account directs; "" if there are none."""
    may = Q() if user.is_superuser else has_ability(user, Ability.SETUP)
    own = Tournament.objects.not_in_bin().filter(may, is_practice=False)
    of_club = tournaments_of(club) if club else Tournament.objects.none()
    for found in (of_club, own):
        counted = found.order_by().values("ruleset").annotate(number=Count("pk"))
        if most := counted.order_by("-number", "ruleset").first():
            return most["ruleset"]
    return ""


def shown(people: Iterable[int]) -> Mapping[int, ShownPerson]:
    """Return the persons with these keys as shown to the public, by key.

    The strictest choice of all registrations applies. A person who chose the player
    number, or has no page across tournaments, has the same anonymous number in all
    lists. While pages across tournaments are switched off, only editors see the lists.
    """
    kept = kept_keys(set(people))
    roots = list(set(kept.values()))
    names: dict[int, ShownPerson] = {}
    for first in range(0, len(roots), AT_ONCE):
        found = Person.objects.in_bulk(roots[first : first + AT_ONCE])
        named = pages_over_tournaments.with_page(found) if are_public() else set(found)
        for root, person in found.items():
            names[root] = _shown(person, is_named=root in named)
    return {key: names[root] for key, root in kept.items() if root in names}


def _shown(person: Person, *, is_named: bool) -> ShownPerson:
    choice = ShownAs.FULL if is_named else ShownAs.NUMBER
    player = under_public_name(Player(person=person, number=person.pk, shown_as=choice))
    return ShownPerson(str(player.person), player.person.country, player.person.club)


def nobody() -> ShownPerson:
    """Return the text shown for a person whose data was deleted."""
    return ShownPerson(_("Deleted player"))
