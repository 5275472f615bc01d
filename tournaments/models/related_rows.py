"""Which kinds of rows are of an event, or of any other row."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models

Model = type[models.Model]


def rows_of(root: Model) -> Iterator[tuple[Model, str]]:
    """Every kind of row that one of `root`, an event say, has, with the way from it to
    that: first the event itself, then whatever refers to it, and so on. What refers to
    the event is of it; of the others, what cannot be without the row it refers to."""
    found: dict[Model, str] = {root: "pk"}
    waiting: list[Model] = [root]
    while waiting:
        model = waiting.pop(0)
        yield model, found[model]
        for relation in model._meta.get_fields(include_hidden=True):
            if not isinstance(relation, models.ManyToOneRel):
                continue
            field, child = relation.field, relation.related_model
            if child in found or not (model is root or not field.null):
                continue
            way = f"{field.name}__{found[model]}"
            found[child] = field.name if model is root else way
            waiting.append(child)
