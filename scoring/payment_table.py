"""What one player's win pays, for every value it can have: worked out by the rules,
so that a page can show it without a network. `static/table-payments.js` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import rules
from rules.classical import Classical
from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.riichi import Riichi
from rules.riichi.entries import DEPOSIT
from rules.table import Position, Ruleset
from rules.winds import WINDS, Wind
from scoring.entry_forms import riichi_values
from scoring.entry_forms.hong_kong import faan_offered
from tournaments.models import Tournament

SELF_DRAWN = "self"
Raw = Mapping[str, Any]
Table = dict[str, Any]
#: What each payer pays, by value.
Columns = Mapping[Wind, Any]


def payment_table(tournament: Tournament, position: Position) -> str:
    """The table for the hand at `position`, as JSON; "" where the payments of a win
    do not go by its value.

    `pays[winner][source][payer]` is the number of a column, and `columns` give the
    amount for each of `choices` of `field`, or as a line. Who fills in any field of
    `unless` asks for more than the table knows. `hand` is None if the table holds for
    any hand.
    """
    table = _table(
        tournament.ruleset,
        json.dumps(tournament.options, sort_keys=True),
        tuple(position.winds.items()),
        position.repeats,
        position.streak,
        position.carried,
    )
    if not table:
        return ""
    table = dict(table)
    if table["hand"]:
        table["hand"] = position.hand
    if tournament.ruleset == Riichi.id:
        table["sticks"] = {"deposit": DEPOSIT, "there": position.sticks}
    return json.dumps(table, separators=(",", ":"))


@lru_cache(maxsize=512)
def _table(
    ruleset: str,
    options: str,
    winds: tuple[tuple[Wind, Wind], ...],
    repeats: int,
    streak: int,
    carried: int,
) -> Table:
    """Where a table stands matters by its winds, and by what counts up."""
    played = rules.ruleset(ruleset, json.loads(options))
    position = replace(
        played.opening(),
        winds=dict(winds),
        repeats=repeats,
        streak=streak,
        carried=carried,
    )
    match played:
        case Mcr():
            table = _mcr(played, position)
        case HongKong():
            table = _hong_kong(played, position)
        case Classical():
            table = _classical(played, position)
        case Riichi():
            table = _riichi(played, position)
        case _:
            table = {}
    return table


def _mcr(played: Mcr, position: Position) -> Table:
    """The fan are paid in full: two values tell the rest. The dealer is nobody
    special."""
    low = played.options.minimum

    def columns(winner: Wind, source: Wind | None) -> Columns:
        won = {"kind": "win", "winner": winner, "from": source}
        first = _paid(played, position, {**won, "points": low})
        second = _paid(played, position, {**won, "points": low + 1})
        return {
            payer: _line(first[payer] - low * times, times)
            for payer in first
            for times in [second[payer] - first[payer]]
        }

    return {"hand": None, "field": "points", "unless": [], **_by_pairs(columns)}


def _hong_kong(played: HongKong, position: Position) -> Table:
    choices = {str(faan): {"faan": faan} for faan in faan_offered(played.options)}
    return {
        "hand": True,
        "field": "faan",
        "unless": ["guarantor", "robbed_kong"],
        **_by_choices(played, position, choices),
    }


def _riichi(played: Riichi, position: Position) -> Table:
    groups = riichi_values.groups(played.options)
    keys = [key for _label, choices in groups for key, _name in choices]
    choices = {key: riichi_values.raw_of(key) for key in keys}
    return {
        "hand": True,
        "field": "value",
        "unless": ["pao"],
        **_by_choices(played, position, choices),
    }


def _classical(played: Classical, position: Position) -> Table:
    """Everybody pays so many times the winner's value, and the losers so many times
    the difference of theirs."""
    options = played.options
    if options.settle_mode == "only_add_up":
        return {}
    limit = options.limit

    def columns(winner: Wind, source: Wind | None) -> Columns:
        won = {"kind": "win", "winner": winner, "from": source}
        nothing = dict.fromkeys(WINDS, 0)
        least = _paid(played, position, {**won, "values": nothing})
        most = _paid(played, position, {**won, "values": {**nothing, winner: limit}})
        return {
            payer: _line(0, amount // limit, least.get(payer, 0) * limit // amount)
            for payer, amount in most.items()
        }

    table = {
        "hand": True,
        "doubling": {"limit": limit, "roof_off": options.roof_off},
        "unless": ["pays_for_all"],
        **_by_pairs(columns),
    }
    if options.losers_settle and options.settle_mode == "between_all":
        even = options.limit_reached_by_losers_no_settlement
        table["between"] = {w: _between(played, position, w) for w in WINDS}
        table["even"] = limit if even else None
    return table


def _between(played: Classical, position: Position, winner: Wind) -> dict[str, int]:
    """How many times the difference of their values every two losers pay."""
    losers = [seat for seat in WINDS if seat is not winner]
    times = {}
    for one, other in combinations(losers, 2):
        values = {**dict.fromkeys(WINDS, 0), one: 1}
        raw = {"kind": "win", "winner": winner, "from": None, "values": values}
        [paid] = [
            payment.amount
            for payment in _settled(played, position, raw)
            if (payment.payer, payment.payee) == (other, one)
        ]
        times[one + other] = paid
    return times


def _by_choices(
    played: Ruleset, position: Position, choices: Mapping[str, Raw]
) -> Table:
    """A column has the amount of each choice; None where no hand is worth that."""

    def columns(winner: Wind, source: Wind | None) -> Columns:
        won = {"kind": "win", "winner": winner, "from": source}
        rows = [_paid_if_possible(played, position, {**won, **c}) for c in values]
        payers = {payer for row in rows if row for payer in row}
        return {
            payer: [None if row is None else row.get(payer, 0) for row in rows]
            for payer in payers
        }

    values = list(choices.values())
    return {"choices": list(choices), **_by_pairs(columns)}


def _by_pairs(columns_of: Any) -> Table:
    """Every winner with every source; columns that are the same are kept once."""
    kept: list[Any] = []
    pays: dict[str, dict[str, dict[str, int]]] = {}
    for winner, source in _pairs():
        numbers = {}
        for payer, column in sorted(columns_of(winner, source).items()):
            if column not in kept:
                kept.append(column)
            numbers[payer] = kept.index(column)
        pays.setdefault(winner, {})[source or SELF_DRAWN] = numbers
    return {"pays": pays, "columns": kept}


def _pairs() -> Iterator[tuple[Wind, Wind | None]]:
    for winner in WINDS:
        yield winner, None
        yield from ((winner, source) for source in WINDS if source is not winner)


def _line(plus: int, times: int, least: int = 0) -> dict[str, int]:
    return {"plus": plus, "times": times, "least": least}


def _paid_if_possible(
    played: Ruleset, position: Position, raw: Raw
) -> dict[Wind, int] | None:
    try:
        return _paid(played, position, raw)
    except RuleError:
        return None


def _paid(played: Ruleset, position: Position, raw: Raw) -> dict[Wind, int]:
    """What each pays the winner."""
    paid: dict[Wind, int] = {}
    for payment in _settled(played, position, raw):
        if payment.payer and payment.payee == raw["winner"]:
            paid[payment.payer] = paid.get(payment.payer, 0) + payment.amount
    return paid


def _settled(played: Ruleset, position: Position, raw: Raw) -> Any:
    entry = played.read_entry(raw)
    return played.settle(entry, position, played.opening_scores()).payments
