"""Request ids in responses and in the log, and the log as JSON."""

from __future__ import annotations

import json
import logging

import pytest

from mahjong_site.log_format_and_request_log import HEADER, AsJson
from scoring.models import LedgerEntry
from tests.scoring.table_device import device_at
from tournaments.access import table_links


class Kept(logging.Handler):
    """A log handler that keeps the formatted lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(AsJson("{message}", style="{"))
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def log(settings):
    settings.LOG_FORMAT = "json"
    kept, root = Kept(), logging.getLogger()
    level = root.level
    root.setLevel(logging.INFO)
    root.addHandler(kept)
    yield kept
    root.removeHandler(kept)
    root.setLevel(level)


def test_an_answer_says_its_id_and_keeps_a_proxys(client, db):
    first, second = client.get("/"), client.get("/")
    assert first[HEADER] != second[HEADER]
    response = client.get("/", headers={HEADER: "proxy-0123456789"})
    assert response[HEADER] == "proxy-0123456789"
    spoilt = client.get("/", headers={HEADER: 'x" \u2028 {"level": "no"}'})
    assert len(spoilt[HEADER]) == 32


def test_a_save_is_one_line_that_names_the_ledgers_line(log, game, at):
    device = device_at(game)
    values = {"winner": "E", "source": "S", "points": 12, "hand": 1, "device_key": "k"}
    answer = device.post(at(), values, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    [save] = [line for line in log.lines if "entry" in line]
    assert save["entry"] == LedgerEntry.objects.get().pk
    assert save["request"] == answer[HEADER]
    assert (save["method"], save["status"]) == ("POST", 200)
    assert save["route"] == "table:session"
    [came_in] = [line for line in log.lines if line.get("route") == "table:link"]
    token = table_links.token_of(table_links.games_with_links().get(pk=game.pk))
    assert token not in json.dumps(log.lines)
    assert came_in["status"] == 302


def test_a_fault_is_one_line_with_its_traceback():
    try:
        raise ValueError("two\nlines of /table/link/SECRET")
    except ValueError:
        record = logging.LogRecord(
            "x", logging.ERROR, "here", 1, "it failed", (), __import__("sys").exc_info()
        )
    line = AsJson("{message}", style="{").format(record)
    assert "\n" not in line
    data = json.loads(line)
    assert data["level"] == "ERROR"
    assert "ValueError" in data["message"]
    assert "SECRET" not in line
    assert "request" not in data, "nothing is left of a request that is over"
