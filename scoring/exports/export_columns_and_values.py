"""What an export is: its columns, and where its rows come from.

A column says what it is called in files and for programs (`key`), what people read
above it (`words`), of which kind its values are, and to whom they are shown.
"""

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

#: A value of a column, before it is written anywhere.
Value = str | int | bool | Fraction | datetime | None
#: One as JSON and CSV have it. Points of shared places are thirds at times: a
#: number with a fraction is the nearest that a double can be.
Plain = str | int | float | bool | None


class ColumnKind(Enum):
    """What the values of a column are, if there is one."""

    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    TIME = "time"


class Audience(Enum):
    """Whom a file is for: everybody who may see the event's pages, or its directors."""

    EVERYBODY = "everybody"
    DIRECTORS = "directors"

    def visible(self, tournament: Tournament) -> who_sees_hidden_results.Told:
        """The rounds whose results they may see."""
        if self is Audience.DIRECTORS:
            return who_sees_hidden_results.EVERYTHING
        return who_sees_hidden_results.visible_to_public(tournament)


@dataclass(frozen=True)
class Column(Generic[Row]):
    """`private`: only directors get it."""

    key: str
    words: str | Promise
    kind: ColumnKind
    value: Callable[[Row], Value]
    private: bool = False


@dataclass(frozen=True)
class Asked:
    """What of an event is asked for: `round`, where an export is about rounds, is the
    only one, or for standings the last one that counts; 0 asks for all. Of the
    export's units those from number `offset` on, and at most `limit`."""

    tournament: Tournament
    audience: Audience
    round: int = 0
    offset: int = 0
    limit: int | None = None

    @property
    def part(self) -> slice:
        """The requested units, among all."""
        stop = None if self.limit is None else self.offset + self.limit
        return slice(self.offset, stop)


def under_known_names(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """The entries under the names that this audience may know."""
    if asked.audience is Audience.EVERYBODY:
        return list(map(under_public_name, entries))
    return list(entries)


@dataclass(frozen=True)
class Export(Generic[Row]):
    """A table that can be taken away. `columns`: for an event, whose ruleset may have
    words of its own for a measure; None asks for those of any event, whose keys and
    kinds are the same. `rows` gives them one after the other, and raises Withheld.
    `is_sum`: of all rounds up to the one that is asked for. `of_results`: nothing of it
    is for whom no results are told. `has_places`: places at tables, which may change
    while their round is played.

    Who reads it page by page gets so many units at a time: rows, or what `counts` how
    many there are of, which `rows` then reads no more of than are asked for (tables, of
    which each has several rows; changes of the log). `is_long`: of a large event it
    takes seconds to make."""

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

    def tells(self, told: who_sees_hidden_results.Told, round_: int | None) -> bool:
        """Whether it says anything, of that round or of all, to whom so much is told;
        else no page leads to it."""
        if not self.of_results:
            return True
        return told.tells(round_) if round_ else told.last != 0

    def is_provisional(self, asked: Asked) -> bool:
        """Whether these results may still change. At most one query."""
        if self.is_sum:
            return not asked.tournament.is_finished
        return self.has_places and has_open_round(asked.tournament, asked.round)

    def provisional_words(self, asked: Asked) -> str:
        """Return sentences that say why these results may still change; "" where they
        are final, and of an export without results."""
        if self.is_sum:
            told = asked.audience.visible(asked.tournament)
            return standings_in_words(asked.tournament, asked.round or told.last)
        return rounds_in_words(asked.tournament, asked.round) if self.has_places else ""

    def shown_columns(
        self, tournament: Tournament | None, audience: Audience
    ) -> list[Column[Row]]:
        """Those that the audience gets."""
        everything = audience is Audience.DIRECTORS
        columns = self.columns(tournament)
        return [column for column in columns if everything or not column.private]

    def values(self, asked: Asked) -> Iterator[list[Value]]:
        """The rows, each value in the place of its column, times in the event's zone,
        to the second. Raises Withheld."""
        columns = self.shown_columns(asked.tournament, asked.audience)
        zone = asked.tournament.zone
        rows = self.rows(asked)
        if self.counts is None:
            rows = islice(rows, asked.part.start, asked.part.stop)
        for row in rows:
            values = (column.value(row) for column in columns)
            yield [_in_zone(value, zone) for value in values]

    def total(self, asked: Asked) -> int:
        """How many units there are. Raises Withheld."""
        if self.counts is not None:
            return self.counts(asked)
        return sum(1 for _row in self.rows(asked))


def visible_rounds(asked: Asked) -> who_sees_hidden_results.Told:
    """The rounds whose results are public. Raises Withheld if none are."""
    visible = asked.audience.visible(asked.tournament)
    if visible.last == 0:
        raise Withheld(visible.words)
    return visible


class Withheld(Exception):
    """The results are still secret; str() is a sentence that says so."""


def _in_zone(value: Value, zone: ZoneInfo) -> Value:
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(microsecond=0)
    return value


def plain(value: Value) -> Plain:
    """As JSON and CSV have it: a whole number is written as one, a time as ISO 8601
    with its zone."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value
