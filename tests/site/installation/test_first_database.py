"""The file of a new installation's database gives the same database as the
migrations.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection

from mahjong_site import first_database, prepare_installation
from tests import prepared
from tests.site.installation.test_upgrading import connected_to, empty, found, schema

__all__ = ["empty"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="PostgreSQL runs the migrations"
    ),
]
NAMES = (
    "SELECT app, name FROM django_migrations ORDER BY 1, 2",
    "SELECT app_label, model FROM django_content_type ORDER BY 1, 2",
    "SELECT codename, name FROM auth_permission ORDER BY 1, 2",
)


def names() -> list[list[tuple[str, str]]]:
    """Return the recorded migrations, content types and permissions, each as a list of
    rows.
    """
    with connection.cursor() as cursor:
        return [cursor.execute(query).fetchall() for query in NAMES]


def test_it_equals_what_the_migrations_create(empty, tmp_path):
    """The file gives the same database as the migrations.

    To write the file again: python -m tools.first_database
    """
    first_database.create_if_new(print)
    # Apply the migrations that are newer than the file.
    call_command("migrate", verbosity=0, backup=False)
    created = schema(), names()
    with connected_to(str(prepared.migrate(tmp_path / "migrated"))):
        assert (schema(), names()) == created


def test_a_new_installation_uses_it_and_an_existing_one_does_not(empty, monkeypatch):
    prepare_installation.prepare_database(print)
    monkeypatch.setattr(first_database, "FILE", None)
    prepare_installation.prepare_database(print)


def test_a_fault_leaves_no_table(empty, monkeypatch, tmp_path):
    half = tmp_path / "half.sql"
    lines = first_database.FILE.read_text().splitlines()
    half.write_text("\n".join([*lines[:40], "no statement;"]))
    monkeypatch.setattr(first_database, "FILE", half)
    with pytest.raises(DatabaseError):
        first_database.create_if_new(print)
    assert found() == {}
