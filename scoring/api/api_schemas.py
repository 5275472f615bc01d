"""Types of the API's answers. Row types are generated from the columns of the exports,
so a new column needs no change here."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field, create_model

from scoring.exports.export_columns_and_values import (
    Audience,
    Column,
    ColumnKind,
    Export,
)

#: Type of each kind of value; every value may be null.
TYPES: dict[ColumnKind, object] = {
    ColumnKind.WHOLE: int | None,
    ColumnKind.NUMBER: float | None,
    ColumnKind.TEXT: str | None,
    ColumnKind.FLAG: bool | None,
    ColumnKind.TIME: datetime | None,
}


class FaultOfInput(Schema):
    """A fault in the input. `field`: where it is, such as `entry.points`; "" for the
    whole input.
    """

    field: str
    code: str
    detail: str


class Problem(Schema):
    """An error of a request (RFC 9457). `errors`: each fault in the input."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FaultOfInput] = []


class Written(Schema):
    """A change that was made.

    `revision`: the tournament's revision after it; `numbers`: player numbers; `draft`:
    key of a stored seating draft; `entry`: number of the entry at its table; `waits`:
    the change counts only after a referee or a second person has agreed.
    """

    revision: int
    numbers: list[int] | None = None
    draft: int | None = None
    round: int | None = None
    entry: int | None = None
    waits: bool | None = None


class Index(Schema):
    """The addresses from which clients start."""

    openapi: str
    events: str


class EventRow(Schema):
    """A tournament in the list. `state`: planned, running, closed, finished or
    archived."""

    slug: str
    title: str
    ruleset: str
    state: str
    planned_rounds: int
    closed_rounds: int
    players: int
    starts_on: date | None
    ends_on: date | None
    venue: str
    city: str
    country: str
    organiser: str
    revision: int
    url: str


class RoundRow(Schema):
    """A round with public seating. `tables`: number of tables; `done`: number of
    finished games."""

    number: int
    state: str
    tables: int
    done: int


class EventPage(EventRow):
    """A tournament with its rounds and the addresses of its data."""

    rounds: list[RoundRow]
    links: dict[str, str]


class EventList(Schema):
    count: int
    next: str | None
    rows: list[EventRow]


class StreamAddress(Schema):
    """Addresses of streams of server-sent events, None while the tournament is not
    public. Each `fragment` event has the new revision as its id. Its data is the
    revision too, or at `live_url` the live state as JSON."""

    revision: int
    url: str | None
    live_url: str | None


class LiveClock(Schema):
    """Clock of the current round. `ends_at`: set while it runs; `remaining`: seconds
    left, set while it is paused."""

    round: int
    state: str
    starts_at: datetime | None
    ends_at: datetime | None
    remaining: int | None


class LiveSeat(Schema):
    """A seat with its wind at the start; the score is None if it is hidden."""

    wind: str
    number: int
    name: str
    score: int | None


class LiveTable(Schema):
    """A table of the round in progress. `hand`: number of the current hand."""

    table: int
    state: str
    hand: int | None
    seats: list[LiveSeat]


class LiveRow(Schema):
    """A row of the live standings, with the figure of the first criterion.
    `table_score`: score in the game in progress; `fined`: penalties in table points,
    present only if the total score ranks players and there are such penalties."""

    model_config = ConfigDict(extra="allow")

    place: int
    number: int
    name: str
    table_score: int | None


class LiveHand(Schema):
    """A hand won. `discarder`: None for a self-draw."""

    table: int
    hand: int
    at: datetime
    winner: int
    winner_name: str
    discarder: int | None
    discarder_name: str
    value: str


class LiveState(Schema):
    """The live state of a tournament; `hands`: the latest hands, newest first."""

    event: str
    revision: int
    clock: LiveClock | None
    tables: list[LiveTable]
    standings: list[LiveRow]
    hands: list[LiveHand]


def rows_schema(export: Export[object]) -> type[Schema]:
    """Return the schema of a page of an export. Private columns are optional: only
    clients with a token get them."""
    private = {c.key for c in export.columns(None) if c.private}
    columns = export.shown_columns(None, Audience.DIRECTORS)
    fields: dict[str, Any] = {
        column.key: _field(column, optional=column.key in private) for column in columns
    }
    name = export.key.capitalize()
    row = create_model(f"{name}Row", __base__=Schema, **fields)
    page: type[Schema] = create_model(
        f"{name}Page",
        __base__=Schema,
        event=(str, ...),
        revision=(int, ...),
        complete=(bool, Field(..., description="Whether all rows were selected.")),
        count=(int, Field(..., description=_unit(export))),
        next=(str | None, ...),
        rows=(list[row], ...),  # type: ignore[valid-type]
    )
    return page


def _field(column: Column[object], *, optional: bool) -> tuple[object, object]:
    details = Field(None if optional else ..., description=str(column.heading))
    return (TYPES[column.kind], details)


def _unit(export: Export[object]) -> str:
    if export.counts is None:
        return "Total number of rows."
    unit = "changes" if export.private else "tables"
    return f"Total number of {unit}. Pages are counted in {unit}."
