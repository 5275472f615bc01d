"""The tables that have changed since a revision, according to the tournament's log."""

from __future__ import annotations

from scoring.exports.export_columns_and_values import Tables
from tournaments.models import Tournament

#: Kinds of log entries that change no row of a table.
WITHOUT_ROWS = frozenset(
    {
        *("time_warning", "time_up", "round_paused", "round_resumed", "round_started"),
        *("start_arranged", "start_called_off", "round_extended", "clock_stepped"),
        *("hall_announced", "hall_announcement_taken_back", "hall_turns_chosen"),
        "hall_language_chosen",
        *("checked_in", "presence_changed", "fee_paid", "fee_due", "plan_changed"),
        *("signed_up", "sign_up_waits", "sign_up_page_changed", "sign_up_changed"),
        *("registration_opened", "players_messaged", "player_mails_chosen"),
        *("destination_added", "destination_changed", "destination_removed"),
        *("referee_coming", "referee_call_ended", "logo_given", "logo_removed"),
    }
)
#: Most entries and tables in an answer with changes only.
MOST_ENTRIES, MOST_TABLES = 2000, 200


def tables_since(tournament: Tournament, revision: int) -> Tables | None:
    """Return the round and table numbers of the tables that have changed since a
    revision. Return None if other tables may have changed too, or if too many have
    changed.
    """
    if revision > tournament.revision:
        # The installation was restored from an older backup.
        return None
    events = tournament.log.filter(revision__gt=revision).exclude(kind__in=WITHOUT_ROWS)
    rows = list(events.values_list("data__round", "data__table")[: MOST_ENTRIES + 1])
    if len(rows) > MOST_ENTRIES:
        return None
    tables = set()
    for number, table in rows:
        if not (isinstance(number, int) and isinstance(table, int)):
            return None
        tables.add((number, table))
    return frozenset(tables) if len(tables) <= MOST_TABLES else None
