from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    append_only,
    install,
)

# Written out here, not imported: a migration keeps meaning what it meant.
SESSION_SEATS = (
    "SELECT 1 FROM tournaments_session AS s WHERE s.round_id = NEW.id AND "
    "(SELECT COUNT(*) FROM tournaments_seat AS t WHERE t.session_id = s.id{also}) <> 4"
)
ROUND_OF_SEAT = (
    "NEW.round_id <> "
    "(SELECT round_id FROM tournaments_session AS s WHERE s.id = NEW.session_id)"
)

GUARDS = [
    *append_only("tournaments_logevent"),
    Guard(
        "round_seats_complete",
        "tournaments_round",
        "UPDATE",
        "a table of this round does not have four seats",
        f"NEW.state <> 'draft' AND EXISTS ({SESSION_SEATS.format(also='')})",
    ),
    Guard(
        "round_players_seated",
        "tournaments_round",
        "UPDATE",
        "a seat of this open round does not hold its player",
        "NEW.state IN ('running', 'paused', 'time_up') AND EXISTS ("
        + SESSION_SEATS.format(also=" AND t.playing_id IS NOT NULL")
        + ")",
    ),
    Guard(
        "seat_round_matches_insert",
        "tournaments_seat",
        "INSERT",
        "a seat belongs to the round of its session",
        ROUND_OF_SEAT,
    ),
    Guard(
        "seat_round_matches_update",
        "tournaments_seat",
        "UPDATE",
        "a seat belongs to the round of its session",
        ROUND_OF_SEAT,
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [install(*GUARDS)]
