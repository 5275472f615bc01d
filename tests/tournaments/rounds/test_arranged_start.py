"""Start times when several people change rounds at the same time."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from django.db import connection, transaction

from tournaments.models import Round, Tournament
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_rounds(tournament, on_postgresql) -> list[Round]:
    """Return rounds 1 and 2, published, of a tournament that can start rounds by its
    schedule. Skips the test on SQLite.
    """
    if not on_postgresql:
        pytest.skip("SQLite lets one transaction in at a time")
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, table, seats)
        for number in (1, 2)
        for table, seats in ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)))
    ]
    seated = seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    published = [publish_seating.publish(each.pk, by="director") for each in seated]
    Tournament.objects.filter(pk=tournament.pk).update(start_mode="published")
    return published


class Held:
    """A row of a round, locked by another transaction until `release`."""

    def __init__(self, round_: Round) -> None:
        self._taken, self._over = Event(), Event()
        self._holder = Thread(target=self._hold, args=(round_.pk,))
        self._holder.start()
        assert self._taken.wait(5)

    def _hold(self, pk: int) -> None:
        try:
            with transaction.atomic():
                Round.objects.select_for_update().get(pk=pk)
                self._taken.set()
                self._over.wait(10)
        finally:
            connection.close()

    def release(self) -> None:
        self._over.set()
        self._holder.join(5)


def starts() -> list[bool]:
    """Return for each round whether it has a start time."""
    return [round_.starts_at is not None for round_ in Round.objects.order_by("number")]


def test_a_round_that_somebody_holds_is_not_passed_over(two_rounds, noon):
    """A locked round is not skipped.

    Round 1 gets its start time as soon as its row is unlocked, and round 2 gets none
    before that.
    """
    tournament = Tournament.objects.get()
    held = Held(two_rounds[0])
    try:
        with transaction.atomic():
            assert round_clock.arrange_start(tournament, now=noon) is None
            assert starts() == [False, False]
            held.release()
    finally:
        held.release()
    assert starts() == [True, False]


def test_whoever_waits_for_the_row_holds_nothing_meanwhile(two_rounds, noon):
    """A process that waits for the round's row holds no other lock.

    The process that has locked the row may need the tournament's row too.
    """
    tournament = Tournament.objects.get()
    held = Held(two_rounds[0])
    done = Event()

    def arrange() -> None:
        try:
            with transaction.atomic():
                tournament.record("settings_changed", by="director", changes={})
                round_clock.arrange_start(tournament, now=noon)
            done.set()
        finally:
            connection.close()

    arranging = Thread(target=arrange)
    arranging.start()
    try:
        # The change does not block the holder: it is committed before waiting.
        for _attempt in range(50):
            if tournament.log.filter(kind="settings_changed").exists():
                break
            done.wait(0.1)
        assert tournament.log.filter(kind="settings_changed").exists()
        assert starts() == [False, False]
    finally:
        held.release()
        arranging.join(5)
    assert done.is_set()
    assert starts() == [True, False]
