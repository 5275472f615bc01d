"""Celery's hands: they only call the verbs."""

from __future__ import annotations

from celery import shared_task

from tournaments.draws import running


@shared_task
def run_draw(draw_id: int) -> None:
    """Draw what somebody asked for."""
    running.run(draw_id)
