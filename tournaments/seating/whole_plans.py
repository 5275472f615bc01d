"""Generate a whole plan for players who all play every round at full tables.

A construction or the catalogue determines the meetings. If more rounds are needed than
the longest plan without repeats has, a search adds rounds. Then players are assigned to
labels at random, with players to keep apart in different groups. Then the tables are
numbered. If hard constraints cannot be met in this way, a search over the whole plan
violates soft constraints instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import cast

from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
)
from tournaments.seating.least_possible_repeats import evenly
from tournaments.seating.meetings.algebraic_constructions import most_rounds, perfect
from tournaments.seating.meetings.indirect_meetings import most_even
from tournaments.seating.meetings.plans_of_three import (
    most_rounds_for_three,
    perfect_for_three,
)
from tournaments.seating.meetings.starters_and_small_plans import (
    Labels,
    Structure,
    small,
)
from tournaments.seating.random_seed import Chance, shuffled_by_seed
from tournaments.seating.search.annealing import improve
from tournaments.seating.search.assign_labels import place
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.search.packing import spare
from tournaments.seating.search.table_numbering import number_tables
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Four

#: Rounds of tables of indices into the players.
Indices = list[list[list[int | None]]]


def whole_plan(
    entrants: Sequence[SeatingPlayer],
    rounds: int,
    demands: Constraints,
    seed: str,
    budget: Budget,
) -> tuple[Indices, str]:
    """Return rounds of tables as indices into `entrants`, and a description of the
    source.

    The number of `entrants` must fill at least 2 tables of `demands.size`.
    """
    tried: list[tuple[int, Indices, Structure]] = []
    for structure in _structures(len(entrants), rounds, demands.size, seed, budget):
        seated = _placed(structure, entrants, demands, seed, budget)
        short = hard_shortcomings(seated, entrants, demands)
        if not short:
            if not structure.numbered or any(entrant.table for entrant in entrants):
                seated = _numbered(seated, entrants, demands, seed, budget)
            return seated, structure.source
        tried.append((short, seated, structure))
    _short, seated, structure = min(tried, key=lambda one: one[0])
    chance = Chance(seed, "demands")
    seated = improve(seated, entrants, demands, chance=chance, budget=budget)
    return seated, f"{structure.source}, changed by search for hard demands"


def _structures(
    players: int, rounds: int, size: int, seed: str, budget: Budget
) -> Iterator[Structure]:
    """Yield the best structure, then other structures that make hard constraints easier
    to meet.

    These structures come from plans that are at least one round longer. The tables of
    the unused round are places for teams that never meet. If no plan is long enough,
    rounds of the longest plan are repeated.
    """
    yield structure_of(players, rounds, seed, budget, size)
    longer = _perfect(players, rounds + 1, size)
    if longer is not None:
        yield spare(longer)
    most = (
        most_rounds(players)
        if size == SEATS_PER_TABLE
        else most_rounds_for_three(players)
    )
    longest = _perfect(players, most, size)
    if longer is None and longest is not None and len(longest.rounds) > 1:
        spared = spare(longest)
        again = spared.rounds * -(-rounds // len(spared.rounds))
        yield replace(spared, rounds=again[:rounds], numbered=False)


def _placed(
    structure: Structure,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    seed: str,
    budget: Budget,
) -> Indices:
    player_of = place(structure, entrants, demands, seed, budget)
    return [
        [[player_of[label] for label in table] for table in tables]
        for tables in structure.rounds
    ]


def _perfect(players: int, rounds: int, size: int) -> Structure | None:
    """Return a plan with tables of this size in which no pair meets twice, or None if
    no such plan is known."""
    if size == SEATS_PER_TABLE:
        return perfect(players, rounds)
    return perfect_for_three(players, rounds)


def structure_of(
    players: int,
    rounds: int,
    seed: str,
    budget: Budget,
    size: int = SEATS_PER_TABLE,
) -> Structure:
    """Return the best structure for this number of players, rounds and table size.

    The tables are in random order. The rounds are also in random order if no pair meets
    twice.
    """
    structure = _perfect(players, rounds, size)
    if size == SEATS_PER_TABLE and (structure is None or not structure.numbered):
        structure = small(players, rounds) or structure
    if structure is None:
        structure = _extended(players, rounds, size, seed, budget)
    elif _perfect(players, rounds, size) is not None:
        if size == SEATS_PER_TABLE:
            structure = most_even(structure, players, seed)
        structure = replace(
            structure, rounds=tuple(shuffled_by_seed(seed, structure.rounds, "rounds"))
        )
    tables = shuffled_by_seed(seed, range(players // size), "tables")
    ordered = tuple(
        tuple(round_[table] for table in tables) for round_ in structure.rounds
    )
    return replace(structure, rounds=ordered)


def hard_shortcomings(
    seated: Indices, entrants: Sequence[SeatingPlayer], demands: Constraints
) -> int:
    """Return the number of forbidden meetings that another plan could avoid."""
    hard = demands.weights.hard
    aversions = Aversions(entrants, only_hard(demands), len(seated), tables_apart=True)
    cost = least = 0
    for number, tables in enumerate(seated):
        costs = aversions.in_round(number)
        least += aversions.least(number, len(tables))
        for table in tables:
            people = [player for player in table if player is not None]
            cost += sum(
                costs[one].get(other, 0)
                for place_, one in enumerate(people)
                for other in people[:place_]
            )
    return max(cost - least, 0) // hard


def only_hard(demands: Constraints) -> Constraints:
    """Return the constraints without soft constraints."""

    def hardened(apart: Apart) -> Apart:
        hard = apart.strictness == Strictness.HARD
        return apart if hard else replace(apart, strictness=Strictness.OFF)

    return replace(
        demands,
        teams=hardened(demands.teams),
        countries=hardened(demands.countries),
        clubs=hardened(demands.clubs),
        groups=False,
    )


def _numbered(
    seated: Indices,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    seed: str,
    budget: Budget,
) -> Indices:
    fixed = {
        index: entrant.table
        for index, entrant in enumerate(entrants)
        if entrant.table is not None
    }
    return number_tables(
        seated,
        tables_of=fixed,
        weights=demands.weights,
        chance=Chance(seed, "tables"),
        budget=budget,
    )


def _extended(
    players: int, rounds: int, size: int, seed: str, budget: Budget
) -> Structure:
    """Return a structure with more rounds than any known plan.

    The longest known plan is repeated as often as it fits. A search makes the remaining
    rounds. At tables of 3, the search changes all rounds if some pairs never meet in
    the longest plan. This is always so for an even number of players.
    """
    longest = _longest(players, rounds, size)
    cycles, rest = divmod(rounds, len(longest))
    known = longest * cycles
    source = f"{len(longest)} known rounds and a search"
    leaves_pairs = size < SEATS_PER_TABLE and players % 2 == 0
    if not rest and not leaves_pairs:
        return Structure(known, source)
    chance = Chance(seed, "rest")
    labels: Indices = [[list(table) for table in tables] for tables in known]
    labels += [_dealt(players, size, chance) for _round in range(rest)]
    meetings = comb(size, 2) * (players // size) * rounds
    demands = Constraints(size=size)
    improved = improve(
        labels,
        [SeatingPlayer(label + 1) for label in range(players)],
        demands,
        chance=chance,
        budget=budget,
        first=0 if leaves_pairs else len(known),
        numbered=False,
        moves=budget.left // 2,
        bound=demands.weights.repeat * evenly(meetings, comb(players, 2)),
        stage="meetings",
    )
    return Structure(tuple(map(_full, improved)), source)


def _dealt(players: int, size: int, chance: Chance) -> list[list[int | None]]:
    order: list[int | None] = [*chance.shuffled(range(players))]
    return [order[at : at + size] for at in range(0, players, size)]


def _full(tables: list[list[int | None]]) -> tuple[Four, ...]:
    return tuple(cast(Four, tuple(table)) for table in tables)


def _longest(players: int, rounds: int, size: int) -> Labels:
    """Return the rounds of the longest known plan that is shorter than `rounds`."""
    for shorter in range(rounds - 1, 0, -1):
        structure = _perfect(players, shorter, size)
        if structure is None and size == SEATS_PER_TABLE:
            structure = small(players, shorter)
        if structure is not None:
            return structure.rounds
    raise AssertionError("one round can always be seated")
