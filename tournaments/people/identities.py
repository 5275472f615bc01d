"""What an account may learn about a person: the one place that decides it.

- The full identity (name, country, club, EMA number) is for the directors of a
  tournament in which the person is registered: the roles that may change its players.
  Superusers own every tournament (`access.roles.role_in`), so it is theirs too.
- Everyone else learns what the person chose to show. The strictest choice of all
  registrations holds. A full name can be found with its country and club by those who
  may look at one of the person's tournaments; the EMA number is not shown or searched.
- A person who chose initials or the start number is not there for anyone else. No
  search and no list finds them, by name, number or country. Not even the initials are
  offered: to register the same person would open the full identity. If such a person
  is registered again, it is as a new person with the data that was typed.
- Tournaments in the bin do not count. A practice tournament knows only its own
  invented people, who are known nowhere else. House players are known nowhere.

Inside its tournament a player is named in full to staff, on staff pages, and at the
table. Everything that others read is `under_public_name`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from tournaments.access.roles_and_permissions import Ability, roles_that
from tournaments.models import Entry, Player, ShownAs, Tournament, not_in_bin

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Known(TypedDict):
    """`in_full`: the account may learn the full identity."""

    in_full: bool


def people_known_to(
    account: User | None, tournament: Tournament
) -> QuerySet[WithAnnotations[Player, Known]]:
    """Return the people whom `account` may find while it works on `tournament`; None
    is anyone without an account. What it may learn of them is in `in_full`."""
    entries = Entry.objects.filter(player=OuterRef("pk"))
    if tournament.is_practice:
        known = Player.objects.filter(Exists(entries.filter(tournament=tournament)))
        return known.annotate(in_full=Value(True)).order_by("pk")
    real = entries.filter(not_in_bin("tournament"), tournament__is_practice=False)
    directed = Exists(real.filter(_with_role(account, Ability.PLAYERS)))
    may_look = Q(tournament__is_public=True) | _with_role(account, Ability.LOOK)
    shown = Q(Exists(real.filter(may_look)), shown_as=ShownAs.FULL)
    known = Player.objects.exclude(Exists(entries.filter(is_filler=True)))
    known = known.annotate(in_full=directed).filter(shown | Q(in_full=True))
    return known.order_by("pk")


def people_by_number(
    account: User | None, tournament: Tournament, numbers: Collection[str]
) -> Mapping[str, Sequence[WithAnnotations[Player, Known]]]:
    """Return the people known to the account who have these EMA numbers, by number:
    those of the tournament first. One human is several people where they were
    registered by directors who could not know each other's."""
    here = Entry.objects.filter(player=OuterRef("pk"), tournament=tournament)
    people = people_known_to(account, tournament).filter(ema_number__in=numbers)
    found: defaultdict[str, list[WithAnnotations[Player, Known]]] = defaultdict(list)
    for person in people.order_by(Exists(here).desc(), "pk") if numbers else ():
        found[person.ema_number].append(person)
    return found


def _with_role(account: User | None, ability: Ability) -> Q:
    """That a tournament of an entry is one in which the account has the ability."""
    if account is None:
        return Q(pk__in=())
    if account.is_superuser:
        return Q()
    return Q(
        tournament__in=account.memberships.filter(role__in=roles_that(ability)).values(
            "tournament"
        )
    )


def public_choices(tournament: Tournament) -> dict[int, ShownAs]:
    """Return how everyone may read each player, by start number."""
    entries = tournament.entries.select_related("player")
    return {entry.number: entry.publicly_shown_as for entry in entries}


def under_public_name(entry: Entry) -> Entry:
    """Return the entry, whose player has the public name in place of the full one.
    Everything read for the public goes through here; the entry must not be saved
    afterwards."""
    if entry.publicly_shown_as != ShownAs.FULL:
        player = entry.player
        entry.player = Player(
            pk=player.pk,
            last_name=entry.public_name,
            country=player.country,
            club=player.club,
        )
        # The name that is there now is to be shown as it is.
        entry.shown_as = ShownAs.FULL
    return entry
