"""Copies of a finished tournament, made by the database for
`benchmarks.parts.scale_installation`.

Primary keys of copy number k are those of the original plus k times a stride, which is
the largest key of the original. So every foreign key is shifted by its target's stride.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from django.db import models

from scoring.models import (
    FinalPlace,
    FinalStandings,
    LedgerEntry,
    PlayerFigures,
    Result,
    Sheet,
    TournamentFigures,
    Win,
)
from tournaments.models import (
    EventDescription,
    Game,
    LogEvent,
    Player,
    Round,
    Seat,
    Tournament,
)

#: Tournaments copied by one statement, so that its progress can be seen.
AT_ONCE = 500

#: Models whose rows are copied, parents first.
COPIED: tuple[type[models.Model], ...] = (
    Tournament,
    EventDescription,
    Player,
    Round,
    Game,
    Seat,
    Sheet,
    Result,
    FinalStandings,
    FinalPlace,
    TournamentFigures,
    PlayerFigures,
    LogEvent,
    LedgerEntry,
    Win,
)
#: Path from each model to its tournament.
PATHS = {
    Tournament: "pk",
    Game: "round__tournament",
    Seat: "round__tournament",
    Sheet: "game__round__tournament",
    Result: "seat__round__tournament",
    FinalPlace: "final__tournament",
    PlayerFigures: "player__tournament",
    LedgerEntry: "game__round__tournament",
    Win: "round__tournament",
}
#: Models whose rows are copied only for tournaments with a ledger.
OF_LEDGER = (LedgerEntry, Win)
#: Records of a copy: up to a third lower than those of the original.
RECORDS_OF_COPY = (
    "(SELECT jsonb_object_agg(key, jsonb_set(value, '{0}', "
    "to_jsonb((value->>0)::int * (1000 - 5 * mod(p.k * 7919, 61)) / 1000))) "
    "FROM jsonb_each(t.data->'records'))"
)
#: Columns with another value in copies; p: the plan, s: the person of the row.
CHANGED = {
    Tournament: {
        "slug": "'t-' || p.k",
        "title": "p.title",
        "hall_key": "'hall-' || p.k",
        "created_at": "p.at - interval '30 days'",
        "finished_at": "p.at",
    },
    EventDescription: {
        "starts_on": "p.day",
        "ends_on": "p.day + 1",
        "city": "p.city",
        "country": "p.country",
    },
    Player: {"person_id": "s.person"},
    FinalPlace: {
        name: f"s.{name}" for name in ("first_name", "last_name", "country", "club")
    },
    FinalStandings: {"at": "p.at"},
    PlayerFigures: {"data": "jsonb_set(t.data, '{records}', " + RECORDS_OF_COPY + ")"},
    LedgerEntry: {"device_key": "t.device_key || '/' || p.k"},
}

Tell = Callable[[str], None]


def stride_of(model: type[models.Model]) -> int:
    """Return the number that a copy adds to keys of this model: the largest key. Call
    it before rows are copied."""
    return int(model.objects.aggregate(most=models.Max("pk"))["most"])


def copy_rows(
    cursor: object,
    original: Tournament,
    tournaments: int,
    with_ledger: int,
    tell: Tell,
) -> None:
    """Copy all rows of the original for each tournament in the tables `plan` and
    `plan_player`. Only the newest `with_ledger` copies have the ledger and all of the
    log."""
    strides = {model: stride_of(model) for model in COPIED}
    for model in COPIED:
        began = time.monotonic()
        rows = 0
        for first, condition in _ranges(model, tournaments, with_ledger):
            copies = range(first, tournaments)
            rows += _copy(cursor, model, strides, original, copies, condition)
        seconds = time.monotonic() - began
        tell(f"{model._meta.db_table}: {rows:,} rows in {seconds:.0f} s")
    _number_from_here(cursor)


def _copy(
    cursor: object,
    model: type[models.Model],
    strides: dict[type[models.Model], int],
    original: Tournament,
    copies: range,
    condition: str,
) -> int:
    """Copy a model's rows of the original; return how many."""
    table = model._meta.db_table
    columns, values = [], []
    for field in model._meta.concrete_fields:
        columns.append(f'"{field.column}"')
        values.append(_value(model, field, strides))
    joins = ""
    if model in (Player, FinalPlace):
        joins = "JOIN plan_player s ON s.k = p.k AND s.number = t.number"
    path = {PATHS.get(model, "tournament"): original.pk}
    keys = list(model.objects.filter(**path).values_list("pk", flat=True))
    rows = 0
    for first in range(copies.start, copies.stop, AT_ONCE):
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "  # noqa: S608
            f"SELECT {', '.join(values)} FROM plan p JOIN {table} t "
            f"ON t.{model._meta.pk.column} = ANY(%s) {joins} "
            f"WHERE p.k > %s AND p.k <= %s {condition} ORDER BY p.k",
            [keys, first, min(first + AT_ONCE, copies.stop)],
        )
        rows += cursor.rowcount
    return rows


def _ranges(
    model: type[models.Model], tournaments: int, with_ledger: int
) -> Iterator[tuple[int, str]]:
    """Yield the first tournament whose rows are copied, and a condition for rows."""
    newest = max(0, tournaments - with_ledger)
    if model in OF_LEDGER:
        yield newest, ""
    elif model is LogEvent:
        yield 0, "AND t.kind <> 'entered'"
        yield newest, "AND t.kind = 'entered'"
    else:
        yield 0, ""


def _value(
    model: type[models.Model],
    field: models.Field,
    strides: dict[type[models.Model], int],
) -> str:
    """Return the SQL of a column's value in a copy."""
    changed = CHANGED.get(model, {}).get(field.column)
    if changed:
        return changed
    target = field.related_model if field.is_relation else None
    if field.primary_key and target is None:
        target = model
    column = f't."{field.column}"'
    return (
        f"{column} + p.k * {strides[target]}::bigint" if target in strides else column
    )


def _number_from_here(cursor: object) -> None:
    """Set the counters of keys, so that new rows get higher keys than the copies."""
    for model in COPIED:
        if model._meta.pk.is_relation:
            continue
        table = model._meta.db_table
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) "  # noqa: S608
            f"FROM {table}"
        )
