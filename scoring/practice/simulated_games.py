"""Simulated games from a random seed.

Each hand consists of form fields and the expected ledger entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from rules.faults import RuleError
from rules.hand_as_json import hand_as_row
from rules.ledger_entries import Raw
from rules.ledger_replay import follow
from rules.random_winning_hands import SPECIAL, STANDARD, winning_hands
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind
from scoring.rulesets.presenter_registry import presenter_of

Fields = dict[str, str | list[str]]
#: Maximum number of hands in a game.
MOST_HANDS = 60
#: Number of invented tile hands tried to find one with a sufficient value.
MOST_TRIES = 60
DRAWN, SELF_DRAWN = 0.15, 0.3


@dataclass(frozen=True)
class Hand:
    """A hand. `fields`: fields of the table's form; `raw`: the expected entry."""

    number: int
    fields: Fields
    raw: Raw


def game(
    rules: Ruleset, chance: Random, *, most: int = MOST_HANDS
) -> tuple[list[Hand], TableState]:
    """Return the hands of one game, at most `most`, and the state after the
    last hand.
    """
    state = TableState(rules.opening(), rules.opening_scores())
    hands: list[Hand] = []
    while not state.over and len(hands) < most:
        raw = invented(rules, chance)
        try:
            state = follow(rules, state, rules.read_entry(raw))
        except RuleError:
            continue  # impossible in this state
        hands.append(Hand(len(hands) + 1, fields_of(rules, raw), raw))
    return hands, state


def invented(rules: Ruleset, chance: Random) -> Raw:
    """Return a random entry by value.

    It may be impossible in the current state of the table.
    """
    presenter = presenter_of(rules.id)
    if chance.random() < DRAWN:
        return presenter.invented_draw(chance)
    return _random_win(rules, chance) | dict(presenter.invented_value(rules, chance))


def invented_by_tiles(rules: Ruleset, state: TableState, chance: Random) -> Raw:
    """Return a random entry by tiles that is possible in this state.

    For draws, and if no hand is found, return a random entry by value as `invented`
    does.
    """
    if chance.random() < DRAWN:
        return invented(rules, chance)
    presenter = presenter_of(rules.id)
    hands = winning_hands(chance.getrandbits(32), (STANDARD, STANDARD, *SPECIAL[:2]))
    for hand in islice(hands, MOST_TRIES):
        win = _random_win(rules, chance)
        drawn = win["from"] is None
        # Without winds: the seat decides them.
        typed = replace(hand, self_draw=drawn, flags=frozenset())
        row = hand_as_row(typed, with_winds=False)
        value = presenter.value_by_tiles(rules, Wind(str(win["winner"])), row, chance)
        raw = win | dict(value)
        try:
            follow(rules, state, rules.read_entry(raw))
        except RuleError:
            continue  # too cheap, or not a hand under these rules
        return raw
    return invented(rules, chance)


def _random_win(rules: Ruleset, chance: Random) -> dict[str, str | None]:
    """Return a random win without a value: the winner, and a discarder or a
    self-draw.
    """
    seats = [seat.value for seat in seats_by(rules)]
    winner, discarder = chance.sample(seats, 2)
    source = None if chance.random() < SELF_DRAWN else discarder
    return {"kind": "win", "winner": winner, "from": source}


def fields_of(rules: Ruleset, raw: Raw) -> Fields:
    """Return the fields of the table's form that enter `raw`."""
    presenter = presenter_of(rules.id)
    if not ("hand" in raw or "hands" in raw):
        return _as_sent(presenter.points_form.initial_of(raw, rules))
    return _as_sent(presenter.tile_form.initial_of(raw, rules)) | {"by": "tiles"}


def _as_sent(initial: Mapping[str, object]) -> Fields:
    """Return the fields that a browser sends: no empty values and no unticked boxes."""
    sent: Fields = {}
    for name, value in initial.items():
        if isinstance(value, list | tuple):
            sent[name] = [str(item) for item in value]
        elif value is True:
            sent[name] = "on"
        elif value not in (None, False, ""):
            sent[name] = str(value)
    return sent
