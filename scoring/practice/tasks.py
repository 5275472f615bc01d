"""Celery task of the bots: a slice of their play, and the next one behind whatever else
waits for the worker."""

from __future__ import annotations

from celery import shared_task

from scoring.practice import bots, playing


@shared_task(name="scoring.tasks.play_practice")
def play_practice(tournament_id: int) -> None:
    """Let the bots of a practice event play for a moment."""
    if playing.play_slice(tournament_id):
        play_practice.apply_async((tournament_id,), expires=bots.ASKED_AGAIN.seconds)
