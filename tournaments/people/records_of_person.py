"""Find the records of one human: the kept record and the records merged into it. This
module only reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from django.db.models import Q

from tournaments.models import MergedRecord, Person, Player, ShownAs, not_in_bin

#: Number of persons up to which a query lists their keys. For more it reads all merged
#: records, which are few.
MOST_LISTED = 1000

#: Condition for real registrations: not in the bin, no practice, no house players.
REAL = Q(not_in_bin("tournament"), tournament__is_practice=False, is_filler=False)


def kept_key(person: int) -> int:
    """Return the key of the kept record of this person."""
    merged = MergedRecord.objects.filter(record=person).values_list("kept", flat=True)
    return merged.first() or person


def keys_of(kept: int) -> list[int]:
    """Return the keys of all records of a person, the kept record first."""
    merged = MergedRecord.objects.filter(kept=kept).order_by("record")
    return [kept, *merged.values_list("record", flat=True)]


def kept_keys(persons: Collection[int]) -> dict[int, int]:
    """Return the key of each person's kept record, by person, with one query."""
    merged = MergedRecord.objects.all()
    if len(persons) <= MOST_LISTED:
        merged = merged.filter(record__in=persons)
    roots = dict(merged.values_list("record", "kept"))
    return {pk: roots.get(pk, pk) for pk in persons}


def tournament_counts(kept: Collection[int]) -> dict[int, int]:
    """Return the number of tournaments of each person, with merged records, in three
    queries."""
    roots = kept_keys(with_merged(kept))
    players = Player.objects.filter(REAL, person__in=roots)
    rows = players.values_list("person", "tournament").distinct()
    played = {(roots[person], tournament) for person, tournament in rows}
    counts = Counter(root for root, _tournament in played)
    return {pk: counts[pk] for pk in kept}


def not_nameable(kept: Collection[int]) -> set[int]:
    """Return the keys of registrations that pages over several tournaments leave out.

    A player may have chosen initials in one tournament and the full name in another. A
    page that links both would reveal the name. If all choices are equal, nothing is
    left out. The function makes a few queries.
    """
    records = kept_keys(set(with_merged(kept)))
    # A person whose strictest choice is the full name has no other choice.
    players = Player.objects.filter(REAL, person__in=records)
    players = players.exclude(person__shown_as=ShownAs.FULL)
    choices: dict[int, dict[int, ShownAs]] = {}
    for pk, person, shown_as in players.values_list("pk", "person", "shown_as"):
        choices.setdefault(records[person], {})[pk] = ShownAs(shown_as)
    order = list(ShownAs)
    loosest = {
        root: min(own.values(), key=order.index) for root, own in choices.items()
    }
    return {
        pk
        for root, own in choices.items()
        for pk, shown_as in own.items()
        if shown_as != loosest[root]
    }


def other_names(persons: Iterable[Person], shown: Person) -> list[str]:
    """Return the names of merged records that differ from the shown name, sorted."""
    return sorted({str(person) for person in persons} - {str(shown)})


def with_merged(persons: Collection[int]) -> list[int]:
    """Return the keys of these persons and of all records merged with these persons."""
    merged = MergedRecord.objects.filter(Q(record__in=persons) | Q(kept__in=persons))
    kept = {pk for pair in merged.values_list("record", "kept") for pk in pair}
    if not kept:
        return list(persons)
    others = MergedRecord.objects.filter(kept__in=kept)
    return list({*persons, *kept, *others.values_list("record", flat=True)})
