"""Primary keys of rows on two installations, which number their rows independently.

In a batch, rows of the caller have the caller's keys, and rows of the called
installation have their keys plus `CALLED`. Each installation stores the other
installation's keys (`MirrorKey`), so a row keeps its key on both installations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.db import connection, models

from scoring.mirror.parts_of_tournament import Row, label_of
from tournaments.installation_transfer.transfer_keys import last_given
from tournaments.models import LogEvent, Mirror, MirrorKey, Person, PlayerImport
from tournaments.models.related_rows import Model

#: Added to the keys of the called installation; larger than every key. The sum is
#: exact in JSON readers that use floating point.
CALLED = 1 << 45
#: Keys in one query.
_AT_A_TIME = 500

Key = tuple[Model, int]


class UnknownKey(ValueError):
    """A row refers to a row that never arrived."""


def to_other(mirror: Mirror, rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the keys used in batches."""
    asked = _keys_in(rows)
    known: dict[Key, int] = {}
    for model, keys in asked.items():
        for some in _some_of(keys):
            stored = mirror.keys.filter(label=label_of(model), ours__in=some)
            for ours, theirs in stored.values_list("ours", "theirs"):
                known[model, ours] = theirs
    more = 0 if mirror.is_caller else CALLED

    def key(model: Model, ours: int) -> int:
        return known.get((model, ours), ours + more)

    return [_with_keys(row, key) for row in rows]


def from_other(mirror: Mirror, rows: Sequence[Row]) -> list[Row]:
    """Return received rows with the keys of this installation.

    New rows of the other installation get new keys. Raises UnknownKey for a reference
    to a row that never arrived.
    """
    asked = _keys_in(rows)
    known: dict[Key, int] = {}
    for model, keys in asked.items():
        foreign = [key for key in keys if not _is_ours(mirror, key)]
        for some in _some_of(foreign):
            stored = mirror.keys.filter(label=label_of(model), theirs__in=some)
            for theirs, ours in stored.values_list("theirs", "ours"):
                known[model, theirs] = ours
    _number_new_rows(mirror, rows, known)

    def key(model: Model, theirs: int) -> int:
        if _is_ours(mirror, theirs):
            return theirs % CALLED
        if (model, theirs) not in known:
            raise UnknownKey(f"{label_of(model)} {theirs}")
        return known[model, theirs]

    return [_with_keys(row, key) for row in rows]


def key_here(mirror: Mirror, model: Model, theirs: int) -> int | None:
    """Return a row's key on this installation; None if it is not stored here. `theirs`:
    its key in batches."""
    if _is_ours(mirror, theirs):
        return theirs % CALLED
    stored = mirror.keys.filter(label=label_of(model), theirs=theirs)
    return stored.values_list("ours", flat=True).first()


def forget(mirror: Mirror, model: Model, gone: Iterable[int]) -> None:
    """Delete the stored keys of deleted rows."""
    for some in _some_of(gone):
        mirror.keys.filter(label=label_of(model), ours__in=some).delete()


def _some_of(keys: Iterable[int]) -> Iterator[list[int]]:
    """Yield the keys in lists that are short enough for one query."""
    ordered = sorted(keys)
    for start in range(0, len(ordered), _AT_A_TIME):
        yield ordered[start : start + _AT_A_TIME]


def _is_ours(mirror: Mirror, key: int) -> bool:
    return (key < CALLED) is mirror.is_caller


def _number_new_rows(
    mirror: Mirror, rows: Iterable[Row], known: dict[Key, int]
) -> None:
    """Assign free keys to new rows of the other installation, and store them."""
    new: dict[Model, list[int]] = defaultdict(list)
    for model, values in rows:
        if (key := _own_key(model, values)) is None or _is_ours(mirror, key):
            continue
        if (model, key) not in known:
            new[model].append(key)
    stored = []
    for model, theirs in new.items():
        for key, ours in zip(theirs, _free_keys(model, len(theirs)), strict=True):
            known[model, key] = ours
            stored.append(
                MirrorKey(mirror=mirror, label=label_of(model), theirs=key, ours=ours)
            )
    MirrorKey.objects.bulk_create(stored, batch_size=_AT_A_TIME)


def _free_keys(model: Model, count: int) -> list[int]:
    """Return `count` new keys of a model that no other row gets."""
    if connection.vendor == "sqlite":
        first = last_given(model) + 1
        return list(range(first, first + count))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) "
            "FROM generate_series(1, %s)",
            [model._meta.db_table, model._meta.pk.column, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _own_key(model: Model, values: Mapping[str, object]) -> int | None:
    """Return the key of a row that has its own key.

    Return None if the key is another row's key or is not sent (`LogEvent`).
    """
    if not isinstance(model._meta.pk, models.AutoField) or model is LogEvent:
        return None
    key = values[model._meta.pk.attname]
    return key if isinstance(key, int) else None


def _columns(model: Model) -> Iterator[tuple[str, Model]]:
    """Yield the columns with keys, each with the model of the key."""
    for field in model._meta.concrete_fields:
        if field.is_relation:
            yield field.attname, _with_own_keys(field)
        elif field.primary_key and model is not LogEvent:
            yield field.attname, model


def _with_own_keys(field: models.Field[object, object]) -> Model:
    """Return the model whose keys are in a relation's column.

    Rows such as final standings have the key of another row, here the tournament's.
    """
    model = field.related_model
    assert model is not None
    assert not isinstance(model, str)
    key = model._meta.pk
    return _with_own_keys(key) if key.is_relation else model


def _keys_in(rows: Iterable[Row]) -> dict[Model, set[int]]:
    keys: dict[Model, set[int]] = defaultdict(set)
    for model, values in rows:
        for column, of in _columns(model):
            if isinstance(key := values[column], int):
                keys[of].add(key)
        if model is PlayerImport:
            keys[Person].update(_persons_of_import(values))
    return keys


def _with_keys(row: Row, new: Callable[[Model, int], int]) -> Row:
    values = dict(row.values)
    for column, of in _columns(row.model):
        if isinstance(key := values[column], int):
            values[column] = new(of, key)
    if row.model is PlayerImport:
        _renumber_import(values, new)
    return Row(row.model, values)


def _persons_of_import(values: Mapping[str, object]) -> Iterator[int]:
    made, added = values["made"], values["added"]
    assert isinstance(made, list)
    assert isinstance(added, dict)
    yield from made
    yield from map(int, added)


def _renumber_import(
    values: dict[str, object], new: Callable[[Model, int], int]
) -> None:
    """Replace the keys of persons in the JSON of an import.

    A person who was deleted keeps the old key, because nothing can refer to it. `new`:
    returns the new key; raises UnknownKey.
    """

    def person(key: int) -> int:
        try:
            return new(Person, key)
        except UnknownKey:
            return key

    made, added = values["made"], values["added"]
    assert isinstance(made, list)
    assert isinstance(added, dict)
    values["made"] = [person(key) for key in made]
    values["added"] = {str(person(int(key))): data for key, data in added.items()}
