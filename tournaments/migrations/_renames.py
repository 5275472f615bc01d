"""Parts of the migrations that renamed models (tournaments 0052, scoring 0028).

Tables and columns are renamed in place. Django's operations would rebuild all tables
that refer to them on SQLite, and check all rows of them on PostgreSQL.
"""

from dataclasses import replace

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunSQL, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tournaments.models.database_triggers_and_exceptions import Guard


def renamed(guard: Guard) -> Guard:
    """Return a guard of version 1.6.0 with the new names of tables and columns."""
    return replace(
        guard,
        message=guard.message.replace("session", "game"),
        condition=guard.condition.replace("session", "game").replace(
            "entry_id", "player_id"
        ),
    )


def state_only(*operations: Operation) -> SeparateDatabaseAndState:
    return SeparateDatabaseAndState(state_operations=operations)


def rename_table(old: str, new: str) -> RunSQL:
    return RunSQL(
        f"ALTER TABLE {old} RENAME TO {new}", f"ALTER TABLE {new} RENAME TO {old}"
    )


def rename_column(table: str, old: str, new: str) -> RunSQL:
    return RunSQL(
        f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}",
        f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}",
    )


def rename_content_type(old: str, new: str) -> RunSQL:
    """Return the operation that renames a model of tournaments for Django's permissions,
    which a new database does not have yet."""
    return RunSQL(_content_type(old, new), _content_type(new, old))


def _content_type(old: str, new: str) -> list[str]:
    model = "app_label = 'tournaments' AND model"
    return [
        f"UPDATE django_content_type SET model = '{new}' "  # noqa: S608
        f"WHERE {model} = '{old}'",
        "UPDATE auth_permission SET "  # noqa: S608
        f"codename = REPLACE(codename, '_{old}', '_{new}'), "
        f"name = REPLACE(name, ' {old}', ' {new}') WHERE content_type_id IN "
        f"(SELECT id FROM django_content_type WHERE {model} = '{new}')",
    ]


class RenameConstraint(Operation):
    """Rename a constraint in the database.

    On SQLite, the name is only text in the table's definition, so it is unchanged until
    the table is rebuilt.
    """

    reduces_to_sql = True

    def __init__(self, table: str, old: str, new: str) -> None:
        self.table, self.old, self.new = table, old, new

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        _rename(schema_editor, self.table, self.old, self.new)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        _rename(schema_editor, self.table, self.new, self.old)

    def describe(self) -> str:
        return f"Rename constraint {self.old} of {self.table} to {self.new}"


def _rename(editor: BaseDatabaseSchemaEditor, table: str, old: str, new: str) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
