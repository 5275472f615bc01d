"""Metrics read from the database, the broker and the disk, for `/metrics`."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models import Max
from django.utils import timezone
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from mahjong_site.version import VERSION
from scoring.models import Conflict, LedgerEntry
from tournaments.deliveries import queue_and_retry
from tournaments.upkeep import (
    clock_and_worker_heartbeats,
    healthz_and_readyz,
    machine_clock,
    nightly_and_kept_backups,
)

log = logging.getLogger(__name__)


class StoredFigures(Collector):
    """Collector that reads its figures on each request. Figures of services that do not
    respond are left out."""

    def collect(self) -> Iterator[Metric]:
        for figures in FIGURES:
            try:
                yield figures()
            except Exception:
                log.warning("A figure could not be read", exc_info=True)


def _saves() -> Metric:
    help_text = "Ledger entries ever written"
    most = LedgerEntry.objects.aggregate(at=Max("pk"))["at"]
    return CounterMetricFamily("wind_ledger_entries", help_text, value=most or 0)


def _conflicts() -> Metric:
    help_text = "Conflicts ever recorded"
    most = Conflict.objects.aggregate(at=Max("pk"))["at"]
    return CounterMetricFamily("wind_conflicts", help_text, value=most or 0)


def _clock() -> Metric:
    help_text = "Seconds by which the earliest due action is late"
    late = healthz_and_readyz.seconds_late()
    return GaugeMetricFamily("wind_clock_late_seconds", help_text, value=late)


def _parts() -> Metric:
    help_text = "Seconds since the last heartbeat of a part of the program"
    metric = GaugeMetricFamily("wind_silent_seconds", help_text, labels=["part"])
    for part, silence in clock_and_worker_heartbeats.silences(
        machine_clock.read()
    ).items():
        metric.add_metric([part.value], silence.total_seconds())
    return metric


def _queues() -> Metric:
    help_text = "Tasks waiting for a worker"
    metric = GaugeMetricFamily("wind_queue_length", help_text, labels=["queue"])
    with current_app.connection_for_read(connect_timeout=1) as opened:
        transport = opened.transport
        line = transport.establish_connection()
        try:
            channel: Any = transport.create_channel(line)
            for name in settings.CELERY_TASK_QUEUES:
                metric.add_metric([name], channel._size(name))
        finally:
            transport.close_connection(line)
    return metric


def _deliveries() -> Metric:
    help_text = "Messages that are not sent: waiting, or failed in the last 30 days"
    metric = GaugeMetricFamily("wind_undelivered_messages", help_text, labels=["state"])
    counts = queue_and_retry.undelivered()
    for state, count in counts.items():
        metric.add_metric([state.value], count)
    return metric


def _backup() -> Metric:
    help_text = "Seconds since the newest backup was made"
    metric = GaugeMetricFamily("wind_backup_age_seconds", help_text)
    for newest in nightly_and_kept_backups.kept_backups()[:1]:
        metric.add_metric([], (timezone.now() - newest.made_at).total_seconds())
    return metric


def _disk() -> Metric:
    help_text = "Free bytes in the data folder"
    free = shutil.disk_usage(settings.DATA_DIR).free
    return GaugeMetricFamily("wind_free_bytes", help_text, value=free)


def _version() -> Metric:
    help_text = "Version of the program"
    return InfoMetricFamily("wind_version", help_text, {"version": VERSION})


FIGURES = (
    _saves,
    _conflicts,
    _clock,
    _parts,
    _queues,
    _deliveries,
    _backup,
    _disk,
    _version,
)
