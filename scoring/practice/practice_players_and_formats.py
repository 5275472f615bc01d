"""The formats a practice event can have, and the stages or match days of each.

Invented people, whom nobody takes for real ones: what a name is made of is a list of
our own.

Who sits with whom in a practice event, without a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import product
from random import Random

from tournaments.models import Stage, Tournament
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow
from tournaments.rounds.stages.stage_settings import (
    StagePlan,
    members_of,
    set_stages,
    stages_of,
)

#: So many play the final, and so many where there are only as many.
FINALISTS, FEW_FINALISTS = 8, 4
#: Rounds of a match day.
A_DAY = 2


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


#: Practice people have the first of these, and the last.
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


#: No two have the same names.
MOST_PEOPLE = len(FIRST_NAMES) * len(LAST_NAMES)


def invented_people(number: int, chance: Random) -> list[tuple[str, str, str]]:
    """First name, last name and club of so many people, no two of one name."""
    names = list(product(FIRST_NAMES, LAST_NAMES))
    chosen = chance.sample(names, number)
    return [(first, last, chance.choice(CLUBS)) for first, last in chosen]


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
