"""What the API answers, as types. Rows are made from the columns of their exports, so
that a new column needs nothing here."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from ninja import Schema
from pydantic import Field, create_model

from scoring.exports.export_columns_and_values import (
    Audience,
    Column,
    ColumnKind,
    Export,
)

#: The type of a value of each kind; that there is none, any value may say.
TYPES: dict[ColumnKind, object] = {
    ColumnKind.WHOLE: int | None,
    ColumnKind.NUMBER: float | None,
    ColumnKind.TEXT: str | None,
    ColumnKind.FLAG: bool | None,
    ColumnKind.TIME: datetime | None,
}


class Problem(Schema):
    """What was wrong with a request (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class Index(Schema):
    """Where to begin."""

    openapi: str
    events: str


class EventRow(Schema):
    """An event in the list. `state`: planned, running, closed, finished or archived."""

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
    """A round whose seats are shown, with how many tables it has, and how many of them
    are done."""

    number: int
    state: str
    tables: int
    done: int


class EventPage(EventRow):
    """An event with its rounds, and the addresses of what can be read of it."""

    rounds: list[RoundRow]
    links: dict[str, str]


class EventList(Schema):
    count: int
    next: str | None
    rows: list[EventRow]


class StreamAddress(Schema):
    """Where to hear of every new revision, as server-sent events: each `fragment` event
    has the number as its data and its id. None while the event is not public."""

    revision: int
    url: str | None


def rows_schema(export: Export[object]) -> type[Schema]:
    """A page of an export. Columns that only a token's reader gets may be missing."""
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
        count=(int, Field(..., description=_unit(export))),
        next=(str | None, ...),
        rows=(list[row], ...),  # type: ignore[valid-type]
    )
    return page


def _field(column: Column[object], *, optional: bool) -> tuple[object, object]:
    said = Field(None if optional else ..., description=str(column.words))
    return (TYPES[column.kind], said)


def _unit(export: Export[object]) -> str:
    if export.counts is None:
        return "Total number of rows."
    unit = "changes" if export.private else "tables"
    return f"Total number of {unit}. Pages are counted in {unit}."
