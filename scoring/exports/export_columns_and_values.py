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
from tournaments.models import Player, Tournament
from tournaments.people.identities import under_public_name

Row = TypeVar("Row")

#: Value of a column before it is written.
Value = str | int | bool | Fraction | datetime | None
#: The value in JSON and CSV. Fractions (shared table points can be thirds) become the
#: nearest double.
Plain = str | int | float | bool | None


#: Tables of a tournament, by round and table number.
Tables = frozenset[tuple[int, int]]


class ColumnKind(Enum):
    """Kind of a column's values; a value may also be missing."""

    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    TIME = "time"


class Audience(Enum):
    """The readers of a file: viewers of the tournament's public pages, or its
    directors.
    """

    EVERYBODY = "everybody"
    DIRECTORS = "directors"

    def visible(self, tournament: Tournament) -> who_sees_hidden_results.VisibleResults:
        """Return the results that the audience may see."""
        if self is Audience.DIRECTORS:
            return who_sees_hidden_results.EVERYTHING
        return who_sees_hidden_results.visible_to_public(tournament)


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of an export.

    `key`: name in files and the API; `heading`: name shown to people; `value`: returns
    the value of a row; `private`: only directors see the column.
    """

    key: str
    heading: str | Promise
    kind: ColumnKind
    value: Callable[[Row], Value]
    private: bool = False


@dataclass(frozen=True)
class Selection:
    """A request for an export or a part of it.

    `round`: only that round, or for standings the last round that counts; 0 for all.
    `offset` and `limit`: part of the export, in units of the export. `tables`: only
    these tables, if the units are tables; None for all.
    """

    tournament: Tournament
    audience: Audience
    round: int = 0
    offset: int = 0
    limit: int | None = None
    tables: Tables | None = None

    @property
    def part(self) -> slice:
        """Return the slice of the requested units."""
        stop = None if self.limit is None else self.offset + self.limit
        return slice(self.offset, stop)


def under_known_names(selection: Selection, players: Iterable[Player]) -> list[Player]:
    """Return the players with the names that the audience may see."""
    if selection.audience is Audience.EVERYBODY:
        return list(map(under_public_name, players))
    return list(players)


@dataclass(frozen=True)
class Export(Generic[Row]):
    """A table of data to download.

    `columns`: returns the columns for a tournament, because rulesets have different
    names for criteria; for None, returns the columns common to all rulesets, with the
    same keys and kinds. `rows`: yields the rows; raises Withheld. `by_round`: can be
    requested for a round. `is_sum`: contains sums of all results up to the requested
    round. `of_results`: empty while no results are public. `has_places`: contains
    places that may change during the round.

    `counts`: returns the number of units, such as tables or log entries; `rows` then
    yields only the requested units. Without `counts`, each row is a unit. `is_long`:
    takes seconds for a large tournament. `of_tables`: the units are tables.
    """

    key: str
    title: str | Promise
    columns: Callable[[Tournament | None], Sequence[Column[Row]]]
    rows: Callable[[Selection], Iterable[Row]]
    by_round: bool = False
    is_sum: bool = False
    of_results: bool = False
    has_places: bool = False
    private: bool = False
    counts: Callable[[Selection], int] | None = None
    is_long: bool = False
    of_tables: bool = False

    def tells(
        self, visible: who_sees_hidden_results.VisibleResults, round_: int | None
    ) -> bool:
        """Return whether the export has any content in this round (None: all rounds)
        for an audience that sees the results in `visible`. Pages link only to exports
        with content.
        """
        if not self.of_results:
            return True
        return visible.tells(round_) if round_ else visible.last != 0

    def is_provisional(self, selection: Selection) -> bool:
        """Return whether these results may still change. Uses at most one query."""
        if self.is_sum:
            return not selection.tournament.is_finished
        return self.has_places and has_open_round(selection.tournament, selection.round)

    def provisional_words(self, selection: Selection) -> str:
        """Return sentences on why these results may still change; "" if they are final
        or there are none."""
        if self.is_sum:
            visible = selection.audience.visible(selection.tournament)
            return standings_in_words(
                selection.tournament, selection.round or visible.last
            )
        return (
            rounds_in_words(selection.tournament, selection.round)
            if self.has_places
            else ""
        )

    def shown_columns(
        self, tournament: Tournament | None, audience: Audience
    ) -> list[Column[Row]]:
        """Return the columns that the audience may see."""
        everything = audience is Audience.DIRECTORS
        columns = self.columns(tournament)
        return [column for column in columns if everything or not column.private]

    def values(self, selection: Selection) -> Iterator[list[Value]]:
        """Yield the rows as lists of values in column order.

        Times are in the tournament's time zone, without fractions of a second. Raises
        Withheld if the results are not published yet.
        """
        columns = self.shown_columns(selection.tournament, selection.audience)
        zone = selection.tournament.zone
        rows = self.rows(selection)
        if self.counts is None:
            rows = islice(rows, selection.part.start, selection.part.stop)
        for row in rows:
            values = (column.value(row) for column in columns)
            yield [_in_zone(value, zone) for value in values]

    def total(self, selection: Selection) -> int:
        """Return the number of units in the selection.

        Raises Withheld if the results are not published yet.
        """
        if self.counts is not None:
            return self.counts(selection)
        return sum(1 for _row in self.rows(selection))


def visible_rounds(selection: Selection) -> who_sees_hidden_results.VisibleResults:
    """Return the results that the audience may see.

    Raises Withheld if no results are public yet.
    """
    visible = selection.audience.visible(selection.tournament)
    if visible.last == 0:
        raise Withheld(lambda: selection.audience.visible(selection.tournament).notice)
    return visible


class Withheld(Exception):
    """Results are not published yet. `sentence`: returns the reason.

    `sentence` is called only when a page shows the reason, because the file may be in
    another language than the page.
    """

    def __init__(self, sentence: Callable[[], str]) -> None:
        super().__init__()
        self._sentence = sentence

    def __str__(self) -> str:
        return self._sentence()


def _in_zone(value: Value, zone: ZoneInfo) -> Value:
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(microsecond=0)
    return value


def plain(value: Value) -> Plain:
    """Return the value for JSON and CSV: whole numbers as int, other fractions as
    float, times as text in ISO 8601 with time zone.
    """
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value
