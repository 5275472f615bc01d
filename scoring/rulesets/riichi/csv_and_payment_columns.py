"""Riichi: the columns of hands.csv, and the payment table of wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.ledger_entries import Washout
from rules.riichi import Riichi, Win
from rules.riichi.base_points import LIMITS
from rules.riichi.entries import (
    ABORTIVE_REASONS,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Value,
)
from rules.ruleset_and_table_state import Line, Position
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    integers,
    joined,
    numbers_in,
    outcome_in,
    seats_of,
    winners_of,
    won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import Table, by_choices
from scoring.rulesets.riichi import han_and_fu_choices
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row

_SEATS = ("riichi", "tenpai")
#: 1 if the dealer ended the game with this hand; empty otherwise.
_STOP = "dealer_stops"


def _read(row: Row) -> tuple[str, Values]:
    known = (WIN, Washout.kind, ExhaustiveDraw.kind, *ABORTIVE_REASONS)
    kind = outcome_in(row, known)
    values: dict[str, object] = dict(integers(row, ["han", "fu", "yakuman", "points"]))
    if row.says("limit"):
        values["limit"] = row.one_of("limit", tuple(LIMITS))
    values |= {name: numbers_in(row, name) for name in _SEATS if row.says(name)}
    if kind == ExhaustiveDraw.kind and "riichi" in values:
        # A player who declared riichi was tenpai, so `tenpai` may be left empty.
        values.setdefault("tenpai", values["riichi"])
    if integers(row, [_STOP]).get(_STOP):
        values[_STOP] = True
    if kind in ABORTIVE_REASONS:
        return AbortiveDraw.kind, values | {"reason": kind}
    return kind, values


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            paid = [winner for winner in win.winners if winner.seat in winners_of(line)]
            cells = won(numbers, [winner.seat for winner in paid], win.discarder)
            cells |= _riichi_values([winner.value for winner in paid])
            seats = seats_of(numbers, riichi=win.riichi)
            return cells | {"outcome": WIN} | seats | _stop(win.dealer_stops)
        case ExhaustiveDraw() as draw:
            seats = seats_of(numbers, riichi=draw.riichi, tenpai=draw.tenpai)
            return {"outcome": draw.kind} | seats | _stop(draw.dealer_stops)
        case AbortiveDraw() as draw:
            return {"outcome": draw.reason} | seats_of(numbers, riichi=draw.riichi)
        case Chombo() as chombo:
            return {"outcome": chombo.kind} | seats_of(numbers, riichi=chombo.riichi)
    return {"outcome": line.entry.kind}


def _stop(dealer_stops: bool) -> dict[str, Cell]:
    """Return the cell that states that the dealer ended the game; {} if the dealer did
    not.
    """
    return {_STOP: 1} if dealer_stops else {}


def _riichi_values(values: Sequence[Value]) -> Mapping[str, Cell]:
    """Return the cells of the winners' hand values.

    A hand by tiles has no cell for points, because it would repeat the value.
    """
    cells = {}
    for name in ("han", "fu", "limit", "yakuman", "points"):
        by_tiles = name == "points"
        parts = [
            "" if by_tiles and value.hand else getattr(value, name) for value in values
        ]
        cells[name] = joined("-" if one in (None, "") else one for one in parts)
        if not set(cells[name].split()) - {"-"}:
            cells[name] = ""
    return cells


COLUMNS = Columns(
    ("outcome", *WHO, "han", "fu", "limit", "yakuman", "points", *_SEATS, _STOP),
    _read,
    _write,
    rare=(_STOP,),
)


def payment_table(played: Riichi, position: Position) -> Table:
    groups = han_and_fu_choices.groups(played.options)
    keys = [key for _label, choices in groups for key, _name in choices]
    choices = {key: han_and_fu_choices.raw_of(key) for key in keys}
    return {
        "hand": True,
        "field": "value",
        "unless": ["pao"],
        **by_choices(played, position, choices),
    }
