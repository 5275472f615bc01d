"""The key `team_deductions` of event.json: points deducted from teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.strict_reader import Reader
from scoring.tournament_folder.column_types_and_table_points import (
    read_moment,
    write_time,
)
from scoring.tournament_folder.event_json_values import text_in
from tournaments.models import TeamDeduction, Tournament
from tournaments.people.team_deductions import LONGEST_REASON

#: The key of event.json.
DEDUCTIONS = "team_deductions"

LONGEST_NAME = 150
LONGEST_TEAM = 100
MOST_POINTS = 1_000_000
MOST_DEDUCTIONS = 10_000


@dataclass(frozen=True)
class Deduction:
    """Points deducted from the team with this name."""

    team: str
    points: int
    measure: str
    reason: str
    by: str
    at: datetime


def written_deductions(tournament: Tournament) -> list[dict[str, object]]:
    """Return the value of the key `DEDUCTIONS`, oldest deduction first."""
    rows = TeamDeduction.objects.filter(team__tournament=tournament)
    return [
        {
            "team": row.team.name,
            "points": row.points,
            "measure": row.measure,
            "reason": row.reason,
            "by": row.by,
            "at": write_time(row.at),
        }
        for row in rows.select_related("team")
    ]


def read_deduction(reader: Reader) -> Deduction:
    """Return a deduction. It is invalid if a fault was added."""
    read = Deduction(
        text_in(reader, "team", LONGEST_TEAM, may_be_empty=False),
        reader.integer("points", low=1, high=MOST_POINTS),
        reader.text("measure", tuple(TeamDeduction.Measure.values)),
        text_in(reader, "reason", LONGEST_REASON, may_be_empty=False),
        text_in(reader, "by", LONGEST_NAME, may_be_empty=False),
        read_moment(reader, "at"),
    )
    reader.refuse_the_rest()
    return read


def store(tournament: Tournament, deductions: Sequence[Deduction]) -> None:
    """Store the deductions of teams with players.

    Deductions of other teams are ignored.
    """
    teams = {team.name: team for team in tournament.teams.all()}
    TeamDeduction.objects.bulk_create(
        TeamDeduction(
            team=teams[deduction.team],
            points=deduction.points,
            measure=deduction.measure,
            reason=deduction.reason,
            by=deduction.by,
            at=deduction.at,
        )
        for deduction in deductions
        if deduction.team in teams
    )
