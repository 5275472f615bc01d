from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import Guard, install

TABLE = "scoring_confirmation"
LAST_LINE = (
    "(SELECT COALESCE(MAX(e.sequence), 0) FROM scoring_ledgerentry AS e "
    "WHERE e.session_id = NEW.session_id)"
)
WHAT_WAS_SAID = ("session_id", "sequence", "kind", "text", "by", "at")

GUARDS = [
    Guard(
        "confirmation_stays",
        TABLE,
        "DELETE",
        "what was said of a result stays",
    ),
    Guard(
        "confirmation_is_not_altered",
        TABLE,
        "UPDATE",
        "only a dispute can be settled, once, and nothing else of it changes",
        "OLD.kind <> 'dispute' OR OLD.settled_at IS NOT NULL "
        "OR COALESCE(NEW.entry_id, 0) <> COALESCE(OLD.entry_id, 0) OR "
        + " OR ".join(f'NEW."{name}" <> OLD."{name}"' for name in WHAT_WAS_SAID),
    ),
    Guard(
        "confirmation_of_the_ledger_as_it_is",
        TABLE,
        "INSERT",
        "a result is confirmed as it stands after the last line of its ledger",
        f"NEW.sequence = 0 OR NEW.sequence <> {LAST_LINE}",
    ),
    Guard(
        "confirmation_by_who_sits_there",
        TABLE,
        "INSERT",
        "a player confirms the result of a table where they sit",
        "NEW.entry_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM tournaments_seat AS t "
        "WHERE t.session_id = NEW.session_id AND t.entry_id = NEW.entry_id)",
    ),
    Guard(
        "confirmation_after_the_end_of_play",
        TABLE,
        "INSERT",
        "a result is confirmed when play at the table is over",
        "NEW.kind = 'confirm' AND NOT EXISTS ("
        "SELECT 1 FROM scoring_sheet AS s "
        "WHERE s.session_id = NEW.session_id AND s.\"over\" <> '')",
    ),
    Guard(
        "confirmation_by_somebody_else",
        TABLE,
        "INSERT",
        "a referee does not confirm what they entered themselves",
        "NEW.kind = 'confirm' AND NEW.entry_id IS NULL AND NEW.\"by\" = ("
        'SELECT e."by" FROM scoring_ledgerentry AS e '
        "WHERE e.session_id = NEW.session_id AND e.kind <> 'gong' "
        "ORDER BY e.sequence DESC LIMIT 1)",
    ),
]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_confirmations"),
        ("tournaments", "0002_guards"),
    ]

    operations = [install(*GUARDS)]
