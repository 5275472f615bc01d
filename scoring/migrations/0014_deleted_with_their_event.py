from dataclasses import replace
from importlib import import_module

from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import install, uninstall

BEFORE = [
    guard
    for module in ("0002_guards", "0004_confirmation_guards", "0008_late_hands")
    for guard in import_module(f"scoring.migrations.{module}").GUARDS
    if guard.name
    in ("scoring_ledgerentry_no_delete", "confirmation_stays", "late_hand_stays")
]
#: What was entered and said at a table goes only with the whole event.
NOW = [
    replace(
        guard,
        condition="NOT EXISTS (SELECT 1 FROM tournaments_deletion AS d "
        "WHERE d.session_id = OLD.session_id)",
    )
    for guard in BEFORE
]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0013_totals_twice"),
        ("tournaments", "0017_what_an_event_says_and_where_it_lies"),
    ]

    operations = [uninstall(*BEFORE), install(*NOW)]
