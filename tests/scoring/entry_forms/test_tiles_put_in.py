"""A forgotten hand can be inserted by tiles, like by points."""

from __future__ import annotations

import html

import pytest

from scoring.corrections import insert_and_remove_hands
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from tests.scoring.table_device import HTMX, text

PURE_STRAIGHT = "123456789mEEEC+C"


@pytest.fixture
def two_hands(game):
    for hand, points in ((1, 11), (2, 12)):
        raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
        enter_hand.enter(game.pk, raw, hand=hand, device_key=f"k{hand}", by="referee")
    return game


def won(tiles: str = PURE_STRAIGHT, **values: object) -> dict[str, object]:
    sent = {"hand": 2, "device_key": "i", "winner": "S", "source": "self"}
    return sent | {"tiles_S": tiles.replace("+", "*")} | values


def said(response) -> str:
    return html.unescape(text(response))


def test_both_ways_lead_to_each_other(referee_client, two_hands, at):
    by_points = said(referee_client.get(at("insert", 1)))
    assert at("insert_tiles", 1) in by_points
    page = said(referee_client.get(at("insert_tiles", 1)))
    assert "Insert hand 2 by tiles" in page
    assert f'href="{at("insert", 1)}"' in page
    assert "table-page.js" not in page


def test_the_preview_says_what_the_tiles_are_worth_and_what_moves(
    referee_client, two_hands, at
):
    page = said(referee_client.post(at("preview_tiles_insertion", 1), won(), **HTMX))
    assert "Pure Straight" in page
    assert "Changes" in page
    assert "Hand 2 becomes hand 3." in page


def test_it_is_put_in_with_its_tiles(referee_client, two_hands, at):
    refused = referee_client.post(at("insert_tiles", 1), won())
    assert refused.status_code == 422
    assert "Enter a reason for the correction." in said(refused)
    assert f'value="{PURE_STRAIGHT.replace("+", "*")}"' in said(refused)
    form = won(reason="was forgotten")
    saved = referee_client.post(at("insert_tiles", 1), form, follow=True)
    assert "Hand 2 inserted." in said(saved)
    live = TableLedger(two_hands).live
    assert [line.hand for line in live] == [1, 2, 3]
    assert "hand" in live[1].data
    again = referee_client.post(at("insert_tiles", 1), form)
    assert again.status_code == 302
    assert len(TableLedger(two_hands).live) == 3


def test_its_winds_are_those_it_was_played_with(referee_client, two_hands, at):
    """An inserted hand has the winds of its time.

    East dealt hand 1, so a pung of east winds counts only for East.
    """
    east = {"winner": "E", "source": "S", "tiles_S": "", "tiles_E": PURE_STRAIGHT}
    page = said(
        referee_client.post(at("preview_tiles_insertion", 0), won(**east), **HTMX)
    )
    assert "Seat Wind" in page
    page = said(
        referee_client.post(at("preview_tiles_insertion", 1), won(**east), **HTMX)
    )
    assert "Seat Wind" not in page


def test_before_the_first_hand(referee_client, two_hands, at):
    referee_client.post(at("insert_tiles", 0), won(reason="was forgotten"))
    assert [bool(line.data.get("hand")) for line in TableLedger(two_hands).live] == [
        True,
        False,
        False,
    ]


def test_after_a_line_that_is_gone_the_tiles_stay_on_the_page(
    referee_client, two_hands, at
):
    assert referee_client.get(at("insert_tiles", 9)).status_code == 404
    refused = referee_client.post(at("insert_tiles", 9), won(reason="forgotten"))
    assert refused.status_code == 422
    assert "Someone else has changed this entry" in said(refused)
    assert PURE_STRAIGHT.replace("+", "*") in said(refused)


def test_positions_of_hands(two_hands):
    ledger = TableLedger(two_hands)
    assert [
        insert_and_remove_hands.position_in(ledger, hand).hand for hand in (1, 2, 3, 9)
    ] == [
        1,
        2,
        3,
        3,
    ]
