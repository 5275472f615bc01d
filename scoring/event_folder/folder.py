"""An event folder, read and checked: everything that is needed to import it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.faults import RuleError
from rules.mcr import Mcr
from rules.table import Ruleset
from scoring.event_folder.layout import KNOWN
from scoring.event_folder.ledgers import Ledger, ledger_of
from scoring.event_folder.reading import read_files
from scoring.event_folder.recorded import Event, Key, RecordedTable
from scoring.event_folder.seats import Seats
from scoring.event_folder.source import Files
from tournaments.files import FileFault
from tournaments.setup import Plan


@dataclass(frozen=True)
class EventFolder:
    """What the files say (`event`), and what is to be stored of it. `flags` are
    the contradictions it is imported with."""

    plan: Plan
    event: Event
    seats: Seats
    ledgers: Mapping[Key, Ledger]
    flags: tuple[FileFault, ...]

    def before_round(self, number: int) -> EventFolder:
        """The event as it was before round `number` was played."""
        tables = {
            key: table if key[0] < number else RecordedTable(table.line, table.seating)
            for key, table in self.event.tables.items()
        }
        ledgers = {key: book for key, book in self.ledgers.items() if key[0] < number}
        event = replace(self.event, tables=tables, standings=())
        return replace(self, event=event, ledgers=ledgers)


def open_files(files: Files, *, accept_flagged: bool = False) -> EventFolder:
    """Read and check an event folder.

    With `accept_flagged` contradictions become flags. Raises RuleError with every
    fault as a `FileFault`, in the order of files and lines, if anything is wrong
    that cannot be accepted.
    """
    reading = read_files(files)
    seats = Seats(reading.event)
    ledgers = _ledgers(reading.rules, reading.event)
    found = [
        *reading.faults,
        *seats.faults,
        *(fault for ledger in ledgers.values() for fault in ledger.faults),
    ]
    faults = sorted(found, key=lambda fault: (KNOWN.index(fault.file), fault.line))
    if faults and not (accept_flagged and all(f.acceptable for f in faults)):
        raise RuleError(*faults)
    if reading.plan is None:
        raise AssertionError("a plan that could not be read has a fault")
    return EventFolder(reading.plan, reading.event, seats, ledgers, tuple(faults))


def _ledgers(rules: Ruleset | None, event: Event) -> dict[Key, Ledger]:
    """Every table's ledger; none while the rules are not known."""
    if rules is None:
        return {}
    if not isinstance(rules, Mcr):
        raise TypeError(f"hands.csv has no columns for {rules.id} yet")
    return {key: ledger_of(table, rules) for key, table in event.tables.items()}
