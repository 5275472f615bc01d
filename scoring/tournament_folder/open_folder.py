"""Read and check a tournament folder before it is imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.faults import RuleError
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.tables_of_two_or_three import at_size
from scoring.tournament_folder.column_types_and_table_points import Key
from scoring.tournament_folder.compare_import import Finding
from scoring.tournament_folder.event_json.all_keys import Further
from scoring.tournament_folder.file_layout import KNOWN, SEATING
from scoring.tournament_folder.folder_or_zip import Files, from_zip
from scoring.tournament_folder.import_remarks import remarks_on
from scoring.tournament_folder.ledger_checks import is_cancelled, ledger_of_lines
from scoring.tournament_folder.ledger_from_csv import RecordedLedger, ledger_of
from scoring.tournament_folder.optional_file_rows import FurtherLine, Tables
from scoring.tournament_folder.parse_folder_files import Reading, read_files
from scoring.tournament_folder.rows_as_written import Event, RecordedTable
from scoring.tournament_folder.seats_of_recorded_players import Seats
from tournaments.files.file_faults import FileFault, at_line
from tournaments.files.read_in_child_process import check_folder
from tournaments.files.upload_limits import READ_IN_PLACE_CHARACTERS
from tournaments.tournament_setup.create_and_change_tournament import Plan


@dataclass(frozen=True)
class EventFolder:
    """A tournament folder that can be imported.

    `event`: content of the files; `beside`: lines of the optional files; `seats`:
    players and tables to store; `flags`: the contradictions that were accepted.
    """

    plan: Plan
    rules: Ruleset
    further: Further
    event: Event
    beside: Sequence[FurtherLine]
    seats: Seats
    ledgers: Mapping[Key, RecordedLedger]
    flags: tuple[FileFault, ...]

    def remarks(self) -> list[Finding]:
        """Return remarks for the director on unusual content that is not faulty."""
        return remarks_on(self.event, self.ledgers)

    def closed_rounds(self) -> set[int]:
        """Return the numbers of rounds in which every table has totals or was
        cancelled."""
        rounds = {key[0] for key in self.event.tables}
        return rounds - {
            key[0]
            for key, table in self.event.tables.items()
            if not (table.totals or self._is_cancelled(key))
        }

    def _is_cancelled(self, key: Key) -> bool:
        return key in self.ledgers and is_cancelled(self.ledgers[key])


def open_files(files: Files, *, accept_flagged: bool = False) -> EventFolder:
    """Return a tournament folder, read and checked.

    `accept_flagged`: contradictions become flags. Raises RuleError if a fault cannot be
    accepted, with all faults as `FileFault` in the order of files and lines.
    """
    reading = read_files(files)
    seats = Seats(reading.event)
    settings = reading.settings
    ledgers = _ledgers(settings.rules, reading.event)
    all_faults = [
        *reading.faults,
        *seats.faults,
        *(fault for ledger in ledgers.values() for fault in ledger.faults),
    ]
    if not all_faults or all(fault.acceptable for fault in all_faults):
        all_faults += _wrong_beside(reading, seats, ledgers)
    faults = sorted(all_faults, key=lambda fault: (KNOWN.index(fault.file), fault.line))
    if faults and not (accept_flagged and all(f.acceptable for f in faults)):
        raise RuleError(*faults)
    if settings.plan is None or settings.rules is None:
        raise AssertionError("a plan that could not be read has a fault")
    read = (settings.plan, settings.rules, settings.further, reading.event)
    return EventFolder(*read, reading.beside, seats, ledgers, tuple(faults))


def check_zip(data: bytes, accept_flagged: int) -> None:
    """Read and check a tournament folder in a zip.

    Runs in the child process for uploads. Raises RuleError as `from_zip` and
    `open_files` do.
    """
    open_files(from_zip(data), accept_flagged=bool(accept_flagged))


def open_zip_within_limits(data: bytes, *, accept_flagged: bool) -> EventFolder:
    """Return a tournament folder in a zip, read and checked.

    A large folder is first checked in a child process with limits for memory and time.
    The worker cannot have these limits: a memory limit would affect its other threads,
    and threads cannot be stopped. Raises RuleError as `from_zip` and `open_files` do,
    and if a limit is exceeded.
    """
    files = from_zip(data)
    if sum(map(len, files.values())) > READ_IN_PLACE_CHARACTERS:
        check_folder(check_zip, data, int(accept_flagged))
    return open_files(files, accept_flagged=accept_flagged)


def _wrong_beside(
    reading: Reading, seats: Seats, ledgers: Mapping[Key, RecordedLedger]
) -> Iterator[FileFault]:
    """Yield the faults of lines in the optional files, given these seats and ledgers.

    Yield nothing if the rules are unknown.
    """
    if reading.settings.rules is not None:
        numbers = {(table.round, table.table): table.numbers for table in seats.tables}
        tables = Tables(reading.settings.rules, numbers, ledgers)
        for line in reading.beside:
            yield from line.wrong(tables)


def _ledgers(rules: Ruleset | None, event: Event) -> dict[Key, RecordedLedger]:
    """Return every table's ledger; empty if the rules are unknown."""
    if rules is None:
        return {}
    return {key: _ledger(table, rules) for key, table in event.tables.items()}


def _ledger(table: RecordedTable, rules: Ruleset) -> RecordedLedger:
    try:
        own = at_size(rules, len(table.seats))
    except RuleError as error:
        faults = [at_line(fault, SEATING, table.line) for fault in error.faults]
        return RecordedLedger(TableState(rules.opening()), [], faults)
    return ledger_of_lines(table, own) if table.ledger else ledger_of(table, own)
