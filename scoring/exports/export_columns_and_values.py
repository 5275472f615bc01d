"""Columns, audiences and values of exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from django.utils.functional import Promise

from scoring.standings import who_sees_hidden_results
from scoring.standings.provisional_results import (
    has_open_round,
    rounds_in_words,
    standings_in_words,
)
from tournaments.models import Entry, Tournament
from tournaments.people.identities import under_public_name

Row = TypeVar("Row")

#: Value of a column before it is written.
Value = str | int | bool | Fraction | datetime | None
#: The value in JSON and CSV. Shared table points can be thirds; a fraction becomes the
#: nearest double.
Plain = str | int | float | bool | None


class ColumnKind(Enum):
    """Kind of a column's values; a value may also be missing."""

    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    TIME = "time"


class Audience(Enum):
    """Audience of a file: all who may see the tournament's pages, or its directors."""

    EVERYBODY = "everybody"
    DIRECTORS = "directors"

    def visible(self, tournament: Tournament) -> who_sees_hidden_results.VisibleResults:
        """Return the rounds whose results the audience may see."""
        if self is Audience.DIRECTORS:
            return who_sees_hidden_results.EVERYTHING
        return who_sees_hidden_results.visible_to_public(tournament)


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column: `key` names it in files and for programs, `words` for people.
    `private`: for directors only."""

    key: str
    words: str | Promise
    kind: ColumnKind
    value: Callable[[Row], Value]
    private: bool = False


@dataclass(frozen=True)
class Asked:
    """A request for a part of an export.

    `round`: that round only, or for standings the last round counted; 0 means all.
    `offset` and `limit` select units of the export.
    """

    tournament: Tournament
    audience: Audience
    round: int = 0
    offset: int = 0
    limit: int | None = None

    @property
    def part(self) -> slice:
        """Return the slice of requested units."""
        stop = None if self.limit is None else self.offset + self.limit
        return slice(self.offset, stop)


def under_known_names(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with the names that the audience may see."""
    if asked.audience is Audience.EVERYBODY:
        return list(map(under_public_name, entries))
    return list(entries)


@dataclass(frozen=True)
class Export(Generic[Row]):
    """A table to download.

    `columns` depend on the tournament, because rulesets name criteria differently; None
    returns those common to all, with the same keys and kinds. `rows` yields the rows
    and raises Withheld. `is_sum`: cumulative up to a round. `of_results`: empty while
    no results are public. `has_places`: contains places that may change during the
    round.

    Pages are counted in units: rows, or what `counts` returns the number of, such as
    tables or log entries. `rows` then yields only the requested units. `is_long`: takes
    seconds for a large tournament.
    """

    key: str
    title: str | Promise
    columns: Callable[[Tournament | None], Sequence[Column[Row]]]
    rows: Callable[[Asked], Iterable[Row]]
    by_round: bool = False
    is_sum: bool = False
    of_results: bool = False
    has_places: bool = False
    private: bool = False
    counts: Callable[[Asked], int] | None = None
    is_long: bool = False

    def tells(
        self, told: who_sees_hidden_results.VisibleResults, round_: int | None
    ) -> bool:
        """Return whether the export has any contents for an audience that may see
        `told`, in this round or in all; otherwise no page links to it."""
        if not self.of_results:
            return True
        return told.tells(round_) if round_ else told.last != 0

    def is_provisional(self, asked: Asked) -> bool:
        """Return whether these results may still change. At most one query."""
        if self.is_sum:
            return not asked.tournament.is_finished
        return self.has_places and has_open_round(asked.tournament, asked.round)

    def provisional_words(self, asked: Asked) -> str:
        """Return sentences that explain why these results may still change; "" if they
        are final or there are none."""
        if self.is_sum:
            told = asked.audience.visible(asked.tournament)
            return standings_in_words(asked.tournament, asked.round or told.last)
        return rounds_in_words(asked.tournament, asked.round) if self.has_places else ""

    def shown_columns(
        self, tournament: Tournament | None, audience: Audience
    ) -> list[Column[Row]]:
        """Return the columns the audience may see."""
        everything = audience is Audience.DIRECTORS
        columns = self.columns(tournament)
        return [column for column in columns if everything or not column.private]

    def values(self, asked: Asked) -> Iterator[list[Value]]:
        """Yield the rows as values in column order, with times in the tournament's time
        zone, to the second. Raises Withheld."""
        columns = self.shown_columns(asked.tournament, asked.audience)
        zone = asked.tournament.zone
        rows = self.rows(asked)
        if self.counts is None:
            rows = islice(rows, asked.part.start, asked.part.stop)
        for row in rows:
            values = (column.value(row) for column in columns)
            yield [_in_zone(value, zone) for value in values]

    def total(self, asked: Asked) -> int:
        """Return the number of units. Raises Withheld."""
        if self.counts is not None:
            return self.counts(asked)
        return sum(1 for _row in self.rows(asked))


def visible_rounds(asked: Asked) -> who_sees_hidden_results.VisibleResults:
    """Return the rounds whose results the audience may see. Raises Withheld if none."""
    visible = asked.audience.visible(asked.tournament)
    if visible.last == 0:
        raise Withheld(visible.notice)
    return visible


class Withheld(Exception):
    """Results that are not published yet; str() is the sentence."""


def _in_zone(value: Value, zone: ZoneInfo) -> Value:
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(microsecond=0)
    return value


def plain(value: Value) -> Plain:
    """Return the value for JSON and CSV: whole numbers as int, times in ISO 8601 with
    their time zone."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value
