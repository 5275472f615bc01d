"""Hidden rounds stay hidden and published rounds stay published if the number of
planned rounds changes. Only a director changes this.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.standings import live_and_official_standings, who_sees_hidden_results
from tests.scoring.played_events import draw
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import close
from tournaments.models import Tournament
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.seating.seating_request import Method
from tournaments.tournament_setup.create_and_change_tournament import (
    Settings,
    change_settings,
)


def played(tournament, last: int, first: int = 1) -> None:
    for number in range(first, last + 1):
        round_ = seat(tournament, number, (1, 2, 3, 4), (5, 6, 7, 8))
        paper(round_, 1, FOUR_PLACES)
        paper(round_, 2, FOUR_PLACES)
        close(round_)


def plan(tournament, **values: int) -> None:
    settings = replace(Settings.of(tournament), **values)
    change_settings(tournament, settings, by="director")


def told(tournament) -> int | None:
    """Return the number of the last round with public results; None for all rounds."""
    now = Tournament.objects.get(pk=tournament.pk)
    return who_sees_hidden_results.visible_to_public(now).last


def test_a_secret_round_stays_secret_when_a_round_more_is_planned(tournament):
    plan(tournament, planned_rounds=2, secret_rounds=1)
    played(tournament, 2)
    plan(tournament, planned_rounds=3)
    assert told(tournament) == 1
    assert live_and_official_standings.official_of(tournament).after == 1
    assert tournament.secret_rounds == 2
    changed = tournament.log.first().data["changes"]
    assert changed == {"planned_rounds": [2, 3], "secret_rounds": [1, 2]}


def test_what_was_told_stays_told_when_fewer_rounds_are_planned(tournament):
    plan(tournament, planned_rounds=4, secret_rounds=2)
    played(tournament, 2)
    plan(tournament, planned_rounds=3)
    assert told(tournament) == 2
    plan(tournament, planned_rounds=2)
    assert told(tournament) is None


def test_before_it_comes_to_that_the_last_rounds_are_secret(tournament):
    plan(tournament, planned_rounds=4, secret_rounds=1)
    played(tournament, 2)
    plan(tournament, planned_rounds=5)
    assert (tournament.secret_rounds, told(tournament)) == (1, 4)
    plan(tournament, planned_rounds=3)
    assert (tournament.secret_rounds, told(tournament)) == (1, 2)


def test_a_director_may_say_otherwise_at_once(tournament):
    plan(tournament, planned_rounds=2, secret_rounds=1)
    played(tournament, 2)
    plan(tournament, secret_rounds=0)
    assert told(tournament) is None
    plan(tournament, planned_rounds=3)
    assert told(tournament) is None


@pytest.mark.parametrize("secret", [2, 9])
def test_an_event_that_is_all_secret_stays_so(tournament, secret):
    plan(tournament, planned_rounds=2, secret_rounds=secret)
    played(tournament, 1)
    plan(tournament, planned_rounds=5)
    assert told(tournament) == 0


def test_stages_that_make_an_event_longer_tell_nothing(tournament):
    plan(tournament, planned_rounds=2, secret_rounds=1)
    played(tournament, 2)
    stages = [StagePlan("groups", 2), StagePlan("final", 1, cut="top", cut_size=4)]
    set_stages(tournament, stages, by="director")
    assert (tournament.planned_rounds, told(tournament)) == (3, 1)
    kinds = list(tournament.log.values_list("kind", flat=True)[:2])
    assert kinds == ["settings_changed", "stages_set"]


def test_match_days_that_make_a_league_longer_tell_nothing(tournament):
    plan(tournament, planned_rounds=2, secret_rounds=1)
    played(tournament, 2)
    days = tuple(DayPlan(2, date(2026, 1, day)) for day in (5, 12))
    set_league(tournament, LeaguePlan(days), by="director")
    assert (tournament.planned_rounds, told(tournament)) == (4, 1)


def test_a_director_is_told_that_seats_by_the_standings_tell_of_them(
    tournament, director_client
):
    """A notice warns that seating by standings can reveal hidden results.

    The page shows it when a director requests the seating, and before publication.
    """

    def said_at(name: str, *more: int) -> bool:
        address = reverse(f"director:{name}", args=[tournament.slug, *more])
        page = director_client.get(address).content.decode()
        return "Results from round 2 onwards are hidden." in page

    plan(tournament, planned_rounds=3, secret_rounds=2)
    played(tournament, 1)
    assert not said_at("draw_new")
    played(tournament, 2, first=2)
    assert said_at("draw_new")
    assert said_at("draw", draw(tournament, 3, Method.SWISS).number)
    assert not said_at("draw", draw(tournament, 3, Method.RANDOM).number)
    finish_reopen_and_publish_results.tell_standings(
        tournament, by="director", now=timezone.now()
    )
    assert not said_at("draw_new")
