"""CSV downloads contain no text that spreadsheets would run as a formula: tournament
folders, seating drafts, and plans from the command line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

import pytest
from django.urls import get_resolver, reverse
from django.utils import timezone

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger import enter_hand
from tests.scoring.folders import rows, there_and_back
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.seating import run as command_line
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

NAMES = ("=HYPERLINK(1)", "+1", "-1+1", "@SUM", "'=quoted", "＝全", "-20", "'t Hart")
PLAN = "round,table,east,south,west,north\n2,1,1,2,3,4\n2,2,5,6,7,8\n"
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")


def dangerous(content: bytes | str) -> list[str]:
    """Return the cells that a spreadsheet might run as a formula."""
    text = content.decode() if isinstance(content, bytes) else content
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    return [
        cell
        for cell in cells
        if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))
        and not _NUMBER.fullmatch(cell)
    ]


@pytest.fixture
def event(director) -> Tournament:
    """Return a riichi tournament with dangerous names, a hand with two winners, and a
    disputed result."""
    options = {"preset": "tenhou"}
    plan = create_and_change_tournament.Plan(
        "=1", "riichi", 2, 90, "finish_hand", options
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    people = [
        register_players.PlayerRow(
            name, name, club=name, team=f"{name}{n // 4}", ema_number=f"-{n}x"
        )
        for n, name in enumerate(NAMES)
    ]
    register_players.register(tournament, people, by="=me")
    tables = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="=me")
    publish_seating.publish(round_.pk, by="=me")
    round_clock.start(round_.pk, by="=me", now=timezone.now())
    game = round_.games.get(table=1)
    won = [{"winner": "E", "limit": "mangan"}, {"winner": "W", "han": 1, "fu": 30}]
    raw = {"kind": "win", "winners": won, "from": "S"}
    enter_hand.enter(game.pk, raw, device_key="won", by="=me", hand=1)
    player = tournament.players.get(number=2)
    confirm_and_dispute.dispute(game.pk, player, sequence=1, text="=1+1")
    return tournament


def test_an_event_folder(event):
    files = there_and_back(event)
    tables = {name: files[name] for name in files if name.endswith(".csv")}
    assert "confirmations.csv" in tables
    assert [name for name in tables if dangerous(tables[name])] == []
    names = [row["last_name"] for row in rows(files, "players.csv")]
    assert names == [
        *("'=HYPERLINK(1)", "'+1", "'-1+1", "'@SUM", "''=quoted", "'＝全"),
        *("-20", "'t Hart"),
    ]
    assert rows(files, "hands.csv")[0]["han"] == "'- 1"
    assert rows(files, "confirmations.csv")[0]["text"] == "'=1+1"


def test_every_csv_file_that_a_page_gives(event, director_client):
    slug = event.slug
    values = {"first_round": 2, "text": PLAN, "reason": ""}
    director_client.post(reverse("director:draw_import", args=[slug]), values)
    pages = [name for name in _names(get_resolver()) if name.endswith("csv")]
    assert sorted(pages) == ["director:draw_csv", "director:log_csv"]
    for name, given in (("draw_csv", [slug, 1]), ("log_csv", [slug])):
        response = director_client.get(reverse(f"director:{name}", args=given))
        content = response.getvalue()
        assert b"=HYPERLINK(1)" in content
        assert dangerous(content) == []


def test_a_plan_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "plan.csv"
    file.write_text(
        PLAN.replace("2,", "1,", 1).replace("\n2,", "\n1,"), encoding="utf-8"
    )
    assert command_line(["judge", str(file), "--csv"]) == 0
    assert dangerous(capsys.readouterr().out) == []


def _names(resolver, within="") -> Iterator[str]:
    """Yield the names of all pages.

    A name has the end of its address added where that makes a difference.
    """
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _names(
                pattern, f"{pattern.namespace}:" if pattern.namespace else ""
            )
        elif str(pattern.pattern).endswith(".csv") or "csv" in (pattern.name or ""):
            yield f"{within}{pattern.name}"
