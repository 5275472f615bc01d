"""Zung Jung: the columns of hands.csv, and the payment table of wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.ledger_entries import Washout
from rules.ruleset_and_table_state import Line, Position
from rules.zung_jung import Win, ZungJung
from rules.zung_jung.entries import NO_ONE
from rules.zung_jung.options import CHICKEN
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    integers,
    numbers_in,
    outcome_in,
    won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import (
    SELF_DRAWN,
    Table,
    by_choices,
)
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row

#: Player number of the responsible player, or "none"; empty if it is the discarder.
RESPONSIBLE = "responsible"


def _read(row: Row) -> tuple[str, Values]:
    values: dict[str, object] = dict(integers(row, ["points"]))
    if row.raw(RESPONSIBLE) == NO_ONE:
        values[RESPONSIBLE] = NO_ONE
    elif row.says(RESPONSIBLE):
        values[RESPONSIBLE] = numbers_in(row, RESPONSIBLE)
    return outcome_in(row, (WIN, Washout.kind)), values


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            cells = won(numbers, [win.winner], win.discarder)
            cells |= {"outcome": WIN, "points": win.points}
            if win.responsible is not win.discarder:
                seat = win.responsible
                cells[RESPONSIBLE] = numbers[seat] if seat else NO_ONE
            return cells
    return {"outcome": line.entry.kind}


COLUMNS = Columns(
    ("outcome", *WHO, "points", RESPONSIBLE), _read, _write, rare=(RESPONSIBLE,)
)


def possible_points(rules: ZungJung) -> Sequence[int]:
    """Return the values that a winning hand can have, in order."""
    options, step = rules.options, rules.convention.step
    sums = range(step, options.most_points + 1, step) if step else ()
    every = sorted({CHICKEN, options.limit, *sums})
    return [points for points in every if points >= options.least_points]


def payment_table(played: ZungJung, position: Position) -> Table:
    """Return the payments by points and responsible player.

    If no one is responsible, all players pay as for a self-draw.
    """
    choices = {str(points): {"points": points} for points in possible_points(played)}
    table = by_choices(played, position, choices)
    by_source = table["pays"]
    if isinstance(by_source, Mapping):
        for sources in by_source.values():
            sources[NO_ONE] = sources[SELF_DRAWN]
    return {
        "hand": None,
        "field": "points",
        "payer": RESPONSIBLE,
        "unless": [],
        **table,
    }
