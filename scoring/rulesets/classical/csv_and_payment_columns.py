"""Classical Chinese: the columns of hands.csv, and the payment table of wins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from rules.classical import Classical, Win
from rules.classical.entries import ABORTIVE_REASONS, AbortiveDraw
from rules.ledger_entries import Washout
from rules.ruleset_and_table_state import Line, Position
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    NO_CHOWS,
    OWN_HAND,
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    integers,
    no_chows_in,
    outcome_in,
    own_hand_cells,
    own_hand_in,
    winners_of,
    won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import (
    PaymentColumns,
    Table,
    by_pairs,
    line,
    paid_by,
    settled,
)
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row
from tournaments.rounds.seating_files import SEATS

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
    entered: dict[str, object] = {"values": values} if values else {}
    return kind, entered | no_chows_in(row) | own_hand_in(row)


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            cells = won(numbers, winners_of(line), win.discarder)
            values = {
                _VALUES[seat]: win.values[seat]
                for seat in WINDS
                if seat in win.values and seat in numbers
            }
            no_chows = {NO_CHOWS: 1} if set(win.without_chows) - set(win.hands) else {}
            own = [win.own_hands.get(seat) for seat in winners_of(line)]
            keys = [hand.key if hand else "-" for hand in own]
            own_cells = own_hand_cells(keys)
            return cells | {"outcome": WIN} | values | no_chows | own_cells
        case AbortiveDraw() as draw:
            return {"outcome": draw.reason}
    return {"outcome": line.entry.kind}


COLUMNS = Columns(
    ("outcome", *WHO, *_VALUES.values(), NO_CHOWS, OWN_HAND),
    _read,
    _write,
    rare=(NO_CHOWS, OWN_HAND),
)


def payment_table(played: Classical, position: Position) -> Table:
    """Return the payments of each win as multiples of hand values. Return {} if hands
    are only added up, or if a win without declaring ready is fined.

    Each payer pays a multiple of the winner's value. Losers pay each other a multiple
    of the difference between their values.
    """
    options = played.options
    fined = options.must_declare_ready and options.win_without_ready == "fined"
    if options.settle_mode == "only_add_up" or fined:
        return {}
    limit = options.limit

    def columns(winner: Wind, source: Wind | None) -> PaymentColumns:
        won = {"kind": "win", "winner": winner, "from": source}
        nothing = dict.fromkeys(WINDS, 0)
        least = paid_by(played, position, {**won, "values": nothing})
        most = paid_by(played, position, {**won, "values": {**nothing, winner: limit}})
        return {payer: _line(most[payer], least.get(payer, 0), limit) for payer in most}

    table = {
        "hand": True,
        "doubling": {"limit": limit, "roof_off": options.roof_off},
        "unless": ["pays_for_all", "no_chows", "own_hand"],
        **by_pairs(position, columns),
    }
    if options.losers_settle and options.settle_mode == "between_all":
        even = options.limit_reached_by_losers_no_settlement
        table["between"] = {w: _between(played, position, w) for w in position.seats}
        table["even"] = limit if even else None
    return table


def _line(most: int, least: int, limit: int) -> dict[str, int]:
    """Return a payer's payment as a linear function of the hand value.

    `most`: payment for a limit hand; `least`: payment for a hand worth 0.
    """
    times, plus = divmod(most, limit)
    return line(plus, times, (least - plus) // times if times else 0)


def _between(played: Classical, position: Position, winner: Wind) -> dict[str, int]:
    """Return the multiple of their difference that a loser pays another, by pair of
    losers.
    """
    losers = [seat for seat in position.seats if seat is not winner]
    times = {}
    for one, other in combinations(losers, 2):
        values = {**dict.fromkeys(WINDS, 0), one: 1}
        raw = {"kind": "win", "winner": winner, "from": None, "values": values}
        [paid] = [
            payment.amount
            for payment in settled(played, position, raw)
            if (payment.payer, payment.payee) == (other, one)
        ]
        times[one + other] = paid
    return times
