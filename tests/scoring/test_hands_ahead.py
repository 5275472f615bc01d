"""What a page is told of the hands to come is what the replay says of them, by every
ruleset: each way through three hands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.replay import replay
from rules.winds import WINDS
from scoring.entry.points.hands_ahead import hands_ahead
from tests.browser.test_points import RULES
from tournaments.models import Tournament

VALUES: dict[str, dict[str, Any]] = {
    "mcr": {"points": 12},
    "hong_kong": {"faan": 4},
    "classical": {"values": {"E": 20, "S": 8, "W": 4, "N": 2}},
    "riichi": {"han": 2, "fu": 30},
}
DRAWN: dict[str, Any] = {"kind": "washout"}


def entries_of(ruleset: str, outcome: str, dealer: str) -> dict[str, Any]:
    """An entry with that outcome."""
    if outcome in tuple(WINDS):
        source = "S" if outcome == "E" else "E"
        return {
            "kind": "win",
            "winner": outcome,
            "from": source,
            **VALUES[ruleset],
        }
    if outcome == "washout":
        return DRAWN
    if outcome == "abortive":
        return {"kind": "abortive_draw", "reason": "nine_terminals"}
    if outcome.startswith("false_win"):
        return {"kind": "false_win", "seat": outcome[-1]}
    if outcome.startswith("several"):
        first, second, third = [seat for seat in WINDS if seat != dealer]
        winners = [dealer, first] if outcome.endswith("+") else [first, second]
        value = VALUES[ruleset]
        won = [{"winner": seat, **value} for seat in winners]
        return {"kind": "win", "from": third, "winners": won}
    ready = [dealer] if outcome.endswith("+") else []
    return {"kind": "exhaustive_draw", "tenpai": ready}


def ways(told: dict[str, Any], number: int, left: int) -> list[list[tuple[str, int]]]:
    if not left:
        return [[]]
    after = told["at"][number]["next"].items()
    return [
        [(outcome, following), *rest]
        for outcome, following in after
        for rest in ways(told, following, left - 1)
    ]


@pytest.mark.parametrize("ruleset", sorted(VALUES))
@pytest.mark.parametrize("played", [0, 2, 3])
def test_every_way_is_that_of_the_replay(ruleset, played):
    tournament = Tournament(ruleset=ruleset, options=RULES[ruleset])
    rules = tournament.rules
    before = [
        rules.read_entry(entries_of(ruleset, wind, "")) for wind in "ESS"[:played]
    ]
    now = replay(rules, before)
    told = json.loads(hands_ahead(tournament, now))
    assert len(told["at"][0]["next"]) >= 5
    found = ways(told, 0, 2)
    assert len(found) >= 25
    for way in found:
        entries, came_from = list(before), 0
        for outcome, number in way:
            dealer = replay(rules, entries).position.dealer
            entries.append(rules.read_entry(entries_of(ruleset, outcome, dealer)))
            position = replay(rules, entries).position
            at = told["at"][number]
            assert now.position.hand + at["hands"] == position.hand
            assert at["winds"] == "".join(position.winds[seat] for seat in WINDS)
            assert (at["round"], at["deal"]) == (position.prevailing, position.deal)
            assert at["repeats"] == position.repeats
            if (paid := told["at"][came_from]["paid"].get(outcome)) is not None:
                line = replay(rules, entries).lines[-1]
                assert paid == [
                    [each.payer, each.payee, each.amount]
                    for each in line.settlement.payments
                ]
            came_from = number


def test_what_a_drawn_hand_pays_is_told_by_who_was_ready():
    tournament = Tournament(ruleset="riichi", options=RULES["riichi"])
    told = json.loads(hands_ahead(tournament, replay(tournament.rules, [])))
    assert len(told["draws"]) == 16
    assert told["draws"][""] == told["draws"]["ESWN"] == []
    assert told["draws"]["EW"] == [["S", "E", 1500], ["N", "W", 1500]]
    assert told["draws"]["ESN"] == [["W", seat, 1000] for seat in "ESN"]


def test_as_many_hands_are_told_as_few_positions_follow():
    hands = {}
    for ruleset in VALUES:
        tournament = Tournament(ruleset=ruleset, options=RULES[ruleset])
        told = json.loads(hands_ahead(tournament, replay(tournament.rules, [])))
        hands[ruleset] = max(at["hands"] for at in told["at"])
    assert hands == {"mcr": 15, "hong_kong": 3, "classical": 3, "riichi": 3}


def test_nothing_is_promised_where_nobody_knows_what_follows():
    tournament = Tournament(ruleset="mcr", options={})
    rules = tournament.rules
    played = [rules.read_entry(DRAWN)] * 14
    told = json.loads(hands_ahead(tournament, replay(rules, played)))
    assert [at["hands"] for at in told["at"]] == [0, 1]
    assert hands_ahead(tournament, replay(rules, [*played, *played[:1]])) == ""
    gong = rules.read_entry({"kind": "gong", "policy": "finish_hand"})
    assert hands_ahead(tournament, replay(rules, [gong])) == ""
