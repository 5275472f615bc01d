"""Hong Kong Old Style: the columns of hands.csv, and the payment table of wins."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hong_kong import HongKong, Win
from rules.ledger_entries import Washout
from rules.ruleset_and_table_state import Line, Position
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    NO_CHOWS,
    OWN_HAND,
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    integers,
    joined,
    no_chows_in,
    outcome_in,
    own_hand_cells,
    own_hand_in,
    winners_of,
    won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import Table, by_choices
from scoring.rulesets.hong_kong.points_form import faan_offered
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row

#: Number of faan for bonus tiles; filled only if it was entered.
BONUS = "bonus_faan"


def _read(row: Row) -> tuple[str, Values]:
    values: dict[str, object] = {**integers(row, ["faan", BONUS]), **no_chows_in(row)}
    values |= own_hand_in(row)
    return outcome_in(row, (WIN, Washout.kind)), values


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            paid = [claim for claim in win.claims if claim.winner in winners_of(line)]
            cells = won(numbers, [claim.winner for claim in paid], win.discarder)
            cells |= {"outcome": WIN, "faan": joined(e.faan for e in paid)}
            if any(claim.bonus_faan for claim in paid):
                cells[BONUS] = joined(claim.bonus_faan for claim in paid)
            if any(claim.no_chows and claim.hand is None for claim in paid):
                cells[NO_CHOWS] = joined(int(claim.no_chows) for claim in paid)
            keys = [claim.own_hand.key if claim.own_hand else "-" for claim in paid]
            return cells | own_hand_cells(keys)
    return {"outcome": line.entry.kind}


COLUMNS = Columns(
    ("outcome", *WHO, "faan", BONUS, NO_CHOWS, OWN_HAND),
    _read,
    _write,
    rare=(BONUS, NO_CHOWS, OWN_HAND),
)


def payment_table(played: HongKong, position: Position) -> Table:
    choices = {str(faan): {"faan": faan} for faan in faan_offered(played.options)}
    return {
        "hand": True,
        "field": "faan",
        "unless": ["guarantor", "robbed_kong", "no_chows", "own_hand"],
        **by_choices(played, position, choices),
    }
