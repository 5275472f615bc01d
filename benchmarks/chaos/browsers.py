"""Visitors who look at pages while the program is disturbed."""

from __future__ import annotations

import random
import threading
from collections import Counter

from scoring.practice.browser import Browser


class Visitor:
    """Somebody who looks at one page after the other, and cares for no fault."""

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
            self._browser.get(self._chance.choice(self._paths))
        self._browser.leave()
