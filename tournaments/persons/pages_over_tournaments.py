"""Persons with a page over several tournaments.

The pages are off until the owner of the installation turns them on. The owner can also
require that players agree. A player who refuses in any tournament, or chooses the
player number as public name, has no page: consent to appear in one list is not consent
to a profile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import (
    MergedRecord,
    PageChoice,
    Person,
    PersonPages,
    Player,
    ShownAs,
)
from tournaments.people.public_names import CHANGED
from tournaments.people.records_of_person import kept_keys
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.start_checks import refuse_read_only


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


def with_page(kept: Collection[int]) -> set[int]:
    """Return the kept records that have a page, out of these. Uses at most four
    queries."""
    pages = setting()
    if not pages.is_on or not kept:
        return set()
    shown = Person.objects.filter(
        pk__in=kept, merged_as=None, shown_as__in=(ShownAs.FULL, ShownAs.INITIALS)
    )
    shown_keys = set(shown.values_list("pk", flat=True))
    answers = _answers(shown_keys)
    return {
        pk
        for pk in shown_keys
        if False not in answers.get(pk, ())
        and (not pages.needs_consent or True in answers.get(pk, ()))
    }


def _answers(kept: Iterable[int]) -> dict[int, set[bool]]:
    """Return the answers in all registrations of these kept records, by kept record."""
    kept = set(kept)
    merged = dict(
        MergedRecord.objects.filter(kept__in=kept).values_list("record", "kept")
    )
    choices = PageChoice.objects.filter(
        Q(player__person__in=kept) | Q(player__person__in=merged)
    )
    answers: dict[int, set[bool]] = {}
    for person, agrees in choices.values_list("player__person", "agrees"):
        answers.setdefault(merged.get(person, person), set()).add(agrees)
    return answers


def pages_of(persons: Collection[int]) -> dict[int, int]:
    """Return the key of the kept record with a page, by person. Persons without a page
    are left out."""
    kept = kept_keys(persons)
    shown = with_page(set(kept.values()))
    return {person: root for person, root in kept.items() if root in shown}
