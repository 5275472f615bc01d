"""Celery task of the messages to players: the worker sends them."""

from __future__ import annotations

from celery import shared_task

from tournaments.live.push import delivery


@shared_task(name="tournaments.tasks.send_pushes")
def send_pushes(ids: list[int]) -> None:
    """Send messages to players' devices."""
    delivery.send(ids)
