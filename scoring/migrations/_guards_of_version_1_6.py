"""The triggers of scoring in version 1.6.0. Later migrations may replace them.

The SQL is written here and not imported, so that it cannot change.
"""

from tournaments.models.database_triggers_and_exceptions import Guard

LEDGER = "scoring_ledgerentry"
CONFIRMATION = "scoring_confirmation"
LATE_HAND = "scoring_latehand"
FINAL_PLACE = "scoring_finalplace"

BEING_DELETED = (
    "EXISTS (SELECT 1 FROM tournaments_deletion AS d "
    "WHERE d.session_id = OLD.session_id)"
)
GAME_BEING_ANONYMISED = (
    "EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.session_id = OLD.session_id)"
)
TOURNAMENT_BEING_ANONYMISED = (
    "EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.tournament_id = OLD.final_id)"
)
LAST_SEQUENCE = (
    "(SELECT COALESCE(MAX(e.sequence), 0) FROM scoring_ledgerentry AS e "
    "WHERE e.session_id = NEW.session_id)"
)

#: Columns that stay when a name is removed.
LEDGER_FIGURES = (
    *("id", "session_id", "sequence", "place", "hand", "kind", "settles_hand"),
    *("data", "supersedes_id", "moved_from_id", "device_key", "at", "reason_key"),
)
FINAL_PLACE_FIGURES = (
    *("id", "final_id", "position", "place", "shared", "number", "parts", "score"),
    *("hands_won", "firsts", "best", "tables", "logged", "penalties", "missed"),
    *("sat_out", "fixed", "last_round", "figures", "divisor", "level", "stage"),
    *("group", "games_won", "country"),
)
CONFIRMATION_FIGURES = (
    *("id", "session_id", "entry_id", "sequence", "kind", "at", "settled_at"),
    "answer_key",
)
LATE_HAND_FIGURES = (
    *("id", "session_id", "hand", "offered", "seating", "device_key", "at"),
    *("decision", "decided_at", "answer_key", "line_id"),
)


def unless(being: str, figures: tuple[str, ...]) -> str:
    """Return the SQL condition that no name is being removed (`being`), or that one of
    the columns `figures` changes.
    """
    changed = " OR ".join(
        f"COALESCE(CAST(NEW.\"{name}\" AS TEXT), '') "
        f"<> COALESCE(CAST(OLD.\"{name}\" AS TEXT), '')"
        for name in figures
    )
    return f"(NOT {being} OR {changed})"


SEATS = (
    "(SELECT COUNT(*) FROM tournaments_seat AS t "
    "WHERE t.session_id = NEW.session_id AND t.wind IN ({winds}))"
)
ALL_SEATS = SEATS.format(winds="'E', 'S', 'W', 'N'")
EAST_AND_SOUTH = SEATS.format(winds="'E', 'S'")
WEST, NORTH = SEATS.format(winds="'W'"), SEATS.format(winds="'N'")
#: The fewest players at a table by the options of the tournament. Both databases write
#: JSON with one space after the colon.
FEWEST = (
    "(SELECT CASE WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 2%' THEN 2 "
    "WHEN CAST(u.options AS text) LIKE '%\"fewest_players\": 3%' THEN 3 ELSE 4 END "
    "FROM tournaments_session AS s JOIN tournaments_round AS r ON r.id = s.round_id "
    "JOIN tournaments_tournament AS u ON u.id = r.tournament_id "
    "WHERE s.id = NEW.session_id)"
)

LEDGER_GUARDS = (
    Guard(
        f"{LEDGER}_no_update",
        LEDGER,
        "UPDATE",
        f"{LEDGER} is append-only",
        f"(1 = 1) AND {unless(GAME_BEING_ANONYMISED, LEDGER_FIGURES)}",
    ),
    Guard(
        f"{LEDGER}_no_delete",
        LEDGER,
        "DELETE",
        f"{LEDGER} is append-only",
        f"NOT {BEING_DELETED}",
    ),
    Guard(
        "ledger_without_gaps",
        LEDGER,
        "INSERT",
        "the ledger of a session counts 1, 2, 3 without gaps",
        f"NEW.sequence <> 1 + {LAST_SEQUENCE}",
    ),
    Guard(
        "ledger_chain_keeps_its_hand",
        LEDGER,
        "INSERT",
        "an entry supersedes one of the same session and hand",
        "NEW.supersedes_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM scoring_ledgerentry AS e WHERE e.id = NEW.supersedes_id "
        "AND e.session_id = NEW.session_id AND e.hand = NEW.hand "
        "AND e.place = NEW.place AND e.settles_hand = NEW.settles_hand)",
    ),
    Guard(
        "ledger_line_moved_from_one_taken_back",
        LEDGER,
        "INSERT",
        "a line moved from an earlier one of the same session and kind, taken back "
        "since",
        "NEW.moved_from_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM scoring_ledgerentry AS e "
        "JOIN scoring_ledgerentry AS gone ON gone.supersedes_id = e.id "
        "WHERE e.id = NEW.moved_from_id AND e.session_id = NEW.session_id "
        "AND e.sequence < NEW.sequence AND e.hand <> NEW.hand "
        "AND e.kind = NEW.kind AND gone.kind = 'retraction')",
    ),
    Guard(
        "ledger_needs_its_seats",
        LEDGER,
        "INSERT",
        "a session needs its seats before its ledger",
        f"{ALL_SEATS} <> 4 AND ({ALL_SEATS} < {FEWEST} "
        f"OR {EAST_AND_SOUTH} < 2 OR {NORTH} > {WEST})",
    ),
    Guard(
        "seat_with_ledger_stays",
        "tournaments_seat",
        "DELETE",
        "a seat of a session that has a ledger stays",
        "EXISTS (SELECT 1 FROM scoring_ledgerentry AS e "
        "WHERE e.session_id = OLD.session_id)",
    ),
)

