"""Registration that opens at its scheduled time is logged once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.people import registration_open_and_spots
from tournaments.people.registration_opens_by_clock import OPENED, log_openings

MINUTE = timedelta(minutes=1)


def opening(tournament, at, **more) -> None:
    values = {"is_on": True, "opens_at": at, "closes_at": None, "places": None}
    registration_open_and_spots.change_page(
        tournament,
        {**values, "fee": "", "text": "", "privacy": "", **more},
        by="director",
    )


def logged(tournament) -> int:
    return tournament.log.filter(kind=OPENED).count()


def test_an_opening_is_logged_once(tournament, time_machine):
    at = timezone.now() + MINUTE
    opening(tournament, at)
    assert log_openings(at - timedelta(seconds=1)) == 0
    time_machine.move_to(at)
    assert log_openings(at) == 1
    assert log_openings(at + MINUTE) == 0
    assert logged(tournament) == 1


@pytest.mark.parametrize(
    "more", [{"is_on": False}, {"closes_at": True}], ids=["off", "closed again"]
)
def test_registration_that_is_off_or_closed_is_not_logged(tournament, more):
    at = timezone.now() + MINUTE
    if "closes_at" in more:
        more = {"closes_at": at + MINUTE}
    opening(tournament, at, **more)
    assert log_openings(at + 2 * MINUTE) == 0


def test_an_opening_set_afterwards_was_announced_by_that_change(tournament):
    opening(tournament, timezone.now() - MINUTE)
    assert log_openings(timezone.now()) == 0


def test_after_a_long_outage_the_opening_is_no_news(tournament):
    at = timezone.now() + MINUTE
    opening(tournament, at)
    assert log_openings(at + timedelta(hours=7)) == 0


@pytest.mark.parametrize("field", ["archived_at", "binned_at"])
def test_an_archived_or_binned_tournament_is_left_alone(tournament, field):
    at = timezone.now() + MINUTE
    opening(tournament, at)
    setattr(tournament, field, timezone.now())
    tournament.save()
    assert log_openings(at) == 0
