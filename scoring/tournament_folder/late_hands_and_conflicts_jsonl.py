"""late_hands.jsonl and conflicts.jsonl: late hands and conflicts, with the decisions
about them.

A late hand was entered after the gong. A conflict is a version of a hand that differs
from the version in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Self

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.models import Conflict, LateHand
from scoring.tournament_folder import column_types_and_table_points as columns
from scoring.tournament_folder.file_layout import (
    CONFLICTS,
    LATE_HANDS,
    MOST_HANDS,
    MOST_LINES,
)
from scoring.tournament_folder.optional_file_rows import FurtherLine, Stored, Tables
from scoring.tournament_folder.prepared_inserts import Values
from scoring.wording.stored_reasons import ANSWERS, Reason, of_answer
from tournaments.files.file_faults import FileFault
from tournaments.models import Tournament
from tournaments.web.request_types_and_form_faults import new_device_key

COUNTS = LateHand.Decision.COUNTS
MOST_SEATINGS = 999


@dataclass(frozen=True)
class LateLine(FurtherLine):
    """A late hand and the referee's decision.

    `sequence`: number of its ledger line if it counts. Without a decision, it counts
    because the table confirmed it.
    """

    file = LATE_HANDS

    hand: Annotated[int, columns.whole(1, MOST_HANDS)]
    offered: Annotated[Raw, columns.entry(name="entry")]
    seating: Annotated[int | None, columns.whole(0, MOST_SEATINGS, optional=True)]
    by: Annotated[str, columns.name()]
    at: Annotated[datetime, columns.moment()]
    decision: Annotated[str, columns.one_of(LateHand.Decision, optional=True)]
    decided_by: Annotated[str, columns.name(optional=True)]
    decided_at: Annotated[datetime | None, columns.moment(optional=True)]
    answer: Annotated[Reason, columns.reason(ANSWERS, optional=True)]
    sequence: Annotated[
        int | None, columns.whole(1, MOST_LINES, optional=True, name="line")
    ]

    @classmethod
    def lines_of(cls, tournament: Tournament) -> Iterator[Self]:
        late = LateHand.objects.filter(game__round__tournament=tournament)
        for row in late.select_related("game__round", "line").order_by(
            "game__round__number", "game__table", "at", "pk"
        ):
            sequence = row.line and row.line.sequence
            others = {"sequence": sequence, "answer": of_answer(row)}
            yield columns.line_of(cls, row, row.game, **others)

    def refuse_half(self, cells: columns.Cells) -> None:
        decided = (self.decision, self.decided_by, self.decided_at)
        if not self.by:
            cells.fault("missing", _("Enter who made the entry."), "by")
        if any(decided) != all(decided):
            message = _("A decision on a hand needs a result, a person and a time.")
            cells.fault("half_decided", message, "decision")
        has_line = self.sequence is not None
        if self.decision and (self.decision == COUNTS) != has_line:
            message = _(
                "A hand that counts needs a line in ledger.jsonl. A hand that does "
                "not count must have none."
            )
            cells.fault("half_counted", message, "line")

    def wrong(self, tables: Tables) -> Iterator[FileFault]:
        ledger = tables.ledgers.get(self.table)
        if ledger is None:
            yield self.fault("no_seating", _("This table does not exist."), "table")
            return
        yield from _not_an_outcome(self, tables.rules_at(self.table))
        if self.sequence is None:
            return
        counted = (self.file, self.table, self.sequence)
        if counted in tables.seen:
            yield self.fault("line_twice", _("This line is listed twice."), "line")
        elif not any(
            (line.sequence, line.hand) == (self.sequence, self.hand) and line.entry
            for line in ledger.lines
        ):
            message = _("ledger.jsonl has no such line for this hand.")
            yield self.fault("no_such_line", message, "line")
        tables.seen.add(counted)

    def as_row(self, stored: Stored) -> LateHand:
        line = stored.ledger[self.table, self.sequence] if self.sequence else None
        game = stored.games[self.table]
        kept = _kept(self, stored) | self.answer.as_answer
        return LateHand(game=game, line=line, **kept)


@dataclass(frozen=True)
class ConflictLine(FurtherLine):
    """A second version of the ledger line `sequence`, and the version that
    was chosen.
    """

    file = CONFLICTS

    sequence: Annotated[int, columns.whole(1, MOST_LINES, name="line")]
    offered: Annotated[Raw, columns.entry(name="entry")]
    by: Annotated[str, columns.name()]
    at: Annotated[datetime, columns.moment()]
    choice: Annotated[str, columns.one_of(Conflict.Choice, optional=True)]
    settled_by: Annotated[str, columns.name(optional=True)]
    settled_at: Annotated[datetime | None, columns.moment(optional=True)]

    @classmethod
    def lines_of(cls, tournament: Tournament) -> Iterator[Self]:
        conflicts = Conflict.objects.filter(line__game__round__tournament=tournament)
        for row in conflicts.select_related("line__game__round").order_by(
            "line__game__round__number", "line__game__table", "at", "pk"
        ):
            sequence = row.line.sequence
            yield columns.line_of(cls, row, row.line.game, sequence=sequence)

    def refuse_half(self, cells: columns.Cells) -> None:
        settled = (self.choice, self.settled_by, self.settled_at)
        if not self.by:
            cells.fault("missing", _("Enter who made the entry."), "by")
        if any(settled) != all(settled):
            message = _(
                "Enter “choice”, “settled_by” and “settled_at”, or none of them."
            )
            cells.fault("half_settled", message, "choice")

    def wrong(self, tables: Tables) -> Iterator[FileFault]:
        if self._is_about_an_outcome(tables):
            yield from _not_an_outcome(self, tables.rules_at(self.table))
        else:
            message = _("This line of ledger.jsonl contains no result of a hand.")
            yield self.fault("no_such_line", message, "line")

    def _is_about_an_outcome(self, tables: Tables) -> bool:
        """Return whether the ledger line `sequence` contains the outcome of a hand."""
        ledger = tables.ledgers.get(self.table)
        if ledger is None or self.sequence > len(ledger.lines):
            return False
        entry = ledger.lines[self.sequence - 1].entry
        rules = tables.rules_at(self.table)
        return entry is not None and rules.read_entry(entry).settles_hand

    def as_row(self, stored: Stored) -> Conflict:
        line = stored.ledger[self.table, self.sequence]
        return Conflict(line=line, **_kept(self, stored))


def _not_an_outcome(
    line: LateLine | ConflictLine, rules: Ruleset
) -> Iterator[FileFault]:
    """Yield a fault if the offered entry is not the outcome of a hand, or
    unreadable.
    """
    try:
        settles = rules.read_entry(line.offered).settles_hand
    except RuleError as error:
        yield from line.refused(error)
        return
    if not settles:
        yield line.fault("no_outcome", _("Enter how the hand ended."), "entry")


def _kept(line: LateLine | ConflictLine, stored: Stored) -> Values:
    """Return the values of a line for the database.

    The entry is written as the rules write it. The device key is new, because no device
    of the original tournament sends to this one.
    """
    model = LateHand if isinstance(line, LateLine) else Conflict
    entry = stored.rules_at(line.table).read_entry(line.offered)
    offered = {"kind": entry.kind, **entry.as_data()}
    own = {"offered": offered, "device_key": new_device_key()}
    return columns.kept(line, model) | own
