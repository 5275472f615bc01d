"""The key `league` of event.json: match days, how many of them count, and fines.

Fines are for lateness and absence.
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
from scoring.tournament_folder.event_json_values import day, says, words
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
#: The key in it that is about people, not about the rules of the league.
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
    """Points that a player lost on a match day; `number` is the player number."""

    number: int
    day: int
    kind: str
    points: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class LeagueRead:
    """The league as read; `opened` is when attendance was opened on each day."""

    plan: LeaguePlan = USUAL
    opened: tuple[datetime | None, ...] = ()
    fines: tuple[Fine, ...] = ()


def written_league(tournament: Tournament) -> dict[str, object]:
    """Return the value of `LEAGUE`; empty if the tournament is not a league."""
    plan = plan_of(tournament)
    if not plan.days:
        return {}
    values: dict[str, object] = {"days": list(map(_written_day, days_of(tournament)))}
    for name in COUNTS:
        if (value := getattr(plan, name)) != getattr(USUAL, name):
            values[name] = value
    fines = LeagueFine.objects.filter(day__tournament=tournament)
    if rows := list(fines.select_related("day", "entry")):
        values[FINES] = [
            {
                "number": row.entry.number,
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
    """Read the value of `LEAGUE`; only valid if no fault was added."""
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
            _fine(each, len(days)) for each in reader.groups(FINES, most=MOST_FINES)
        ]
    reader.refuse_the_rest()
    return LeagueRead(LeaguePlan(tuple(days), **counts), tuple(opened), tuple(fines))


def _fine(reader: Reader, days: int) -> Fine:
    read = Fine(
        reader.integer("number", low=1, high=MOST_START_NUMBER),
        reader.integer("day", low=1, high=max(days, 1)),
        reader.text("kind", tuple(FineKind.values)),
        reader.integer("points", low=1, high=MOST_POINTS),
        words(reader, "reason", LONGEST_REASON),
        words(reader, "by", LONGEST_NAME),
        read_moment(reader, "at"),
    )
    reader.refuse_the_rest()
    return read


def store(tournament: Tournament, read: LeagueRead) -> None:
    """Store when days were opened, and the fines of registered players.

    The match days must exist already.
    """
    days = {row.number: row for row in days_of(tournament)}
    for number, opened in enumerate(read.opened, 1):
        if opened is not None:
            days[number].opened_at = opened
    MatchDay.objects.bulk_update(days.values(), ["opened_at"])
    entries = {entry.number: entry for entry in tournament.entries.all()}
    once: dict[tuple[int, int, str], Fine] = {
        (each.day, each.number, each.kind): each
        for each in read.fines
        if each.number in entries
    }
    LeagueFine.objects.bulk_create(
        LeagueFine(
            day=days[each.day],
            entry=entries[each.number],
            kind=each.kind,
            points=each.points,
            reason=each.reason,
            by=each.by,
            at=each.at,
        )
        for each in once.values()
    )


def without_people(values: dict[str, object]) -> dict[str, object]:
    """Return the league's rules, without fines of players and without dates."""
    days: Sequence[dict[str, object]] = values.get("days", [])  # type: ignore[assignment]
    kept = {name: value for name, value in values.items() if name != FINES}
    return kept | {"days": [{"rounds": each["rounds"]} for each in days]}
