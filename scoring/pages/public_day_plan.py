"""The plan of the day as everybody sees it."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.rounds.stages.table_labels import stage_names
from tournaments.tournament_time.schedule_forecast import lines_of_minute, next_line
from tournaments.web.form_fields_and_types import Context


def plan_page(tournament: Tournament) -> Context:
    """Every item with its planned and its expected time, what is on and to come apart
    from what is over, and what comes next."""
    lines = lines_of_minute(tournament)
    return {
        "ahead": [line for line in lines if not line.is_over],
        "over": [line for line in lines if line.is_over],
        "following": next_line(lines),
        "stage_names": stage_names(tournament),
    }
