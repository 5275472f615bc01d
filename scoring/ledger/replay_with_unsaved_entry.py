"""Changes of a ledger before they are written: the draft of an entry, and its
preview.
"""

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
    """A ledger entry to be written.

    `entry`: None to retract the superseded entry; `supersedes`: the entry that the
    draft replaces; `moved_from`: the same entry in another hand.
    """

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
        """Return a draft that replaces `line` by `entry`, or retracts `line` without an
        entry.
        """
        return cls(entry, line.hand, line.settles_hand, line, reason)


@dataclass(frozen=True)
class Preview:
    """The effect of a draft: the states before and after it.

    `line`: the draft as replayed, None for a retraction; `lines`: the entries that
    count, in the order of `after`; `was`: former numbers of renumbered hands, by new
    number.
    """

    before: TableState
    after: TableState
    line: Line | None
    lines: tuple[LedgerEntry, ...] = ()
    was: Mapping[int, int] = field(default_factory=dict)


def replayed(
    rules: Ruleset, lines: Iterable[LedgerEntry], seats: SeatsByLedger, own: int
) -> TableState:
    """Return the state after `lines`.

    Raises RuleError if the rules refuse an entry. The error names the hand of the
    refused entry, unless the entry has the sequence number `own`.
    """
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
    """Return the error of an entry that no longer fits after a change, with the number
    of its hand.
    """
    faults = [replace(fault, field="") for fault in error.faults]
    hand_fault = Fault(
        "another_hand",
        _("Hand %(hand)s would no longer be valid."),
        params={"hand": line.hand},
    )
    return RuleError(*faults, hand_fault)
