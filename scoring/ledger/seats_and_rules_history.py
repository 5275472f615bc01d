"""The rules that lines were entered under, where they were changed since.

Where a session's ledger moved its players, and what its lines mean since.
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
    """The rules as they are, and those that lines say held before."""

    def __init__(self, now: Ruleset, lines: Iterable[LedgerEntry]) -> None:
        lines = list(lines)
        self._now = now
        self._changes = [line for line in lines if line.kind == RulesChanged.kind]
        self._superseded: set[int | None] = set()
        if self._changes:
            self._superseded = {line.supersedes_id for line in lines} - {None}

    def after(self, sequence: int) -> Ruleset:
        """The rules that held when the line of that sequence was the last."""
        for line in self._changes:
            if line.sequence > sequence:
                former = line.data["former"]
                return rules.shared_ruleset(self._now.id, former, self._now.players)
        return self._now

    def of(self, line: LedgerEntry) -> Ruleset:
        """What counts is read by the rules as they are; what was superseded, by those
        of its own time: under others it may be nothing that can be said."""
        if line.pk in self._superseded:
            return self.after(line.sequence)
        return self._now


T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    """An exchange of seats, written in the line of that sequence."""

    sequence: int
    reseat: Reseat


class SeatsByLedger:
    """The exchanges in a ledger, in the order they were written.

    A line names the seats of its own time. What took an exchange back is an exchange
    too: the other way round.
    """

    def __init__(self, rules: Ruleset, lines: Iterable[LedgerEntry]) -> None:
        lines = list(lines)
        self.rules = RulesByLedger(rules, lines)
        self.steps = tuple(_steps(rules, lines))

    def entry_of(self, line: LedgerEntry) -> Entry:
        """What the line says, about the seats as they are now."""
        entry = self.as_said(line)
        steps = (step for step in self._since(line) if _follows_players(step))
        return exchanged(entry, _together(steps))

    def as_said(self, line: LedgerEntry) -> Entry:
        """What the line says, about the seats of its own time."""
        return self.rules.of(line).read_entry(line.raw)

    def names_for(self, line: LedgerEntry, names: Mapping[Wind, T]) -> Mapping[Wind, T]:
        """What to call the seats that a line names, by what they are called now: a
        reseat names seats of its own time, which may be others' by now."""
        if line.kind != Reseat.kind:
            return names
        now = _together(self._since(line))
        return {seat: names[now[seat]] for seat in names}

    def steps_before(self, line: LedgerEntry) -> int:
        """How often players had been moved when the line was written."""
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
