"""Record the statements of a fixture once per process and replay them in later tests,
which is much faster than its steps.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from django.db import connection

from mahjong_site.outage_and_wrong_method_pages import WRITES

T = TypeVar("T")
#: A statement, its values, and whether it is an executemany.
Write = tuple[str, object, bool]


#: Sequences used since they were created, except by migrations.
_USED = (
    "FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL AND NOT "
    "seqrelid::regclass::text LIKE ANY (ARRAY['django_%', 'auth_permission_%'])"
)
NUMBERS_GIVEN = {
    "sqlite": "SELECT name, seq FROM sqlite_sequence ORDER BY name",
    "postgresql": f"SELECT seqrelid, pg_sequence_last_value(seqrelid) {_USED}"
    " ORDER BY seqrelid",
}
NUMBERS_AGAIN = f"SELECT setval(seqrelid, seqstart, false) {_USED}"
ROWS_WRITTEN = (
    "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"
)


@dataclass
class Steps:
    """The statements that a fixture ran, and its result."""

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
            if connection.vendor == "postgresql":
                cursor.execute(self.as_one)
                return
            for sql, params, many in self.writes:
                (cursor.executemany if many else cursor.execute)(sql, params)

    @cached_property
    def as_one(self) -> str:
        """Return all statements with their values as one text, for a single round
        trip.
        """
        return ";".join(
            connection.ops.compose_sql(sql, values)
            for sql, params, many in self.writes
            for values in (params if many else [params])
        )


class Fixtures:
    """Recorded fixtures, by the fixtures that ran before them."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Steps] = {}
        self._last: tuple[Hashable, int] | None = None

    def first(self, do: Callable[[], T], *depends: Hashable) -> T:
        """Return the result of `do`, the first fixture of a chain: run it, or replay
        its recording.

        The result may depend only on `depends` and on the next primary keys.
        """
        if not _rows_are_rolled_back():
            return do()
        with connection.cursor() as cursor:
            cursor.execute(NUMBERS_GIVEN[connection.vendor])
            return self._done(do, (depends, *cursor.fetchall()))

    def after(self, do: Callable[[], T], *depends: Hashable) -> T:
        """Return the result of `do`, which depends on `depends` and on the previous
        fixture: run it, or replay its recording.

        If the test has written rows since the previous fixture, `do` is run.
        """
        if not _rows_are_rolled_back() or self._last is None:
            return do()
        before, changes = self._last
        if changes != rows_written():
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
        self._last = state, rows_written()
        return result


def rows_written() -> int:
    """Return the number of rows that this connection has written, including rows of
    rolled-back transactions.

    On PostgreSQL, only rows of this test's transaction count.
    """
    if connection.vendor == "sqlite":
        return connection.connection.total_changes
    with connection.cursor() as cursor:
        cursor.execute(ROWS_WRITTEN)
        return cursor.fetchone()[0]


def give_the_same_numbers() -> None:
    """Reset PostgreSQL's sequences after a rolled-back test to the keys at its start.

    SQLite does this automatically.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(NUMBERS_AGAIN)


def _rows_are_rolled_back() -> bool:
    """Return whether the test's rows are rolled back after it.

    If they are, the next test starts with the same primary keys. Returns False for
    tests with `transaction=True`.
    """
    return connection.in_atomic_block


fixtures = Fixtures()
