"""Triggers for rules that constraints cannot express, on SQLite and PostgreSQL, and
rows that permit exceptions for anonymisation and deletion.

A guard rejects a change while its condition is true. Migrations install guards. On
SQLite, a migration that alters a guarded table rebuilds it and loses its triggers. Such
a migration must install the guards again (a test counts them).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.models import Q


class Anonymisation(models.Model):
    """A tournament in which a name is being removed, or one of its games (`game_id`).

    While a tournament or game has a row, guards allow changes of words, but not of
    numbers, in the log, ledgers, confirmations, disputes, late hands and final
    standings. Rows exist only within the transaction that removes the name. Like
    `Deletion`, they have no foreign key.
    """

    tournament_id = models.PositiveBigIntegerField()
    game_id = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament_id"],
                condition=Q(game_id__isnull=True),
                name="one_anonymisation_of_an_event",
            )
        ]


class Deletion(models.Model):
    """A tournament that is being deleted permanently, or one of its games (`game_id`).

    While a tournament or game has a row, guards allow deletions from the log, ledgers,
    confirmations, disputes and late hands. Rows exist only within the transaction that
    deletes the tournament. They have no foreign key, so that guards do not query a
    table that a migration may rebuild.
    """

    tournament_id = models.PositiveBigIntegerField()
    game_id = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament_id"],
                condition=Q(game_id__isnull=True),
                name="one_deletion_of_an_event",
            )
        ]


T = TypeVar("T")


@dataclass(frozen=True)
class Guard:
    """A trigger that rejects changes of `table` with `message` while `condition` is
    true.

    `event` is "INSERT", "UPDATE", "UPDATE OF state" or "DELETE". `condition` is SQL
    over NEW and OLD.
    """

    name: str
    table: str
    event: str
    message: str
    condition: str = "1 = 1"

    def create(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return [
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} "
                f"FOR EACH ROW WHEN {self.condition} "
                f"BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
            ]
        result = "OLD" if self.event == "DELETE" else "NEW"
        return [
            f"CREATE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN IF {self.condition} THEN "
            f"RAISE EXCEPTION '{self.message}' USING ERRCODE = 'check_violation'; "
            f"END IF; RETURN {result}; END $$",
            f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]

    def drop(self, vendor: str) -> list[str]:
        return drop_trigger(self.name, self.table, vendor)


def append_only(table: str) -> tuple[Guard, Guard]:
    """Return guards that reject every update and deletion in `table`."""
    return (
        Guard(f"{table}_no_update", table, "UPDATE", f"{table} is append-only"),
        Guard(f"{table}_no_delete", table, "DELETE", f"{table} is append-only"),
    )


def drop_trigger(name: str, table: str, vendor: str) -> list[str]:
    """Return the SQL that drops a trigger and, on PostgreSQL, its function."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {name}"]
    return [
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"DROP FUNCTION IF EXISTS {name}()",
    ]


class Trigger(Protocol):
    """A database trigger that migrations install and drop. Most of them are guards."""

    def create(self, vendor: str) -> list[str]: ...

    def drop(self, vendor: str) -> list[str]: ...


def install(*triggers: Trigger) -> RunPython:
    """Return a migration operation that installs `triggers`. Its reverse drops them."""
    return RunPython(_for_every(triggers, _create), _for_every(triggers, _drop))


def uninstall(*triggers: Trigger) -> RunPython:
    """Return a migration operation that drops `triggers`. Its reverse installs them.

    It is for migrations that change guarded rows, or rebuild a table that other guards
    query. Such a migration must end with `install`.
    """
    return RunPython(_for_every(triggers, _drop), _for_every(triggers, _create))


#: Triggers of other tables that were dropped while a table is rebuilt: name -> SQL.
_ASIDE: dict[str, str] = {}


def triggers_aside(table: str) -> RunPython:
    """Return a migration operation that drops all triggers that read `table`, on
    SQLite.

    A migration that rebuilds the table must begin with this operation and end with
    `triggers_back`.
    """
    return RunPython(_put_aside(table), _put_back)


def triggers_back(table: str) -> RunPython:
    """Return a migration operation that creates the dropped triggers again; see
    `triggers_aside`."""
    return RunPython(_put_back, _put_aside(table))


def _put_aside(table: str) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def put_aside(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "sqlite":
            return
        with editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master "
                "WHERE type = 'trigger' AND instr(sql, %s)",
                [table],
            )
            _ASIDE.update(cursor.fetchall())
        for name in _ASIDE:
            editor.execute(f'DROP TRIGGER "{name}"')

    return put_aside


def _put_back(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    while _ASIDE:
        _name, sql = _ASIDE.popitem()
        editor.execute(sql)


def _create(trigger: Trigger, vendor: str) -> list[str]:
    return trigger.create(vendor)


def _drop(trigger: Trigger, vendor: str) -> list[str]:
    return trigger.drop(vendor)


def _for_every(
    triggers: Sequence[T], statements: Callable[[T, str], list[str]]
) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def operation(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for trigger in triggers:
            for statement in statements(trigger, editor.connection.vendor):
                editor.execute(statement, params=None)

    return operation
