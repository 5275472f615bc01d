"""The dealer's right to end the game: the hands after which it applies, and who
decides.
"""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.riichi import Riichi
from rules.ruleset_and_table_state import Ending
from tests.rules.riichi.ledgers import chombo, draw, played, win

#: Seat N is the last dealer and leads with more than 30,000.
AHEAD = [win("N", "S", limit="mangan"), *[draw()] * 6]
PASSED = len(AHEAD)


def course(*entries: dict, **options: object):
    return played(*AHEAD, *entries, preset="tenhou", bankrupt_below="none", **options)


def stop(entry: dict) -> dict:
    return {**entry, "dealer_stops": True}


def refusal(*entries: dict, **options: object) -> list[str]:
    with pytest.raises(RuleError) as caught:
        course(*entries, **options)
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("policy", "after_win", "after_draw"),
    [
        ("none", None, None),
        ("win", Ending.DEALER_STOP, None),
        ("win_or_tenpai", Ending.DEALER_STOP, Ending.DEALER_STOP),
        ("never", None, None),
        ("auto_if_leading", Ending.DEALER_STOP, Ending.DEALER_STOP),
    ],
)
def test_the_game_ends_automatically(policy, after_win, after_draw):
    deals = course().position
    assert (deals.dealer, deals.prevailing, deals.deal) == ("N", "S", 4)
    assert course(win("N", "E"), dealer_stop=policy).over is after_win
    assert course(draw("N"), dealer_stop=policy).over is after_draw
    assert course(chombo("E"), dealer_stop=policy).over is None


def test_a_dealer_who_is_asked_decides():
    asked = {"dealer_stop": "win_or_tenpai", "dealer_stop_asked": True}
    assert course(win("N", "E"), **asked).over is None
    assert course(stop(win("N", "E")), **asked).over is Ending.DEALER_STOP
    assert course(draw("N"), **asked).over is None
    assert course(stop(draw("N")), **asked).over is Ending.DEALER_STOP
    assert course(draw("N"), stop(win("N", "E")), **asked).over is Ending.DEALER_STOP


def test_a_dealer_who_may_not_stop_is_refused():
    asked = {"dealer_stop": "win", "dealer_stop_asked": True}
    assert refusal(stop(draw("N")), **asked) == ["dealer_may_not_stop"]
    assert refusal(stop(win("E", "N")), **asked) == ["dealer_may_not_stop"]
    assert refusal(stop(draw()), **asked) == ["dealer_may_not_stop"]
    poor = [*[draw()] * 7, stop(win("N", "E", 1, 30))]
    with pytest.raises(RuleError):
        played(*poor, preset="tenhou", target=60_000, **asked)
    with pytest.raises(RuleError):
        played(stop(win("E", "S")), preset="tenhou", **asked)
    assert "dealer_not_asked" in refusal(stop(win("N", "E")))


def test_an_entry_keeps_the_choice():
    rules = Riichi.from_options({"dealer_stop": "win", "dealer_stop_asked": True})
    for entry in (stop(win("N", "E")), stop(draw("N"))):
        read = rules.read_entry(entry)
        assert read.dealer_stops
        assert rules.read_entry({"kind": read.kind, **read.as_data()}) == read


@pytest.mark.parametrize(
    "options",
    [
        {"dealer_stop": "none", "dealer_stop_asked": True},
        {"dealer_stop": "win", "renchan": "never"},
        {"dealer_stop": "sometimes"},
    ],
)
def test_options_that_contradict_each_other(options):
    with pytest.raises(RuleError):
        Riichi.from_options({"preset": "ema_2025", **options})
