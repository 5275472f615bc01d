"""Make a tournament from the settings in event.json."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.event_folder.event_reader import Further
from tournaments.events import descriptions
from tournaments.events.schedule import day_plan
from tournaments.events.setup import tournament_setup
from tournaments.events.setup.screen_setup import set_screens
from tournaments.events.setup.tournament_setup import Plan
from tournaments.models import Tournament
from tournaments.people.sign_up import signing_up as sign_ups
from tournaments.rounds.league.days import set_league
from tournaments.rounds.stages.stage_list import set_stages


@transaction.atomic
def make_event(
    plan: Plan, further: Further, *, director: User | None, by: str
) -> Tournament:
    """The tournament, without players and rounds. Raises RuleError for options that the
    ruleset does not have."""
    tournament = tournament_setup.create_tournament(plan, director=director, by=by)
    for name, value in further.tournament.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(further.tournament))
    if further.about:
        descriptions.describe(tournament, further.about, by=by)
    if further.registration:
        said = {"is_on": False, **further.registration}
        sign_ups.set_page(tournament, said, by=by)
    if further.logo:
        descriptions.give_logo(tournament, further.logo, by=by)
    if further.stages:
        set_stages(tournament, further.stages, by=by)
    if further.league.plan.days:
        set_league(tournament, further.league.plan, by=by)
        # A final after the season is on none of its days.
        tournament.planned_rounds = max(plan.planned_rounds, tournament.planned_rounds)
        tournament.save(update_fields=["planned_rounds"])
    set_screens(tournament, further.screens.usual, further.screens.further, by=by)
    if further.day_plan:
        day_plan.write(tournament, further.day_plan, by=by, now=timezone.now())
    return tournament
