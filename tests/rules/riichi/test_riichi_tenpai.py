"""Hands ruled dead, and riichi declared with a hand that is not ready."""

from __future__ import annotations

import pytest

from rules.winds import Wind
from tests.rules.riichi.ledgers import chombo, draw, played, refusals, riichi, win

DEAD = {
    "kind": "penalty",
    "amounts": dict.fromkeys("ESWN", 0),
    "offender": "S",
    "offence": "dead_hand",
}


def refused(*entries: dict, **options: object) -> list[tuple[str, str]]:
    return refusals(lambda: played(*entries, **options))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (draw("ES"), [("dead_hand_tenpai", "tenpai")]),
        (draw("E", riichi="SW"), [("noten_riichi", "tenpai")]),
        (win("E", "S"), []),
        (draw("E"), []),
        (draw("E", riichi="S"), []),
    ],
)
def test_a_dead_hand_is_not_tenpai(entry, expected):
    assert refused(DEAD, entry) == expected


def test_a_dead_hand_is_dead_for_one_hand():
    assert played(DEAD).position.dead == (Wind.SOUTH,)
    assert refused(DEAD, win("E", "W"), draw("S")) == []


def test_a_hand_dealt_again_is_alive():
    [redealt] = played(chombo("N"), preset="ema_2016").lines
    assert not redealt.settlement.ends_hand
    assert refused(DEAD, chombo("N"), draw("S"), preset="ema_2016") == []


def test_riichi_is_declared_with_a_hand_that_is_ready():
    assert refused(draw("E", riichi="ES")) == [("noten_riichi", "tenpai")]


def test_the_catalogue_takes_from_the_final_points():
    offences = riichi().catalogue.offences
    assert {offence.target for offence in offences} == {"overall"}
    assert {offence.costs(2) for offence in offences} == {0, 100}
