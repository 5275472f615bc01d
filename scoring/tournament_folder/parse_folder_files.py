"""Parse the files of a tournament folder and collect all faults.

Also declares the columns of CSV files whose lines have no class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from rules.ledger_entries import MOST_POINTS
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hands_csv_columns import Columns
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_or_first
from scoring.tournament_folder import presence_csv, stages_csv, standings_csv_files
from scoring.tournament_folder.column_types_and_table_points import (
    Key,
    figure_in,
    key_in,
)
from scoring.tournament_folder.event_json.description_keys import read_logo
from scoring.tournament_folder.event_json.read_and_write_settings import (
    Settings,
    read_settings,
)
from scoring.tournament_folder.file_layout import (
    CATEGORIES,
    COLUMNS,
    EVENT,
    FILLER,
    FINAL,
    HANDS,
    LEDGER,
    MOST_HANDS,
    PAID,
    PENALTIES,
    PLAYERS,
    PRESENCE,
    SEATING,
    STAGE_PLACES,
    STANDINGS,
    TOTALS,
    FileColumns,
)
from scoring.tournament_folder.folder_or_zip import Files
from scoring.tournament_folder.ledger_jsonl import LedgerFile, read_ledgers
from scoring.tournament_folder.optional_file_rows import FurtherLine
from scoring.tournament_folder.optional_files import read_further
from scoring.tournament_folder.presence_csv import presence_in
from scoring.tournament_folder.rows_as_written import (
    Event,
    HandRow,
    RecordedTable,
    ShownRow,
    TotalsRow,
)
from scoring.tournament_folder.standings_csv_files import standings_in
from tournaments.files.file_faults import FileFault, at_line
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.people.categories import LONGEST_TOGETHER, categories_in
from tournaments.people.player_files import player_of, players_in
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused
from tournaments.rounds.seating_files import SEATS, seating_in
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER


def columns_by_file(presenter: AnyPresenter) -> Mapping[str, FileColumns]:
    """Return the columns of each CSV file for this ruleset."""
    hands = presenter.columns
    return {
        **COLUMNS,
        HANDS: FileColumns(hands.all, rare=hands.rare),
        STANDINGS: standings_csv_files.STANDINGS_COLUMNS,
        STAGE_PLACES: stages_csv.COLUMNS,
        PRESENCE: presence_csv.COLUMNS,
        FINAL: standings_csv_files.FINAL_PLACES_COLUMNS,
    }


T = TypeVar("T")
Tables = dict[Key, RecordedTable]

NO_SEATING = _("seating.csv has no table %(table)s in round %(round)s.")

#: Maximum score in points with a ledger; totals that replace hands have a lower limit.
MOST_SCORE = 10_000_000


@dataclass(frozen=True)
class Reading:
    """The readable content of the files, and the faults of the rest."""

    settings: Settings
    event: Event
    beside: tuple[FurtherLine, ...]
    faults: tuple[FileFault, ...]


def read_files(files: Files) -> Reading:
    """Return the content that can be read, and the faults.

    Faults of the content are not raised.
    """
    settings = read_settings(files[EVENT], has_ledger=LEDGER in files)
    logo, logo_faults = read_logo(files)
    settings = replace(settings, further=replace(settings.further, logo=logo))
    presenter = presenter_or_first(settings.ruleset)
    opened = {
        name: columns.opened(name, files[name])
        for name, columns in columns_by_file(presenter).items()
        if name in files
    }
    ledgers = read_ledgers(files.get(LEDGER, b""))
    tables = {
        (row.round, row.table): RecordedTable(line, row)
        for line, row in reversed(seating_in(opened[SEATING]))
    }
    ledger_faults = _add_ledgers(ledgers, tables, opened[SEATING])
    _add_hands(opened[HANDS], tables, opened[SEATING], presenter.columns)
    _add_totals(opened[TOTALS], tables, opened[SEATING], presenter.most_total)
    beside, beside_faults = read_further(files)
    players = _players(opened[PLAYERS])
    event = Event(
        players=players,
        presence=presence_in(opened.get(PRESENCE), players),
        stage_places=stages_csv.places_in(
            opened.get(STAGE_PLACES), settings.further.stages, players
        ),
        final=standings_csv_files.places_in(opened.get(FINAL)),
        numbers=_numbers(opened[PLAYERS]),
        tables=dict(sorted(tables.items())),
        standings=standings_in(opened.get(STANDINGS)),
        drafts=settings.drafts,
    )
    faults = [
        *settings.faults,
        *logo_faults,
        *ledgers.faults,
        *ledger_faults,
        *beside_faults,
        *(fault for file in opened.values() for fault in file.faults),
    ]
    return Reading(settings, event, tuple(beside), tuple(faults))


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
        message = _("House players cannot be in a team: “%(team)s”.")
        row.fault("filler_in_team", message, FILLER, team=player.team)
    fee_paid = bool(row.optional_integer(PAID, 0, 1))
    return replace(
        player,
        is_filler=is_filler,
        fee_paid=fee_paid,
        categories=_categories(row, is_filler=is_filler),
    )


def _categories(row: Row, *, is_filler: bool) -> str:
    """Return the categories in a row as they are stored; "" with a fault.

    House players have no categories.
    """
    text = row.free_text(CATEGORIES, LONGEST_TOGETHER)
    if is_filler and text:
        message = _("House players cannot be in a category: “%(categories)s”.")
        row.fault("filler_in_category", message, CATEGORIES, categories=text)
        return ""
    try:
        return categories_in(text)
    except Refused as refused:
        for fault in refused.faults:
            row.fault(fault.code, fault.message, CATEGORIES, **fault.params)
        return ""


def _numbers(file: CsvFile) -> frozenset[int] | None:
    """Return all player numbers, including those in faulty lines; None if the file
    cannot be read.
    """
    if file.is_broken:
        return None
    written = (row.raw("number") for row in file.rows)
    return frozenset(int(text) for text in written if text.isdecimal())


def _add_ledgers(
    ledgers: LedgerFile, tables: Tables, seating: CsvFile
) -> list[FileFault]:
    """Add the ledgers to their tables, and return faults for tables that are not in
    seating.csv.
    """
    for key in ledgers.first_lines.keys() & tables.keys():
        tables[key].ledger = ledgers.lines.get(key, [])
        tables[key].unreadable = key in ledgers.unreadable
    seated = {_key_as_written(row) for row in seating.rows}
    return [
        at_line(Fault("no_seating", NO_SEATING, "table", _params(key)), LEDGER, line)
        for key, line in ledgers.first_lines.items()
        if key not in tables and not seating.is_broken
        if (str(key[0]), str(key[1])) not in seated
    ]


def _params(key: Key) -> dict[str, object]:
    return {"round": key[0], "table": key[1]}


def _add_hands(
    file: CsvFile, tables: Tables, seating: CsvFile, columns: Columns
) -> None:
    def read(table: RecordedTable | None, row: Row) -> HandRow | ShownRow:
        if table and table.ledger:
            return ShownRow(row.line, tuple(row.raw(name) for name in columns.all))
        return _hand(row, columns)

    for table, hand in _by_table(file, tables, seating, read):
        match hand:
            case HandRow():
                table.hands.append(hand)
            case ShownRow():
                table.shown.append(hand)
            case None:
                table.unreadable = True
    if file.is_broken:
        for table in tables.values():
            table.unreadable = True


def _add_totals(file: CsvFile, tables: Tables, seating: CsvFile, most: int) -> None:
    def read(table: RecordedTable | None, row: Row) -> TotalsRow:
        seats = table.seats if table else WINDS
        return _totals(row, seats, MOST_SCORE if table and table.ledger else most)

    for table, totals in _by_table(file, tables, seating, read):
        if totals is None:
            table.unreadable = True
        elif table.totals:
            message = _("Table %(table)s of round %(round)s is listed twice.")
            round_, name = table.key
            file.fault(
                "given_twice", message, "table", totals.line, round=round_, table=name
            )
        else:
            table.totals = totals


def _by_table(
    file: CsvFile,
    tables: Tables,
    seating: CsvFile,
    read: Callable[[RecordedTable | None, Row], T],
) -> Iterator[tuple[RecordedTable, T | None]]:
    """Yield the table and the value of each row; the value is None if the row has a
    fault. Adds a fault for the first row of each table that is not in seating.csv.
    """
    seated = {_key_as_written(row) for row in seating.rows}
    unknown = set()
    for row in file.rows:
        key = file.attempt(row, key_in)
        about = tables.get(key) if key else None
        value = file.attempt(row, partial(read, about))
        if about:
            yield about, value
        elif (
            key
            and not seating.is_broken
            and key not in unknown
            and _key_as_written(row) not in seated
        ):
            unknown.add(key)
            row.fault("no_seating", NO_SEATING, "table", **_params(key))


def _key_as_written(row: Row) -> tuple[str, str]:
    """Return round and table number as text, so that a table with a faulty line in
    seating.csv is recognised.
    """
    return row.raw("round"), row.raw("table")


def _hand(row: Row, columns: Columns) -> HandRow:
    kind, values = columns.read(row)
    return HandRow(
        line=row.line,
        hand=row.integer("hand", 1, MOST_HANDS),
        kind=kind,
        winner=row.optional_integer("winner", 1, MOST_START_NUMBER),
        discarder=row.optional_integer("discarder", 1, MOST_START_NUMBER),
        values=values,
        penalties={
            wind: row.optional_integer(f"{seat}_penalty", -MOST_POINTS, MOST_POINTS)
            or 0
            for wind, seat in SEATS.items()
        },
    )


def _totals(row: Row, seats: Sequence[Wind], most: int) -> TotalsRow:
    scores = {wind: row.integer(f"{SEATS[wind]}_score", -most, most) for wind in seats}
    if abs(sum(scores.values())) > most:
        message = _("The scores add up to more than %(most)s points.")
        row.fault("out_of_range", message, "", most=most)
    return TotalsRow(
        line=row.line,
        scores=scores,
        table_points={
            wind: figure_in(row, f"{SEATS[wind]}_table_points") for wind in seats
        },
        totals_only=bool(row.optional_integer("totals_only", 0, 1)),
        penalties=row.optional_integer(PENALTIES, -most, most),
    )
