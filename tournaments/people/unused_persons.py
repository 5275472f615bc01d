"""Delete the records of persons without any remaining use."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Person

#: Rows for which a person's record stays, by the name of the relation: registrations,
#: memberships of clubs, deductions in seasons, and records merged into it.
_USES = ("players", "memberships", "season_penalties", "merged_records")


def delete_unused_persons(persons: Iterable[int]) -> None:
    """Delete the persons with these keys who play in no tournament, are members of no
    club, have no deduction in a season, and are not the kept record of a merge."""
    unused = Person.objects.filter(pk__in=set(persons))
    unused.filter(**{f"{use}__isnull": True for use in _USES}).delete()
