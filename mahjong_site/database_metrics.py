"""Metrics read from the database and the broker, for `/metrics`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models import Max
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from scoring.models import Conflict, LedgerEntry
from tournaments.upkeep import (
    clock_and_worker_heartbeats,
    healthz_and_readyz,
    machine_clock,
)

log = logging.getLogger(__name__)


class StoredFigures(Collector):
    """Collector that reads its figures at each request and omits those of services that
    do not respond.
    """

    def collect(self) -> Iterator[Metric]:
        for figures in (_saves, _conflicts, _clock, _parts, _queues):
            try:
                yield figures()
            except Exception:
                log.warning("A figure could not be read", exc_info=True)


def _saves() -> Metric:
    words = "Lines ever written into a ledger"
    most = LedgerEntry.objects.aggregate(at=Max("pk"))["at"]
    return CounterMetricFamily("wind_ledger_entries", words, value=most or 0)


def _conflicts() -> Metric:
    words = "Second versions of a hand ever kept"
    most = Conflict.objects.aggregate(at=Max("pk"))["at"]
    return CounterMetricFamily("wind_conflicts", words, value=most or 0)


def _clock() -> Metric:
    words = "Seconds by which the first thing due is late"
    late = healthz_and_readyz.seconds_late()
    return GaugeMetricFamily("wind_clock_late_seconds", words, value=late)


def _parts() -> Metric:
    words = "Seconds since a part of the program was last heard of"
    metric = GaugeMetricFamily("wind_silent_seconds", words, labels=["part"])
    for part, silence in clock_and_worker_heartbeats.silences(
        machine_clock.read()
    ).items():
        metric.add_metric([part.value], silence.total_seconds())
    return metric


def _queues() -> Metric:
    words = "Tasks that wait for a worker"
    metric = GaugeMetricFamily("wind_queue_length", words, labels=["queue"])
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
