"""Which rows of an event hold words, and what they would be without a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import models

from tournaments.models import (
    Anonymisation,
    Deletion,
    Entry,
    Player,
    PlayerList,
    SignUp,
    Tournament,
)
from tournaments.models.related_rows import Model, rows_of
from tournaments.privacy.names_in_words import PERSON, PROSE, Names

#: Rows that say nothing of people, or that have functions of their own for it.
_APART: tuple[Model, ...] = (
    *(Tournament, Entry, Player, PlayerList, SignUp),
    *(Anonymisation, Deletion),
)
#: Columns that hold codes, keys and addresses, whatever they look like.
_CODES = frozenset(
    {
        *("kind", "reason_key", "answer_key", "device_key", "seed", "commitment"),
        *("slug", "token", "endpoint", "public_key", "secret", "site", "language"),
        *("prevailing", "dealer", "over", "seat", "discarder", "winds", "country"),
    }
)


@dataclass(frozen=True)
class Found:
    """A row with the name in it: `before` and `after` by column."""

    model: Model
    pk: object
    before: dict[str, object]
    after: dict[str, object]

    @property
    def sentences(self) -> Iterator[str]:
        """Every text in it that would be another."""
        for column, value in self.before.items():
            kept = set(_texts(self.after[column]))
            yield from (text for text in _texts(value) if text not in kept)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def rows_with(tournament: Tournament, names: Names) -> Iterator[Found]:
    """Every row of the event that has the name in words that people wrote or that the
    program wrote of them; players, registrations and waiting lists are apart."""
    for model, way in rows_of(Tournament):
        columns = _columns(model)
        if model in _APART or not columns:
            continue
        rows = model._base_manager.filter(**{way: tournament.pk}).order_by()
        for row in rows.values("pk", *(field.attname for field in columns)).iterator():
            if after := _without(row, columns, names):
                before = {name: row[name] for name in after}
                yield Found(model, row["pk"], before, after)


def _columns(model: Model) -> list[models.Field[object, object]]:
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.choices
        and field.name not in _CODES
    ]


def _without(
    row: dict[str, object], columns: list[models.Field[object, object]], names: Names
) -> dict[str, object]:
    """What changes of the row, by column."""
    said = {field.attname: row[field.attname] for field in columns}
    new = {
        name: names.out_of_data(value, prose=name in PROSE)
        for name, value in said.items()
    }
    if names.are_of(said):
        new |= dict.fromkeys(PERSON & said.keys(), "")
        new["last_name"] = names.instead
    for field in columns:
        if field.max_length and isinstance(new[field.attname], str):
            new[field.attname] = new[field.attname][: field.max_length]
    return {name: value for name, value in new.items() if value != said[name]}
