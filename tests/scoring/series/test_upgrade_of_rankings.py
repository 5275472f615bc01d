"""Migration 0043 keeps rankings by EMA's method."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Series
from tests import prepared
from tests.site.installation.test_upgrading import connected_to, database

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("scoring", "0042_plain_late_hand_decisions")


def test_rankings_stay_rankings_by_emas_method(tmp_path):
    file, like = tmp_path / "before", connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        prepared.copy_database_to(file)
        like = None
    with database(file, like) as name, connected_to(name):
        call_command("migrate", *BEFORE, verbosity=0, backup=False)
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        series = apps.get_model("scoring", "Series").objects
        series.create(slug="a", title="A", ruleset="mcr", has_ranking=True)
        series.create(slug="b", title="B", ruleset="mcr", has_ranking=False)
        call_command("migrate", verbosity=0, backup=False)
        kept = dict(Series.objects.values_list("slug", "ranking"))
        assert kept == {"a": "ema", "b": ""}
