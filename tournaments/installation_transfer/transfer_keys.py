"""Choose primary keys for imported rows. Free keys are kept, because links contain
them. Rows whose keys are taken get new keys, as do all references to these rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import connection, models
from django.db.models import Max

from tournaments.installation_transfer.transfer_rows import DERIVED, Rows
from tournaments.models import (
    Game,
    Invitation,
    Person,
    Player,
    PlayerImport,
    ReadingToken,
    SignUp,
    Tournament,
)
from tournaments.models.related_rows import Model

#: Models whose keys are in links.
NAMED_BY_LINKS: tuple[Model, ...] = (
    Tournament,
    Game,
    Player,
    Invitation,
    ReadingToken,
    SignUp,
)
#: New keys by old keys.
Renumbered = dict[Model, dict[int, int]]


def last_given(model: Model) -> int:
    """Return the largest key that a row of `model` has ever had here, even if it was
    deleted, because links may contain its key."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT coalesce(pg_sequence_last_value("
                "pg_get_serial_sequence(%s, %s)::regclass), 0)",
                [table, model._meta.pk.column],
            )
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    greatest = model._base_manager.aggregate(key=Max("pk"))["key"]
    return max(row[0] if row else 0, greatest or 0)


def give_none_before(model: Model, last: int) -> None:
    """Make the next key of `model` larger than `last` and than all existing keys."""
    table = model._meta.db_table
    last = max(last, last_given(model))
    if not last:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                [table, model._meta.pk.column, last],
            )
            return
        cursor.execute(
            "UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table]
        )
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, last])


def counted(models_: Iterable[Model]) -> list[Model]:
    """Return the models whose primary keys the database assigns."""
    return [m for m in models_ if isinstance(m._meta.pk, models.AutoField)]


def make_room(rows: Rows) -> Renumbered:
    """Assign new keys to the `rows` whose keys are already used here, and return the
    new keys by model and old key.

    Persons that exist here with the same key and data are removed from `rows`.
    """
    rows[Person] = _not_here(rows.get(Person, []))
    renumbered: Renumbered = {}
    for model in counted(rows):
        keys = [row.pk for row in rows[model]]
        if keys and _taken(model, keys):
            after = last_given(model) + 1
            renumbered[model] = {key: after + at for at, key in enumerate(sorted(keys))}
    for model in rows:
        _renumber(model, rows[model], renumbered)
    return renumbered


def _not_here(people: list[models.Model]) -> list[models.Model]:
    existing = Person.objects.in_bulk([row.pk for row in people])
    fields = Person._meta.concrete_fields
    names = [field.attname for field in fields if field not in DERIVED]
    return [
        row
        for row in people
        if row.pk not in existing
        or any(getattr(row, name) != getattr(existing[row.pk], name) for name in names)
    ]


def _taken(model: Model, keys: list[int]) -> bool:
    between = model._base_manager.filter(pk__range=(min(keys), max(keys)))
    return not set(keys).isdisjoint(between.order_by().values_list("pk", flat=True))


def _renumber(
    model: Model, rows: list[models.Model], renumbered: Mapping[Model, dict[int, int]]
) -> None:
    for field in model._meta.concrete_fields:
        of = field.related_model if field.is_relation else model
        new = renumbered.get(of) if field.is_relation or field.primary_key else None  # type: ignore[arg-type]
        if not new:
            continue
        for row in rows:
            key = getattr(row, field.attname)
            setattr(row, field.attname, new.get(key, key))
    if model is PlayerImport:
        _renumber_imports(rows, renumbered)


def _renumber_imports(
    rows: list[models.Model], renumbered: Mapping[Model, dict[int, int]]
) -> None:
    """Replace the keys of persons and registrations in the JSON of imports."""
    new, waiting = renumbered.get(Person, {}), renumbered.get(SignUp, {})
    for row in rows:
        assert isinstance(row, PlayerImport)
        row.made = [new.get(key, key) for key in row.made]
        row.added = {
            str(new.get(int(key), int(key))): data for key, data in row.added.items()
        }
        row.waiting = [waiting.get(key, key) for key in row.waiting]
