"""People who read a tournament's pages all day and look for hidden data."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import reverse

from benchmarks.chaos.browsers import Visitor
from benchmarks.chaos.devices import Diary
from benchmarks.chaos.network import in_background

READERS = 3
#: Figure of a penalty in the last round. Its results are hidden, so no page may show
#: it.
SECRET = 31_337


@contextmanager
def reading(
    slug: str, rounds: int, port: int, diary: Diary, chance: random.Random
) -> Iterator[None]:
    """Run readers of a tournament with `rounds` rounds within the block.

    They also read the page of the next round, which is not published. Hidden data that
    they see goes to the diary.
    """
    pages = [
        "/",
        reverse("public:tournament", args=[slug]),
        reverse("public:standings", args=[slug]),
        f"/t/{slug}/files/standings.csv",
        f"/t/{slug}/files/results.csv",
        reverse("public:session", args=[slug, rounds, 1]),
        *(reverse("public:round", args=[slug, n]) for n in range(1, rounds + 2)),
    ]
    hidden = reverse("public:round", args=[slug, rounds + 1])
    figures = {str(SECRET), f"{SECRET:,}", f"{SECRET:,}".replace(",", " ")}
    over = threading.Event()
    readers = [
        Reader(port, pages, diary, random.Random(chance.random()), over)
        for _each in range(READERS)
    ]
    for reader in readers:
        reader.looks_for(figures, hidden)
    threads = [in_background(reader.run) for reader in readers]
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(30)
    if not any(reader.read_whole for reader in readers):
        diary.wrong.append("no visitor read a page")


class Reader(Visitor):
    """A reader who reports hidden data on a page."""

    def __init__(
        self,
        port: int,
        paths: list[str],
        diary: Diary,
        chance: random.Random,
        over: threading.Event,
    ) -> None:
        super().__init__(port, paths, diary.answers, chance, over)
        self._diary = diary
        self._figures: set[str] = set()
        self._hidden = ""
        self.read_whole = 0

    def looks_for(self, figures: set[str], hidden: str) -> None:
        """Set the hidden figures and the address of the unpublished round."""
        self._figures, self._hidden = figures, hidden

    def saw(self, path: str, status: int, text: str) -> None:
        if status != 200:
            return
        self.read_whole += 1
        if path == self._hidden:
            self._diary.wrong.append(f"{path} was shown before it was published")
        for figure in self._figures:
            if figure in text:
                self._diary.wrong.append(f"{path} tells a result that is secret")
