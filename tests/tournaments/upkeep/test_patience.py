"""The worker's tasks wait during a database outage and take effect once."""

from __future__ import annotations

import sqlite3

import pytest

from tournaments.upkeep import retry_while_db_is_down


@pytest.fixture
def slept(monkeypatch) -> list[float]:
    """Return a list that collects waiting times in seconds. Tests do not wait."""
    waits: list[float] = []
    monkeypatch.setattr(retry_while_db_is_down.time, "sleep", waits.append)
    return waits


class Work:
    """A task that first fails with these errors and then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.calls = list(errors), 0

    def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "done"


def away() -> Exception:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    return error


def test_it_goes_on_within_two_seconds_of_the_database_s_return(slept, db):
    work = Work(*(away() for _second in range(30)))
    assert retry_while_db_is_down.retry_while_db_is_down(work) == "done"
    assert work.calls == 31
    assert max(slept) < 2


def test_a_fault_of_the_program_is_raised_at_once(slept, db):
    work = Work(ValueError("ours"))
    with pytest.raises(ValueError, match="ours"):
        retry_while_db_is_down.retry_while_db_is_down(work)
    assert (work.calls, slept) == (1, [])


def test_it_does_not_wait_for_ever(slept, db, monkeypatch):
    times = iter(range(0, 10_000, 100))
    monkeypatch.setattr(
        retry_while_db_is_down.time, "monotonic", lambda: float(next(times))
    )
    with pytest.raises(sqlite3.OperationalError):
        retry_while_db_is_down.retry_while_db_is_down(
            Work(*(away() for _second in range(100)))
        )
    assert 2 < len(slept) < 10
