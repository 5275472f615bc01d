"""Write and read the rows of a tournament, or all rows, as lines of JSON. Equal rows
give equal bytes on every database."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping

from django.apps import apps
from django.db import models

from tournaments.models import (
    Anonymisation,
    ClubTournament,
    Deletion,
    Delivery,
    Heartbeat,
    Membership,
    Mirror,
    MirroredLink,
    MirrorKey,
    Person,
    Player,
    PlayerList,
    PlayerMails,
    PushSent,
    PushSubscription,
    Tournament,
)
from tournaments.models.related_rows import Model, rows_of

Rows = dict[Model, list[models.Model]]

#: Apps whose rows are not transferred, because migrations create them.
_MADE_BY_MIGRATIONS = {"contenttypes"}
#: Models of the running program's state, or unused by it.
_OF_NO_USE = {Heartbeat, Deletion, Anonymisation} | {
    apps.get_model("auth", name) for name in ("Permission", "Group")
}
#: Models that belong to the accounts, browsers, clubs and series of an installation. A
#: single tournament is transferred without their rows.
STAYS: tuple[Model, ...] = (
    ClubTournament,
    Delivery,
    Membership,
    Mirror,
    MirrorKey,
    MirroredLink,
    PlayerList,
    PlayerMails,
    PushSubscription,
    PushSent,
    apps.get_model("scoring", "ImportJob"),
    apps.get_model("scoring", "SeasonTournament"),
)

#: Fields that are calculated again during the import: by triggers, or when a person is
#: saved.
DERIVED = frozenset(map(Person._meta.get_field, ("shown_as", "name_key")))
#: Fields about this installation.
_LOCAL = frozenset({Tournament._meta.get_field("mirrored_at")})


def of_everything() -> Iterator[tuple[Model, models.QuerySet[models.Model]]]:
    """Yield the rows of all tables that a complete file contains, by model."""
    for model in apps.get_models():
        if model in _OF_NO_USE or model._meta.app_label in _MADE_BY_MIGRATIONS:
            continue
        yield model, model._base_manager.all()


def of_event(
    tournament: Tournament,
) -> Iterator[tuple[Model, models.QuerySet[models.Model]]]:
    """Yield the rows of one tournament and its persons, by model."""
    key = tournament.pk
    for model, to_event in rows_of(Tournament):
        if model not in STAYS:
            yield model, model._base_manager.filter(**{to_event: key})
    people = Player.objects.filter(tournament=key).values("person")
    yield Person, Person._base_manager.filter(pk__in=people)


def lines(
    querysets: Iterable[tuple[Model, models.QuerySet[models.Model]]],
) -> Iterator[bytes]:
    """Yield each row as a line. The order depends only on the models and the keys.
    References to rows that are not among them are None."""
    found = sorted(querysets, key=lambda pair: pair[0]._meta.label)
    among = {model for model, _rows in found}
    for model, rows in found:
        label = model._meta.label
        for row in rows.order_by("pk").iterator(chunk_size=500):
            yield line(label, values_of(row, among))


def line(label: str, values: Mapping[str, object]) -> bytes:
    """Return a row as a line of JSON. Keys are sorted, because PostgreSQL does not keep
    their order."""
    text = json.dumps([label, values], ensure_ascii=False, sort_keys=True)
    return text.encode() + b"\n"


def values_of(
    row: models.Model, among: Container[Model] | None = None
) -> dict[str, object]:
    """Return the values of a row as JSON values, by column.

    `among`: models of the rows that are sent together. References to rows of other
    models are None, because an unrelated row may have the key elsewhere.
    """
    return {
        field.attname: None
        if among is not None and field.is_relation and field.related_model not in among
        else _plain(field, row)
        for field in row._meta.concrete_fields
        if field not in DERIVED and field not in _LOCAL
    }


def read(content: Iterable[bytes]) -> Rows:
    """Return the rows in the lines by model. They are not saved."""
    rows: Rows = {}
    for text in content:
        label, values = json.loads(text)
        row = row_of(apps.get_model(label), values)
        rows.setdefault(type(row), []).append(row)
    return rows


def row_of(model: Model, values: Mapping[str, object]) -> models.Model:
    """Return a row with the values made by `values_of`. It is not saved."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{name: fields[name].to_python(v) for name, v in values.items()})


def _plain(field: models.Field[object, object], row: models.Model) -> object:
    value = field.value_from_object(row)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(field, models.JSONField):
        return value
    return field.value_to_string(row)
