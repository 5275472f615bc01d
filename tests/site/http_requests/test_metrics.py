"""Metrics for monitoring."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.registry import REGISTRY

from mahjong_site import database_metrics, request_metrics
from mahjong_site.database_metrics import StoredFigures
from mahjong_site.version import VERSION
from tests.scoring.seated_rounds import win
from tournaments.access.live_access import EVERYBODY, Reader
from tournaments.live import stream_metrics
from tournaments.live.viewer_connections import Full, StreamCounts
from tournaments.models import Delivery, DeliveryState, Heartbeat, Part
from tournaments.upkeep import full_disk, nightly_and_kept_backups

ROOT = Path(__file__).resolve().parents[3]

#: Two processes count; one of them has ended when the metrics are read.
TWO = """
import os
from mahjong_site import request_metrics as metrics
from tournaments.live import stream_metrics as figures
from prometheus_client import CollectorRegistry, generate_latest
for viewers in (2, 5):
    pid = os.fork()
    if not pid:
        metrics.REQUESTS.labels("public:home", "GET", 200).inc(viewers)
        figures.VIEWERS.inc(viewers)
        os._exit(0)
    os.waitpid(pid, 0)
figures.VIEWERS.inc(3)
print(generate_latest(metrics._of_all_processes()).decode())
"""


def test_nothing_is_counted_while_the_disk_is_full(client, db, monkeypatch):
    """Metrics are not counted while the disk is full.

    Writing to a memory-mapped file without disk space would kill the process.
    """

    def counted() -> tuple[float | None, float | None]:
        of_route = {"route": "public:referee", "method": "GET", "status": "200"}
        return (
            REGISTRY.get_sample_value("wind_live_viewers"),
            REGISTRY.get_sample_value("wind_requests_total", of_route),
        )

    address = reverse("public:referee")
    client.get(address)
    stream_metrics.viewers(1)
    viewers, requests = counted()
    with monkeypatch.context() as full:
        full.setattr(full_disk, "lacks_room", lambda: True)
        client.get(address)
        stream_metrics.viewers(1)
        assert counted() == (viewers, requests)
    client.get(address)
    stream_metrics.viewers(-2)
    assert counted() == (viewers - 1, requests + 1)


def asked(**headers: str) -> tuple[int, bytes]:
    sent = []

    async def send(message):
        sent.append(message)

    scope = {
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()]
    }
    asyncio.run(request_metrics.application(scope, send))
    return sent[0]["status"], sent[1]["body"]


def test_they_are_for_whoever_shows_the_token(settings, monkeypatch):
    monkeypatch.setattr(request_metrics, "written", lambda: b"figures")
    settings.METRICS_TOKEN = ""
    assert asked(authorization="Bearer ")[0] == 404
    settings.METRICS_TOKEN = "a-long-token"
    assert asked()[0] == 401
    assert asked(authorization="Bearer a-long-toke")[0] == 401
    assert asked(authorization="Bearer a-long-token") == (200, b"figures")


@pytest.mark.django_db
def test_requests_are_counted_by_their_route_and_never_by_a_key(client):
    labels = {"route": "table:link", "method": "GET", "status": "404"}
    before = REGISTRY.get_sample_value("wind_requests_total", labels) or 0
    client.get("/table/link/a-key-that-opens-a-door/")
    assert REGISTRY.get_sample_value("wind_requests_total", labels) == before + 1
    client.get("/no/such/a-key-that-opens-a-door/")
    assert b"a-key-that-opens" not in generate_latest(REGISTRY)


def test_streams_that_are_open_are_viewers():
    def viewers():
        return REGISTRY.get_sample_value("wind_live_viewers")

    before, places, who = viewers(), StreamCounts(), Reader(EVERYBODY, 1)
    with places.taken(who, "10.0.0.1", 1, 1):
        assert viewers() == before + 1
        with pytest.raises(Full), places.taken(who, "10.0.0.2", 1, 1):
            pass
    assert viewers() == before


def test_what_is_written_into_streams_is_counted_in_large_pieces(monkeypatch):
    monkeypatch.setattr(stream_metrics, "_uncounted", 0)
    before = REGISTRY.get_sample_value("wind_live_bytes_total")
    stream_metrics.written(stream_metrics.AT_ONCE - 1)
    assert REGISTRY.get_sample_value("wind_live_bytes_total") == before
    stream_metrics.written(2)
    after = REGISTRY.get_sample_value("wind_live_bytes_total")
    assert after == before + stream_metrics.AT_ONCE + 1


def test_the_database_and_the_broker_are_asked(game, noon):
    win(game, 1)
    win(game, 2)
    Heartbeat.objects.create(part=Part.CLOCK, at=noon)
    told = {metric.name: metric for metric in StoredFigures().collect()}
    assert told["wind_ledger_entries"].samples[0].value >= 2
    assert told["wind_conflicts"].samples[0].value >= 0
    [silent] = told["wind_silent_seconds"].samples
    assert silent.labels == {"part": "clock"}
    assert silent.value > 0
    queues = {sample.labels["queue"] for sample in told["wind_queue_length"].samples}
    assert queues == {"clock", "work"}


@pytest.mark.django_db
def test_backup_disk_and_version_are_measured(monkeypatch, noon):
    figures = StoredFigures()

    def measured() -> dict[str, list]:
        return {metric.name: metric.samples for metric in figures.collect()}

    # Other tests of the same process may have made backups.
    monkeypatch.setattr(nightly_and_kept_backups, "kept_backups", list)
    assert measured()["wind_backup_age_seconds"] == []
    kept = nightly_and_kept_backups.Kept(
        Path("b.zip"), noon - timedelta(hours=3), "", 1
    )
    monkeypatch.setattr(nightly_and_kept_backups, "kept_backups", lambda: [kept, kept])
    samples = measured()
    [age] = samples["wind_backup_age_seconds"]
    assert age.value == pytest.approx(3 * 3600, abs=60)
    assert samples["wind_free_bytes"][0].value > 0
    assert samples["wind_version"][0].labels == {"version": VERSION}


@pytest.mark.django_db
def test_undelivered_messages_are_counted(noon):
    given = {"target": "a@example.org", "expires_at": noon}
    for _again in range(2):
        Delivery.objects.create(**given)
    over = {"next_at": None, "finished_at": noon}
    for state in (DeliveryState.SENT, DeliveryState.FAILED):
        Delivery.objects.create(state=state, **given, **over)
    told = {metric.name: metric for metric in StoredFigures().collect()}
    samples = told["wind_undelivered_messages"].samples
    counts = {sample.labels["state"]: sample.value for sample in samples}
    assert counts == {"waiting": 2, "failed": 1}


@pytest.mark.django_db
def test_alerts_and_dashboard_name_figures_that_exist(client, game):
    """All figures named in alerts and the dashboard exist, and each existing figure is
    in the dashboard.
    """
    client.get("/")
    stream_metrics.written(stream_metrics.AT_ONCE + 1)
    registry = CollectorRegistry()
    registry.register(StoredFigures())
    text = (generate_latest(registry) + generate_latest(REGISTRY)).decode()
    figures = set(re.findall(r"^# TYPE (wind_\w+) ", text, re.M))
    named = {
        file.name: {
            re.sub("_bucket$", "", name)
            for name in re.findall(r"\bwind_\w+", file.read_text())
        }
        for file in (ROOT / "deploy" / "monitoring").iterdir()
    }
    shown = {figure for figure in figures if not figure.endswith("_created")}
    for file, names in named.items():
        assert names <= shown, file
    assert named["grafana-dashboard.json"] == shown


@pytest.mark.django_db
def test_a_figure_that_cannot_be_read_keeps_back_no_other(monkeypatch, caplog):
    def broken():
        raise ConnectionRefusedError

    figures = (broken, *database_metrics.FIGURES)
    monkeypatch.setattr(database_metrics, "FIGURES", figures)
    told = {metric.name for metric in StoredFigures().collect()}
    assert "wind_ledger_entries" in told
    assert "could not be read" in caplog.text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_all_web_processes_count_together_and_who_is_gone_has_no_viewers(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", TWO],
        cwd=ROOT,
        env=os.environ | {request_metrics.FOLDER: str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    labels = 'method="GET",route="public:home",status="200"'
    assert f"wind_requests_total{{{labels}}} 7.0" in done.stdout
    assert "wind_live_viewers 3.0" in done.stdout
