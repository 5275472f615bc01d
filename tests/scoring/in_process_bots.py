"""Bots that call the program in this process, without waiting times."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from urllib.parse import parse_qs

from django.test import Client
from django.utils import timezone

from scoring.models import BotTable, LedgerEntry
from scoring.practice import bot_worker
from scoring.practice.bot_browser import Answer, Browser
from tournaments.models import Tournament


class InProcess(Browser):
    """A browser that calls the program in this process.

    `loses`: number of responses that get lost.
    """

    def __init__(self, loses: int = 0) -> None:
        super().__init__(0, Counter())
        self.loses = loses
        self.answers: Counter[int] = self._seen

    def _answer(self, method, path, body, headers):
        client = Client(enforce_csrf_checks=True)
        client.cookies.load(self.cookies)
        more = {"HTTP_X_CSRFTOKEN": headers.get("X-CSRFToken", "")}
        if method == "GET":
            response = client.get(path, **more)
        else:
            response = client.post(path, parse_qs(body), **more)
        if method == "POST" and self.loses:
            self.loses -= 1
            return Answer(0)
        self.cookies |= {name: one.value for name, one in client.cookies.items()}
        return Answer(response.status_code, response.content.decode(), response)


def lines(event: Tournament) -> int:
    return LedgerEntry.objects.filter(game__round__tournament=event).count()


def hurry(event: Tournament) -> None:
    """Make every bot of a tournament act now instead of waiting."""
    then = timezone.now() - timedelta(seconds=1)
    BotTable.objects.filter(game__round__tournament=event).update(
        due_at=then, retry_at=then
    )


def play(event: Tournament, browser: Browser, slices: int = 1) -> None:
    for _slice in range(slices):
        bot_worker.play_slice(event.pk, seconds=0, browsers=[browser])
        hurry(event)
        bot_worker.play_slice(event.pk, seconds=60, browsers=[browser])
