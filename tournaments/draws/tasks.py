"""Celery task of the draws: the worker computes them."""

from __future__ import annotations

from celery import shared_task

from tournaments.draws import running


@shared_task(name="tournaments.tasks.run_draw")
def run_draw(draw_id: int) -> None:
    """Draw a requested plan."""
    running.run(draw_id)
