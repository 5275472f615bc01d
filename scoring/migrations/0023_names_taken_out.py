"""A player's name can be taken out of what was written and said at tables, and out of
final standings; what was entered and every figure stay."""

from dataclasses import replace
from importlib import import_module

from django.db import migrations

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    append_only,
    install,
    uninstall,
)


def _named(module: str, name: str) -> Guard:
    guards = import_module(f"scoring.migrations.{module}").GUARDS
    return next(guard for guard in guards if guard.name == name)


def _loses_names(guard: Guard, being: str, stays: tuple[str, ...]) -> Guard:
    """The guard, letting through, while a name is `being` taken out (SQL over OLD),
    what leaves these columns as they are."""
    changed = " OR ".join(
        f"COALESCE(CAST(NEW.\"{name}\" AS TEXT), '') "
        f"<> COALESCE(CAST(OLD.\"{name}\" AS TEXT), '')"
        for name in stays
    )
    return replace(
        guard, condition=f"({guard.condition}) AND (NOT {being} OR {changed})"
    )


SESSION = (
    "EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.session_id = OLD.session_id)"
)
EVENT = (
    "EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.tournament_id = OLD.final_id)"
)
LEDGER = append_only("scoring_ledgerentry")[0]
FINAL = append_only("scoring_finalplace")[0]
SAID = _named("0004_confirmation_guards", "confirmation_is_not_altered")
LATE = _named("0008_late_hands", "late_hand_decided_once")
BEFORE = (LEDGER, FINAL, SAID, LATE)
NOW = (
    _loses_names(
        LEDGER,
        SESSION,
        (
            *("id", "session_id", "sequence", "place", "hand", "kind", "settles_hand"),
            *("data", "supersedes_id", "moved_from_id", "device_key", "at"),
            "reason_key",
        ),
    ),
    _loses_names(
        FINAL,
        EVENT,
        (
            *("id", "final_id", "position", "place", "shared", "number", "parts"),
            *("score", "hands_won", "firsts", "best", "tables", "logged", "penalties"),
            *("missed", "sat_out", "fixed", "last_round", "figures", "divisor"),
            *("level", "stage", "group", "games_won", "country"),
        ),
    ),
    _loses_names(
        SAID,
        SESSION,
        (
            *("id", "session_id", "entry_id", "sequence", "kind", "at", "settled_at"),
            "answer_key",
        ),
    ),
    _loses_names(
        LATE,
        SESSION,
        (
            *("id", "session_id", "hand", "offered", "seating", "device_key", "at"),
            *("decision", "decided_at", "answer_key", "line_id"),
        ),
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0022_final_places_games_won"),
        ("tournaments", "0042_anonymisation"),
    ]

    operations = [uninstall(*BEFORE), install(*NOW)]
