"""Merge two records of one human, undo a merge, and record that two records are two
people. Each function is one transaction.

A merge moves no data. The merged record keeps its registrations with their name,
country and club, and refers to the kept record. A merge can therefore always be undone.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import DifferentPersons, MergedRecord, Person, PersonMerge
from tournaments.people.public_names import logged_elsewhere
from tournaments.people.records_of_person import keys_of
from tournaments.persons.matching import Evidence
from tournaments.persons.suggested_merges import compared
from tournaments.refusals import refusal


@transaction.atomic
def merge(
    kept: Person,
    merged: Person,
    *,
    by: str,
    reason: str = "",
    transferred_on: date | None = None,
) -> PersonMerge:
    """Merge `merged` into `kept`, and return the log entry.

    The strictest choice of public name then applies to both. Raises Refused if both are
    the same record, for records that are already merged, for two players of one
    tournament, and for two different EMA numbers, unless the person changed country on
    `transferred_on`.
    """
    _lock(kept, merged)
    if kept.pk == merged.pk:
        raise refusal("same_record", _("Choose 2 different records."))
    if MergedRecord.objects.filter(record__in=(kept, merged)).exists():
        raise refusal(
            "merged_already",
            _("One of these records is already merged. Reload the page."),
        )
    _refuse_different(kept, merged, transferred_on)
    moved = [*keys_of(merged.pk)][1:]
    entry = PersonMerge.objects.create(
        kept=kept,
        merged=merged,
        by=by,
        reason=reason.strip(),
        transferred_on=transferred_on,
        repointed=moved,
    )
    with _logged(kept, merged, by=by):
        MergedRecord.objects.filter(record__in=moved).update(kept=kept)
        MergedRecord.objects.create(record=merged, kept=kept, merge=entry)
    DifferentPersons.objects.filter(_pair(kept, merged)).delete()
    return entry


@transaction.atomic
def undo(entry: PersonMerge, *, by: str, reason: str) -> None:
    """Undo a merge, so that both records are separate again. Raises Refused without a
    reason, if the merge is already undone, or if the kept record was merged later."""
    _lock(entry.kept, entry.merged)
    entry = PersonMerge.objects.select_for_update().get(pk=entry.pk)
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason."), "reason")
    row = MergedRecord.objects.filter(record=entry.merged_id, merge=entry)
    if entry.undone_at is not None or not row.exists():
        raise refusal("undone_already", _("This merge was already undone."))
    if not row.filter(kept=entry.kept_id).exists():
        raise refusal(
            "merged_later",
            _("The kept record was merged again later. Undo that merge first."),
        )
    with _logged(entry.kept, entry.merged, by=by):
        row.delete()
        moved = MergedRecord.objects.filter(record__in=entry.repointed)
        moved.filter(kept=entry.kept_id).update(kept=entry.merged_id)
    entry.undone_at, entry.undone_by = timezone.now(), by
    entry.undone_reason = reason.strip()
    entry.save(update_fields=["undone_at", "undone_by", "undone_reason"])


@transaction.atomic
def keep_two(one: Person, other: Person, *, by: str) -> None:
    """Record that two records are different people. The two records are then no longer
    suggested for a merge. Raises Refused if both are the same record."""
    if one.pk == other.pk:
        raise refusal("same_record", _("Choose 2 different records."))
    first, second = sorted((one, other), key=lambda person: person.pk)
    DifferentPersons.objects.get_or_create(one=first, other=second, defaults={"by": by})


def _refuse_different(
    kept: Person, merged: Person, transferred_on: date | None
) -> None:
    evidence = compared(kept, merged).match.evidence
    if Evidence.TOGETHER in evidence:
        raise refusal(
            "together",
            _("Both played in the same tournament, so they are 2 people."),
        )
    if any(
        one in evidence
        for one in (Evidence.NUMBERS_DIFFER, Evidence.NATIONAL_NUMBERS_DIFFER)
    ):
        raise refusal(
            "two_numbers",
            _("The records have 2 different numbers, so they are 2 people."),
        )
    if Evidence.TRANSFER in evidence and transferred_on is None:
        raise refusal(
            "no_transfer_date",
            _(
                "The records have 2 different numbers. Enter the date when the player "
                "changed country."
            ),
            "transferred_on",
        )


def _pair(one: Person, other: Person) -> Q:
    first, second = sorted((one.pk, other.pk))
    return Q(one=first, other=second)


def _lock(*persons: Person) -> None:
    keys = [person.pk for person in persons]
    list(Person.objects.select_for_update(no_key=True).filter(pk__in=keys))


def _logged(*persons: Person, by: str) -> AbstractContextManager[None]:
    """Return a context manager that logs changes of these persons' public names in all
    their tournaments."""
    keys = [key for person in persons for key in keys_of(person.pk)]
    return logged_elsewhere(None, Person.objects.filter(pk__in=keys), by=by)
