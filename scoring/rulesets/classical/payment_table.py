"""What a win of Classical Chinese pays, for every value it can have."""

from __future__ import annotations

from itertools import combinations

from rules.classical import Classical
from rules.ruleset_and_table_state import Position
from rules.winds import WINDS, Wind
from scoring.rulesets.shared.payment_tables import (
    Columns,
    Table,
    by_pairs,
    line,
    paid_by,
    settled,
)


def payment_table(played: Classical, position: Position) -> Table:
    """Everybody pays so many times the winner's value, and the losers so many times
    the difference of theirs. {} also where who has not declared ready is fined."""
    options = played.options
    fined = options.must_declare_ready and options.win_without_ready == "fined"
    if options.settle_mode == "only_add_up" or fined:
        return {}
    limit = options.limit

    def columns(winner: Wind, source: Wind | None) -> Columns:
        won = {"kind": "win", "winner": winner, "from": source}
        nothing = dict.fromkeys(WINDS, 0)
        least = paid_by(played, position, {**won, "values": nothing})
        most = paid_by(played, position, {**won, "values": {**nothing, winner: limit}})
        return {payer: _line(most[payer], least.get(payer, 0), limit) for payer in most}

    table = {
        "hand": True,
        "doubling": {"limit": limit, "roof_off": options.roof_off},
        "unless": ["pays_for_all", "no_chows"],
        **by_pairs(position, columns),
    }
    if options.losers_settle and options.settle_mode == "between_all":
        even = options.limit_reached_by_losers_no_settlement
        table["between"] = {w: _between(played, position, w) for w in position.seats}
        table["even"] = limit if even else None
    return table


def _line(most: int, least: int, limit: int) -> dict[str, int]:
    """What one pays for a hand of the limit and for one of nothing, as a line."""
    times, plus = divmod(most, limit)
    return line(plus, times, (least - plus) // times if times else 0)


def _between(played: Classical, position: Position, winner: Wind) -> dict[str, int]:
    """How many times the difference of their values every two losers pay."""
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
