"""Earlier rules and seats of a ledger: the rules under which each entry was made, and
later exchanges of seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import rules
from rules.entries_with_seats_exchanged import (
    AS_RECORDED,
    Seats,
    exchanged,
    one_after_the_other,
)
from rules.ledger_entries import Entry, Follow, Reseat, RulesChanged
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Wind
from scoring.models import RETRACTION, LedgerEntry


class RulesByLedger:
    """The current rules of a ledger, and earlier rules recorded in its entries."""

    def __init__(self, now: Ruleset, lines: Iterable[LedgerEntry]) -> None:
        lines = list(lines)
        self._now = now
        self._changes = [line for line in lines if line.kind == RulesChanged.kind]
        self._superseded: set[int | None] = set()
        if self._changes:
            self._superseded = {line.supersedes_id for line in lines} - {None}

    def after(self, sequence: int) -> Ruleset:
        """Return the rules that were valid after the entry with that sequence
        number.
        """
        for line in self._changes:
            if line.sequence > sequence:
                former = line.data["former"]
                return rules.shared_ruleset(self._now.id, former, self._now.players)
        return self._now

    def of(self, line: LedgerEntry) -> Ruleset:
        """Return the rules for reading an entry.

        An entry that counts is read with the current rules. A superseded entry is read
        with the rules of its time, because other rules may reject it.
        """
        if line.pk in self._superseded:
            return self.after(line.sequence)
        return self._now


T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    """An exchange of seats, with the sequence number of its entry."""

    sequence: int
    reseat: Reseat


class SeatsByLedger:
    """The exchanges of seats in a ledger, in the order written.

    An entry names the seats of its time. Undoing an exchange adds a second exchange in
    the reverse direction.
    """

    def __init__(self, rules: Ruleset, lines: Iterable[LedgerEntry]) -> None:
        lines = list(lines)
        self.rules = RulesByLedger(rules, lines)
        self.steps = tuple(_steps(rules, lines))

    def entry_of(self, line: LedgerEntry) -> Entry:
        """Return a line's entry with the current seats.

        Raises RuleError if the rules cannot read it.
        """
        entry = self.as_said(line)
        steps = (step for step in self._since(line) if _follows_players(step))
        return exchanged(entry, _together(steps))

    def as_said(self, line: LedgerEntry) -> Entry:
        """Return a line's entry with the seats of its time.

        Raises RuleError if the rules cannot read it.
        """
        return self.rules.of(line).read_entry(line.raw)

    def names_for(self, line: LedgerEntry, names: Mapping[Wind, T]) -> Mapping[Wind, T]:
        """Return the names for the seats that an entry mentions.

        `names`: current name of each seat. Later reseats may have changed the seats
        that a reseat mentions.
        """
        if line.kind != Reseat.kind:
            return names
        now = _together(self._since(line))
        return {seat: names[now[seat]] for seat in names}

    def steps_before(self, line: LedgerEntry) -> int:
        """Return the number of seat exchanges before the line."""
        return sum(step.sequence < line.sequence for step in self.steps)

    def _since(self, line: LedgerEntry) -> Iterable[Step]:
        return (step for step in self.steps if step.sequence > line.sequence)


def _steps(rules: Ruleset, lines: Iterable[LedgerEntry]) -> Iterable[Step]:
    reseats: dict[int, Reseat] = {}
    for line in lines:
        if line.kind == Reseat.kind:
            entry = rules.read_entry(line.raw)
            if isinstance(entry, Reseat):
                yield Step(line.sequence, entry)
                if line.pk:
                    reseats[line.pk] = entry
        elif line.kind == RETRACTION and line.supersedes_id in reseats:
            yield Step(line.sequence, reseats[line.supersedes_id].back)


def _follows_players(step: Step) -> bool:
    return step.reseat.follow is Follow.PLAYERS


def _together(steps: Iterable[Step]) -> Seats:
    seats = AS_RECORDED
    for step in steps:
        seats = one_after_the_other(seats, step.reseat.seats)
    return seats
