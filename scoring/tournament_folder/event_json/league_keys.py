"""The key `league` of event.json: match days, the number of days that count, and
deductions for late arrival and absence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.strict_reader import Reader
from scoring.tournament_folder.column_types_and_table_points import (
    read_moment,
    write_time,
)
from scoring.tournament_folder.event_json_values import day, says, text_in
from tournaments.models import FineKind, LeagueFine, MatchDay, Tournament
from tournaments.rounds.match_days import (
    MOST_POINTS,
    DayPlan,
    LeaguePlan,
    days_of,
    plan_of,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_START_NUMBER

#: The key of event.json.
LEAGUE = "league"
#: The key in `LEAGUE` about players; the others are about the league's rules.
FINES = "fines"

LONGEST_NAME = 150
LONGEST_REASON = 200
MOST_FINES = 100_000

USUAL = LeaguePlan(())
COUNTS = {
    "best_days": MOST_ROUNDS,
    "least_days": MOST_ROUNDS,
    "late_points": MOST_POINTS,
    "forfeit_points": MOST_POINTS,
}


@dataclass(frozen=True)
class Fine:
    """Points deducted from a player on a match day. `number`: player number."""

    number: int
    day: int
    kind: str
    points: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class LeagueRead:
    """The league as read. `opened`: when check-in of each day was started."""

    plan: LeaguePlan = USUAL
    opened: tuple[datetime | None, ...] = ()
    fines: tuple[Fine, ...] = ()


def written_league(tournament: Tournament) -> dict[str, object]:
    """Return the value of the key `LEAGUE`; empty if the tournament is not a league."""
    plan = plan_of(tournament)
    if not plan.days:
        return {}
    values: dict[str, object] = {"days": list(map(_written_day, days_of(tournament)))}
    for name in COUNTS:
        if (value := getattr(plan, name)) != getattr(USUAL, name):
            values[name] = value
    fines = LeagueFine.objects.filter(day__tournament=tournament)
    if rows := list(fines.select_related("day", "player")):
        values[FINES] = [
            {
                "number": row.player.number,
                "day": row.day.number,
                "kind": row.kind,
                "points": row.points,
                "reason": row.reason,
                "by": row.by,
                "at": write_time(row.at),
            }
            for row in rows
        ]
    return values


def _written_day(row: MatchDay) -> dict[str, object]:
    values: dict[str, object] = {"rounds": row.rounds}
    if row.date:
        values["date"] = row.date.isoformat()
    if row.opened_at:
        values["opened_at"] = write_time(row.opened_at)
    return values


def read_league(reader: Reader) -> LeagueRead:
    """Return the value of the key `LEAGUE`. It is invalid if a fault was added."""
    counts = {
        name: getattr(USUAL, name)
        if reader.peek(name) is None
        else reader.integer(name, low=0, high=most)
        for name, most in COUNTS.items()
    }
    days, opened = [], []
    for inner in reader.groups("days", most=MOST_ROUNDS):
        days.append(
            DayPlan(
                inner.integer("rounds", low=1, high=MOST_ROUNDS),
                day(inner, "date") if says(inner, "date") else None,
            )
        )
        opened.append(
            read_moment(inner, "opened_at") if says(inner, "opened_at") else None
        )
        inner.refuse_the_rest()
    fines = []
    if says(reader, FINES):
        fines = [
            _fine(fine, len(days)) for fine in reader.groups(FINES, most=MOST_FINES)
        ]
    reader.refuse_the_rest()
    return LeagueRead(LeaguePlan(tuple(days), **counts), tuple(opened), tuple(fines))


def _fine(reader: Reader, days: int) -> Fine:
    read = Fine(
        reader.integer("number", low=1, high=MOST_START_NUMBER),
        reader.integer("day", low=1, high=max(days, 1)),
        reader.text("kind", tuple(FineKind.values)),
        reader.integer("points", low=1, high=MOST_POINTS),
        text_in(reader, "reason", LONGEST_REASON),
        text_in(reader, "by", LONGEST_NAME),
        read_moment(reader, "at"),
    )
    reader.refuse_the_rest()
    return read


def store(tournament: Tournament, read: LeagueRead) -> None:
    """Store when check-in of each day was started, and the deductions of registered
    players. The match days must exist already.
    """
    days = {row.number: row for row in days_of(tournament)}
    for number, opened in enumerate(read.opened, 1):
        if opened is not None:
            days[number].opened_at = opened
    MatchDay.objects.bulk_update(days.values(), ["opened_at"])
    players = {player.number: player for player in tournament.players.all()}
    once: dict[tuple[int, int, str], Fine] = {
        (fine.day, fine.number, fine.kind): fine
        for fine in read.fines
        if fine.number in players
    }
    LeagueFine.objects.bulk_create(
        LeagueFine(
            day=days[fine.day],
            player=players[fine.number],
            kind=fine.kind,
            points=fine.points,
            reason=fine.reason,
            by=fine.by,
            at=fine.at,
        )
        for fine in once.values()
    )


def without_people(values: dict[str, object]) -> dict[str, object]:
    """Return the rules of the league, without dates and without deductions of
    players.
    """
    days: Sequence[dict[str, object]] = values.get("days", [])  # type: ignore[assignment]
    rules = {name: value for name, value in values.items() if name != FINES}
    return rules | {"days": [{"rounds": day_values["rounds"]} for day_values in days]}
