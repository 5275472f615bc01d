"""Lines of hands.csv as entries in the rules' notation, and their faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.ledger_entries import FalseWin, Penalty, Raw, Washout
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Scores
from scoring.rulesets.any_ruleset.hands_csv_columns import WIN
from scoring.rulesets.presenter_registry import presenter_of
from scoring.tournament_folder.file_layout import HANDS
from scoring.tournament_folder.rows_as_written import HandRow, RecordedTable
from tournaments.files.file_faults import FileFault


def outcome_of(row: HandRow, table: RecordedTable) -> Raw:
    """Return the outcome of a finished hand.

    If the winner does not sit at the table, another seat is used, so that the rules can
    still check the rest.
    """
    values = {name: _seated(value, table) for name, value in row.values.items()}
    if row.kind != WIN:
        return {"kind": row.kind, **values}
    discarder = table.seat_of(row.discarder)
    stand_in = next(seat for seat in table.seats if seat is not discarder)
    winner = table.seat_of(row.winner) or stand_in
    return {"kind": WIN, "winner": winner, "from": discarder, **values}


def _seated(value: object, table: RecordedTable) -> object:
    """Return a list of player numbers as seats; players of other tables are left out.

    Return other values unchanged.
    """
    if not isinstance(value, list):
        return value
    return [seat for number in value if (seat := table.seat_of(number))]


def penalty_of(amounts: Scores, rules: Ruleset) -> Raw:
    """Return the false win that has exactly these payments, otherwise a penalty."""
    if offender := presenter_of(rules.id).false_win_costing(amounts, rules):
        return {"kind": FalseWin.kind, "seat": offender}
    return {"kind": Penalty.kind, "amounts": dict(amounts)}


def misnumbered(
    rows: Sequence[HandRow], limit: int | None
) -> Iterator[tuple[int, FileFault]]:
    """Yield faults for missing, repeated and too high hand numbers in sorted rows.

    Each item: the first doubtful hand number, and the fault. `limit`: maximum number of
    hands, None for no limit.
    """
    lines: dict[int, int] = {}
    following = 1
    for row in rows:
        hand = row.hand
        if hand in lines:
            message = _("Hand %(hand)s is listed twice, first in line %(first)s.")
            yield hand, _fault(row, "hand_twice", message, hand=hand, first=lines[hand])
        elif limit is not None and hand > limit:
            message = _("Hand %(hand)s exceeds the limit of %(limit)s hands.")
            yield hand, _fault(row, "above_limit", message, hand=hand, limit=limit)
        elif hand > following and not row.is_unfinished:
            message = _("Hand %(hand)s is listed, but hand %(missing)s is missing.")
            fault = _fault(row, "hand_missing", message, hand=hand, missing=following)
            yield following, fault
        lines.setdefault(hand, row.line)
        if not row.is_unfinished:
            following = hand + 1


def faults_in(
    row: HandRow, table: RecordedTable, rules: Ruleset
) -> Iterator[FileFault]:
    """Yield a fault for each reason why the row's outcome is impossible at
    this table.
    """
    if row.winner is not None and table.seat_of(row.winner) is None:
        message = _("The winner, %(number)s, is not at this table.")
        yield _fault(row, "winner_elsewhere", message, number=row.winner)
    if row.discarder is not None and table.seat_of(row.discarder) is None:
        message = _("The discarder, %(number)s, is not at this table.")
        yield _fault(row, "discarder_elsewhere", message, number=row.discarder)
    for number in _named_elsewhere(row, table):
        message = _("Player %(number)s is not at this table.")
        yield _fault(row, "player_elsewhere", message, number=number)
    washout_with_points = row.kind == Washout.kind and row.values
    if row.kind != WIN and (row.winner or row.discarder or washout_with_points):
        message = _("A draw has no discarder and no points.")
        yield _fault(row, "no_winner", message)
    elif row.kind == WIN and row.winner is None:
        yield _fault(row, "winner_missing", _("Enter the winner of this hand."))
    elif row.kind == WIN and not row.values:
        yield _fault(row, "no_points", _("A won hand needs points."))
    elif row.kind:
        yield from _refusals(row, outcome_of(row, table), rules)


def _named_elsewhere(row: HandRow, table: RecordedTable) -> Iterator[int]:
    lists = (value for value in row.values.values() if isinstance(value, list))
    return (
        number for numbers in lists for number in numbers if not table.seat_of(number)
    )


def _refusals(row: HandRow, outcome: Raw, rules: Ruleset) -> Iterator[FileFault]:
    try:
        rules.read_entry(outcome)
    except RuleError as error:
        yield from refused(row, error)


def refused(row: HandRow, error: RuleError) -> Iterator[FileFault]:
    """Yield the faults that the rules found in a row, with the row's line."""
    for fault in error.faults:
        yield _at_row(row, fault)


def _fault(row: HandRow, code: str, message: str, **params: object) -> FileFault:
    return _at_row(row, Fault(code, message, "", params))


def _at_row(row: HandRow, fault: Fault) -> FileFault:
    """Return the fault with the row's line.

    Its field is left out, because no column has that name.
    """
    content = (fault.code, fault.message, "", fault.params)
    return FileFault(*content, HANDS, row.line, acceptable=True)
