"""Checks of a table in ledger.jsonl: its lines must form a valid ledger and agree with
the other files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_noop as _

import rules as known_rules
from rules.faults import RuleError
from rules.ledger_entries import Entry, Reseat, RulesChanged
from rules.ledger_replay import follow_seated
from rules.ruleset_and_table_state import Ending, Ruleset, TableState
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.tournament_folder.file_layout import HANDS, TOTALS
from scoring.tournament_folder.hands_and_totals_csv import TableRows, as_written
from scoring.tournament_folder.ledger_from_csv import (
    RecordedLedger,
    final_scores,
    wrong_table_points,
)
from scoring.tournament_folder.ledger_jsonl import refer_to_what_moved
from scoring.tournament_folder.rows_as_written import LedgerLine, RecordedTable
from tournaments.files.file_faults import FileFault
from tournaments.models import Game, Round, Tournament


def as_entries(
    game: Game, rules: Ruleset, lines: Sequence[LedgerLine]
) -> list[LedgerEntry]:
    """Return the lines as unsaved database rows without keys, in order. Raises
    RuleError for an entry that the rules of its time cannot read."""
    rows: list[LedgerEntry] = []
    of_their_time = _rules_by_line(lines, rules)
    for line in lines:
        its_rules = of_their_time[line.sequence]
        entry = its_rules.read_entry(line.entry) if line.entry else None
        earlier = rows[line.instead_of - 1] if line.instead_of else None
        rows.append(
            LedgerEntry(
                game=game,
                sequence=line.sequence,
                place=earlier.place if earlier else line.sequence,
                hand=line.hand,
                kind=entry.kind if entry else RETRACTION,
                settles_hand=_settles(entry, earlier),
                data=entry.as_data() if entry else {},
                supersedes=earlier,
                moved_from=rows[line.moved_from - 1] if line.moved_from else None,
                by=line.by,
                at=line.at,
                **line.reason.as_fields,
            )
        )
    if not any(line.moved_from for line in lines):
        refer_to_what_moved(rows)
    return rows


def _settles(entry: Entry | None, earlier: LedgerEntry | None) -> bool:
    if entry is None:
        return earlier is not None and earlier.settles_hand
    return entry.settles_hand


def _rules_by_line(lines: Sequence[LedgerLine], now: Ruleset) -> Mapping[int, Ruleset]:
    """Return the rules for reading each line, by sequence number, as `RulesByLedger.of`
    in `scoring.ledger.seats_and_rules_history` does. Raises RuleError for former
    options that the ruleset does not have.
    """
    superseded = {line.instead_of for line in lines}
    by_line, then = {}, now
    for line in reversed(lines):
        if line.entry and line.entry["kind"] == RulesChanged.kind:
            former = now.read_entry(line.entry)
            if isinstance(former, RulesChanged):
                then = known_rules.shared_ruleset(now.id, former.former, now.players)
        by_line[line.sequence] = then if line.sequence in superseded else now
    return by_line


def ledger_of_lines(table: RecordedTable, rules: Ruleset) -> RecordedLedger:
    """Return the ledger that the table's lines form.

    Faults in the files are in its `faults`, not raised.
    """
    lines = sorted(table.ledger, key=lambda line: line.sequence)
    ledger = RecordedLedger(
        TableState(rules.opening(), rules.opening_scores()), [], [], lines
    )
    if table.unreadable:
        return ledger
    ledger.faults += _impossible(lines, rules)
    if not ledger.faults:
        ledger.faults += _impossible_moves(lines)
    if ledger.faults:
        return ledger
    replayed = _unwritten(table, rules, lines)
    ledger.faults += _replay(replayed, lines)
    if not ledger.faults:
        ledger.state = replayed.state
        ledger.faults += _contradictions(table, replayed)
    return ledger


def _impossible(lines: Sequence[LedgerLine], rules: Ruleset) -> Iterator[FileFault]:
    """Yield the first fault that prevents the lines from forming a ledger.

    Lines must be numbered 1, 2, 3, and every version of a hand must replace the version
    before. `_replay` checks later whether the entries are possible in this order.
    """
    heads: dict[int, tuple[LedgerLine, Entry | None, bool]] = {}
    outcomes: dict[int, int] = {}
    try:
        of_their_time = _rules_by_line(lines, rules)
    except RuleError as error:
        yield from lines[0].refused(error)
        return
    for sequence, line in enumerate(lines, start=1):
        if line.sequence != sequence:
            message = _(
                "The lines of a table are numbered 1, 2, 3: %(number)s is missing."
            )
            if line.sequence < sequence:
                message = _("Line %(number)s of this table is listed twice.")
            missing = min(sequence, line.sequence)
            yield line.fault("not_in_sequence", message, number=missing)
            return
        try:
            its_rules = of_their_time[line.sequence]
            entry = its_rules.read_entry(line.entry) if line.entry else None
        except RuleError as error:
            yield from line.refused(error)
            return
        earlier = heads.pop(line.instead_of, None) if line.instead_of else None
        settles = earlier[2] if earlier and entry is None else _settles(entry, None)
        if wrong := _bad_replacement(line, entry, settles, earlier):
            yield line.fault("bad_replacement", wrong)
            return
        if settles and not line.instead_of and line.hand in outcomes:
            message = _("Hand %(hand)s is listed twice, first in line %(first)s.")
            first = outcomes[line.hand]
            yield line.fault("hand_twice", message, hand=line.hand, first=first)
            return
        if settles:
            outcomes.setdefault(line.hand, line.line)
        heads[sequence] = (line, entry, settles)


def _bad_replacement(
    line: LedgerLine,
    entry: Entry | None,
    settles: bool,
    earlier: tuple[LedgerLine, Entry | None, bool] | None,
) -> str:
    """Return why the line cannot replace the line that it names; "" if it can.

    `earlier`: the named line, its entry and whether it ends a hand.
    """
    if line.instead_of is None:
        return _(
            "A line without an entry removes another line. Enter the number of that "
            "line."
        ) * (entry is None)
    if earlier is None:
        return _("The replaced line does not exist or was already replaced.")
    replaced, was, settled = earlier
    if not line.reason:
        return _("A correction needs a reason.")
    if line.hand != replaced.hand or settles != settled:
        return _("A correction must be for the same hand as the corrected entry.")
    if entry is None:
        return _("This line was already removed.") * (was is None)
    if isinstance(entry, Reseat) or isinstance(was, Reseat):
        return _("A reseating can only be removed, not corrected.")
    if not settles and (was is None or was.kind != entry.kind):
        return _("The correction must be of the same kind as the entry.")
    return ""


def _impossible_moves(lines: Sequence[LedgerLine]) -> Iterator[FileFault]:
    """Yield the first line that cannot have been moved from another hand.

    `lines`: numbered 1, 2, 3.
    """
    taken_back = {line.instead_of: line.sequence for line in lines if not line.entry}
    moved: set[int] = set()
    for line in lines:
        if line.moved_from is None:
            continue
        gone_since = taken_back.get(line.moved_from, line.sequence)
        if line.moved_from in moved or not line.sequence > gone_since:
            message = _("A line must be removed before it is moved.")
            yield line.fault("not_moved", message)
            return
        was = lines[line.moved_from - 1]
        if _kind(was) != _kind(line) or was.hand == line.hand:
            message = _("A moved line must be the same entry in another hand.")
            yield line.fault("not_moved", message)
            return
        moved.add(line.moved_from)


def _kind(line: LedgerLine) -> object:
    return line.entry["kind"] if line.entry else None


def _unwritten(
    table: RecordedTable, rules: Ruleset, lines: Sequence[LedgerLine]
) -> TableLedger:
    """Return the table's ledger as it will be in the database."""
    options = rules.options.as_data()
    tournament = Tournament(ruleset=rules.id, options=options)
    round_ = Round(tournament=tournament, number=table.key[0])
    rows = as_entries(Game(round=round_, table=table.key[1]), rules, lines)
    for row in rows:
        row.pk = row.sequence
        row.supersedes_id = row.supersedes.sequence if row.supersedes else None
        row.moved_from_id = row.moved_from.sequence if row.moved_from else None
    return TableLedger(rows[0].game, rows, rules)


