"""Store a tournament folder as a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.tables_of_two_or_three import at_size
from rules.winds import Wind
from scoring.ledger import enter_hand, stored_results, stored_wins
from scoring.models import LedgerEntry, Result, Sheet
from scoring.tournament_folder import (
    optional_file_rows,
    presence_csv,
    stages_csv,
    standings_csv_files,
)
from scoring.tournament_folder.column_types_and_table_points import Key
from scoring.tournament_folder.event_json import deduction_keys, league_keys
from scoring.tournament_folder.ledger_checks import as_entries
from scoring.tournament_folder.ledger_from_csv import IMPORT, RecordedLedger
from scoring.tournament_folder.open_folder import EventFolder
from scoring.tournament_folder.prepared_inserts import Values, insert, prepared
from scoring.tournament_folder.tournament_from_event_json import make_event
from scoring.wording.stored_reasons import Reason
from tournaments.files.file_faults import as_stored
from tournaments.models import Game, Round, RoundState, Tournament
from tournaments.people import register_players
from tournaments.rounds import seat_rounds_and_exchange_seats

#: Called with the number of tables done and of all tables during an import.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class TableToWrite:
    """A table's ledger as it will be in the database, without its game.

    `ready`: prepared values of its lines; empty if lines refer to other lines, because
    these have no keys yet.
    """

    lines: Sequence[LedgerEntry]
    ready: Sequence[Values]
    state: TableState
    results: Mapping[Wind, Result]
    #: Whether the lines come from ledger.jsonl, with their history.
    from_folder: bool


def worked_out(
    folder: EventFolder, progress: Progress = lambda done, tables: None
) -> Mapping[Key, TableToWrite]:
    """Return the data of every ledger for `store`, by round and table.

    This takes most of an import's time but does not use the database, so tables can
    save hands during that time.
    """
    tables = {}
    for done, (key, ledger_) in enumerate(folder.ledgers.items(), start=1):
        if not ledger_.is_empty:
            rules = at_size(folder.rules, len(folder.event.tables[key].seats))
            tables[key] = _worked_out(rules, ledger_)
        progress(done, len(folder.ledgers))
    return tables


def _worked_out(rules: Ruleset, recorded: RecordedLedger) -> TableToWrite:
    if not recorded.lines:
        return table_to_write(rules, recorded.rows, recorded.state, by=IMPORT)
    lines = as_entries(Game(), rules, recorded.lines)
    return _ready(rules, lines, recorded.state, from_folder=True)


def table_to_write(
    rules: Ruleset,
    rows: Sequence[tuple[int, Raw, Reason]],
    state: TableState,
    *,
    by: str,
) -> TableToWrite:
    """Return the data of a table for `write_ledgers`.

    `rows`: hand number, entry and reason, in order; `state`: state after the last
    entry. Raises RuleError for an entry that the rules cannot read.
    """
    return _ready(
        rules, enter_hand.unwritten(rules, rows, by=by), state, from_folder=False
    )


def _ready(
    rules: Ruleset,
    lines: Sequence[LedgerEntry],
    state: TableState,
    *,
    from_folder: bool,
) -> TableToWrite:
    results = stored_results.results_by_seat(rules, state)
    names_others = any(line.supersedes for line in lines)
    ready = [] if names_others else list(map(prepared, lines))
    return TableToWrite(lines, ready, state, results, from_folder)


@transaction.atomic
def store(
    folder: EventFolder,
    tables: Mapping[Key, TableToWrite],
    *,
    director: User | None,
) -> Tournament:
    """Create a tournament with everything in the folder, log its flags and remarks, and
    return it.

    `tables`: from `worked_out`, which calculates as much as possible in advance,
    because on SQLite no one else can write during this transaction. Rounds whose tables
    all have totals are closed. Other rounds are published, or drafts if event.json
    lists them.
    """
    by = director.get_username() if director else IMPORT
    tournament = make_event(folder.plan, folder.further, director=director, by=by)
    register_players.register(tournament, folder.seats.players, by=by, account=director)
    stages_csv.store(tournament, folder.event.stage_places)
    if folder.seats.tables:
        seat_rounds_and_exchange_seats.seat_rounds(
            tournament, folder.seats.tables, by=by
        )
    games = _games(tournament)
    write_ledgers(games, tables)
    optional_file_rows.store(folder.beside, tournament, folder.rules, games)
    presence_csv.store(tournament, folder.event.presence, by=by)
    closed = _set_states(tournament, folder)
    tournament.record(
        "imported",
        by=by,
        closed=sorted(closed),
        flags=list(map(as_stored, folder.flags)),
        remarks=[remark.kept for remark in folder.remarks()],
    )
    deduction_keys.store(tournament, folder.further.deductions)
    league_keys.store(tournament, folder.further.league)
    if finished := folder.further.finished:
        standings_csv_files.store(tournament, finished, folder.event.final)
    return tournament


def _games(tournament: Tournament) -> Mapping[Key, Game]:
    """Return the games with their seats, by round and table."""
    games = (
        Game.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .prefetch_related("seats")
        .order_by("round__number", "table")
    )
    return {(session.round.number, session.table): session for session in games}


def write_ledgers(
    games: Mapping[Key, Game], tables: Mapping[Key, TableToWrite]
) -> None:
    """Store the ledgers, sheets and results of all tables."""
    for key, table in tables.items():
        for line in table.lines:
            enter_hand.attach_to(games[key], line, from_folder=table.from_folder)
    insert(LedgerEntry, _with_keys(tables.values()))
    corrected = (table.lines for table in tables.values() if not table.ready)
    for lines in _in_turn(corrected):
        LedgerEntry.objects.bulk_create(lines)
    Sheet.objects.bulk_create(
        stored_results.sheet_of(games[key], table.state, len(table.lines))
        for key, table in tables.items()
    )
    Result.objects.bulk_create(_seated(games, tables))
    stored_wins.add(
        [
            win
            for key, table in tables.items()
            for win in stored_wins.rows_of(games[key], table.state, table.lines)
        ]
    )


def _with_keys(tables: Iterable[TableToWrite]) -> Iterator[Values]:
    """Yield the prepared values of each line, with its game and device key added."""
    for table in tables:
        for values, line in zip(table.ready, table.lines, strict=False):
            keys = {"game_id": line.game_id, "device_key": line.device_key}
            yield values | keys


def _in_turn(ledgers: Iterable[Sequence[LedgerEntry]]) -> list[list[LedgerEntry]]:
    """Return the lines of all ledgers in lists that must be inserted one after the
    other.

    Lines of a ledger keep their order. A line that replaces another line, or was moved
    from it, is in a later list than that line.
    """
    turns: list[list[LedgerEntry]] = [[]]
    for lines in ledgers:
        turn = 0
        turn_of: dict[int, int] = {}
        for line in lines:
            named = filter(None, (line.supersedes, line.moved_from))
            turn += any(turn_of[other.sequence] == turn for other in named)
            turn_of[line.sequence] = turn
            if turn == len(turns):
                turns.append([])
            turns[turn].append(line)
    return turns


def _seated(
    games: Mapping[Key, Game], tables: Mapping[Key, TableToWrite]
) -> Iterator[Result]:
    for key, table in tables.items():
        seats = {seat.wind: seat for seat in games[key].seats.all()}
        for wind, row in table.results.items():
            row.seat = seats[wind]
            yield row


def _set_states(tournament: Tournament, folder: EventFolder) -> set[int]:
    """Close the finished rounds and publish the other rounds except drafts.

    Return the numbers of the closed rounds.
    """
    event = folder.event
    played = {key[0] for key, kept in folder.ledgers.items() if not kept.is_empty}
    drafts = event.drafts - played
    closed = folder.closed_rounds()
    rounds = Round.objects.filter(tournament=tournament)
    rounds.exclude(number__in=drafts | closed).update(state=RoundState.PUBLISHED)
    rounds.filter(number__in=closed).update(state=RoundState.CLOSED)
    return closed
