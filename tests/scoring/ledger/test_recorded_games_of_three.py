"""Recorded games of riichi for three players, if available, written hand by hand to the
ledger in the database.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from rules.cli.recorded_riichi_games import entry_of_hand
from rules.ledger_replay import placings
from rules.winds import WINDS
from scoring.ledger.ledger_transaction import append
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Result
from tests.scoring.played_events import event
from tournaments.models import Game, Tournament
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
SEATS = WINDS[:3]
#: The first hands of a real game, and of one by the table of thousands.
OWN = [
    {
        "preset": "tenhou_sanma",
        "hands": [
            {"riichi": [0], "outcome": {"type": "tsumo", "winners": [
                {"seat": 0, "from_seat": None, "han": 9, "fu": 20}]}},
            {"riichi": [], "outcome": {"type": "exhaustive_draw", "tenpai": [1, 2]}},
        ],
        "final_scores": [49000, 28000, 28000],
    },
    {
        "preset": "three_red",
        "hands": [
            {"riichi": [2], "outcome": {"type": "ron", "winners": [
                {"seat": 0, "from_seat": 1, "han": 3}]}},
            {"riichi": [2], "outcome": {"type": "ron", "winners": [
                {"seat": 1, "from_seat": 0, "han": 11}]}},
        ],
        "final_scores": [11000, 51000, 28000],
    },
]  # fmt: skip


def recorded() -> list[dict]:
    if not CASES.is_dir():
        return []
    names = ("sanma_games.jsonl", "sanma_table_games.jsonl")
    lines = [line for name in names for line in (CASES / name).read_text().splitlines()]
    return [json.loads(line) for line in lines]


def tables(director, options: dict, count: int) -> list[Game]:
    """Return `count` tables of 3 players in a round that has started."""
    tournament = event("sanma", 3 * count, director, options=options)
    rows = [
        seat_rounds_and_exchange_seats.TableRow(
            1, table + 1, tuple(range(3 * table + 1, 3 * table + 4))
        )
        for table in range(count)
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=timezone.now())
    return list(Game.objects.filter(round=round_).order_by("table"))


def written(game: Game, row: dict) -> TableLedger:
    """Write the hands of a recorded game to the ledger of a table.

    Return the ledger.
    """
    for number, hand in enumerate(row["hands"], 1):
        with transaction.atomic():
            ledger = TableLedger.locked(game.pk)
            entry = ledger.rules.read_entry(entry_of_hand(hand))
            draft = ledger.draft(entry)
            append(ledger, draft, device_key=f"{game.pk}-{number}", by="director")
        if "scores_after" in hand:
            scores = TableLedger(game).state.scores
            assert [scores[seat] for seat in SEATS] == hand["scores_after"]
    return TableLedger(Game.objects.get(pk=game.pk))


def check(director, rows: list[dict]) -> None:
    by_rules = defaultdict(list)
    for row in rows:
        options = {"preset": row["preset"], **row.get("options", {})}
        by_rules[json.dumps(options, sort_keys=True)].append(row)
    for options, games in by_rules.items():
        at = tables(director, json.loads(options), len(games))
        for game, row in zip(at, games, strict=True):
            ledger = written(game, row)
            placed = placings(ledger.rules, ledger.state)
            assert [placed[seat].score for seat in SEATS] == row["final_scores"]
            if "final_points" in row:
                points = [float(placed[seat].table_points) for seat in SEATS]
                assert points == row["final_points"]
                stored = Result.objects.filter(seat__game=game).order_by("seat__wind")
                assert {result.score for result in stored} == {*row["final_scores"]}
    for tournament in Tournament.objects.all():
        assert rebuild(tournament, check=True) == []


@pytest.mark.django_db
def test_hands_of_two_games_give_the_known_scores(director):
    check(director, OWN)


@pytest.mark.django_db
@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not beside the project")
def test_every_recorded_game_gives_the_known_scores(director):
    games = recorded()
    assert len(games) >= 48
    check(director, games)
