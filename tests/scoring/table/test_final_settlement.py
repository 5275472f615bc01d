"""Differences between the final results and the points on the table, with an
explanation beside each score. Also riichi sticks that no player won.
"""

from __future__ import annotations

import re

import pytest

from scoring.ledger import enter_hand
from scoring.models import Result
from scoring.table.why_points_differ import final_settlement
from tests.scoring.table_device import device_at, text
from tests.scoring.tables_of_rules import table_of
from tournaments.models import Tournament

OVER = {"kind": "play_ended", "why": "ruling"}
STICKS = {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["E"]}

STICKS_OF_TIED = {**STICKS, "riichi": ["E", "W"]}


def enter(table, *entries: dict) -> None:
    for raw in entries:
        ledger = table.ledger
        enter_hand.enter(
            table.game.pk,
            raw,
            device_key=f"key{len(ledger.lines)}",
            by="director",
            hand=ledger.state.position.hand,
        )


def parts(table) -> dict[str, dict[str, str]]:
    by_seat = final_settlement(table.ledger).parts
    return {
        seat.value: {part.name: part.points for part in of_seat}
        for seat, of_seat in by_seat.items()
    }


def test_riichi_says_score_uma_penalty_and_the_stick_left(director, noon):
    table = table_of(director, noon, "riichi", preset="ema_2025", rounds=1)
    fine = {
        "kind": "penalty",
        "amounts": {"E": 0, "S": -2000, "W": 0, "N": 0},
        "target": "table_points",
    }
    enter(table, STICKS, fine)
    assert not final_settlement(table.ledger).is_told
    enter(table, OVER)
    assert parts(table) == {
        "E": {"Score − 30,000": "+0.5", "Uma": "+5.0"},
        "S": {"Score − 30,000": "−1.5", "Uma": "−10.0", "Penalty": "−2.0"},
        "W": {
            "Riichi sticks left": "+1,000",
            "Score − 30,000": "+2.5",
            "Uma": "+15.0",
        },
        "N": {"Score − 30,000": "−1.5", "Uma": "−10.0"},
    }
    south = Result.objects.get(seat__wind="S")
    assert float(south.table_points) == -13.5
    for page in ("session", "result"):
        shown = text(table.client.get(table.at(page)))
        assert (
            "1 riichi stick is left (1,000 points). It goes to first place: Player 03."
        ) in shown
        assert "Uma <b>+15.0</b>" in shown
    # A device shows the settlement too. Its page has only one filled button, with which
    # players confirm.
    Tournament.objects.update(confirmation="at_table")
    page = text(device_at(table.game).get(table.at()))
    assert "Uma <b>+15.0</b>" in page
    entry = page[page.index('id="end"') : page.index("</main>")]
    filled = re.findall(r'class="button[^"]* primary[^"]*"[^>]*>([^<]+)<', entry)
    assert filled == ["Dismiss"]  # the card about the referee's penalty
    assert entry.count('class="agrees"') == 4
    undo = re.compile(r'<button class="([^"]*)" type="button" popovertarget="undo-')
    opens, _cancels = undo.findall(text(table.client.get(table.at())))
    assert opens == "button wide"


@pytest.mark.parametrize(
    ("leftover", "sentence"),
    [
        ("lost", "By the rules of this tournament, no one gets them."),
        ("winner", "They go to first place: Player 01."),
        ("winner_split", "Tied players in first place get 1,000 each."),
    ],
)
def test_the_sticks_left_follow_the_rules_of_the_tournament(
    director, noon, leftover, sentence
):
    table = table_of(
        director, noon, "riichi", preset="ema_2025", rounds=1, leftover=leftover
    )
    enter(table, STICKS_OF_TIED, OVER)
    left = final_settlement(table.ledger).left
    assert left.startswith("2 riichi sticks are left (2,000 points). ")
    assert left.endswith(sentence)


def test_hong_kong_says_false_wins_paid_at_the_end(director, noon):
    table = table_of(director, noon, "hong_kong", false_win_at_end=True)
    enter(table, {"kind": "false_win", "seat": "S"}, OVER)
    told = parts(table)
    assert told["S"]["False wins"].startswith("−")
    assert told["E"]["False wins"].startswith("+")


def test_a_penalty_in_the_score_is_said_and_nothing_else_in_mcr(director, noon):
    table = table_of(director, noon, "mcr")
    enter(table, {"kind": "win", "winner": "E", "from": "S", "points": 12}, OVER)
    assert not final_settlement(table.ledger).is_told
    other = {
        "kind": "penalty",
        "amounts": {"E": 0, "S": 0, "W": -20, "N": 0},
        "target": "overall",
    }
    enter(table, other)
    assert parts(table)["W"] == {"Penalty in the standings": "−20"}
    assert parts(table)["E"] == {}