CONFIRMATION_GUARDS = (
    Guard(
        "confirmation_is_not_altered",
        CONFIRMATION,
        "UPDATE",
        "only a dispute can be settled, once, and nothing else of it changes",
        "(OLD.kind <> 'dispute' OR OLD.settled_at IS NOT NULL "
        "OR COALESCE(NEW.entry_id, 0) <> COALESCE(OLD.entry_id, 0) OR "
        + " OR ".join(
            f'NEW."{name}" <> OLD."{name}"'
            for name in ("session_id", "sequence", "kind", "text", "by", "at")
        )
        + f") AND {unless(GAME_BEING_ANONYMISED, CONFIRMATION_FIGURES)}",
    ),
    Guard(
        "confirmation_stays",
        CONFIRMATION,
        "DELETE",
        "what was said of a result stays",
        f"NOT {BEING_DELETED}",
    ),
    Guard(
        "confirmation_of_the_ledger_as_it_is",
        CONFIRMATION,
        "INSERT",
        "a result is confirmed as it stands after the last line of its ledger",
        f"NEW.sequence = 0 OR NEW.sequence <> {LAST_SEQUENCE}",
    ),
    Guard(
        "confirmation_by_who_sits_there",
        CONFIRMATION,
        "INSERT",
        "a player confirms the result of a table where they sit",
        "NEW.entry_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM tournaments_seat AS t "
        "WHERE t.session_id = NEW.session_id AND t.entry_id = NEW.entry_id)",
    ),
    Guard(
        "confirmation_after_the_end_of_play",
        CONFIRMATION,
        "INSERT",
        "a result is confirmed when play at the table is over",
        "NEW.kind = 'confirm' AND NOT EXISTS ("
        "SELECT 1 FROM scoring_sheet AS s "
        "WHERE s.session_id = NEW.session_id AND s.\"over\" <> '')",
    ),
    Guard(
        "confirmation_by_somebody_else",
        CONFIRMATION,
        "INSERT",
        "a referee does not confirm what they entered themselves",
        "NEW.kind = 'confirm' AND NEW.entry_id IS NULL AND NEW.\"by\" = ("
        'SELECT e."by" FROM scoring_ledgerentry AS e '
        "WHERE e.session_id = NEW.session_id AND e.kind <> 'gong' "
        "ORDER BY e.sequence DESC LIMIT 1)",
    ),
)

LATE_HAND_GUARDS = (
    Guard(
        "late_hand_decided_once",
        LATE_HAND,
        "UPDATE",
        "what was decided of a late hand stays",
        "(OLD.decision IN ('counts', 'taken_back') OR OLD.offered <> NEW.offered OR "
        "(OLD.decision = 'refused' AND NEW.decision <> 'counts')) "
        f"AND {unless(GAME_BEING_ANONYMISED, LATE_HAND_FIGURES)}",
    ),
    Guard(
        "late_hand_stays",
        LATE_HAND,
        "DELETE",
        "a hand that came late is kept",
        f"NOT {BEING_DELETED}",
    ),
)

FINAL_PLACE_GUARDS = (
    Guard(
        f"{FINAL_PLACE}_no_update",
        FINAL_PLACE,
        "UPDATE",
        f"{FINAL_PLACE} is append-only",
        f"(1 = 1) AND {unless(TOURNAMENT_BEING_ANONYMISED, FINAL_PLACE_FIGURES)}",
    ),
)

GUARDS = (
    *LEDGER_GUARDS,
    *CONFIRMATION_GUARDS,
    *LATE_HAND_GUARDS,
    *FINAL_PLACE_GUARDS,
)
