"""Tests that need PostgreSQL run in its stage; on SQLite they are skipped."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from tests.run import ON_POSTGRESQL

SKIPS = "if not on_postgresql:\n        pytest.skip("


def test_no_test_of_postgresql_is_skipped_everywhere():
    listed = Path(settings.BASE_DIR, ON_POSTGRESQL).read_text().split()
    files = {name.partition("::")[0] for name in listed}
    tests = Path(settings.BASE_DIR, "tests")
    skipping = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for path in tests.rglob("test_*.py")
        if path != Path(__file__) and SKIPS in path.read_text()
    }
    assert skipping
    assert skipping <= files
