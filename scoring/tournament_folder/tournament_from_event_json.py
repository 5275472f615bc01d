"""Create a tournament from the settings in event.json."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.tournament_folder.event_json import award_keys
from scoring.tournament_folder.event_json.all_keys import Further
from tournaments.models import Tournament
from tournaments.people import self_registration as sign_ups
from tournaments.rounds.match_days import set_league
from tournaments.rounds.stages.stage_settings import set_stages
from tournaments.tournament_setup import (
    create_and_change_tournament,
    description_and_logo,
    schedule_changes,
)
from tournaments.tournament_setup.create_and_change_tournament import Plan
from tournaments.tournament_setup.screen_views_and_announcements import set_screens


@transaction.atomic
def make_event(
    plan: Plan, further: Further, *, director: User | None, by: str
) -> Tournament:
    """Create the tournament without players and rounds, and return it.

    Raises RuleError for options that the ruleset does not have.
    """
    tournament = create_and_change_tournament.create_tournament(
        plan, director=director, by=by
    )
    for name, value in further.tournament.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(further.tournament))
    if further.about:
        description_and_logo.describe(tournament, further.about, by=by)
    if further.registration:
        settings = {"is_on": False, **further.registration}
        sign_ups.set_page(tournament, settings, by=by)
    if further.logo:
        description_and_logo.give_logo(tournament, further.logo, by=by)
    if further.stages:
        set_stages(tournament, further.stages, by=by)
    if further.league.plan.days:
        set_league(tournament, further.league.plan, by=by)
        # A final after the season is not on any match day.
        tournament.planned_rounds = max(plan.planned_rounds, tournament.planned_rounds)
        tournament.save(update_fields=["planned_rounds"])
    if further.awards is not None:
        award_keys.store(tournament, further.awards)
    screens = further.screens
    set_screens(tournament, screens.usual, screens.further, screens.languages, by=by)
    if further.day_plan:
        schedule_changes.write(tournament, further.day_plan, by=by, now=timezone.now())
    return tournament
