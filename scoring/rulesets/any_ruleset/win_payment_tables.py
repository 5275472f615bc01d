"""Payment tables of wins, calculated by the rules. Shared by all rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.faults import RuleError
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Payment, Position, Ruleset
from rules.winds import Wind

SELF_DRAWN = "self"
Table = dict[str, object]
#: The payments of each payer, by value.
PaymentColumns = Mapping[Wind, object]


def by_choices(
    played: Ruleset, position: Position, choices: Mapping[str, Raw]
) -> Table:
    """Return a payment table with an amount for each choice of value.

    An amount is None if no hand can have that value. `choices`: value part of an entry,
    by choice.
    """

    def columns(winner: Wind, source: Wind | None) -> PaymentColumns:
        won = {"kind": "win", "winner": winner, "from": source}
        rows = [_paid_if_possible(played, position, {**won, **c}) for c in values]
        payers = {payer for row in rows if row for payer in row}
        return {
            payer: [None if row is None else row.get(payer, 0) for row in rows]
            for payer in payers
        }

    values = list(choices.values())
    return {"choices": list(choices), **by_pairs(position, columns)}


def by_pairs(
    position: Position, columns_of: Callable[[Wind, Wind | None], PaymentColumns]
) -> Table:
    """Return the payments for each winner and source.

    Equal columns are stored once. `columns_of`: returns the column of each payer.
    """
    kept: list[object] = []
    pays: dict[str, dict[str, dict[Wind, int]]] = {}
    for winner, source in pairs(position.seats):
        numbers: dict[Wind, int] = {}
        for payer, column in sorted(columns_of(winner, source).items()):
            if column not in kept:
                kept.append(column)
            numbers[payer] = kept.index(column)
        pays.setdefault(winner, {})[source or SELF_DRAWN] = numbers
    return {"pays": pays, "columns": kept}


def pairs(seats: Sequence[Wind]) -> Iterator[tuple[Wind, Wind | None]]:
    """Yield each winner with each source. Source None is a self-draw."""
    for winner in seats:
        yield winner, None
        yield from ((winner, source) for source in seats if source is not winner)


def line(plus: int, times: int, least: int = 0) -> dict[str, int]:
    return {"plus": plus, "times": times, "least": least}


def _paid_if_possible(
    played: Ruleset, position: Position, raw: Raw
) -> dict[Wind, int] | None:
    try:
        return paid_by(played, position, raw)
    except RuleError:
        return None


def paid_by(played: Ruleset, position: Position, raw: Raw) -> dict[Wind, int]:
    """Return the points that each payer pays the winner."""
    paid: dict[Wind, int] = {}
    for payment in settled(played, position, raw):
        if payment.payer and payment.payee == raw["winner"]:
            paid[payment.payer] = paid.get(payment.payer, 0) + payment.amount
    return paid


def settled(played: Ruleset, position: Position, raw: Raw) -> Sequence[Payment]:
    entry = played.read_entry(raw)
    return played.settle(entry, position, played.opening_scores()).payments
