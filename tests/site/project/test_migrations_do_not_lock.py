"""New migrations do not block writers.

No migration may rewrite or scan a table that grows with each hand, while it holds the
table's lock on PostgreSQL. The test reads the migrations without running them.

It rejects indexes and unique keys built under a lock, columns that rewrite all rows,
and constraints that check all rows. It also rejects data changes, unless `atomic=False`
marks them as small. An update is one transaction (`mahjong_site/upgrade_database.py`),
so a migration cannot work in parts; a command has to do that after the update.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

#: Models whose tables grow with each hand, by app.
LONG = {
    "scoring": {"ledgerentry", "result", "sheet", "win", "confirmation", "latehand"},
    "tournaments": {"logevent", "seat", "game"},
}
#: Field options that do not affect the database.
ONLY_WORDS = {"choices", "verbose_name", "help_text", "related_name", "default"}


def locks(operation: Operation, app: str, state: ProjectState) -> str:
    """Return the reason why the operation blocks writers; "" if it does not."""
    name = getattr(operation, "model_name_lower", "")
    if isinstance(operation, operations.RunPython) and operation.atomic is not False:
        return "" if is_guard(operation) else "rows in one transaction"
    if name not in LONG[app]:
        return ""
    if type(operation) is operations.AddIndex:
        return "an index that is built while nobody may write"
    if isinstance(operation, operations.AddConstraint):
        return "a constraint that all rows are checked for"
    if isinstance(operation, operations.AddField):
        field = operation.field
        if field.unique or field.db_index or field.has_db_default():
            return "a column with an index, or computed for every row"
    if isinstance(operation, operations.AlterField):
        before = state.models[app, name].fields[operation.name]
        if said(before) != said(operation.field):
            return "a column that every row is rewritten or checked for"
    return ""


def is_guard(operation: operations.RunPython) -> bool:
    """Return whether the operation only creates triggers
    (`tournaments.models.database_triggers_and_exceptions`), which is fast.
    """
    return (
        operation.code.__module__
        == "tournaments.models.database_triggers_and_exceptions"
    )


def said(field: models.Field) -> tuple[str, list, dict]:
    """Return class, arguments and options of a field, without options that do not
    affect the database.
    """
    _name, kind, arguments, options = field.deconstruct()
    kept = {key: v for key, v in options.items() if key not in ONLY_WORDS}
    return kind, list(arguments), kept


def found_in(app: str, migration, state: ProjectState) -> Iterator[str]:
    for operation in migration.operations:
        if why := locks(operation, app, state):
            yield f"{app}.{migration.name}: {operation.describe()}: {why}"
        operation.state_forwards(app, state)


def all_found() -> Iterator[str]:
    """Yield the reason for each blocking operation, in migration order."""
    loader = MigrationLoader(None)
    state = ProjectState()
    for key in loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True):
        migration = loader.graph.nodes[key]
        if key[0] not in LONG:
            migration.mutate_state(state, preserve=False)
            continue
        yield from found_in(key[0], migration, state)


def test_no_new_migration_keeps_others_waiting():
    assert list(all_found()) == []


def test_what_is_looked_for_is_noticed():
    loader = MigrationLoader(None)
    state = loader.project_state()
    index = models.Index(fields=["kind"], name="by_kind")
    key = models.UniqueConstraint(fields=["kind"], name="x")
    unique = models.CharField(max_length=9, default="", unique=True)
    plain = models.CharField(max_length=9, default="")
    longer = models.CharField(max_length=20, default="", choices=[("a", "b")])
    wider = models.TextField()
    for operation, waits in (
        (operations.AddIndex("ledgerentry", index), True),
        (operations.AddConstraint("LedgerEntry", key), True),
        (operations.AddField("ledgerentry", "word", unique), True),
        (operations.AddField("ledgerentry", "word", plain), False),
        (operations.AlterField("ledgerentry", "kind", longer), False),
        (operations.AlterField("ledgerentry", "kind", wider), True),
        (operations.AddIndex("conflict", index), False),
        (operations.RunPython(print), True),
        (operations.RunPython(print, atomic=False), False),
    ):
        assert bool(locks(operation, "scoring", state)) is waits, operation.describe()
