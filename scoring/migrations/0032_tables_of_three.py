"""Allow games of riichi for three players.

Such a game needs seats E, S and W, and no N, before its ledger.
"""

from dataclasses import replace

from django.db import migrations

from scoring.migrations._guards_of_version_1_6 import ALL_SEATS, GUARDS, NORTH
from tournaments.migrations._renames import renamed
from tournaments.models.database_triggers_and_exceptions import install, uninstall

BEFORE = next(guard for guard in GUARDS if guard.name == "ledger_needs_its_seats")
OF_THREE = (
    "EXISTS (SELECT 1 FROM tournaments_session AS w "
    "JOIN tournaments_round AS x ON x.id = w.round_id "
    "JOIN tournaments_tournament AS v ON v.id = x.tournament_id "
    "WHERE w.id = NEW.session_id AND v.ruleset = 'sanma')"
)
NOT_THREE = f"({ALL_SEATS} <> 3 OR {NORTH} > 0)"
AFTER = replace(
    BEFORE,
    condition=(
        f"({BEFORE.condition}) AND NOT {OF_THREE} OR {OF_THREE} AND {NOT_THREE}"
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0031_series_ranking"),
        ("tournaments", "0057_tables_of_three"),
    ]

    operations = [
        uninstall(renamed(BEFORE)),
        install(renamed(AFTER)),
    ]
