"""The database of a new installation is created from a file.

`test_upgrading` compares it with the database that the migrations create.
"""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection

from mahjong_site import first_database, prepare_installation
from tests.site.installation.test_upgrading import empty, found

__all__ = ["empty"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="PostgreSQL runs the migrations"
    ),
]


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
