"""What a recorded table means as a ledger, and what in it contradicts the rest.

A row's penalties come before its outcome. Hands before the first doubtful one are
kept; then the recorded totals stand, with the fault as their reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.entries import PlayEnded, Totals
from rules.mcr import Mcr
from rules.table import TableState, follow
from rules.winds import WINDS, Scores
from scoring.event_folder.hands import (
    Raw,
    faults_in,
    misnumbered,
    outcome_of,
    penalty_of,
)
from scoring.event_folder.layout import TOTALS
from scoring.event_folder.recorded import RecordedTable, TotalsRow, write_figure
from tournaments.files import SEATS, FileFault, located

#: (hand, entry, reason), as `scoring.ledger.append_all` takes it.
LedgerRow = tuple[int, Raw, str]

#: Reasons of totals that stand although nothing contradicts them.
NO_HANDS = "No hands were recorded: the recorded totals count."
TOTALS_USED = "The organisers used the recorded totals."


@dataclass
class Ledger:
    """A table's ledger to be written, the faults in what was recorded, and the
    state the ledger leads to."""

    state: TableState
    rows: list[LedgerRow]
    faults: list[FileFault]

    def append(self, rules: Mcr, hand: int, raw: Raw, reason: str = "") -> None:
        self.state = follow(rules, self.state, rules.read_entry(raw))
        self.rows.append((hand, raw, reason))


def ledger_of(table: RecordedTable, rules: Mcr) -> Ledger:
    """The ledger that `table` means. Raises nothing for what was recorded."""
    ledger = Ledger(TableState(rules.opening()), [], [])
    if not table.unreadable:
        _append_hands(ledger, table, rules)
        if table.totals:
            _append_end(ledger, table, table.totals, rules)
    return ledger


def _append_hands(ledger: Ledger, table: RecordedTable, rules: Mcr) -> None:
    """The hands before the first doubtful one."""
    rows = sorted(table.hands, key=lambda row: row.hand)
    doubts = [
        *misnumbered(rows, rules.options.hands_limit),
        *((row.hand, fault) for row in rows for fault in faults_in(row, table, rules)),
    ]
    ledger.faults += [fault for _hand, fault in doubts]
    for row in rows:
        if any(row.hand >= doubtful for doubtful, _fault in doubts):
            return
        if any(row.penalties.values()):
            penalty = penalty_of(row.penalties, rules.options)
            ledger.append(rules, row.hand, penalty)
        if not row.is_unfinished:
            ledger.append(rules, row.hand, outcome_of(row, table))


def _append_end(
    ledger: Ledger, table: RecordedTable, totals: TotalsRow, rules: Mcr
) -> None:
    """The recorded totals where they stand for the hands; else that play ended."""
    by_hands = table.has_outcomes and not totals.totals_only
    if by_hands and not ledger.faults and ledger.state.scores != totals.scores:
        ledger.faults.append(_contradiction(ledger.state.scores, totals))
    ledger.faults += _imbalance(table, totals)
    reason = " ".join(map(located, ledger.faults))
    if not by_hands:
        reason = reason or (TOTALS_USED if totals.totals_only else NO_HANDS)
    ledger.faults += _wrong_table_points(totals, rules)
    # Behind every other line, also behind a penalty in a hand not finished.
    last = max([ledger.state.position.hand, *(row.hand for row in table.hands)])
    if reason:
        scores = dict(totals.scores)
        raw = {"kind": Totals.kind, "scores": scores, "penalties": sum(scores.values())}
        ledger.append(rules, last, raw, reason)
    elif not ledger.state.over:
        ledger.append(rules, last, {"kind": PlayEnded.kind, "why": "time"})


def _contradiction(played: Scores, totals: TotalsRow) -> FileFault:
    message = _("The hands give %(played)s (E S W N), the totals say %(recorded)s.")
    return _fault(
        totals,
        "totals_contradict_hands",
        message,
        played=_in_order(played),
        recorded=_in_order(totals.scores),
    )


def _imbalance(table: RecordedTable, totals: TotalsRow) -> Iterator[FileFault]:
    """Whether the scores sum to what penalties took from the table or gave it."""
    due = totals.penalties
    if due is None:
        due = sum(sum(row.penalties.values()) for row in table.hands)
    total = sum(totals.scores.values())
    if total != due:
        message = _("The four scores sum to %(total)s; they should sum to %(due)s.")
        yield _fault(totals, "unbalanced", message, total=total, due=due)


def _wrong_table_points(totals: TotalsRow, rules: Mcr) -> Iterator[FileFault]:
    placings = rules.rank(TableState(rules.opening(), totals.scores))
    for wind, recorded in totals.table_points.items():
        due = placings[wind].table_points
        if recorded and not recorded.is_about(due):
            message = _(
                "The scores give %(seat)s %(due)s table points, not %(recorded)s."
            )
            yield _fault(
                totals,
                "table_points_contradict_totals",
                message,
                seat=SEATS[wind],
                due=write_figure(due),
                recorded=write_figure(recorded.value),
            )


def _in_order(scores: Scores) -> str:
    return " ".join(str(scores[wind]) for wind in WINDS)


def _fault(totals: TotalsRow, code: str, message: str, **params: object) -> FileFault:
    return FileFault(code, message, "", params, TOTALS, totals.line, acceptable=True)
