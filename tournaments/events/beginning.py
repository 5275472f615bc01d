"""Begin a new event."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.events.descriptions import describe
from tournaments.events.setup import tournament_setup
from tournaments.events.setup.tournament_setup import Plan
from tournaments.models import Tournament


@transaction.atomic
def begin_event(
    plan: Plan, said: Mapping[str, object], *, director: User
) -> Tournament:
    """A new event as planned, with the description in `said` by the field names of
    `EventDescription`. Raises RuleError for options the ruleset does not have."""
    tournament = tournament_setup.create_tournament(plan, director=director)
    told = {name: value for name, value in said.items() if value}
    if told:
        describe(tournament, told, by=director.get_username())
    return tournament
