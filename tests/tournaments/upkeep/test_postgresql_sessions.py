"""Settings of connections to PostgreSQL."""

from __future__ import annotations

from threading import Thread

import pytest
from django.db import connection


@pytest.mark.django_db
def test_queries_are_not_compiled(on_postgresql):
    if not on_postgresql:
        pytest.skip("SQLite compiles no queries")
    found = []

    def ask() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SHOW jit")
                found.extend(cursor.fetchone())
        finally:
            connection.close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["off"]
    assert "jit" not in connection.get_connection_params().get("options", "")
