"""The example program that enters a table's hands, against a running server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from scoring.models import LedgerEntry
from tournaments.access import api_tokens
from tournaments.models import Role
from tournaments.rounds import round_clock

PROGRAM = Path(__file__).resolve().parents[3] / "examples" / "enter_hands.py"
HANDS = [
    {"kind": "win", "winner": "E", "from": "S", "points": 24},
    {"kind": "washout"},
]


@pytest.mark.django_db(transaction=True)
def test_hands_of_a_file_are_entered_once(
    tournament, seated_round, live_server, tmp_path
):
    round_clock.start(seated_round.pk, by="director", now=timezone.now())
    text = api_tokens.make(tournament, "Program", by="director", role=Role.SCORER).text
    file = tmp_path / "hands.json"
    file.write_text(json.dumps(HANDS))

    def run(hands):
        file.write_text(json.dumps(hands))
        return subprocess.run(
            [sys.executable, PROGRAM, live_server.url, tournament.slug, "1", "1", file],
            env=os.environ | {"PREVAILING_WIND_TOKEN": text},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    for _again in range(2):
        done = run(HANDS)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["Hand 1: saved", "Hand 2: saved"]
    assert LedgerEntry.objects.count() == 2
    wrong = run([*HANDS, {"kind": "win", "winner": "E", "points": 3}])
    assert wrong.returncode == 1
    assert "422: " in wrong.stderr