def _replay(replayed: TableLedger, lines: Sequence[LedgerLine]) -> Iterator[FileFault]:
    """Replay the lines.

    Set the ledger's state if all lines are possible; otherwise yield the faults of the
    first impossible line.
    """
    rules = replayed.rules
    state = TableState(rules.opening(), rules.opening_scores())
    for row in replayed.live:
        line = lines[row.sequence - 1]
        following = state.position.hand
        if row.settles_hand and row.hand != following:
            message = _("The next hand here is hand %(following)s, not hand %(hand)s.")
            yield line.fault(
                "out_of_order", message, following=following, hand=row.hand
            )
            return
        try:
            state = follow_seated(rules, state, replayed.entry_of(row))
        except RuleError as error:
            yield from line.refused(error)
            return
    replayed.state = state


def _contradictions(table: RecordedTable, replayed: TableLedger) -> Iterator[FileFault]:
    """Yield contradictions between the ledger and hands.csv or totals.csv."""
    numbers = dict(zip(table.seats, table.seating.numbers, strict=True))
    rows = TableRows(replayed, table.key, numbers)
    due = [as_written(cells) for cells in rows.hand_rows()]
    for shown in table.shown:
        if shown.cells not in due:
            message = _(
                "ledger.jsonl contradicts this table. Correct one of the files."
            )
            yield FileFault("not_as_in_ledger", message, "", {}, HANDS, shown.line)
        else:
            due.remove(shown.cells)
    for cells in due[:1]:
        message = _("hands.csv has no hand %(hand)s for this table.")
        yield table.ledger[0].fault("not_shown", message, hand=cells[2])
    yield from _other_totals(table, replayed, rows)


def _other_totals(
    table: RecordedTable, replayed: TableLedger, rows: TableRows
) -> Iterator[FileFault]:
    totals = table.totals
    if totals is None:
        if rows.is_over:
            message = _(
                "The game at this table is over, but totals.csv has no line for the "
                "table."
            )
            yield table.ledger[0].fault("no_totals", message)
    elif not rows.is_over or totals.scores != final_scores(
        replayed.rules, replayed.state
    ):
        message = _("ledger.jsonl contradicts this table. Correct one of the files.")
        yield FileFault("not_as_in_ledger", message, "", {}, TOTALS, totals.line)
    else:
        yield from wrong_table_points(totals, replayed.rules, replayed.state)


def is_cancelled(ledger: RecordedLedger) -> bool:
    return ledger.state.over is Ending.CANCELLED
