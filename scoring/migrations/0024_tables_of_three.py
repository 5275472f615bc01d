from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    install,
    uninstall,
)

BEFORE = Guard(
    "ledger_needs_four_seats",
    "scoring_ledgerentry",
    "INSERT",
    "a session needs its four seats before its ledger",
    "(SELECT COUNT(*) FROM tournaments_seat AS t "
    "WHERE t.session_id = NEW.session_id) <> 4",
)

SEATS = (
    "(SELECT COUNT(*) FROM tournaments_seat AS t "
    "WHERE t.session_id = NEW.session_id AND t.wind IN ({winds}))"
)
ALL_SEATS = SEATS.format(winds="'E', 'S', 'W', 'N'")
EAST_AND_SOUTH = SEATS.format(winds="'E', 'S'")
WEST, NORTH = SEATS.format(winds="'W'"), SEATS.format(winds="'N'")
#: The fewest at a table, as the options of the tournament have it; both databases
#: write JSON with one space behind the colon.
FEWEST = (
    "(SELECT CASE WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 2%' THEN 2 "
    "WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 3%' THEN 3 ELSE 4 END "
    "FROM tournaments_session AS s JOIN tournaments_round AS r ON r.id = s.round_id "
    "JOIN tournaments_tournament AS u ON u.id = r.tournament_id "
    "WHERE s.id = NEW.session_id)"
)

#: Too few, or not from East on.
SHORT = (
    f"{ALL_SEATS} <> 4 AND ({ALL_SEATS} < {FEWEST} "
    f"OR {EAST_AND_SOUTH} < 2 OR {NORTH} > {WEST})"
)

GUARD = Guard(
    "ledger_needs_its_seats",
    "scoring_ledgerentry",
    "INSERT",
    "a session needs its seats before its ledger",
    SHORT,
)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0023_names_taken_out"),
        ("tournaments", "0044_tables_of_three"),
    ]

    operations = [uninstall(BEFORE), install(GUARD)]
