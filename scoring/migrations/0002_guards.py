from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    append_only,
    install,
)

GUARDS = [
    *append_only("scoring_ledgerentry"),
    Guard(
        "ledger_without_gaps",
        "scoring_ledgerentry",
        "INSERT",
        "the ledger of a session counts 1, 2, 3 without gaps",
        "NEW.sequence <> 1 + (SELECT COALESCE(MAX(e.sequence), 0) "
        "FROM scoring_ledgerentry AS e WHERE e.session_id = NEW.session_id)",
    ),
    Guard(
        "ledger_chain_keeps_its_hand",
        "scoring_ledgerentry",
        "INSERT",
        "an entry supersedes one of the same session and hand",
        "NEW.supersedes_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM scoring_ledgerentry AS e WHERE e.id = NEW.supersedes_id "
        "AND e.session_id = NEW.session_id AND e.hand = NEW.hand "
        "AND e.place = NEW.place AND e.settles_hand = NEW.settles_hand)",
    ),
    Guard(
        "ledger_needs_four_seats",
        "scoring_ledgerentry",
        "INSERT",
        "a session needs its four seats before its ledger",
        "(SELECT COUNT(*) FROM tournaments_seat AS t "
        "WHERE t.session_id = NEW.session_id) <> 4",
    ),
    Guard(
        "seat_with_ledger_stays",
        "tournaments_seat",
        "DELETE",
        "a seat of a session that has a ledger stays",
        "EXISTS (SELECT 1 FROM scoring_ledgerentry AS e "
        "WHERE e.session_id = OLD.session_id)",
    ),
]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0001_initial"),
        ("tournaments", "0002_guards"),
    ]

    operations = [install(*GUARDS)]
