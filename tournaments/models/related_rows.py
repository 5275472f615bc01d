"""Find all models whose rows belong to a row of another model, such as a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models

Model = type[models.Model]


def rows_of(root: Model) -> Iterator[tuple[Model, str]]:
    """Yield every model whose rows belong to `root`, such as Tournament, with the
    lookup path to `root`.

    `root` comes first, then models in order of distance. A model belongs to `root` if
    it refers to `root`, or if it has a required foreign key to a model already yielded.
    """
    paths: dict[Model, str] = {root: "pk"}
    waiting: list[Model] = [root]
    while waiting:
        model = waiting.pop(0)
        yield model, paths[model]
        for relation in model._meta.get_fields(include_hidden=True):
            if not isinstance(relation, models.ManyToOneRel):
                continue
            field, child = relation.field, relation.related_model
            if child in paths or not (model is root or not field.null):
                continue
            way = f"{field.name}__{paths[model]}"
            paths[child] = field.name if model is root else way
            waiting.append(child)
