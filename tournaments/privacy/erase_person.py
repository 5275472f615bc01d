"""Erase a person's data in all tournaments.

All registrations stay with their record, whose name becomes a permanent number. Places,
ratings and seasons of others therefore do not change, and the person's games stay
together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    DifferentPersons,
    NationalNumber,
    PageChoice,
    Person,
    PersonMerge,
    Player,
    Tournament,
)
from tournaments.models.related_rows import Model, rows_of
from tournaments.people.records_of_person import keys_of
from tournaments.privacy.anonymise_player import take_name_out, without_name
from tournaments.privacy.names_in_texts import Names
from tournaments.refusals import refusal


@transaction.atomic
def erase_person(
    kept: Person, *, by: str, reason: str, also_called: Collection[str] = ()
) -> int:
    """Replace a person's names in all tournaments and records by a permanent number.
    Return the number of tournaments.

    Each tournament is changed as by `take_name_out`. National number, answers about
    pages and notes on merges are deleted too. Raises Refused without a reason, for a
    merged record, for a house player, while the person plays in an open round, and if a
    tournament's home is another installation.
    """
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason."), "reason")
    keys = keys_of(kept.pk)
    records = list(
        Person.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    )
    if hasattr(kept, "merged_as"):
        raise refusal(
            "merged", _("This record was merged. Erase the record that was kept.")
        )
    _refuse_mirrors(keys)
    called = {*also_called, *map(str, records)}
    players = Player.objects.filter(person__in=keys).select_related("tournament")
    names = [
        take_name_out(
            player, by=by, reason=reason, also_called=called, keeps_record=True
        ).names
        for player in players.order_by("tournament", "number")
    ]
    _replace_in_rows_of_records(keys, names)
    _forget(records)
    return len(names)


def anonymous_name(kept: int) -> str:
    """Return the permanent name of an erased person."""
    return gettext("Anonymous %(number)s") % {"number": kept}


def _refuse_mirrors(keys: Collection[int]) -> None:
    mirrors = Tournament.objects.filter(
        players__person__in=keys, mirrored_at__isnull=False
    )
    if mirror := mirrors.first():
        raise refusal(
            "mirror",
            _(
                "“%(title)s” is a mirror. First erase the person on the tournament's "
                "own installation."
            ),
            title=mirror.title,
        )


def _forget(records: Iterable[Person]) -> None:
    keys = [record.pk for record in records]
    for key in keys:
        Person.objects.filter(pk=key).update(
            first_name="", last_name=anonymous_name(key), club="", ema_number=""
        )
    NationalNumber.objects.filter(person__in=keys).delete()
    PageChoice.objects.filter(player__person__in=keys).delete()
    DifferentPersons.objects.filter(Q(one__in=keys) | Q(other__in=keys)).delete()
    merges = PersonMerge.objects.filter(Q(kept__in=keys) | Q(merged__in=keys))
    merges.update(reason="", undone_reason="")


def _replace_in_rows_of_records(keys: Collection[int], names: Iterable[Names]) -> None:
    """Replace the names in rows that belong to the records but to no tournament, such
    as deductions in a season."""
    for model, way in _rows_of_records():
        for one in names:
            without_name(model, model._base_manager.filter(**{f"{way}__in": keys}), one)


def _rows_of_records() -> Iterator[tuple[Model, str]]:
    of_tournaments = {model for model, _way in rows_of(Tournament)}
    for model, way in rows_of(Person):
        if model is not Person and model not in of_tournaments:
            yield model, way
