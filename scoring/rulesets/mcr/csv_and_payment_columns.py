"""MCR: the columns of hands.csv, and the payment table of wins."""

from __future__ import annotations

from collections.abc import Mapping

from rules.ledger_entries import MOST_POINTS, Washout
from rules.mcr import Mcr, Win
from rules.ruleset_and_table_state import Line, Position
from rules.tiles import BONUS_TILES
from rules.winds import Wind
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    joined,
    winners_of,
    won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import (
    PaymentColumns,
    Table,
    by_pairs,
    line,
    paid_by,
)
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row


def _read(row: Row) -> tuple[str, Values]:
    """Return the outcome in a row. 0 points are a draw; empty points mean an unfinished
    hand.
    """
    points = row.optional_integer("points", -MOST_POINTS, MOST_POINTS)
    flowers = row.optional_integer("flowers", 0, len(BONUS_TILES))
    chicken = row.optional_integer("chicken_hand", 0, 1)
    values = {} if points is None else {"points": points}
    if flowers:
        values["flowers"] = flowers
    if chicken:
        values["chicken"] = True
    if row.raw("winner"):
        return WIN, values
    if row.raw("discarder") or points is not None:
        return Washout.kind, {name: value for name, value in values.items() if value}
    return "", {}


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            paid = [claim for claim in win.claims if claim.winner in winners_of(line)]
            value = {
                "points": joined(claim.points for claim in paid),
                "chicken_hand": joined(int(claim.chicken) for claim in paid),
            }
            if any(claim.flowers for claim in paid):
                value["flowers"] = joined(claim.flowers for claim in paid)
            return won(numbers, [claim.winner for claim in paid], win.discarder) | value
    return {"points": 0, "chicken_hand": 0}


COLUMNS = Columns(
    (*WHO, "points", "flowers", "chicken_hand"),
    _read,
    _write,
    unfinished={"chicken_hand": 0},
    rare=("flowers",),
)


def payment_table(played: Mcr, position: Position) -> Table:
    """Return the payments as linear functions of the fan, calculated from two values.

    The dealer pays and receives as other players do.
    """
    low = played.options.minimum

    def columns(winner: Wind, source: Wind | None) -> PaymentColumns:
        won = {"kind": "win", "winner": winner, "from": source}
        first = paid_by(played, position, {**won, "points": low})
        second = paid_by(played, position, {**won, "points": low + 1})
        return {
            payer: line(first[payer] - low * times, times)
            for payer in first
            for times in [second[payer] - first[payer]]
        }

    return {
        "hand": None,
        "field": "points",
        "unless": [],
        **by_pairs(position, columns),
    }
