"""From the files of an event folder to what they say, with every fault that keeps
something from being read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext_noop as _

from rules.entries import MOST_POINTS
from rules.table import Ruleset
from scoring.event_folder.layout import (
    COLUMNS,
    EVENT,
    FILLER,
    HANDS,
    OPTIONAL,
    PENALTIES,
    PLAYERS,
    SEATING,
    STANDINGS,
    TOTALS,
)
from scoring.event_folder.recorded import (
    Event,
    Figure,
    HandRow,
    Key,
    RecordedTable,
    StandingRow,
    TotalsRow,
    read_figure,
)
from scoring.event_folder.settings import read_settings
from scoring.event_folder.source import Files
from tournaments.files import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
    SEATS,
    CsvFile,
    FileFault,
    Row,
    player_of,
    players_in,
    seating_in,
)
from tournaments.setup import Plan, PlayerRow

T = TypeVar("T")
Tables = dict[Key, RecordedTable]

MOST_HANDS = 999


@dataclass(frozen=True)
class Reading:
    """What could be read, and why the rest could not. `plan` and `rules` are None
    where event.json does not give them."""

    plan: Plan | None
    rules: Ruleset | None
    event: Event
    faults: tuple[FileFault, ...]


def read_files(files: Files) -> Reading:
    """Read everything that can be read. Raises nothing for what the files say."""
    settings = read_settings(files[EVENT])
    opened = {
        name: CsvFile(name, files[name], columns, optional=OPTIONAL.get(name, ()))
        for name, columns in COLUMNS.items()
        if name in files
    }
    tables = {
        (row.round, row.table): RecordedTable(line, row)
        for line, row in reversed(seating_in(opened[SEATING]))
    }
    _add_hands(opened[HANDS], tables, opened[SEATING])
    _add_totals(opened[TOTALS], tables, opened[SEATING])
    event = Event(
        players=_players(opened[PLAYERS]),
        numbers=_numbers(opened[PLAYERS]),
        tables=dict(sorted(tables.items())),
        standings=_standings(opened),
        drafts=settings.drafts,
    )
    faults = [fault for file in opened.values() for fault in file.faults]
    return Reading(settings.plan, settings.rules, event, (*settings.faults, *faults))


def _players(file: CsvFile) -> tuple[PlayerRow, ...]:
    players = players_in(file, _player)
    for line, player in players:
        if player.number is None:
            file.fault("missing", _("%(column)s is empty."), "number", line)
    return tuple(player for _line, player in players)


def _player(row: Row) -> PlayerRow:
    player = player_of(row)
    is_filler = bool(row.optional_integer(FILLER, 0, 1))
    if is_filler and player.team:
        message = _("A house player is in no team: %(team)s.")
        row.fault("filler_in_team", message, FILLER, team=player.team)
    return replace(player, is_filler=is_filler)


def _numbers(file: CsvFile) -> frozenset[int] | None:
    """Every number, also on lines with a fault; None if lines could not be read."""
    if file.is_broken:
        return None
    written = (row.raw("number") for row in file.rows)
    return frozenset(int(text) for text in written if text.isdecimal())


def _add_hands(file: CsvFile, tables: Tables, seating: CsvFile) -> None:
    for table, hand in _by_table(file, tables, seating, _hand):
        if hand:
            table.hands.append(hand)
        else:
            table.unreadable = True
    if file.is_broken:
        for table in tables.values():
            table.unreadable = True


def _add_totals(file: CsvFile, tables: Tables, seating: CsvFile) -> None:
    for table, totals in _by_table(file, tables, seating, _totals):
        if totals is None:
            table.unreadable = True
        elif table.totals:
            message = _("Table %(table)s of round %(round)s is given twice.")
            round_, name = table.key
            file.fault(
                "given_twice", message, "table", totals.line, round=round_, table=name
            )
        else:
            table.totals = totals


def _by_table(
    file: CsvFile, tables: Tables, seating: CsvFile, read: Callable[[Row], T]
) -> Iterator[tuple[RecordedTable, T | None]]:
    """Each row of the file with its table; None if the row has a fault."""
    seated = {_key_as_written(row) for row in seating.rows}
    unknown = set()
    for row in file.rows:
        key = file.attempt(row, _key)
        value = file.attempt(row, read)
        if key in tables:
            yield tables[key], value
        elif (
            key
            and not seating.is_broken
            and key not in unknown
            and _key_as_written(row) not in seated
        ):
            unknown.add(key)
            message = _("Round %(round)s has no table %(table)s in seating.csv.")
            row.fault("no_seating", message, "table", round=key[0], table=key[1])


def _key(row: Row) -> Key:
    return row.integer("round", 1, MOST_ROUNDS), row.integer("table", 1, MOST_TABLES)


def _key_as_written(row: Row) -> tuple[str, str]:
    """Tells a table whose line in seating.csv has a fault from one without a line."""
    return row.raw("round"), row.raw("table")


def _hand(row: Row) -> HandRow:
    return HandRow(
        line=row.line,
        hand=row.integer("hand", 1, MOST_HANDS),
        winner=row.optional_integer("winner", 1, MOST_START_NUMBER),
        discarder=row.optional_integer("discarder", 1, MOST_START_NUMBER),
        points=row.optional_integer("points", -MOST_POINTS, MOST_POINTS),
        chicken=bool(row.optional_integer("chicken_hand", 0, 1)),
        penalties={
            wind: row.optional_integer(f"{seat}_penalty", -MOST_POINTS, MOST_POINTS)
            or 0
            for wind, seat in SEATS.items()
        },
    )


def _totals(row: Row) -> TotalsRow:
    scores = {
        wind: row.integer(f"{seat}_score", -MOST_POINTS, MOST_POINTS)
        for wind, seat in SEATS.items()
    }
    if abs(sum(scores.values())) > MOST_POINTS:
        message = _("The scores sum to more than %(most)s points.")
        row.fault("out_of_range", message, "", most=MOST_POINTS)
    return TotalsRow(
        line=row.line,
        scores=scores,
        table_points={
            wind: _figure(row, f"{seat}_table_points") for wind, seat in SEATS.items()
        },
        totals_only=bool(row.optional_integer("totals_only", 0, 1)),
        penalties=row.optional_integer(PENALTIES, -MOST_POINTS, MOST_POINTS),
    )


def _standings(opened: Mapping[str, CsvFile]) -> tuple[StandingRow, ...]:
    file = opened.get(STANDINGS)
    return tuple(row for _line, row in file.lines(_standing)) if file else ()


def _standing(row: Row) -> StandingRow:
    return StandingRow(
        line=row.line,
        place=row.integer("place", 1, MOST_START_NUMBER),
        number=row.integer("number", 1, MOST_START_NUMBER),
        table_points=_figure(row, "table_points"),
        score=row.integer("score", -100 * MOST_POINTS, 100 * MOST_POINTS),
    )


def _figure(row: Row, column: str) -> Figure | None:
    """Table points; None if the cell is empty (or with a fault)."""
    text = row.raw(column)
    figure = read_figure(text)
    if text and figure is None:
        message = _("%(column)s is “%(value)s”: give table points as 4, 1.5 or 7/3.")
        row.fault("not_a_figure", message, column, value=text)
    return figure
