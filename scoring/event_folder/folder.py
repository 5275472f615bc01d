"""An event folder, read and checked: everything that is needed to import it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.faults import RuleError
from rules.table import Ruleset
from scoring.event_folder.comparing import Finding
from scoring.event_folder.confirmations import wrong_words
from scoring.event_folder.conflicts import wrong_conflicts
from scoring.event_folder.extra_times import wrong_extra_times
from scoring.event_folder.late_hands import wrong_late_hands
from scoring.event_folder.layout import KNOWN
from scoring.event_folder.ledger_checks import is_cancelled, ledger_of_lines
from scoring.event_folder.ledgers import Ledger, ledger_of
from scoring.event_folder.reading import read_files
from scoring.event_folder.recorded import (
    ConflictLine,
    Event,
    ExtraTime,
    Key,
    LateLine,
    RecordedTable,
    Word,
)
from scoring.event_folder.remarks import remarks_on
from scoring.event_folder.seats import Seats
from scoring.event_folder.settings import Further
from scoring.event_folder.source import Files
from tournaments.files.faults import FileFault
from tournaments.setup.tournament_setup import Plan

Told = TypeVar("Told", Word, LateLine, ConflictLine, ExtraTime)


@dataclass(frozen=True)
class EventFolder:
    """What the files say (`event`), and what is to be stored of it. `flags` are
    the contradictions it is imported with."""

    plan: Plan
    rules: Ruleset
    further: Further
    event: Event
    seats: Seats
    ledgers: Mapping[Key, Ledger]
    flags: tuple[FileFault, ...]

    def remarks(self) -> list[Finding]:
        """What a director should know of it although it is not wrong."""
        return remarks_on(self.event, self.ledgers)

    def closed_rounds(self) -> set[int]:
        """The rounds in which every table has totals, or was cancelled."""
        rounds = {key[0] for key in self.event.tables}
        return rounds - {
            key[0]
            for key, table in self.event.tables.items()
            if not (table.totals or self._is_cancelled(key))
        }

    def _is_cancelled(self, key: Key) -> bool:
        return key in self.ledgers and is_cancelled(self.ledgers[key])

    def before_round(self, number: int) -> EventFolder:
        """The event as it was before round `number` was played."""
        tables = {
            key: table if key[0] < number else RecordedTable(table.line, table.seating)
            for key, table in self.event.tables.items()
        }
        ledgers = {key: book for key, book in self.ledgers.items() if key[0] < number}
        event = replace(
            self.event,
            tables=tables,
            standings=(),
            words=_before(number, self.event.words),
            late_hands=_before(number, self.event.late_hands),
            conflicts=_before(number, self.event.conflicts),
            extra_times=_before(number, self.event.extra_times),
        )
        return replace(self, event=event, ledgers=ledgers)


def open_files(files: Files, *, accept_flagged: bool = False) -> EventFolder:
    """Read and check an event folder.

    With `accept_flagged` contradictions become flags. Raises RuleError with every
    fault as a `FileFault`, in the order of files and lines, if anything is wrong
    that cannot be accepted.
    """
    reading = read_files(files)
    seats = Seats(reading.event)
    settings = reading.settings
    ledgers = _ledgers(settings.rules, reading.event)
    found = [
        *reading.faults,
        *seats.faults,
        *(fault for ledger in ledgers.values() for fault in ledger.faults),
    ]
    if not found or all(fault.acceptable for fault in found):
        found += _wrong_beside_ledgers(settings.rules, reading.event, seats, ledgers)
    faults = sorted(found, key=lambda fault: (KNOWN.index(fault.file), fault.line))
    if faults and not (accept_flagged and all(f.acceptable for f in faults)):
        raise RuleError(*faults)
    if settings.plan is None or settings.rules is None:
        raise AssertionError("a plan that could not be read has a fault")
    read = (settings.plan, settings.rules, settings.further, reading.event)
    return EventFolder(*read, seats, ledgers, tuple(faults))


def _before(number: int, told: Iterable[Told]) -> tuple[Told, ...]:
    """What is told of tables in rounds before that one."""
    return tuple(each for each in told if each.table[0] < number)


def _wrong_beside_ledgers(
    rules: Ruleset | None, event: Event, seats: Seats, ledgers: Mapping[Key, Ledger]
) -> Iterator[FileFault]:
    """What cannot have been said, offered or given at these tables."""
    yield from wrong_words(event.words, seats.tables, ledgers)
    yield from wrong_extra_times(event.extra_times, event.tables)
    if rules is not None:
        yield from wrong_late_hands(event.late_hands, ledgers, rules)
        yield from wrong_conflicts(event.conflicts, ledgers, rules)


def _ledgers(rules: Ruleset | None, event: Event) -> dict[Key, Ledger]:
    """Every table's ledger; none while the rules are not known."""
    if rules is None:
        return {}
    return {
        key: ledger_of_lines(table, rules) if table.ledger else ledger_of(table, rules)
        for key, table in event.tables.items()
    }
