"""The ledger made from hands.csv and totals.csv, and their contradictions.

A row's penalties come before its outcome. Hands before the first doubtful hand are
used. After that, the recorded totals count, with the fault as their reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.ledger_entries import Gong, PlayEnded, Raw, Totals
from rules.ledger_replay import follow, placings
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.winds import WINDS, Scores
from scoring.rulesets.presenter_registry import presenter_of
from scoring.tournament_folder.column_types_and_table_points import decimals
from scoring.tournament_folder.file_layout import TOTALS
from scoring.tournament_folder.hands_csv_rows import (
    faults_in,
    misnumbered,
    outcome_of,
    penalty_of,
    refused,
)
from scoring.tournament_folder.rows_as_written import (
    HandRow,
    LedgerLine,
    RecordedTable,
    TotalsRow,
)
from scoring.wording import stored_reasons
from scoring.wording.stored_reasons import NO_HANDS, NONE, TOTALS_USED, Reason
from tournaments.files.file_faults import FileFault
from tournaments.rounds.seating_files import SEATS

#: (hand, entry, reason), as in `scoring.ledger.enter_hand.unwritten`.
LedgerRow = tuple[int, Raw, Reason]

#: Author of ledger entries that come from hands.csv and totals.csv.
IMPORT = "import"


@dataclass
class RecordedLedger:
    """A table's ledger to be written, the faults of the files, and the final state.

    The entries are either in `rows`, or in `lines` with their history. `left_out`:
    numbers of recorded hands from the first doubtful hand on. `gives_other_totals`: the
    organisers marked their totals as valid, although the hands give other totals.
    """

    state: TableState
    rows: list[LedgerRow]
    faults: list[FileFault]
    lines: Sequence[LedgerLine] = ()
    left_out: Sequence[int] = ()
    gives_other_totals: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.rows or self.lines)

    @property
    def author(self) -> str:
        """Return the author of the last entry; "" without entries.

        Gongs are ignored.
        """
        if self.rows:
            return IMPORT
        entered = (line.by for line in reversed(self.lines) if not _is_gong(line))
        return next(entered, "")

    def append(
        self, rules: Ruleset, hand: int, raw: Raw, reason: Reason = NONE
    ) -> None:
        self.state = follow(rules, self.state, rules.read_entry(raw))
        self.rows.append((hand, raw, reason))


def _is_gong(line: LedgerLine) -> bool:
    return line.entry is not None and line.entry["kind"] == Gong.kind


def runs_of(hands: Sequence[int]) -> str:
    """Return ascending hand numbers as ranges in text, such as "6–16, 18"."""
    runs: list[list[int]] = []
    for hand in hands:
        if runs and hand == runs[-1][-1] + 1:
            runs[-1].append(hand)
        else:
            runs.append([hand])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs
    )


def final_scores(rules: Ruleset, state: TableState) -> Scores:
    """Return the scores by seat that count if play ends in `state`.

    In Riichi, they include the riichi sticks left on the table.
    """
    return {wind: placed.score for wind, placed in placings(rules, state).items()}


def start_sum(rules: Ruleset) -> int:
    """Return the sum of the scores before the first hand."""
    return sum(rules.opening_scores().values())


def ledger_of(table: RecordedTable, rules: Ruleset) -> RecordedLedger:
    """Return the ledger of `table` from the CSV files.

    Faults in the files are in its `faults`, not raised.
    """
    ledger = RecordedLedger(TableState(rules.opening(), rules.opening_scores()), [], [])
    if not table.unreadable:
        _append_hands(ledger, table, rules)
        if table.totals:
            _append_end(ledger, table, table.totals, rules)
    return ledger


def _append_hands(ledger: RecordedLedger, table: RecordedTable, rules: Ruleset) -> None:
    """Append the hands before the first doubtful hand, and store the numbers of the
    others.
    """
    rows = sorted(table.hands, key=lambda row: row.hand)
    doubts = [
        *misnumbered(rows, rules.options.hands_limit),
        *((row.hand, fault) for row in rows for fault in faults_in(row, table, rules)),
    ]
    ledger.faults += [fault for _hand, fault in doubts]
    for index, row in enumerate(rows):
        is_doubtful = any(row.hand >= doubtful for doubtful, _fault in doubts)
        if is_doubtful or not _append_row(ledger, row, table, rules):
            ledger.left_out = sorted({left.hand for left in rows[index:]})
            return


def _append_row(
    ledger: RecordedLedger, row: HandRow, table: RecordedTable, rules: Ruleset
) -> bool:
    """Append a hand, and return whether it is possible after the hands before it."""
    if any(row.penalties.values()):
        ledger.append(rules, row.hand, penalty_of(row.penalties, rules))
    try:
        if not row.is_unfinished:
            ledger.append(rules, row.hand, outcome_of(row, table))
    except RuleError as error:
        ledger.faults += refused(row, error)
        return False
    return True


def _append_end(
    ledger: RecordedLedger, table: RecordedTable, totals: TotalsRow, rules: Ruleset
) -> None:
    """Append the recorded totals if they replace the hands, otherwise the end of play.

    Adds faults for contradictions.
    """
    by_hands = table.has_outcomes and not totals.totals_only
    played = final_scores(rules, ledger.state)
    agree = by_hands and not ledger.faults and played == totals.scores
    if by_hands and not ledger.faults and not agree:
        ledger.faults.append(_contradiction(played, totals))
    if not agree or totals.penalties is not None:
        ledger.faults += _imbalance(table, totals, rules)
    ledger.gives_other_totals = (
        table.has_outcomes and totals.totals_only and played != totals.scores
    )
    reason = stored_reasons.of_faults(ledger.faults, runs_of(ledger.left_out))
    if not by_hands:
        reason = reason or (TOTALS_USED if totals.totals_only else NO_HANDS)
        # After every other line, including a penalty in an unfinished hand.
    last = max([ledger.state.position.hand, *(row.hand for row in table.hands)])
    if reason:
        ledger.append(rules, last, _totals(totals, rules), reason)
    elif not ledger.state.over:
        ledger.append(rules, last, {"kind": PlayEnded.kind, "why": "time"})
    ledger.faults += wrong_table_points(totals, rules, ledger.state)


def _totals(totals: TotalsRow, rules: Ruleset) -> Raw:
    """Return the ledger entry for paper totals.

    Its `penalties` is the sum of the scores; if the rules fix the sum (`sum_is_known`),
    its difference from the sum of the starting scores.
    """
    scores = dict(totals.scores)
    expected = start_sum(rules) if presenter_of(rules.id).sum_is_known else 0
    penalties = sum(scores.values()) - expected
    return {"kind": Totals.kind, "scores": scores, "penalties": penalties}


def _contradiction(played: Scores, totals: TotalsRow) -> FileFault:
    message = _(
        "The hands add up to %(played)s (E S W N), but the totals are %(recorded)s."
    )
    return _fault(
        totals,
        "totals_contradict_hands",
        message,
        played=scores_in_order(played),
        recorded=scores_in_order(totals.scores),
    )


def _imbalance(
    table: RecordedTable, totals: TotalsRow, rules: Ruleset
) -> Iterator[FileFault]:
    """Yield a fault if the scores do not add up to the starting scores plus all
    penalties."""
    due = totals.penalties
    if due is None:
        penalties = sum(sum(row.penalties.values()) for row in table.hands)
        due = start_sum(rules) + penalties
    total = sum(totals.scores.values())
    if total != due:
        message = _("The scores add up to %(total)s instead of %(due)s.")
        yield _fault(totals, "unbalanced", message, total=total, due=due)


def wrong_table_points(
    totals: TotalsRow, rules: Ruleset, state: TableState
) -> Iterator[FileFault]:
    """Yield a fault for each player whose recorded table points are wrong."""
    placed = placings(rules, state)
    for wind, recorded in totals.table_points.items():
        due = placed[wind].table_points
        if recorded and not recorded.is_about(due):
            message = _(
                "According to the scores, %(seat)s has %(due)s table points, not "
                "%(recorded)s."
            )
            yield _fault(
                totals,
                "table_points_contradict_totals",
                message,
                seat=SEATS[wind],
                due=decimals(due),
                recorded=decimals(recorded.value),
            )


def scores_in_order(scores: Scores) -> str:
    """Return the scores from East to North, as text in a message."""
    return " ".join(str(scores[wind]) for wind in WINDS if wind in scores)


def _fault(totals: TotalsRow, code: str, message: str, **params: object) -> FileFault:
    return FileFault(code, message, "", params, TOTALS, totals.line, acceptable=True)
