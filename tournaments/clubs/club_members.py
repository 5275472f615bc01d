"""Members of clubs, with the first and the last day of each membership.

If a club counts only members, a result counts for players who were members on the day
of the tournament. Merged records count as one person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.clubs.change_clubs import locked_club
from tournaments.models import Club, ClubMember, Person, Player
from tournaments.people.records_of_person import REAL, kept_keys
from tournaments.refusals import refusal

#: First and last day of a membership; None: without end.
Period = tuple[date, date | None]
#: Maximum number of players offered as new members.
MOST_OFFERED = 100


@dataclass(frozen=True)
class Members:
    """The persons whose results count for a club.

    `periods`: first and last day of each membership, by the key of the kept record.
    None if everyone's results count.
    """

    periods: Mapping[int, Sequence[Period]] | None = None

    @property
    def digest(self) -> Hashable:
        """Return a value that changes with the memberships."""
        if self.periods is None:
            return None
        return tuple(sorted((key, tuple(own)) for key, own in self.periods.items()))

    def include(self, person: int, day: date | None) -> bool:
        """Return whether a result of this day counts for the person. Without a day, it
        counts for everyone who was a member at any time."""
        if self.periods is None:
            return True
        own = self.periods.get(person, ())
        if day is None:
            return bool(own)
        return any(
            since <= day and (until is None or day <= until) for since, until in own
        )


EVERYONE = Members()


def counting_for(club: Club | None) -> Members:
    """Return the persons whose results count for the club: its members if only members
    count, otherwise everyone."""
    if club is None or not club.members_only:
        return EVERYONE
    rows = list(club.members.values_list("person", "since", "until"))
    kept = kept_keys({person for person, _since, _until in rows})
    periods: defaultdict[int, list[Period]] = defaultdict(list)
    for person, since, until in rows:
        periods[kept[person]].append((since, until))
    return Members(periods)


def offered_to(club: Club, search: str) -> list[Person]:
    """Return at most `MOST_OFFERED` players of the club's tournaments who are not
    current members, sorted by name.

    `search` must match the name. Other persons are found only by their EMA number.
    """
    players = Player.objects.filter(REAL, tournament__in_club__club=club)
    keys = set(kept_keys(set(players.values_list("person", flat=True))).values())
    current = club.members.filter(until=None).values_list("person", flat=True)
    keys -= set(kept_keys(set(current)).values())
    persons = Person.objects.filter(pk__in=keys)
    for word in search.split():
        persons = persons.filter(
            Q(first_name__icontains=word) | Q(last_name__icontains=word)
        )
    return list(persons.order_by("last_name", "first_name", "pk")[:MOST_OFFERED])


@transaction.atomic
def add_members(
    club: Club,
    persons: Collection[int],
    *,
    ema_number: str = "",
    since: date,
    by: str,
) -> int:
    """Make players of the club's tournaments, and the person with `ema_number`, members
    of the club. Return the number of new members.

    Raises Refused if no person has the EMA number, for persons who did not play in the
    club's tournaments, for persons who are members on or after `since`, and if no
    person is chosen.
    """
    current = locked_club(club)
    found = set(_players_of(current, persons))
    if ema_number:
        found.add(_numbered(ema_number))
    if not found:
        raise refusal("nobody", _("Choose at least 1 player."), "persons")
    _refuse_overlap(current, found, (since, None))
    ClubMember.objects.bulk_create(
        ClubMember(club=current, person=person, since=since) for person in found
    )
    _log(current, "members_added", found, by=by)
    return len(found)


@transaction.atomic
def change_member(
    club: Club, key: int, *, since: date, until: date | None, by: str
) -> None:
    """Set the first and the last day of a membership. Raises Refused for a last day
    before the first, and if another membership of the person overlaps."""
    current = locked_club(club)
    row = _membership(current, key)
    if until is not None and until < since:
        message = _("The last day cannot be before the first day.")
        raise refusal("ends_before", message, "until")
    _refuse_overlap(current, {row.person}, (since, until), besides=row.pk)
    row.since, row.until = since, until
    row.save(update_fields=["since", "until"])
    _log(current, "member_changed", {row.person}, by=by)


@transaction.atomic
def remove_member(club: Club, key: int, *, by: str) -> None:
    """Delete a membership that was added by mistake."""
    current = locked_club(club)
    row = _membership(current, key)
    row.delete()
    _log(current, "member_removed", {row.person}, by=by)


@transaction.atomic
def count_members_only(club: Club, members_only: bool, *, by: str) -> None:
    """Set whether only results of members count in the club's series, records and
    statistics."""
    current = locked_club(club)
    if current.members_only == members_only:
        return
    current.members_only = members_only
    current.save(update_fields=["members_only"])
    kind = "members_only" if members_only else "everyone_counts"
    current.log.create(by=by, kind=kind)


def _log(club: Club, kind: str, persons: Collection[Person], *, by: str) -> None:
    """Write a change of these persons' memberships to the club's log."""
    keys = sorted(person.pk for person in persons)
    club.log.create(by=by, kind=kind, data={"persons": keys})


def _players_of(club: Club, persons: Collection[int]) -> Collection[Person]:
    """Return the persons with these keys. Raises Refused if a person did not play in
    the club's tournaments."""
    players = Player.objects.filter(REAL, tournament__in_club__club=club)
    known = set(kept_keys(set(players.values_list("person", flat=True))).values())
    if not set(persons) <= known:
        raise refusal(
            "stranger", _("Choose players of the club's tournaments."), "persons"
        )
    return Person.objects.filter(pk__in=set(persons))


def _numbered(ema_number: str) -> Person:
    """Return the person with this EMA number. Raises Refused if there is none."""
    person = Person.objects.filter(ema_number=ema_number, merged_as=None).first()
    if person is None:
        raise refusal(
            "no_such_number", _("No player has this EMA number."), "ema_number"
        )
    return person


def _membership(club: Club, key: int) -> ClubMember:
    row = club.members.filter(pk=key).select_related("person").first()
    if row is None:
        raise refusal("no_member", _("This membership was removed. Reload the page."))
    return row


def _refuse_overlap(
    club: Club, persons: Collection[Person], period: Period, *, besides: int = 0
) -> None:
    """Raise Refused if one of the persons is already a member in part of this period.

    `besides`: key of a membership that is not compared.
    """
    since, until = period
    others = club.members.exclude(pk=besides)
    rows = list(others.values_list("person", "since", "until"))
    kept = kept_keys({person.pk for person in persons} | {row[0] for row in rows})
    names = {kept[person.pk]: str(person) for person in persons}
    for other, first, last in rows:
        overlaps = (until is None or first <= until) and (last is None or since <= last)
        if overlaps and kept[other] in names:
            raise refusal(
                "member_already",
                _("%(name)s is already a member in this period."),
                "since",
                name=names[kept[other]],
            )
