"""Before a penalty or false win is saved, the page shows who pays, whether the hand
continues, and who deals next.
"""

from __future__ import annotations

import pytest

from tests.scoring.table_device import HTMX, text
from tests.scoring.tables_of_rules import Table, table_of


def of_hand(table: Table, seat: str = "S") -> str:
    """Return the text of the preview for a false win that ends its hand."""
    return text(table.preview(winner="false_win", offender=seat))


def of_ruling(table: Table, kind: str, **values: object) -> str:
    fields = {f"{kind}-{name}": value for name, value in values.items()}
    sent = {"kind": kind, f"{kind}-device_key": "key", **fields}
    return text(table.client.post(table.at("preview_ruling"), sent, **HTMX))


def test_hong_kong_says_what_each_player_gets_by_name(director, noon):
    table = table_of(director, noon, "hong_kong")
    assert (
        "Player 02 pays: Player 01 1,152, Player 03 1,152, Player 04 1,152. "
        "The hand is over, and Player 01 deals again."
    ) in of_hand(table)


def test_hong_kong_says_who_deals_if_the_dealer_changes(director, noon):
    table = table_of(director, noon, "hong_kong", false_win_then="passes")
    assert "The hand is over, and Player 02 deals next." in of_hand(table)


def test_mcr_says_that_the_hand_goes_on(director, noon):
    table = table_of(director, noon, "mcr")
    page = of_ruling(table, "false_win", seat="S")
    assert "Player 02 pays: Player 01 10, Player 03 10, Player 04 10." in page
    assert "The hand continues, and Player 01 stays dealer." in page


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("ema_2025", "Player 02: −20 (final points)."),
        (
            "tenhou",
            "Player 02 pays: Player 01 4,000, Player 03 2,000, Player 04 2,000.",
        ),
    ],
)
def test_riichi_says_what_chombo_costs_and_that_the_hand_is_replayed(
    director, noon, preset, told
):
    table = table_of(director, noon, "riichi", preset=preset)
    page = of_hand(table)
    assert told in page
    assert "The hand is replayed, and Player 01 deals again." in page


def test_a_penalty_says_who_loses_and_that_the_hand_goes_on(director, noon):
    table = table_of(director, noon, "mcr")
    page = of_ruling(
        table, "fine", offender="W", points=20, gain="nobody", target="score"
    )
    assert "Player 03 loses 20." in page
    assert "The hand continues, and Player 01 stays dealer." in page


def test_a_win_has_no_such_sentence(director, noon):
    table = table_of(director, noon, "mcr")
    page = text(table.preview(winner="E", source="S", points=12))
    assert "consequence" not in page


def test_tenpai_and_ready_are_explained_in_one_line(director, noon):
    riichi = table_of(director, noon, "riichi", preset="ema_2025")
    page = text(riichi.client.get(riichi.at()))
    assert "Tenpai players (one tile short of a win)" in page
    classical = table_of(director, noon, "classical", must_declare_ready=True)
    page = text(classical.client.get(classical.at("ready"), follow=True))
    assert "Ready: one tile short of a win." in page
