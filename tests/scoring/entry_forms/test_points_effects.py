"""Effects of a chombo or penalty on each seat's points, shown before saving and in the
receipt.
"""

from __future__ import annotations

import re

from tests.scoring.table_device import HTMX, text
from tests.scoring.tables_of_rules import Table, table_of
from tournaments.models import Tournament

CHOMBO = {"winner": "false_win", "offender": "S"}


def rows(page: str, caption: str) -> list[str]:
    """Return the text of each row in the table with this caption."""
    body = page.partition(caption)[2].partition("</table>")[0].partition("<tbody>")[2]
    words = re.sub("<[^>]*>", " ", body.replace("</tr>", "|")).split("|")
    return [" ".join(row.split()) for row in words if row.strip()]


def fined(table: Table, name: str, **values: object):
    fields = {
        "device_key": name,
        "offender": "S",
        "gain": "nobody",
        "reason": "r",
    }
    sent = {f"fine-{key}": value for key, value in (fields | values).items()}
    answer = {"follow": True} if name == "ruling" else HTMX
    return table.client.post(table.at(name), {"kind": "fine"} | sent, **answer)


def test_a_chombo_shows_the_final_points_it_takes(director, noon):
    table = table_of(director, noon, "riichi")
    shown = text(table.preview(**CHOMBO))
    assert "No payments." not in shown
    assert rows(shown, "Final points for the standings if the game ends now") == [
        "Player 01 0 · 0",
        "Player 02 0 −20 −20",
        "Player 03 0 · 0",
        "Player 04 0 · 0",
    ]
    saved = text(table.enter(**CHOMBO))
    assert "Chombo by Player 02: −20 final points." in saved
    assert "No payments." not in saved
    assert "Player 02 0 −20 −20" in rows(saved, "Final points for the standings")
    sheet = text(table.client.get(table.at()))
    assert "Chombo by Player 02: −20 final points." in sheet


def test_a_chombo_that_pays_shows_its_payments(director, noon):
    table = table_of(director, noon, "riichi", chombo_after_uma=None)
    shown = text(table.preview(**CHOMBO))
    assert "Final points for the standings" not in shown
    assert "4,000" in shown


def test_a_chombo_corrected_shows_whose_points_it_takes_now(director, noon):
    table = table_of(director, noon, "riichi")
    table.enter(**CHOMBO)
    again = {**CHOMBO, "hand": 1, "offender": "W", "device_key": "a", "reason": "W"}
    shown = table.client.post(table.at("preview_correction", 1), again, **HTMX)
    points = rows(text(shown), "Final points for the standings")
    assert "Player 02 −20 +20 0" in points
    assert "Player 03 0 −20 −20" in points


def test_a_penalty_of_table_points_shows_them(director, noon):
    table = table_of(director, noon, "mcr")
    shown = text(fined(table, "preview_ruling", points=1, target="table_points"))
    points = rows(shown, "Table points for the standings if the game ends now")
    assert points[:2] == ["Player 01 1¾ · 1¾", "Player 02 1¾ −1 ¾"]
    saved = text(fined(table, "ruling", points=1, target="table_points"))
    assert "Player 02 1¾ −1 ¾" in rows(saved, "Table points for the standings")
    receipt = saved.partition('role="status"')[2].partition("</table>")[0]
    # In the sentence, and in the table of points.
    assert receipt.count("Penalty (table points)") == 2


def test_a_penalty_of_the_total_shows_it(director, noon):
    table = table_of(director, noon, "riichi")
    shown = text(fined(table, "preview_ruling", points=5000, target="overall"))
    points = rows(shown, "Final points for the standings")
    assert points[:2] == ["Player 01 0 · 0", "Player 02 0 −5 −5"]


def test_where_scores_decide_places_the_total_is_one_of_scores(director, noon):
    table = table_of(director, noon, "mcr")
    Tournament.objects.update(tie_breaks=["score"])
    shown = text(fined(table, "preview_ruling", points=5, target="overall"))
    assert "Player 02 0 −5 −5" in rows(shown, "Score for the standings")
    assert "Table points for the standings" not in shown


def test_a_penalty_of_the_score_shows_the_scores_only(director, noon):
    table = table_of(director, noon, "mcr")
    shown = text(fined(table, "preview_ruling", points=5, target="score"))
    assert "for the standings" not in shown


def test_a_warning_changes_nothing(director, noon):
    table = table_of(director, noon, "mcr")
    values = {"points": 0, "target": "score", "offence": "empty_call", "times": 1}
    shown = text(fined(table, "preview_ruling", **values))
    assert "Warning: Player 02." in shown
    assert "for the standings" not in shown
