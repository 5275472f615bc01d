"""Swiss rounds: every player sits once, near the player's rank, and without avoidable
rematches. They are as good as the result of a brute-force search.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tests.examples import examples
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
)
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import Plan, meetings
from tournaments.seating.swiss.rematch_and_rank_costs import RoundWeights
from tournaments.seating.swiss.swiss_rounds import (
    ORDERS,
    UNIT,
    Settled,
    settle,
    swiss_round,
)

Tables = list[list[int]]


def swiss(standing, played=(), *, seed="seed", moves=1_000_000, **asked) -> Tables:
    return swiss_round(
        standing, played, chance=Chance(seed, "swiss"), budget=Budget(moves), **asked
    )


def settled(standing, played, *, weights=RoundWeights(), **asked) -> Settled:
    given_ = {"entrants": (), "demands": Constraints(), "block": 1, "order": "top"}
    return settle(
        standing,
        played,
        weights=weights,
        chance=Chance("seed", "swiss"),
        budget=Budget(),
        **(given_ | asked),
    )


def rounds_by_lot(players: int, rounds: int, seed: str) -> Plan:
    chance = Chance(seed, "test")
    plan = []
    for _round in range(rounds):
        who = chance.shuffled(range(1, players + 1))
        plan.append(tuple(tuple(who[at : at + 4]) for at in range(0, players, 4)))
    return tuple(plan)


def swiss_event(players: int, rounds: int) -> Plan:
    """Return Swiss rounds from standings that change a little from round to round."""
    plan: Plan = ()
    for number in range(rounds):
        standing = standing_with_luck(players, number)
        plan += (tuple(map(tuple, swiss(standing, plan))),)
    return plan


def standing_with_luck(players: int, number: int) -> list[int]:
    chance = Chance(str(number), "luck")
    luck = {who: who + 8 * chance.unit() for who in range(1, players + 1)}
    return sorted(luck, key=luck.__getitem__)


def rematches(tables: Tables, played: Plan) -> int:
    met = meetings(played)
    return sum(two in met for four in tables for two in combinations(sorted(four), 2))


def cost_by_counting(tables: Tables, standing: list[int], played: Plan) -> int:
    """Return the sum of squared displacements and of rematch costs.

    A rematch costs 50 × m × (m + 1) / 2 after m meetings, and 20 more in consecutive
    rounds.
    """
    cost = 0
    for number, four in enumerate(tables):
        cost += sum((standing.index(who) // 4 - number) ** 2 for who in four)
        for one, other in combinations(four, 2):
            met = [
                any(one in table and other in table for table in round_)
                for round_ in played
            ]
            cost += 25 * sum(met) * (sum(met) + 1)
            cost += 20 if met and met[-1] else 0
    return cost


def least_by_brute_force(standing: list[int], played: Plan) -> int:
    """Return the least cost of any round with the leader at table 1."""

    def rounds(free: tuple[int, ...], first: bool):
        if not free:
            yield []
            return
        for four in combinations(free, 4):
            if first and standing[0] not in four:
                continue
            rest = tuple(who for who in free if who not in four)
            for others in rounds(rest, False):
                yield [list(four), *others]

    return min(
        cost_by_counting(tables, standing, played)
        for tables in rounds(tuple(standing), True)
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("block", [1, 2, 3, 8, 50])
def test_everybody_sits_once_and_the_leader_at_table_one(block, order):
    standing = standing_with_luck(32, 7)
    played = rounds_by_lot(32, 5, "some")

    tables = swiss(standing, played, block=block, order=order)

    assert sorted(who for four in tables for who in four) == list(range(1, 33))
    assert [len(four) for four in tables] == [4] * 8
    assert standing[0] in tables[0]


def test_without_a_past_everybody_sits_by_rank():
    assert swiss([5, 3, 8, 1, 2, 7, 4, 6]) == [[5, 3, 8, 1], [2, 7, 4, 6]]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("top", [1, 2, 3, 4]),
        ("fold", [1, 2, 15, 16]),
        ("snake", [1, 8, 9, 16]),
    ],
)
def test_order_inside_a_score_group(order, first):
    tables = swiss(list(range(1, 33)), block=4, order=order)

    assert tables[0] == first
    assert tables[4] == [who + 16 for who in first]


def test_by_lot_inside_a_score_group():
    standing = list(range(1, 65))

    one, other = (swiss(standing, block=8, order="random", seed=s) for s in "ab")

    assert one != other
    assert {who for four in one[:8] for who in four} == set(range(1, 33))


def test_two_tables_that_met_are_mixed_evenly():
    """After tables of 1–4 and 5–8, each new table has two players from each of the two
    tables.

    The minimum is 4 rematches in consecutive rounds, and every choice of two and two
    players has the same cost.
    """
    played = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    tables = swiss(list(range(1, 9)), played)

    assert rematches(tables, played) == 4
    assert 1 in tables[0]


def test_rematch_is_avoided_by_a_small_step():
    """Only 1 and 2 have met, so one of them swaps with a neighbour from the
    next table.
    """
    played = (((1, 2, None, None),), ())

    tables = swiss(list(range(1, 13)), played)

    assert rematches(tables, played) == 0
    assert 1 in tables[0]
    assert 2 in tables[1]
    assert len({3, 4} & set(tables[0])) == 2
    assert tables[2] == [9, 10, 11, 12]


def test_rematch_stays_where_avoiding_it_costs_more():
    played = (((1, 2, None, None),), ())

    tables = swiss(list(range(1, 13)), played, weights=RoundWeights(rematch=1))

    assert tables == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_who_met_in_the_round_before_meets_less_than_who_met_earlier():
    """Each of eight players has met three others, so rematches are unavoidable.

    Rematches of the last round cost more, so the search prefers rematches of earlier
    rounds.
    """
    early = ((1, 2, None, None), (3, 4, None, None), (5, 6, 7, 8))
    late = ((1, 3, None, None), (2, 4, None, None), (5, 7, 6, 8))
    standing = list(range(1, 9))

    for first, last in ((early, late), (late, early)):
        best = settled(standing, (first, last))
        assert best.cost == UNIT * least_by_brute_force(standing, (first, last))


@examples(15)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 5))
def test_eight_players_as_brute_force(seed, rounds):
    played = rounds_by_lot(8, rounds, str(seed))
    standing = standing_with_luck(8, seed)

    found = settled(standing, played)

    assert found.cost == UNIT * cost_by_counting(found.tables, standing, played)
    assert found.cost == UNIT * least_by_brute_force(standing, played)
    assert found.bound <= found.cost


@examples(3)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 3))
def test_twelve_players_as_brute_force(seed, rounds):
    played = rounds_by_lot(12, rounds, str(seed))
    standing = standing_with_luck(12, seed)

    found = settled(standing, played)

    assert found.cost == UNIT * least_by_brute_force(standing, played)
    assert found.bound <= found.cost


@pytest.mark.parametrize(("players", "rounds"), [(24, 6), (32, 5), (48, 3)])
def test_round_is_within_a_tenth_of_the_proved_bound(players, rounds):
    played = swiss_event(players, rounds)
    standing = standing_with_luck(players, rounds)

    found = settled(standing, played)

    assert found.cost == UNIT * cost_by_counting(found.tables, standing, played)
    assert found.bound <= found.cost <= 1.1 * found.bound


def test_bound_holds_for_any_other_round():
    played = swiss_event(32, 3)
    standing = standing_with_luck(32, 3)
    bound = settled(standing, played).bound

    by_rank = [standing[at : at + 4] for at in range(0, 32, 4)]

    assert bound <= UNIT * cost_by_counting(by_rank, standing, played)


def test_same_seed_same_tables():
    played = rounds_by_lot(40, 6, "some")
    standing = standing_with_luck(40, 4)

    assert swiss(standing, played) == swiss(standing, played)


@pytest.mark.parametrize("moves", [0, 1, 500, 21_000])
def test_small_budget_still_gives_a_round(moves):
    played = rounds_by_lot(32, 6, "some")

    tables = swiss(standing_with_luck(32, 6), played, moves=moves)

    assert sorted(who for four in tables for who in four) == list(range(1, 33))


def test_small_budget_is_kept():
    budget = Budget(30_000)

    swiss_round(
        standing_with_luck(100, 1),
        rounds_by_lot(100, 8, "some"),
        chance=Chance("seed", "swiss"),
        budget=budget,
    )

    assert 0 < budget.spent < 35_000


def test_stopping_ends_the_search():
    budget = Budget(stop_after=1_000)

    swiss_round(
        list(range(1, 65)),
        rounds_by_lot(64, 8, "some"),
        chance=Chance("seed", "swiss"),
        budget=budget,
    )

    assert budget.stopped
    assert budget.spent < 2_000


def test_team_mates_and_forbidden_pairs_do_not_meet():
    standing = list(range(1, 33))
    entrants = [SeatingPlayer(who, team=f"team {who // 4}") for who in standing]
    demands = Constraints(never=((1, 2), (1, 5), (1, 6)))

    tables = swiss(standing, entrants=entrants, demands=demands)

    team = {entrant.number: entrant.team for entrant in entrants}
    for four in tables:
        assert len({team[who] for who in four}) == 4
    assert not {2, 5, 6} & set(tables[0])


def test_who_must_not_meet_goes_beyond_the_window():
    """The ten best players are team-mates, and there are ten tables.

    One of these players sits at each table.
    """
    standing = list(range(1, 41))
    entrants = [
        SeatingPlayer(who, team="Lyon" if who <= 10 else "") for who in standing
    ]

    tables = swiss(standing, entrants=entrants, moves=60_000)

    assert [sum(who <= 10 for who in four) for four in tables] == [1] * 10
    assert 1 in tables[0]


def test_one_team_mate_too_many_meets_once():
    standing = list(range(1, 33))
    entrants = [SeatingPlayer(who, team="Lyon" if who <= 9 else "") for who in standing]

    tables = swiss(standing, entrants=entrants, moves=60_000)

    assert sorted(sum(who <= 9 for who in four) for four in tables) == [1] * 7 + [2]


def test_one_of_each_group_at_every_table():
    standing = list(range(1, 17))
    entrants = [SeatingPlayer(who, group="NESW"[(who - 1) // 4]) for who in standing]

    tables = swiss(standing, entrants=entrants, demands=Constraints(groups=True))

    assert all(len({(who - 1) // 4 for who in four}) == 4 for four in tables)


def test_clubs_part_for_a_small_step_but_not_for_a_large_one():
    standing = list(range(1, 41))
    near = [SeatingPlayer(4, club="Gent"), SeatingPlayer(3, club="Gent")]
    all_alike = [SeatingPlayer(who, club="Gent") for who in standing]

    parted = swiss(standing, entrants=near)
    left = swiss(standing, entrants=all_alike)
    off = swiss(
        standing, entrants=near, demands=Constraints(clubs=Apart(Strictness.OFF))
    )

    assert not any({3, 4} <= set(four) for four in parted)
    assert left == off == [standing[at : at + 4] for at in range(0, 40, 4)]


def test_fixed_table_is_kept_and_the_leader_gives_way():
    standing = list(range(1, 17))

    tables = swiss(
        standing, entrants=[SeatingPlayer(6, table=1), SeatingPlayer(16, table=2)]
    )

    assert tables == [[5, 6, 7, 8], [13, 14, 15, 16], [9, 10, 11, 12], [1, 2, 3, 4]]


def test_two_neighbours_with_different_fixed_tables_part():
    standing = list(range(1, 17))
    fixed = [SeatingPlayer(1, table=3), SeatingPlayer(2, table=4)]

    tables = swiss(standing, entrants=fixed)

    assert 1 in tables[2]
    assert 2 in tables[3]


def test_two_far_apart_with_the_same_fixed_table_both_sit_there():
    standing = list(range(1, 17))
    fixed = [SeatingPlayer(1, table=2), SeatingPlayer(16, table=2)]

    tables = swiss(standing, entrants=fixed)

    assert {1, 16} <= set(tables[1])
    assert sorted(who for four in tables for who in four) == standing


def test_a_thousand_players():
    standing = standing_with_luck(1000, 2)
    played = rounds_by_lot(1000, 7, "some")

    found = settled(standing, played)

    assert sorted(who for four in found.tables for who in four) == sorted(standing)
    assert found.best
    assert rematches(found.tables, played) == 0


@pytest.mark.parametrize(
    ("standing", "asked", "code"),
    [
        ([], {}, "empty_standing"),
        ([1, 2, 3, 4, 5], {}, "not_by_four"),
        ([1, 2, 3, 3], {}, "twice_in_standing"),
        ([1, 2, 3, 4], {"block": 0}, "block"),
        ([1, 2, 3, 4], {"order": "sideways"}, "order"),
    ],
)
def test_what_is_refused(standing, asked, code):
    with pytest.raises(RuleError) as refused:
        swiss(standing, **asked)

    assert [fault.code for fault in refused.value.faults] == [code]
    assert "%" not in refused.value.faults[0].sentence


def test_all_orders_of_a_table_are_one():
    """The order of the seats at an earlier table does not affect the next round."""
    standing = list(range(1, 9))
    four, other = (1, 2, 5, 6), (3, 4, 7, 8)

    rounds = {str(swiss(standing, ((order, other),))) for order in permutations(four)}

    assert len(rounds) == 1
