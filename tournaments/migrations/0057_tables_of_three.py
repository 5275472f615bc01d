"""Require E, S and W and no North at every table of riichi for three players."""

from dataclasses import replace

from django.db import migrations

from tournaments.migrations._guards_of_version_1_6 import (
    ALL_SEATS,
    GUARDS,
    NORTH,
    SHORT,
    TABLES,
)
from tournaments.migrations._renames import renamed
from tournaments.models.database_triggers_and_exceptions import install, uninstall

BEFORE = next(guard for guard in GUARDS if guard.name == "round_seats_complete")
OF_THREE = (
    "EXISTS (SELECT 1 FROM tournaments_tournament AS v "
    "WHERE v.id = NEW.tournament_id AND v.ruleset = 'sanma')"
)
NOT_THREE = f"({ALL_SEATS} <> 3 OR {NORTH} > 0)"
AFTER = replace(
    BEFORE,
    condition=(
        f"NEW.state <> 'draft' AND (EXISTS ({TABLES} AND {SHORT}) AND NOT {OF_THREE} "
        f"OR {OF_THREE} AND EXISTS ({TABLES} AND {NOT_THREE}))"
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0056_imported_lists_and_contacts"),
    ]

    operations = [
        uninstall(renamed(BEFORE)),
        install(renamed(AFTER)),
    ]
