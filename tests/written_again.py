"""What a fixture does step by step, done once by each process: later tests get the same
rows without the steps to them, which cost much more."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from django.db import connection

T = TypeVar("T")
#: A statement, its values, and whether it is for many rows of them.
Write = tuple[str, object, bool]

WRITES = ("INSERT", "UPDATE", "DELETE")


@dataclass
class Steps:
    """What the steps of a fixture wrote, and what it gave."""

    writes: list[Write] = field(default_factory=list)
    result: bytes = b""

    @contextmanager
    def noted(self) -> Iterator[None]:
        def note(execute, sql, params, many, context):
            if sql.startswith(WRITES):
                self.writes.append((sql, params, many))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            yield

    def write(self) -> None:
        with connection.cursor() as cursor:
            for sql, params, many in self.writes:
                (cursor.executemany if many else cursor.execute)(sql, params)


class Fixtures:
    """Those whose steps are known, by what stood in the database before them."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Steps] = {}
        self._last: tuple[Hashable, int] | None = None

    def first(self, do: Callable[[], T], *depends: Hashable) -> T:
        """What `do` gives, which begins a chain of fixtures: it `depends` on nothing
        else than this and the primary keys that come next."""
        if not _rows_are_rolled_back():
            return do()
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
            return self._done(do, (depends, *cursor.fetchall()))

    def after(self, do: Callable[[], T], *depends: Hashable) -> T:
        """What `do` gives, which depends on this and on the fixture before. Where a
        test has written something between the two, its steps are taken."""
        if not _rows_are_rolled_back() or self._last is None:
            return do()
        before, changes = self._last
        if changes != connection.connection.total_changes:
            return do()
        return self._done(do, (before, depends))

    def _done(self, do: Callable[[], T], state: Hashable) -> T:
        steps = self._known.get(state)
        if steps is None:
            steps = Steps()
            with steps.noted():
                result = do()
            steps.result = pickle.dumps(result)
            self._known[state] = steps
        else:
            steps.write()
            result = pickle.loads(steps.result)
        self._last = state, connection.connection.total_changes
        return result


def _rows_are_rolled_back() -> bool:
    """Whether the next test finds the same primary keys, and no test looks at what is
    done on commit: on SQLite, but for tests that are `transaction=True`."""
    return connection.vendor == "sqlite" and connection.in_atomic_block


fixtures = Fixtures()
