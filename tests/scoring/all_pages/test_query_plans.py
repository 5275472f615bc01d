"""Frequent queries use an index, however long the ledgers of all tournaments are. The
tests read the database's query plans.

PostgreSQL scans small tables even if an index fits. The test forbids scans, so a plan
with a scan shows that no index fits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.all_pages import page_cache
from scoring.rounds import clock_tick
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.table_device import device_at
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

#: Tables that grow with every hand of every tournament.
LONG = {
    "scoring_ledgerentry",
    "scoring_result",
    "scoring_sheet",
    "scoring_win",
    "scoring_confirmation",
    "scoring_latehand",
    "tournaments_logevent",
    "tournaments_seat",
    "tournaments_game",
}
ONLY_BY_INDEX = """
SET LOCAL enable_seqscan = off;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off
"""
#: Partial indexes, such as for items that wait, are scanned completely.
OF_FEW = """
SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
WHERE indpred IS NOT NULL
"""
ASKED = ("SELECT", "UPDATE", "DELETE", "WITH")


@pytest.fixture
def hall(director):
    games = hall_of(director, "mcr", 2)
    create_and_change_tournament.show_to_public(
        games[0].round.tournament, True, by="director"
    )
    return games


def scanned(sql: str) -> list[str]:
    """Return the tables in LONG that a statement scans completely."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"), [])
            return list(_scanned_by_sqlite(sql, [row[3] for row in cursor.fetchall()]))
        with transaction.atomic():
            cursor.execute(ONLY_BY_INDEX)
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}".replace("%", "%%"), [])
            found = cursor.fetchone()[0]
            plan = json.loads(found) if isinstance(found, str) else found
            cursor.execute(OF_FEW)
            of_few = {row[0] for row in cursor.fetchall()}
            transaction.set_rollback(True)
    return list(_scanned_by_postgresql(plan[0]["Plan"], of_few))


def _scanned_by_sqlite(sql: str, steps: list[str]) -> Iterator[str]:
    """Yield the names of the tables that SQLite scans, for tables that may have an
    alias in the statement.
    """
    for step in steps:
        if found := re.match(r"SCAN (\w+)", step):
            name = found[1]
            other = re.search(rf'"(\w+)" (?:AS )?"?{name}"?\b', sql)
            table = other[1] if other and name not in LONG else name
            if table in LONG:
                yield f"{step}: {sql}"


def _scanned_by_postgresql(node: dict[str, Any], of_few: set[str]) -> Iterator[str]:
    kind, table = node["Node Type"], node.get("Relation Name")
    by_key = "Index Cond" in node or kind == "Bitmap Heap Scan" or "Tid" in kind
    by_key = by_key or node.get("Index Name") in of_few
    if table in LONG and "Scan" in kind and not by_key:
        yield f"{kind} of {table}, {node.get('Filter', '')}"
    for child in node.get("Plans", ()):
        yield from _scanned_by_postgresql(child, of_few)


def whole_tables(queries: CaptureQueriesContext) -> list[str]:
    return [
        whole
        for query in queries.captured_queries
        if query["sql"].lstrip("( ").startswith(ASKED)
        for whole in scanned(query["sql"])
    ]


def test_a_save_and_what_the_table_reads_again(hall):
    device = device_at(hall[0])
    round_ = hall[0].round
    at = reverse(
        "table:session", args=[round_.tournament.slug, round_.number, hall[0].table]
    )
    hand = {"winner": "E", "source": "S", "points": 12, "hand": 1, "device_key": "a"}
    with CaptureQueriesContext(connection) as queries:
        assert device.get(at).status_code == 200
        assert device.post(at, hand, headers={"HX-Request": "true"}).status_code == 200
        assert device.get(f"{at}sheet/").status_code == 200
    assert len(queries) > 20
    assert whole_tables(queries) == []


@pytest.mark.parametrize(
    "name", ["tournament", "standings", "rules", "seating", "files"]
)
def test_pages_of_an_event(hall, name, monkeypatch):
    monkeypatch.setattr(page_cache, "KEPT_BYTES", 0)
    slug = hall[0].round.tournament.slug
    paths = {"rules": "event_rules"}
    address = reverse(f"public:{paths.get(name, name)}", args=[slug])
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).status_code == 200
    assert whole_tables(queries) == []


def test_lists_of_events_and_the_hall(hall, director):
    slug = hall[0].round.tournament.slug
    client = signed_in(director)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(reverse("public:home")).status_code == 200
        assert client.get(reverse("director:home")).status_code == 200
        for name in ("hall", "control", "log"):
            address = reverse(f"director:{name}", args=[slug])
            assert client.get(address).status_code == 200
    assert whole_tables(queries) == []


def test_a_tick_of_the_clock(hall):
    with CaptureQueriesContext(connection) as queries:
        clock_tick.sweep(timezone.now())
    assert queries.captured_queries
    assert whole_tables(queries) == []


def test_a_table_that_is_read_whole_is_noticed(hall):
    for where in ("at > '2020-01-01'", "reason = 'x'"):
        assert scanned(f"SELECT 1 FROM scoring_ledgerentry WHERE {where}")
    assert not scanned("SELECT 1 FROM scoring_ledgerentry WHERE game_id = 1")
