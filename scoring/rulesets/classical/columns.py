"""The columns in which hands.csv tells a hand of Classical Chinese."""

from __future__ import annotations

from collections.abc import Mapping

from rules.classical import Win
from rules.classical.entries import ABORTIVE_REASONS, AbortiveDraw
from rules.ledger_entries import Washout
from rules.ruleset_and_table_state import Line
from rules.winds import WINDS
from scoring.rulesets.shared.columns import (
    NO_CHOWS,
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    integers,
    no_chows_in,
    outcome_in,
    winners_of,
    won,
)
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row
from tournaments.people.player_and_seating_files import SEATS

_VALUES = {wind: f"{seat}_value" for wind, seat in SEATS.items()}


def _read(row: Row) -> tuple[str, Values]:
    kind = outcome_in(row, (WIN, Washout.kind, *ABORTIVE_REASONS))
    if kind in ABORTIVE_REASONS:
        return AbortiveDraw.kind, {"reason": kind}
    by_column = integers(row, _VALUES.values())
    values = {
        seat: by_column[column]
        for seat, column in _VALUES.items()
        if column in by_column
    }
    said: dict[str, object] = {"values": values} if values else {}
    return kind, said | no_chows_in(row)


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            cells = won(numbers, winners_of(line), win.discarder)
            values = {
                _VALUES[seat]: win.values[seat]
                for seat in WINDS
                if seat in win.values and seat in numbers
            }
            said = {NO_CHOWS: 1} if set(win.without_chows) - set(win.hands) else {}
            return cells | {"outcome": WIN} | values | said
        case AbortiveDraw() as draw:
            return {"outcome": draw.reason}
    return {"outcome": line.entry.kind}


COLUMNS = Columns(
    ("outcome", *WHO, *_VALUES.values(), NO_CHOWS), _read, _write, rare=(NO_CHOWS,)
)
