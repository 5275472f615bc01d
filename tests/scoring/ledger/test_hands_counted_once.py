"""A hand by tiles is scored when it is entered, and not again when the program replays
or shows the ledger.
"""

from __future__ import annotations

import importlib

import pytest

from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from tests.scoring.halls import hall_of
from tests.scoring.tables_of_rules import Table, table_of

TILES = ("111m333m555m777m9m+9m", "111p333p555p777p9p+9p", "111s333s555s777s9s+9s")
RULESETS = ("mcr", "hong_kong", "classical", "riichi")


def won(ruleset: str, tiles: str) -> dict[str, object]:
    win = {"kind": "win", "winner": "E", "from": "S"}
    if ruleset != "classical":
        return win | {"hand": tiles}
    return win | {"hands": {"E": tiles}, "values": {"S": 8, "W": 4, "N": 2}}


@pytest.fixture
def countings(monkeypatch):
    """Return a function that starts counting the hands scored by a ruleset and returns
    the list that collects them.
    """

    def of(ruleset: str) -> list[object]:
        score = importlib.import_module(f"rules.{ruleset}.score")
        score.kept_score.cache_clear()
        hands, faults_of = [], score.hand_faults

        def noted(hand, *more):
            hands.append(hand)
            return faults_of(hand, *more)

        monkeypatch.setattr(score, "hand_faults", noted)
        return hands

    return of


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_save_counts_its_own_hand_once_and_no_earlier_one(
    director, countings, ruleset
):
    [game] = hall_of(director, ruleset, 1)
    counted = countings(ruleset)
    for hand, tiles in enumerate(TILES, start=1):
        raw = won(ruleset, tiles)
        enter_hand.preview(game, raw)
        enter_hand.enter(game.pk, raw, hand=hand, device_key=f"{hand}", by="x")
        assert len(counted) == hand
    assert TableLedger(game).state.hands_played == len(TILES)
    assert len(counted) == len(TILES)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_correction_counts_only_what_it_says(director, countings, ruleset):
    [game] = hall_of(director, ruleset, 1)
    for hand, tiles in enumerate(TILES[:2], start=1):
        raw = won(ruleset, tiles)
        enter_hand.enter(game.pk, raw, hand=hand, device_key=f"{hand}", by="x")
    first = game.ledger.get(hand=1)
    counted = countings(ruleset)
    assert TableLedger(game).state.hands_played == 2
    assert len(counted) == 2
    correct_and_undo.correct(
        first.pk, won(ruleset, TILES[2]), device_key="c", by="x", reason="misread"
    )
    assert len(counted) == 3


def typed(ruleset: str, tiles: str) -> dict[str, str]:
    """Return the form data of a win by East on South's discard with these tiles."""
    losers = {"value_S": "8", "value_W": "4", "value_N": "2"}
    own = losers if ruleset == "classical" else {}
    return {"winner": "E", "source": "S", "tiles_E": tiles, **own}


def look_at(table: Table, name: str) -> None:
    assert table.client.get(table.at(name)).status_code == 200


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pages_count_a_hand_once(director, noon, countings, ruleset):
    """A hand is scored once.

    The value shown while tiles are tapped is saved, and later pages use it too.
    """
    table = table_of(director, noon, ruleset)
    look_at(table, "session")  # MCR scores the best possible hand once
    counted = countings(ruleset)
    for hand, tiles in enumerate(TILES, start=1):
        sent = table.fields(**typed(ruleset, tiles))
        shown = table.client.post(table.at("preview_tiles"), sent)
        assert shown.status_code == 200
        assert len(counted) == hand
        assert table.client.post(table.at("tiles"), sent).status_code == 302
        assert table.ledger.state.hands_played == hand
    for name in ("session", "sheet", "entries"):
        look_at(table, name)
    assert len(counted) == len(TILES)
