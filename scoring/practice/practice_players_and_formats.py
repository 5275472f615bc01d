"""Formats, invented players and simple seating of practice tournaments.

The names are made from nouns, so that no one mistakes invented players for real people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import product
from random import Random

from tournaments.models import Stage, Tournament
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.seating_files import TableRow
from tournaments.rounds.stages.stage_settings import (
    StagePlan,
    members_of,
    set_stages,
    stages_of,
)

#: Tables of the final: usually, and in small tournaments.
FINAL_TABLES, FEW_FINAL_TABLES = 2, 1
#: Rounds of a match day.
A_DAY = 2


class Format(StrEnum):
    """Format of a practice tournament.

    ONE: all players play every round. FINAL: the last round is a final after a cut.
    GROUPS: two groups, then a cut and a final. LEAGUE: match days with different
    players.
    """

    ONE = "one"
    FINAL = "final"
    GROUPS = "groups"
    LEAGUE = "league"


#: Formats that have a final after a cut.
WITH_FINAL = (Format.FINAL, Format.GROUPS)


def set_format(
    tournament: Tournament, format_: Format, *, players: int, rounds: int, by: str
) -> None:
    """Set the stages or match days of a new practice tournament.

    `players`, `rounds`: their numbers.
    """
    if format_ in WITH_FINAL:
        table = tournament.rules.players
        set_stages(tournament, _stages(format_, players, rounds, table), by=by)
    elif format_ == Format.LEAGUE:
        days, over = divmod(rounds, A_DAY)
        plans = [DayPlan(A_DAY)] * days + [DayPlan(over)] * bool(over)
        best = max(len(plans) - 1, 1)
        set_league(tournament, LeaguePlan(tuple(plans), best_days=best), by=by)


def _stages(format_: Format, players: int, rounds: int, table: int) -> list[StagePlan]:
    """Return the stages: qualifying or two groups, then a final of one round.

    Half of the points are carried over, none after groups. The best player of each
    table in the final starts as East. `table`: number of players at a table.
    """
    few = players <= FINAL_TABLES * table
    finalists = table * (FEW_FINAL_TABLES if few else FINAL_TABLES)
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


#: First names, last names and clubs of invented players.
FIRST_NAMES = (
    *("Abacus", "Acorn", "Biscuit", "Bobbin", "Bramble", "Button", "Clementine"),
    *("Dandelion", "Doodle", "Fizz", "Gingham", "Hopscotch", "Jigsaw", "Kettle"),
    *("Lollipop", "Marmalade", "Noodle", "Origami", "Pickle", "Quill", "Ripple"),
    *("Sprocket", "Tangram", "Waffle"),
)
LAST_NAMES = (
    *("Applecart", "Bambooshoot", "Candlewick", "Dragonfruit", "Eggtimer"),
    *("Featherduster", "Gooseberry", "Haystack", "Inkwell", "Jellybean"),
    *("Kitestring", "Lampshade", "Moonbeam", "Nutcracker", "Overpass", "Pawnshop"),
    *("Quicksilver", "Rainbarrel", "Snowglobe", "Teaspoon", "Umbrella", "Windmill"),
)
CLUBS = (
    *("Invented Club of the Blue Kettle", "Invented Club of the Last Wall"),
    *("Invented Club of the Sleepy Dragon", "Invented Club of the Thirteenth Orphan"),
)


#: No two players have the same first and last name.
MOST_PEOPLE = len(FIRST_NAMES) * len(LAST_NAMES)


def invented_people(number: int, chance: Random) -> list[tuple[str, str, str]]:
    """Return first name, last name and club of `number` players, each with a different
    name.
    """
    names = list(product(FIRST_NAMES, LAST_NAMES))
    chosen = chance.sample(names, number)
    return [(first, last, chance.choice(CLUBS)) for first, last in chosen]


def pools_of(tournament: Tournament) -> list[list[int]]:
    """Return a list of player numbers for each group, or one list of all players
    without groups.
    """
    stages = stages_of(tournament)
    if stages and stages[0].groups:
        groups: dict[int, list[int]] = {}
        for place in members_of(stages[0]):
            if place.player.is_substitute:
                continue
            groups.setdefault(place.group, []).append(place.player.number)
        return [numbers for _group, numbers in sorted(groups.items())]
    players = tournament.players.filter(is_filler=False, is_substitute=False)
    players = players.order_by("number")
    return [list(players.values_list("number", flat=True))]


def seats_of(
    pools: Sequence[Sequence[int]], rounds: range, size: int
) -> Iterator[TableRow]:
    """Yield the tables of these rounds, with `size` players each.

    `pools`: player numbers of each group. Each pool is divided into a column for each
    seat. From round to round, each column moves by a different number of tables, and
    the winds rotate. There are no repeat opponents while a pool has at least 3 tables
    for each round.
    """
    for round_ in rounds:
        at = round_ - 1
        before = 0
        for pool in pools:
            tables = len(pool) // size
            for table in range(tables):
                numbers = [
                    pool[column * tables + (table + column * at) % tables]
                    for column in range(size)
                ]
                turn = at % size
                people = (*numbers[turn:], *numbers[:turn])
                yield TableRow(round_, before + table + 1, people)
            before += tables


def seats_by_rank(stage: Stage, chance: Random) -> Iterator[TableRow]:
    """Yield the tables of the final: places 1–4, 5–8 and so on.

    The best player of each table is East, the other seats are random.
    """
    ranked = [place.player.number for place in members_of(stage)]
    size = stage.tournament.rules.players
    for table in range(len(ranked) // size):
        first, *others = ranked[table * size :][:size]
        people = (first, *chance.sample(others, len(others)))
        yield TableRow(stage.first_round, table + 1, people)
