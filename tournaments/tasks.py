"""Celery's hands: they only call the verbs."""

from __future__ import annotations

from celery import shared_task

from tournaments import push_delivery
from tournaments.draws import running


@shared_task
def run_draw(draw_id: int) -> None:
    """Draw what somebody asked for."""
    running.run(draw_id)


@shared_task
def send_pushes(ids: list[int]) -> None:
    """Send messages to players' devices."""
    push_delivery.send(ids)
