"""Who sits with whom in a practice event, without a draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tournaments.models import Stage, Tournament
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow
from tournaments.rounds.stages.stage_settings import members_of, stages_of

TABLE = 4


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
