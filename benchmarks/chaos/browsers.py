"""Visitors who load pages while the program is disturbed."""

from __future__ import annotations

import random
import threading
from collections import Counter

from scoring.practice.bot_browser import Browser


class Visitor:
    """Visitor who loads one page after another and ignores errors."""

    def __init__(
        self,
        port: int,
        paths: list[str],
        seen: Counter[int],
        chance: random.Random,
        over: threading.Event,
    ) -> None:
        self._browser = Browser(port, seen)
        self._paths = paths
        self._chance = chance
        self._over = over

    def run(self) -> None:
        while not self._over.wait(self._chance.uniform(0, 1)):
            path = self._chance.choice(self._paths)
            answer = self._browser.get(path)
            self.saw(path, answer.status, answer.text)
        self._browser.leave()

    def saw(self, path: str, status: int, text: str) -> None:
        """Do nothing. Subclasses check the page."""
