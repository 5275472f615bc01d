"""The riichi catalogue on the table's pages: dead hands, and points entered by the
referee.
"""

from __future__ import annotations

import pytest

from tests.scoring.table_device import text
from tests.scoring.tables_of_rules import Table, table_of


@pytest.fixture
def table(director, noon) -> Table:
    return table_of(director, noon, "riichi")


def test_a_dead_hand_is_ruled_from_the_catalogue(table):
    page = text(table.client.get(table.at("ruling") + "?offence=dead_hand"))
    assert "no points" in page
    assert 'name="fine-points" value="0"' in page
    fine = {
        "device_key": "dead",
        "offence": "dead_hand",
        "offender": "S",
        "points": 0,
        "gain": "nobody",
        "target": "overall",
        "reason": "fourteen tiles",
    }
    sent = {"kind": "fine"} | {f"fine-{name}": value for name, value in fine.items()}
    saved = text(table.client.post(table.at("ruling"), sent, follow=True))
    assert "Dead hand: Player 02." in saved
    refused = text(table.preview(winner="S", source="W", value="1-30"))
    assert "Player 02 has a dead hand and cannot win hand 1." in refused
    refused = text(table.preview(winner="draw", tenpai=["S"]))
    assert (
        "Player 02 has a dead hand by a ruling. A dead hand is not tenpai." in refused
    )


def test_the_referee_names_the_points(table):
    page = text(table.client.get(table.at("ruling") + "?offence=late_arrival"))
    assert "EMA 2025, chapter 6" in page
    assert "100 to 20,000 points" in page
    assert 'name="fine-points" value="100"' in page
    assert 'name="fine-target" value="overall"' in page
