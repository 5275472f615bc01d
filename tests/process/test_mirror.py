"""A laptop and its mirror: two real programs, with workers, over HTTP."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request

import pytest

from tests import prepared
from tests.process.programs import ROOT, SOON, Program, wait_for

pytestmark = pytest.mark.process

SLUG = "hall-cup"
ACCOUNT = """
from django.contrib.auth.models import User
director = User.objects.create_user("club")
"""
#: A tournament with a running round at two tables.
BEGIN = f"""
{ACCOUNT}
from django.utils import timezone
from tournaments.people import register_players
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow, seat_rounds
from tournaments.tournament_setup import create_and_change_tournament as create
plan = create.Plan(
    title="Hall Cup", ruleset="mcr", planned_rounds=2, minutes=100,
    end_policy="finish_hand", is_public=True,
)
tournament = create.create_tournament(plan, director=director)
rows = [
    register_players.PlayerRow(first_name="Player", last_name=str(number))
    for number in range(1, 9)
]
register_players.register(tournament, rows, by="club")
tables = [TableRow(1, 1, (1, 2, 3, 4)), TableRow(1, 2, (5, 6, 7, 8))]
[round_] = seat_rounds(tournament, tables, by="club")
publish_seating.publish(round_.pk, by="club")
round_clock.start(round_.pk, by="club", now=timezone.now())
"""
#: One more hand at each table.
ENTER = """
from scoring.ledger import enter_hand
from tournaments.models import Game
for game in Game.objects.order_by("pk"):
    hand = 1 + game.ledger.filter(settles_hand=True, superseded_by=None).count()
    win = {"kind": "win", "winner": "E", "from": "S", "points": 8 + hand}
    key = f"{game.table}-{hand}"
    enter_hand.enter(game.pk, win, device_key=key, by="table", hand=hand)
"""


@pytest.fixture
def two(tmp_path):
    """Yield the programs at home and at the mirror, running."""
    programs = []
    for name in ("home", "mirror"):
        folder = tmp_path / name
        prepared.copy_to(folder)
        # Each installation has its own key.
        (folder / "secret_key").unlink()
        programs.append(Program(folder))
    for program in programs:
        program.start()
    yield programs
    for program in programs:
        program.end()


def manage(program: Program, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=program.environment,
        capture_output=True,
        text=True,
        timeout=2 * SOON,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def runs(program: Program, code: str) -> str:
    return manage(program, "shell", "--no-imports", "-c", code)


def folder(program: Program, to) -> dict[str, bytes]:
    """Return the exported tournament folder."""
    manage(program, "export_event", SLUG, str(to))
    return {path.name: path.read_bytes() for path in sorted(to.iterdir())}


def test_changes_arrive_a_mirror_takes_over_and_gives_back(two, tmp_path):
    home, mirror = two
    runs(home, BEGIN)
    runs(mirror, ACCOUNT)
    offered = manage(mirror, "mirror", "offer", "club", "Hall Cup")
    token = re.search(r"Token: (\S+)", offered)[1]
    code = re.search(r"code: (\S+)", offered)[1]
    address = f"http://127.0.0.1:{mirror.port}"
    manage(home, "mirror", "send", SLUG, address, token, "--private")

    def status(program: Program) -> str:
        return manage(program, "mirror", "status", SLUG)

    def has_all() -> bool:
        return "has all changes" in status(home)

    wait_for(has_all, 2 * SOON, "the first copy")
    page = urllib.request.urlopen(f"{address}/t/{SLUG}/standings/").read()
    assert b"Last update from the hall" in page
    age = urllib.request.urlopen(f"{address}/t/{SLUG}/mirror/").read()
    assert b"Live from the hall" in age
    # The mirror is killed while hands are entered at home.
    mirror.end()
    runs(home, ENTER)
    mirror.start()
    wait_for(has_all, 2 * SOON, "changes made while the mirror was down")
    assert folder(home, tmp_path / "a") == folder(mirror, tmp_path / "b")

    manage(mirror, "mirror", "take_over", SLUG, code)
    wait_for(lambda: "other installation" in status(home), SOON, "home is read-only")
    runs(mirror, ENTER)
    manage(home, "mirror", "take_over", SLUG, code)
    runs(home, ENTER)
    wait_for(has_all, 2 * SOON, "changes after giving back")
    assert folder(home, tmp_path / "a") == folder(mirror, tmp_path / "b")
    for program in two:
        assert "Traceback" not in program.log.read_text()
