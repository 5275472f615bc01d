"""The formats a practice event can have: its stages or match days, who sits with whom
in the rounds it begins with, and the steps of a crew between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random

from django.db import transaction

from scoring.practice.invented_people import invented_people
from scoring.standings.stages.cutting import make_cut
from scoring.standings.stages.proposed_cut import proposed_cut
from tournaments.models import Entry, MatchDay, Stage, Tournament
from tournaments.people.check_in import evening
from tournaments.rounds.league.days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.round_seats import TableRow
from tournaments.rounds.stages.stage_list import (
    StagePlan,
    members_of,
    set_stages,
    stage_at,
    stages_of,
)

#: So many play the final, and so many where there are only as many.
FINALISTS, FEW_FINALISTS = 8, 4
#: Rounds of a match day.
A_DAY = 2
#: Of the members of a league so many come at least, where there are more than these.
COME, SURELY = 0.7, 8
#: How likely somebody walks in on a match day.
WALKS_IN = 0.5
TABLE = 4
#: Why bots decide what a director decides.
REASON = "the bots play on"


class Format(StrEnum):
    """ONE: everybody plays every round. FINAL: the last round is a final after a cut.
    GROUPS: two groups before it. LEAGUE: match days with whoever comes."""

    ONE = "one"
    FINAL = "final"
    GROUPS = "groups"
    LEAGUE = "league"


#: Formats that end with a final, for which there is a cut.
WITH_FINAL = (Format.FINAL, Format.GROUPS)


def set_format(
    tournament: Tournament, format_: Format, *, players: int, rounds: int, by: str
) -> None:
    """Let a new practice event of so many players and rounds have this format."""
    if format_ in WITH_FINAL:
        set_stages(tournament, _stages(format_, players, rounds), by=by)
    elif format_ == Format.LEAGUE:
        days, over = divmod(rounds, A_DAY)
        plans = [DayPlan(A_DAY)] * days + [DayPlan(over)] * bool(over)
        best = max(len(plans) - 1, 1)
        set_league(tournament, LeaguePlan(tuple(plans), best_days=best), by=by)


def _stages(format_: Format, players: int, rounds: int) -> list[StagePlan]:
    """The final is one round from half the points, East to the first of each table."""
    finalists = FINALISTS if players > FINALISTS else FEW_FINALISTS
    final = StagePlan(
        "final",
        1,
        cut="top",
        cut_size=finalists,
        carry="fraction",
        carry_denominator=2,
        method="ranks",
        seats="east",
    )
    if format_ == Format.FINAL:
        return [StagePlan("qualifying", rounds - 1), final]
    of_group = StagePlan(
        "final",
        1,
        cut="per_group",
        cut_size=finalists // 2,
        carry="nothing",
        method="ranks",
        seats="east",
    )
    return [StagePlan("groups", rounds - 1, groups=2), of_group]


# --- what a crew does between rounds ------------------------------------------------


def cut(tournament: Tournament, stage: Stage, *, seed: str, by: str) -> None:
    """Make a cut, or draw the groups by the seed. Of those who are equal at the line
    the lowest numbers go on, for nobody is there to draw lots."""
    decided: list[int] = []
    while ties := proposed_cut(tournament, stage, decided).ties:
        tie = ties[0]
        decided += sorted(tie.numbers)[: tie.seats]
    make_cut(tournament, stage.number, decided=decided, seed=seed, by=by, reason=REASON)


@transaction.atomic
def come_to(tournament: Tournament, day: MatchDay, *, seed: str, by: str) -> list[int]:
    """Check in who comes to a match day: of a team league everybody; else most of the
    members, in fours, now and then with somebody new, who plays in the last division.
    Their start numbers."""
    chance = Random(f"{seed}/{day.number}")  # noqa: S311
    members = list(tournament.entries.filter(is_filler=False, team=None))
    if not members:
        everybody = tournament.entries.filter(is_filler=False)
        come = list(everybody.values_list("number", flat=True))
    else:
        numbers = sorted(entry.number for entry in members)
        come = sorted(chance.sample(numbers, _how_many(len(numbers), chance)))
    guest = bool(members) and len(come) >= SURELY and chance.random() < WALKS_IN
    if guest:
        come = come[:-1]
    evening.open_with(tournament, day.number, come, by=by)
    if guest:
        come.append(_walk_in(tournament, day, chance, by=by).number)
    return come


def _how_many(members: int, chance: Random) -> int:
    """A multiple of four, where there are more than surely come."""
    if members <= SURELY:
        return members - members % TABLE
    least = max(round(members * COME), SURELY)
    return chance.randint(-(-least // TABLE), members // TABLE) * TABLE


def _walk_in(
    tournament: Tournament, day: MatchDay, chance: Random, *, by: str
) -> Entry:
    known = {
        (player.first_name, player.last_name)
        for player in (e.player for e in tournament.entries.select_related("player"))
    }
    people = ((one[0], one[1]) for one in invented_people(len(known) + 1, chance))
    first, last = next(name for name in people if name not in known)
    stage = stage_at(stages_of(tournament), day.first_round)
    return evening.walk_in(
        tournament,
        day.number,
        first_name=first,
        last_name=last,
        group=stage.groups if stage else 0,
        by=by,
    )


# --- seats --------------------------------------------------------------------------


def pools_of(tournament: Tournament) -> list[list[int]]:
    """Who is drawn among themselves in the first rounds: the groups, or everybody."""
    stages = stages_of(tournament)
    if stages and stages[0].groups:
        found: dict[int, list[int]] = {}
        for place in members_of(stages[0]):
            if place.entry.is_substitute:
                continue
            found.setdefault(place.group, []).append(place.entry.number)
        return [numbers for _group, numbers in sorted(found.items())]
    entries = tournament.entries.filter(is_filler=False, is_substitute=False)
    entries = entries.order_by("number")
    return [list(entries.values_list("number", flat=True))]


def seats_of(pools: Sequence[Sequence[int]], rounds: range) -> Iterator[TableRow]:
    """Who sits where in these rounds: in each pool four columns of players, each of
    which goes on by another number of tables from round to round, and another wind
    comes first. Nobody meets anybody twice while a pool has at least three times as
    many tables as there are rounds."""
    for round_ in rounds:
        at = round_ - 1
        before = 0
        for pool in pools:
            tables = len(pool) // TABLE
            for table in range(tables):
                numbers = [
                    pool[column * tables + (table + column * at) % tables]
                    for column in range(TABLE)
                ]
                turn = at % TABLE
                east, south, west, north = numbers[turn:] + numbers[:turn]
                yield TableRow(round_, before + table + 1, (east, south, west, north))
            before += tables


def seats_by_rank(stage: Stage, chance: Random) -> Iterator[TableRow]:
    """The final's tables: 1–4, 5–8 …, East to the first of each."""
    ranked = [place.entry.number for place in members_of(stage)]
    for table in range(len(ranked) // TABLE):
        first, *others = ranked[table * TABLE :][:TABLE]
        south, west, north = chance.sample(others, len(others))
        yield TableRow(stage.first_round, table + 1, (first, south, west, north))
