"""Zung Jung through the database and the pages: ledgers with known totals, the rules as
text, and a practice day with a cut.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from rules.zung_jung.match_points import square_root
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.rank_players import ranking_of
from tests.scoring.folders import rows, there_and_back
from tests.scoring.rehearsals import (
    ask_for,
    in_order,
    play_whole,
    rehearsal,
    summed,
    tables_of,
)
from tests.scoring.table_device import text
from tests.scoring.tables_of_rules import table_of
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.seating.seating_request import Method

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
LEDGERS = CASES / "zung_jung_ledgers.jsonl"
#: A session with its totals, worked out by hand.
SESSION = {
    "entries": [
        {"kind": "win", "winner": "E", "from": "S", "points": 70},
        {"kind": "penalty", "seat": "N", "amount": -10},
        {"kind": "washout"},
        {"kind": "win", "winner": "N", "from": None, "points": 25},
        {"kind": "win", "winner": "S", "from": "W", "points": 40, "responsible": "E"},
        {"kind": "win", "winner": "W", "from": "N", "points": 30}
        | {"responsible": "none"},
        {"kind": "false_win", "seat": "S"},
    ],
    "expected": {
        "totals": {"E": 85, "S": -125, "W": 15, "N": -15},
        "east_of_each_hand": ["E", "S", "W", "N", "E"],
    },
}

pytestmark = pytest.mark.django_db


def known_ledgers() -> list[dict]:
    lines = LEDGERS.read_text(encoding="utf-8").splitlines() if LEDGERS.exists() else []
    return [SESSION, *map(json.loads, lines)]


def test_ledgers_in_the_database_have_the_known_totals(director, noon):
    for number, row in enumerate(known_ledgers()):
        game = table_of(director, noon, "zung_jung", claim_window=number).game
        ledger = _entered(game, row["entries"])
        assert ledger.state.scores == row["expected"]["totals"]
        dealers = [
            line.before.dealer for line in ledger.state.lines if line.entry.settles_hand
        ]
        assert dealers == row["expected"]["east_of_each_hand"]
        by_wind = {result.seat.wind: result.score for result in _results(game)}
        assert by_wind == row["expected"]["totals"]


def _entered(game, entries):
    for number, raw in enumerate(entries):
        hand = TableLedger.as_now(game).state.position.hand
        key, reason = f"key-{game.pk}-{number}", "" if raw["kind"] == "win" else "late"
        enter_hand.enter(
            game.pk, raw, hand=hand, device_key=key, by="referee", reason=reason
        )
    return TableLedger.as_now(game)


def _results(game):
    return [seat.result for seat in game.seats.select_related("result")]


def test_the_table_shows_cycles_and_no_prevailing_wind(director, noon):
    table = table_of(director, noon, "zung_jung", preset="world_series")
    page = text(table.client.get(table.at()))
    assert "Hand 1 · Cycle 1" in page
    assert "East round" not in page
    for _hand in range(4):
        page = text(table.enter(winner="washout"))
    assert "Next: hand 5, Cycle 2, dealer Player 01." in page
    sheet = text(table.client.get(table.at()))
    assert sheet.count("Cycle 1") >= 1
    tiles = text(table.client.get(table.at("tiles")))
    assert "Cycle 2" in tiles
    assert "East round" not in tiles


def test_a_hand_by_tiles_names_the_responsible_player(director, noon):
    table = table_of(director, noon, "zung_jung")
    hand = {"winner": "S", "source": "W", "tiles_S": "[CCC]222m333m44m5m+3m"}
    sent = table.fields(**hand, responsible_S="none", flags_S=["last_tile"])
    sent["tiles_S"] = "[CCC]222m333m4m44p+4p"
    answer = table.client.post(table.at("tiles"), sent)
    assert answer.status_code in (200, 302, 422)
    sent = table.fields(winner="S", source="W", responsible_S="none")
    sent["tiles_S"] = "[CCC]222m333m44m55m+5m"
    assert table.client.post(table.at("tiles"), sent).status_code in (200, 302)
    [line] = table.ledger.state.lines
    assert line.entry.responsible is None
    assert line.entry.points == 40 + 30 + 10 + 5


@pytest.mark.parametrize("ruleset", ["zung_jung", "mcr", "hong_kong"])
def test_several_winners_are_refused_where_only_one_can_win(director, noon, ruleset):
    table = table_of(director, noon, ruleset)
    sent = {"winner": "several", "source": "S", "winners": ["E", "W"], "points": 40}
    assert table.preview(**sent).status_code == 200
    assert table.enter(**sent).status_code == 422
    assert not table.ledger.state.lines


def test_the_rules_are_told_in_short_sentences():
    for preset in rules.ruleset("zung_jung").options.PRESETS:
        played = rules.ruleset("zung_jung", {"preset": preset})
        told = list(presenter_of("zung_jung").in_short(played))
        assert all(sentence.endswith(".") for sentence in told)
    told = list(
        presenter_of("zung_jung").in_short(
            rules.ruleset(
                "zung_jung",
                {"payoff": "uniform", "match_points": "places", "hands_limit": 5},
            )
        )
    )
    assert "Each of the others pays the winner the points of the hand." in told
    assert "A game has at most 5 hands." in told
    assert "Places 1 to 4 at a table give 4, 2, 1, 0 match points." in told


def test_a_practice_day_of_four_sessions_with_a_cut(director, director_client):
    """16 players play 3 sessions, and the best 8 play another.

    Match points are the square roots of the scores, and are carried into the last
    session.
    """
    day = rehearsal(
        "zung_jung",
        16,
        director,
        options={"preset": "world_series"},
        tie_breaks=["table_points", "score"],
        planned_rounds=4,
    )
    set_stages(
        day,
        [
            StagePlan("qualifying", 3, method="random"),
            StagePlan(
                "final", 1, cut="top", cut_size=8, carry="everything", method="ranks"
            ),
        ],
        by="director",
    )
    ask_for(day, Method.RANDOM)

    play_whole(day, hands=2)

    points, scores = [], []
    for number in range(1, 5):
        tables = tables_of(day, number)
        assert all(sum(table.values()) == 0 for table in tables)
        scores.append(summed(tables))
        points.append(
            summed(
                {who: square_root(int(score)) for who, score in table.items()}
                for table in tables
            )
        )
    before, total = summed(points[:3]), summed(scores[:3])
    through = in_order(before, total, range(1, 17))[:8]
    assert sorted(points[3]) == sorted(through)
    end = summed(points)
    shown = {
        row.line.player.number: row.line.table_points for row in ranking_of(day).placed
    }
    assert shown == dict(end)
    assert any(value.denominator > 1 for value in map(Fraction, shown.values()))
    assert len(rows(there_and_back(day), "stages.csv")) == 8
    now = timezone.now()
    finish_reopen_and_publish_results.finish(day, by="director", now=now)
    address = reverse("director:paper_of_event", args=[day.slug, "diplomas"])
    diplomas = text(director_client.get(address))
    winner = ranking_of(day).placed[0].line.player
    assert str(winner) in diplomas
