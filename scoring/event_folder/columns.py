"""The columns in which hands.csv tells how a hand ended, by ruleset.

They tell an ordinary hand exactly. Of a hand with several winners they show each of
them, and of one entered by its tiles the value: such hands are in ledger.jsonl.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

from rules import classical, hong_kong, mcr, riichi
from rules.entries import MOST_POINTS, Washout
from rules.riichi.entries import (
    ABORTIVE_REASONS,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Value,
)
from rules.riichi.points import LIMITS
from rules.table import Line
from rules.winds import WINDS, Wind
from tournaments.csv_files import Row
from tournaments.files import MOST_START_NUMBER, SEATS

Cell = str | int
Numbers = Mapping[Wind, int]
Values = Mapping[str, Any]

WIN = "win"


@dataclass(frozen=True)
class Columns:
    """How a ruleset's hands are told. `read` gives the kind of an outcome and its
    values in the rules' notation, but with start numbers for seats; `write` the cells
    of an outcome."""

    names: Sequence[str]
    read: Callable[[Row], tuple[str, Values]]
    write: Callable[[Line, Numbers], Mapping[str, Cell]]

    @property
    def all(self) -> Sequence[str]:
        """Every column of hands.csv."""
        penalties = (f"{seat}_penalty" for seat in SEATS.values())
        return ("round", "table", "hand", *self.names, *penalties)


def columns_of(ruleset: str) -> Columns:
    """The columns of a ruleset; those of MCR where nobody knows which it is."""
    return _COLUMNS.get(ruleset, _COLUMNS[mcr.Mcr.id])


def _read_mcr(row: Row) -> tuple[str, Values]:
    """A hand that nobody won has 0 points; without points it was not finished."""
    points = row.optional_integer("points", -MOST_POINTS, MOST_POINTS)
    chicken = row.optional_integer("chicken_hand", 0, 1)
    values = {} if points is None else {"points": points}
    if chicken:
        values["chicken"] = True
    if row.raw("winner"):
        return WIN, values
    if row.raw("discarder") or points is not None:
        return Washout.kind, {name: value for name, value in values.items() if value}
    return "", {}


def _write_mcr(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case mcr.Win() as win:
            value = {"points": win.points, "chicken_hand": int(win.chicken)}
            return _won(numbers, [win.winner], win.discarder) | value
    return {"points": 0, "chicken_hand": 0}


def _read_hong_kong(row: Row) -> tuple[str, Values]:
    return _outcome(row, (WIN, Washout.kind)), _integers(row, ["faan"])


def _write_hong_kong(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case hong_kong.Win() as win:
            paid = [each for each in win.claims if each.winner in _winners(line)]
            cells = _won(numbers, [each.winner for each in paid], win.discarder)
            return cells | {"outcome": WIN, "faan": _joined(e.faan for e in paid)}
    return {"outcome": line.entry.kind}


def _read_classical(row: Row) -> tuple[str, Values]:
    kind = _outcome(row, (WIN, Washout.kind))
    by_column = _integers(row, _CLASSICAL_VALUES.values())
    values = {
        seat: by_column[column]
        for seat, column in _CLASSICAL_VALUES.items()
        if column in by_column
    }
    return kind, {"values": values} if values else {}


def _write_classical(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case classical.Win() as win:
            cells = _won(numbers, [win.winner], win.discarder)
            values = {
                _CLASSICAL_VALUES[seat]: win.values[seat]
                for seat in WINDS
                if seat in win.values
            }
            return cells | {"outcome": WIN} | values
    return {"outcome": line.entry.kind}


def _read_riichi(row: Row) -> tuple[str, Values]:
    known = (WIN, Washout.kind, ExhaustiveDraw.kind, *ABORTIVE_REASONS)
    kind = _outcome(row, known)
    values: dict[str, Any] = dict(_integers(row, ["han", "fu", "yakuman", "points"]))
    if limit := row.raw("limit"):
        values["limit"] = _one_of(row, "limit", tuple(LIMITS), limit)
    values |= {name: _numbers(row, name) for name in _RIICHI_SEATS if row.raw(name)}
    if kind in ABORTIVE_REASONS:
        return AbortiveDraw.kind, values | {"reason": kind}
    return kind, values


def _write_riichi(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case riichi.Win() as win:
            paid = [each for each in win.winners if each.seat in _winners(line)]
            cells = _won(numbers, [each.seat for each in paid], win.discarder)
            cells |= _riichi_values([each.value for each in paid])
            return cells | {"outcome": WIN} | _seats(numbers, riichi=win.riichi)
        case ExhaustiveDraw() as draw:
            seats = _seats(numbers, riichi=draw.riichi, tenpai=draw.tenpai)
            return {"outcome": draw.kind} | seats
        case AbortiveDraw() as draw:
            return {"outcome": draw.reason} | _seats(numbers, riichi=draw.riichi)
        case Chombo() as chombo:
            return {"outcome": chombo.kind} | _seats(numbers, riichi=chombo.riichi)
    return {"outcome": line.entry.kind}


def _riichi_values(values: Sequence[Value]) -> Mapping[str, Cell]:
    """What the hands are worth; of one entered by its tiles not the points, which
    would say it twice."""
    cells = {}
    for name in ("han", "fu", "limit", "yakuman", "points"):
        by_tiles = name == "points"
        given = [
            "" if by_tiles and value.hand else getattr(value, name) for value in values
        ]
        cells[name] = _joined("-" if one in (None, "") else one for one in given)
        if not set(cells[name].split()) - {"-"}:
            cells[name] = ""
    return cells


def _outcome(row: Row, known: Sequence[str]) -> str:
    """How the hand ended; "" if it was not finished."""
    given = row.raw("outcome")
    return _one_of(row, "outcome", known, given) if given else ""


def _one_of(row: Row, column: str, known: Sequence[str], given: str) -> str:
    if given not in known:
        message = _("%(column)s is “%(value)s”: give one of %(choices)s.")
        choices = ", ".join(known)
        row.fault("not_a_choice", message, column, value=given, choices=choices)
    return given


def _integers(row: Row, columns: Iterable[str]) -> dict[str, int]:
    """The numbers in those of the columns that are not empty."""
    values = {
        column: row.optional_integer(column, -MOST_POINTS, MOST_POINTS)
        for column in columns
    }
    return {column: value for column, value in values.items() if value is not None}


def _numbers(row: Row, column: str) -> list[int]:
    """Start numbers with spaces between them."""
    given = row.raw(column).split()
    if not all(text.isascii() and text.isdecimal() for text in given):
        message = _("%(column)s is “%(value)s”: give start numbers.")
        row.fault("not_a_number", message, column, value=row.raw(column))
        return []
    return [min(int(text[:9]), MOST_START_NUMBER) for text in given]


def _won(
    numbers: Numbers, winners: Iterable[Wind], discarder: Wind | None
) -> dict[str, Cell]:
    return {
        "winner": _joined(numbers[seat] for seat in winners),
        "discarder": numbers[discarder] if discarder else "",
    }


def _seats(numbers: Numbers, **named: Iterable[Wind]) -> dict[str, Cell]:
    return {
        name: _joined(numbers[seat] for seat in seats) for name, seats in named.items()
    }


def _winners(line: Line) -> Sequence[Wind]:
    return line.settlement.winners


def _joined(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


_CLASSICAL_VALUES = {wind: f"{seat}_value" for wind, seat in SEATS.items()}
_RIICHI_SEATS = ("riichi", "tenpai")
_WHO = ("winner", "discarder")
_COLUMNS: Mapping[str, Columns] = {
    mcr.Mcr.id: Columns((*_WHO, "points", "chicken_hand"), _read_mcr, _write_mcr),
    hong_kong.HongKong.id: Columns(
        ("outcome", *_WHO, "faan"), _read_hong_kong, _write_hong_kong
    ),
    classical.Classical.id: Columns(
        ("outcome", *_WHO, *_CLASSICAL_VALUES.values()),
        _read_classical,
        _write_classical,
    ),
    riichi.Riichi.id: Columns(
        ("outcome", *_WHO, "han", "fu", "limit", "yakuman", "points", *_RIICHI_SEATS),
        _read_riichi,
        _write_riichi,
    ),
}
