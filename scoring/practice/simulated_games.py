"""Games as tables play them, from a seed: each hand as the form of the table's page
sends it, and as the ledger has to hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from rules.faults import RuleError
from rules.hand_as_json import hand_as_row
from rules.hand_of_tiles import Hand as Tiles
from rules.ledger_entries import Raw
from rules.ledger_replay import follow
from rules.random_winning_hands import SPECIAL, STANDARD, winning_hands
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind
from scoring.rulesets.presenter_registry import presenter_of

Fields = dict[str, str | list[str]]
#: A table that plays longer than this stops.
MOST_HANDS = 60
#: How many hands of tiles are looked at for one that is worth enough.
MOST_TRIES = 60
DRAWN, SELF_DRAWN = 0.15, 0.3


@dataclass(frozen=True)
class Hand:
    """`fields` of the table's form, and the entry it must become."""

    number: int
    fields: Fields
    raw: Raw


def game(
    rules: Ruleset, chance: Random, *, most: int = MOST_HANDS
) -> tuple[list[Hand], TableState]:
    """The hands of one table until its play is over, or there are `most`; and where
    they lead."""
    state = TableState(rules.opening(), rules.opening_scores())
    hands: list[Hand] = []
    while not state.over and len(hands) < most:
        raw = invented(rules, chance)
        try:
            state = follow(rules, state, rules.read_entry(raw))
        except RuleError:
            continue  # such a hand cannot be here
        hands.append(Hand(len(hands) + 1, fields_of(rules, raw), raw))
    return hands, state


def invented(rules: Ruleset, chance: Random) -> Raw:
    """The entry of some hand by its points. It may be one that cannot be entered where
    the table stands."""
    presenter = presenter_of(rules.id)
    if chance.random() < DRAWN:
        return presenter.invented_draw(chance)
    return _who(rules, chance) | dict(presenter.invented_value(rules, chance))


def invented_by_tiles(rules: Ruleset, state: TableState, chance: Random) -> Raw:
    """The entry of a hand by its tiles that can be entered where the table stands; by
    points if chance finds none."""
    if chance.random() < DRAWN:
        return invented(rules, chance)
    presenter = presenter_of(rules.id)
    hands = winning_hands(chance.getrandbits(32), (STANDARD, STANDARD, *SPECIAL[:2]))
    for hand in islice(hands, MOST_TRIES):
        who = _who(rules, chance)
        drawn = who["from"] is None
        row = _row_without_winds(replace(hand, self_draw=drawn, flags=frozenset()))
        value = presenter.value_by_tiles(rules, Wind(str(who["winner"])), row, chance)
        raw = who | dict(value)
        try:
            follow(rules, state, rules.read_entry(raw))
        except RuleError:
            continue  # too cheap, or no hand by these rules
        return raw
    return invented(rules, chance)


def _row_without_winds(hand: Tiles) -> dict[str, object]:
    """The hand without winds: it has those of its seat."""
    row = hand_as_row(hand)
    del row["seat_wind"], row["prevailing_wind"]
    return row


def _who(rules: Ruleset, chance: Random) -> dict[str, str | None]:
    """The winner, and the discarder."""
    seats = [seat.value for seat in seats_by(rules)]
    winner, discarder = chance.sample(seats, 2)
    source = None if chance.random() < SELF_DRAWN else discarder
    return {"kind": "win", "winner": winner, "from": source}


def fields_of(rules: Ruleset, raw: Raw) -> Fields:
    """The fields of the table's form with which `raw` is entered."""
    presenter = presenter_of(rules.id)
    if not ("hand" in raw or "hands" in raw):
        return _as_sent(presenter.points_form.initial_of(raw, rules))
    return _as_sent(presenter.tile_form.initial_of(raw, rules)) | {"by": "tiles"}


def _as_sent(initial: Mapping[str, object]) -> Fields:
    """What a browser sends of a form: nothing of what is empty or not ticked."""
    sent: Fields = {}
    for name, value in initial.items():
        if isinstance(value, list | tuple):
            sent[name] = [str(each) for each in value]
        elif value is True:
            sent[name] = "on"
        elif value not in (None, False, ""):
            sent[name] = str(value)
    return sent
