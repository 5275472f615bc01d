"""What event.json says of points deducted from teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.reading import Reader
from scoring.event_folder.line_columns import read_time, write_time
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
    """So much taken from the team of that name."""

    team: str
    points: int
    measure: str
    reason: str
    by: str
    at: datetime


def written_deductions(tournament: Tournament) -> list[dict[str, object]]:
    """The value of `DEDUCTIONS`, the first one first."""
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
    """What is in one of the deductions; only good if no fault was found."""
    at = read_time(reader.take("at"))
    if at is None:
        reader.fault("not_a_time", _("Give a time with its zone."), "at")
    read = Deduction(
        _words(reader, "team", LONGEST_TEAM),
        reader.integer("points", low=1, high=MOST_POINTS),
        reader.text("measure", tuple(TeamDeduction.Measure.values)),
        _words(reader, "reason", LONGEST_REASON),
        _words(reader, "by", LONGEST_NAME),
        at or timezone.now(),
    )
    reader.refuse_the_rest()
    return read


def _words(reader: Reader, name: str, longest: int) -> str:
    given = reader.take(name)
    if isinstance(given, str) and 0 < len(given.strip()) <= longest:
        return given.strip()
    message = _("Give a text of at most %(longest)s characters.")
    reader.fault("not_a_text", message, name, longest=longest)
    return ""


def store(tournament: Tournament, deductions: Sequence[Deduction]) -> None:
    """Write them, for teams that somebody plays for."""
    teams = {team.name: team for team in tournament.teams.all()}
    TeamDeduction.objects.bulk_create(
        TeamDeduction(
            team=teams[each.team],
            points=each.points,
            measure=each.measure,
            reason=each.reason,
            by=each.by,
            at=each.at,
        )
        for each in deductions
        if each.team in teams
    )
