"""Persons with a page over several tournaments.

The pages are off until the owner of the installation turns them on. The owner can also
require that players agree. A player who refuses in any tournament, or chooses the
player number as public name, has no page: consent to appear in one list is not consent
to a profile.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import (
    PageChoice,
    Person,
    PersonPages,
    Player,
    ShownAs,
)
from tournaments.people.person_search_conditions import found_by_index
from tournaments.people.public_names import CHANGED
from tournaments.people.records_of_person import kept_keys
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.start_checks import refuse_read_only

#: Number of answers up to which a search reads only the players who agreed.
FEW = 10_000


def setting() -> PersonPages:
    """Return the installation's setting; if there is none, the pages are off."""
    return PersonPages.objects.first() or PersonPages(pk=1)


@transaction.atomic
def switch(*, is_on: bool, needs_consent: bool, by: str) -> None:
    """Turn the pages over several tournaments on or off, and set whether they need
    consent."""
    PersonPages.objects.update_or_create(
        pk=1,
        defaults={
            "is_on": is_on,
            "needs_consent": needs_consent,
            "by": by,
            "at": timezone.now(),
        },
    )


@transaction.atomic
def choose(player: Player, *, agrees: bool, by: str) -> None:
    """Store a player's answer about pages over several tournaments. Raises Refused in
    an archived or binned tournament."""
    tournament = lock_with_rounds(player.tournament)
    refuse_read_only(tournament)
    PageChoice.objects.update_or_create(
        player=player, defaults={"agrees": agrees, "at": timezone.now()}
    )
    tournament.record(CHANGED, by=by, numbers=[player.number])


def persons_with_page() -> QuerySet[Person]:
    """Return the kept records that have a page."""
    pages = setting()
    if not pages.is_on:
        return Person.objects.none()
    return nameable().filter(agreed()) if pages.needs_consent else nameable()


def nameable() -> QuerySet[Person]:
    """Return the kept records of players who neither refused nor chose the player
    number."""
    return Person.objects.filter(
        merged_as=None, shown_as__in=(ShownAs.FULL, ShownAs.INITIALS)
    ).exclude(_answered(agrees=False))


def agreed() -> Q:
    """Return the condition that the player of a kept record agreed."""
    return _answered(agrees=True)


def few_who_agreed() -> set[int] | None:
    """Return the kept records of players who agreed to their pages; None if pages need
    no consent, or if there are more than `FEW` such answers."""
    if not setting().needs_consent:
        return None
    kept = Coalesce("player__person__merged_as__kept", "player__person")
    rows = PageChoice.objects.filter(agrees=True).values_list(kept, flat=True)
    found = list(rows[: FEW + 1])
    return set(found) if len(found) <= FEW else None


def with_page(kept: Collection[int]) -> set[int]:
    """Return which of these kept records have a page. Two queries."""
    if not kept:
        return set()
    shown = persons_with_page().filter(pk__in=kept)
    return set(shown.values_list("pk", flat=True))


def _answered(*, agrees: bool) -> Q:
    """Return the condition that a kept record has this answer in a registration, its
    own or of a record merged into it."""
    answers = PageChoice.objects.filter(agrees=agrees)
    own = answers.filter(player__person=OuterRef("pk"))
    of_merged = answers.filter(player__person__merged_as__kept=OuterRef("pk"))
    return found_by_index(own) | found_by_index(of_merged)


def pages_of(persons: Collection[int]) -> dict[int, int]:
    """Return the key of the kept record with a page, by person. Persons without a page
    are left out."""
    kept = kept_keys(persons)
    shown = with_page(set(kept.values()))
    return {person: root for person, root in kept.items() if root in shown}
