"""Conditions for searches of persons, in the database."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull


def found_by_index(rows: QuerySet[Model]) -> Q:
    """Return the condition that at least one of these rows exists. With `Exists`,
    PostgreSQL may read all rows. With this condition, it looks up one row for each
    person that it checks."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), False))


def with_words(words: Iterable[str], *, whole: bool = False) -> Q:
    """Return the condition that each of these words (as returned by `plain`) begins a
    word of a person's name; with `whole`, that it equals a word."""
    condition = Q()
    for word in words:
        if whole:
            condition &= (
                Q(name_key=word)
                | Q(name_key__startswith=f"{word} ")
                | Q(name_key__endswith=f" {word}")
                | Q(name_key__contains=f" {word} ")
            )
        else:
            condition &= Q(name_key__startswith=word) | Q(name_key__contains=f" {word}")
    return condition
