"""Changes to a ledger: the line that is to be written, and what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.ledger_entries import Entry
from rules.ledger_replay import follow_seated
from rules.ruleset_and_table_state import Line, Ruleset, TableState
from scoring.ledger.seats_and_rules_history import SeatsByLedger
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import NONE, Reason


@dataclass(frozen=True)
class Draft:
    """A line to be written. `entry` None retracts what it supersedes; `moved_from` is
    the line with the same entry in another hand."""

    entry: Entry | None
    hand: int
    settles_hand: bool
    supersedes: LedgerEntry | None = None
    reason: Reason = NONE
    moved_from: LedgerEntry | None = None

    @classmethod
    def instead_of(
        cls, line: LedgerEntry, entry: Entry | None, reason: Reason = NONE
    ) -> Draft:
        """A draft that takes the place of `line`."""
        return cls(entry, line.hand, line.settles_hand, line, reason)


@dataclass(frozen=True)
class Preview:
    """What a draft would do: the state without it and with it, and its own line
    in the latter (None if it only takes something back). `lines` are those that
    count with the draft, in the order of `after`; `was` the numbers that hands had
    before it, where it gives them others."""

    before: TableState
    after: TableState
    line: Line | None
    lines: tuple[LedgerEntry, ...] = ()
    was: Mapping[int, int] = field(default_factory=dict)


def replayed(
    rules: Ruleset, lines: Iterable[LedgerEntry], seats: SeatsByLedger, own: int
) -> TableState:
    """The state after `lines`. Raises RuleError; faults of another line than that of
    the sequence `own` say which hand they are about."""
    state = TableState(rules.opening(), rules.opening_scores())
    for line in lines:
        try:
            state = follow_seated(rules, state, seats.entry_of(line))
        except RuleError as error:
            if line.sequence == own:
                raise
            raise _of_another(line, error) from None
    return state


def _of_another(line: LedgerEntry, error: RuleError) -> RuleError:
    """The faults of a line that could not follow a change before it."""
    faults = [replace(fault, field="") for fault in error.faults]
    where = Fault(
        "another_hand",
        _("This would change hand %(hand)s."),
        params={"hand": line.hand},
    )
    return RuleError(*faults, where)
