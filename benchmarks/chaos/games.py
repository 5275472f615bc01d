"""Games as tables play them: every hand as the form of the table's page sends it, and
as the ledger has to hold it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules import ruleset
from rules.entries import Raw
from rules.faults import RuleError
from rules.replay import follow
from rules.table import Ruleset, TableState
from rules.winds import WINDS

Fields = dict[str, str | list[str]]
#: A table that plays longer than this stops.
MOST_HANDS = 24
SEATS = [seat.value for seat in WINDS]


@dataclass(frozen=True)
class Hand:
    """`fields` of the form by points, and the entry it must become."""

    number: int
    fields: Fields
    raw: Raw


def game(rules_id: str, chance: random.Random) -> list[Hand]:
    """The hands of one table until its play is over."""
    rules = ruleset(rules_id, {})
    state = TableState(rules.opening(), rules.opening_scores())
    hands: list[Hand] = []
    while not state.over and len(hands) < MOST_HANDS:
        fields, raw = RULESETS[rules_id](chance)
        try:
            state = _after(rules, state, raw)
        except RuleError:
            continue  # such a hand cannot be here
        hands.append(Hand(len(hands) + 1, fields, raw))
    return hands


def _after(rules: Ruleset, state: TableState, raw: Raw) -> TableState:
    return follow(rules, state, rules.read_entry(raw))


def _mcr(chance: random.Random) -> tuple[Fields, Raw]:
    if chance.random() < 0.15:
        return {"winner": "washout"}, {"kind": "washout"}
    fields, raw = _won(chance)
    fan = chance.randint(8, 88)
    return fields | {"points": str(fan)}, raw | {"points": fan}


def _hong_kong(chance: random.Random) -> tuple[Fields, Raw]:
    fields, raw = _won(chance)
    faan = chance.randint(3, 8)
    return fields | {"faan": str(faan)}, raw | {"faan": faan}


def _classical(chance: random.Random) -> tuple[Fields, Raw]:
    fields, raw = _won(chance)
    values = {seat: 2 * chance.randint(11, 60) for seat in SEATS}
    points = {f"points_{seat}": str(value) for seat, value in values.items()}
    return fields | points, raw | {"values": values}


def _riichi(chance: random.Random) -> tuple[Fields, Raw]:
    if chance.random() < 0.2:
        tenpai = sorted(chance.sample(SEATS, chance.randint(0, 4)), key=SEATS.index)
        raw = {"kind": "exhaustive_draw", "tenpai": tenpai}
        return {"winner": "draw", "tenpai": tenpai}, raw
    fields, raw = _won(chance)
    if chance.random() < 0.2:
        return fields | {"value": "mangan"}, raw | {"limit": "mangan"}
    han, fu = chance.randint(1, 3), chance.choice([30, 40])
    return fields | {"value": f"{han}-{fu}"}, raw | {"han": han, "fu": fu}


def _won(chance: random.Random) -> tuple[Fields, Raw]:
    """Who won and from whom."""
    winner, discarder = chance.sample(SEATS, 2)
    drawn = chance.random() < 0.3
    source = None if drawn else discarder
    fields: Fields = {"winner": winner, "source": source or "self"}
    return fields, {"kind": "win", "winner": winner, "from": source}


RULESETS: Mapping[str, Callable[[random.Random], tuple[Fields, Raw]]] = {
    "mcr": _mcr,
    "hong_kong": _hong_kong,
    "classical": _classical,
    "riichi": _riichi,
}
