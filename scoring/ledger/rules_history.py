"""The rules that lines were entered under, where they were changed since."""

from __future__ import annotations

from collections.abc import Iterable

import rules
from rules.ledger_entries import RulesChanged
from rules.ruleset_and_table_state import Ruleset
from scoring.models import LedgerEntry


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
