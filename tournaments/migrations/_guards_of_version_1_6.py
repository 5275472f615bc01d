"""The triggers of tournaments in version 1.6.0. Later migrations may replace them.

The SQL is written here and not imported, so that it cannot change.
"""

from tournaments.models.database_triggers_and_exceptions import Guard, append_only

BEING_DELETED = (
    "EXISTS (SELECT 1 FROM tournaments_deletion AS d "
    "WHERE d.tournament_id = OLD.tournament_id)"
)
BEING_ANONYMISED = (
    "EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.tournament_id = OLD.tournament_id)"
)

LOG = "tournaments_logevent"
#: Columns that stay when a name is removed from the log.
LOG_FIGURES = ("id", "tournament_id", "revision", "at", "origin", "kind")
LOG_FIGURES_CHANGED = " OR ".join(
    f'NEW."{name}" <> OLD."{name}"' for name in LOG_FIGURES
)

OTHER_OWNER = (
    "EXISTS (SELECT 1 FROM tournaments_membership AS m "
    "WHERE m.tournament_id = OLD.tournament_id AND m.role = 'owner' AND m.id <> OLD.id)"
)

ROUND_OF_SEAT_DIFFERS = (
    "NEW.round_id <> "
    "(SELECT round_id FROM tournaments_session AS s WHERE s.id = NEW.session_id)"
)

TABLES = "SELECT 1 FROM tournaments_session AS s WHERE s.round_id = NEW.id"
SEATS = (
    "(SELECT COUNT(*) FROM tournaments_seat AS t "
    "WHERE t.session_id = s.id AND t.wind IN ({winds}))"
)
ALL_SEATS = SEATS.format(winds="'E', 'S', 'W', 'N'")
EAST_AND_SOUTH = SEATS.format(winds="'E', 'S'")
WEST, NORTH = SEATS.format(winds="'W'"), SEATS.format(winds="'N'")
#: The fewest players at a table by the options of the tournament. Both databases write
#: JSON with one space after the colon.
FEWEST = (
    "(SELECT CASE WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 2%' THEN 2 "
    "WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 3%' THEN 3 ELSE 4 END "
    "FROM tournaments_tournament AS u WHERE u.id = NEW.tournament_id)"
)
#: True for a table with too few players, or with a seat that should stay empty.
SHORT = (
    f"{ALL_SEATS} <> 4 AND ({ALL_SEATS} < {FEWEST} "
    f"OR {EAST_AND_SOUTH} < 2 OR {NORTH} > {WEST})"
)
#: True for a table without seats, or with a seat without a player.
UNSEATED = (
    "(NOT EXISTS (SELECT 1 FROM tournaments_seat AS t "
    "WHERE t.session_id = s.id) OR EXISTS (SELECT 1 FROM tournaments_seat AS t "
    "WHERE t.session_id = s.id AND t.playing_id IS NULL))"
)

GUARDS = (
    Guard(
        f"{LOG}_no_update",
        LOG,
        "UPDATE",
        f"{LOG} is append-only",
        f"NOT {BEING_ANONYMISED} OR {LOG_FIGURES_CHANGED}",
    ),
    Guard(
        f"{LOG}_no_delete",
        LOG,
        "DELETE",
        f"{LOG} is append-only",
        f"NOT {BEING_DELETED}",
    ),
    *append_only("tournaments_accountact"),
    Guard(
        "membership_keeps_owner_update",
        "tournaments_membership",
        "UPDATE",
        "an event keeps one owner",
        "(NEW.role <> 'owner' OR NEW.tournament_id <> OLD.tournament_id) "
        f"AND OLD.role = 'owner' AND NOT {OTHER_OWNER}",
    ),
    Guard(
        "membership_keeps_owner_delete",
        "tournaments_membership",
        "DELETE",
        "an event keeps one owner",
        f"OLD.role = 'owner' AND NOT {OTHER_OWNER} AND NOT {BEING_DELETED}",
    ),
    Guard(
        "seat_round_matches_insert",
        "tournaments_seat",
        "INSERT",
        "a seat belongs to the round of its session",
        ROUND_OF_SEAT_DIFFERS,
    ),
    Guard(
        "seat_round_matches_update",
        "tournaments_seat",
        "UPDATE",
        "a seat belongs to the round of its session",
        ROUND_OF_SEAT_DIFFERS,
    ),
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
        "NEW.state IN ('running', 'paused', 'time_up') "
        f"AND EXISTS ({TABLES} AND {UNSEATED})",
    ),
)
