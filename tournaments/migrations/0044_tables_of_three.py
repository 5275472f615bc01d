from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    install,
    uninstall,
)

# Written out here, not imported: a migration keeps meaning what it meant.
FOUR_SEATS = (
    "SELECT 1 FROM tournaments_session AS s WHERE s.round_id = NEW.id AND "
    "(SELECT COUNT(*) FROM tournaments_seat AS t WHERE t.session_id = s.id{also}) <> 4"
)

BEFORE = [
    Guard(
        "round_seats_complete",
        "tournaments_round",
        "UPDATE",
        "a table of this round does not have four seats",
        f"NEW.state <> 'draft' AND EXISTS ({FOUR_SEATS.format(also='')})",
    ),
    Guard(
        "round_players_seated",
        "tournaments_round",
        "UPDATE",
        "a seat of this open round does not hold its player",
        "NEW.state IN ('running', 'paused', 'time_up') AND EXISTS ("
        + FOUR_SEATS.format(also=" AND t.playing_id IS NOT NULL")
        + ")",
    ),
]

SEATS = (
    "(SELECT COUNT(*) FROM tournaments_seat AS t "
    "WHERE t.session_id = s.id AND t.wind IN ({winds}))"
)
ALL_SEATS = SEATS.format(winds="'E', 'S', 'W', 'N'")
EAST_AND_SOUTH = SEATS.format(winds="'E', 'S'")
WEST, NORTH = SEATS.format(winds="'W'"), SEATS.format(winds="'N'")
#: The fewest at a table, as the options of the tournament have it; both databases
#: write JSON with one space behind the colon.
FEWEST = (
    "(SELECT CASE WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 2%' THEN 2 "
    "WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 3%' THEN 3 ELSE 4 END "
    "FROM tournaments_tournament AS u WHERE u.id = NEW.tournament_id)"
)

TABLES = "SELECT 1 FROM tournaments_session AS s WHERE s.round_id = NEW.id"
#: Too few, or not from East on.
SHORT = (
    f"{ALL_SEATS} <> 4 AND ({ALL_SEATS} < {FEWEST} "
    f"OR {EAST_AND_SOUTH} < 2 OR {NORTH} > {WEST})"
)

GUARDS = [
    Guard(
        "round_seats_complete",
        "tournaments_round",
        "UPDATE",
        "a table of this round does not have its seats",
        f"NEW.state <> 'draft' AND EXISTS ({TABLES} AND {SHORT})",
    ),
    Guard(
        "round_players_seated",
        "tournaments_round",
        "UPDATE",
        "a seat of this open round does not hold its player",
        "NEW.state IN ('running', 'paused', 'time_up') AND EXISTS ("
        "SELECT 1 FROM tournaments_session AS s WHERE s.round_id = NEW.id "
        "AND (NOT EXISTS (SELECT 1 FROM tournaments_seat AS t "
        "WHERE t.session_id = s.id) OR EXISTS (SELECT 1 FROM tournaments_seat AS t "
        "WHERE t.session_id = s.id AND t.playing_id IS NULL)))",
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_sealed_second_factors")]

    operations = [uninstall(*BEFORE), install(*GUARDS)]
