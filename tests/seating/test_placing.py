"""Assignment of players to labels: in random order, with some players kept apart."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
    Weights,
)
from tournaments.seating.meetings.starters_and_small_plans import Structure
from tournaments.seating.random_seed import shuffled_by_seed
from tournaments.seating.search.assign_labels import place
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.search.packing import spare
from tournaments.seating.search_budget import Budget

OFF = Apart(Strictness.OFF)
HARD = Apart(Strictness.HARD)


def pools(size, rounds):
    """Return rounds of four pools without repeat opponents.

    `size`: players in a pool, a prime above 3.
    """
    return Structure(
        tuple(
            tuple(
                tuple(pool * size + (x + pool * shift) % size for pool in range(4))
                for x in range(size)
            )
            for shift in range(rounds)
        ),
        "shifts",
        pools=tuple(label // size for label in range(4 * size)),
    )


def ring(prime, rounds):
    """Return rounds for 3 × prime + 1 labels without pools. The prime must be 1 modulo
    4.

    Uses orbits of a root of −1, as in Beth, Jungnickel and Lenz, Design Theory,
    VII.7.5.
    """
    root = next(x for x in range(prime) if x * x % prime == prime - 1)
    orbits = {frozenset(x * root**k % prime for k in range(4)) for x in range(1, prime)}
    lowest = sorted(min(orbit) for orbit in orbits)

    def label(x, third):
        return third % 3 * prime + x % prime

    return Structure(
        tuple(
            (
                (3 * prime, label(t, 0), label(t, 1), label(t, 2)),
                *(
                    (
                        label(t + x, third),
                        label(t - x, third),
                        label(t + root * x, third + 1),
                        label(t - root * x, third + 1),
                    )
                    for x in lowest
                    for third in range(3)
                ),
            )
            for t in range(rounds)
        ),
        "ring",
    )


def members(players, sizes, word):
    """Return players in groups of these sizes.

    The players of a group have the same value of `word`, and other players have none.
    """
    words = [f"{word} {k}" for k, size in enumerate(sizes) for _ in range(size)]
    words += [""] * (players - len(words))
    return [SeatingPlayer(k, **{word: said}) for k, said in enumerate(words, 1)]


def seated(structure, entrants, demands, seed="s", moves=1_000_000):
    """Assign players to the labels of a structure.

    Return the rounds as tables of players.
    """
    order = place(structure, entrants, demands, seed, Budget(moves))
    assert sorted(order) == list(range(len(entrants)))
    return [
        [[entrants[order[label]] for label in table] for table in tables]
        for tables in structure.rounds
    ]


def mates(rounds, word):
    """Return for each round the number of meetings between players with the same
    `word`.
    """
    return [
        sum(
            getattr(one, word) == getattr(other, word) != ""
            for table in tables
            for one, other in combinations(table, 2)
        )
        for tables in rounds
    ]


@pytest.mark.parametrize(
    ("structure", "sizes", "word", "least"),
    [
        (pools(5, 4), [4] * 5, "team", 0),
        (pools(11, 8), [13, 11, 8, 6, 4], "club", 16),
        (pools(17, 8), [4] * 17, "team", 0),
        (pools(17, 8), [21, 14, 10, 8, 6, 6], "club", 32),
        (pools(29, 8), [25, 20, 15, 10, 10, 10, 5, 5], "country", 0),
        (pools(37, 10), [22, 20, 15, 12, 10, 10, 8, 8, 6, 6, 4, 4], "country", 0),
        (pools(53, 8), [63, 40, 30, 20, 15, 10, 10, 10], "country", 80),
        (pools(101, 8), [90, 70, 50, 40, 40, 30, 30, 20, 10, 10, 10], "club", 0),
        (ring(13, 12), [4] * 10, "team", 0),
        (ring(29, 12), [4] * 22, "team", 0),
        (ring(61, 8), [20, 15, 10, 10, 5, 5], "country", 0),
    ],
    ids=lambda value: getattr(value, "source", None),
)
def test_mates_meet_as_little_as_can_be(structure, sizes, word, least):
    players = 4 * len(structure.rounds[0])
    rounds = seated(structure, members(players, sizes, word), Constraints())
    assert sum(mates(rounds, word)) == least


def test_a_thousand_players_are_packed_into_pools():
    sizes = [220, 180, 140, 110, 90, 70, 60, 50, 40, 20, 20]
    structure = pools(251, 8)
    budget = Budget()
    entrants = members(1_004, sizes, "country")
    place(structure, entrants, Constraints(), "s", budget)
    assert budget.spent < 10_000
    assert sum(mates(seated(structure, entrants, Constraints()), "country")) == 0


def test_a_round_to_spare_keeps_teams_of_four_apart():
    structure = spare(pools(31, 8))
    assert len(structure.rounds) == 7
    budget = Budget()
    entrants = members(124, [4] * 31, "team")
    place(structure, entrants, Constraints(), "s", budget)
    assert budget.spent == 0
    rounds = seated(structure, entrants, Constraints())
    assert sum(mates(rounds, "team")) == 0


def test_one_of_each_group_at_every_table():
    entrants = [
        SeatingPlayer(k, group="ABCD"[k % 4], team=f"team {k // 4}")
        for k in range(1, 45)
    ]
    rounds = seated(pools(11, 6), entrants, Constraints(groups=True))
    assert all(len({one.group for one in table}) == 4 for r in rounds for table in r)
    assert sum(mates(rounds, "team")) == 0


def test_without_aversions_the_lots_decide():
    demands = Constraints(teams=OFF, clubs=OFF, countries=OFF)
    entrants = members(20, [10], "club")
    order = place(pools(5, 4), entrants, demands, "seed", Budget())
    assert order == shuffled_by_seed("seed", range(20))
    assert place(
        pools(5, 4), members(20, [], "club"), Constraints(), "seed", Budget()
    ) == (order)


def test_apart_in_the_first_rounds_only():
    demands = Constraints(countries=Apart(Strictness.HARD, 2))
    entrants = members(44, [11, 11, 11, 11], "country")
    # Without pools, so that the pools do not solve it for all rounds.
    structure = Structure(pools(11, 8).rounds, "no pools known")
    first = mates(seated(structure, entrants, demands), "country")
    assert first[:2] == [0, 0]
    assert sum(first[2:]) > 0


def test_those_who_may_not_meet_do_not():
    never = (*((1, k) for k in range(2, 12)), (20, 21), (21, 22))
    rounds = seated(pools(11, 8), members(44, [], "team"), Constraints(never=never))
    met = {
        (one.number, other.number)
        for tables in rounds
        for table in tables
        for one, other in combinations(sorted(table, key=lambda e: e.number), 2)
    }
    assert not met & set(never)


def test_those_fixed_at_two_tables_do_not_meet():
    entrants = [SeatingPlayer(k, table=k if k < 8 else None) for k in range(1, 45)]
    for tables in seated(pools(11, 8), entrants, Constraints()):
        for table in tables:
            assert sum(one.table is not None for one in table) < 2


def test_hard_comes_before_soft():
    # Seven of a team at five tables: sparing one meeting costs others.
    entrants = [
        SeatingPlayer(k, team="T" if k < 8 else "", club=f"club {k % 3}")
        for k in range(1, 21)
    ]
    rounds = seated(pools(5, 5), entrants, Constraints())
    assert mates(rounds, "team") == [2] * 5


def test_the_same_seed_gives_the_same_order():
    entrants = members(40, [12, 10, 8, 6, 4], "club")
    orders = {
        tuple(place(ring(13, 9), entrants, Constraints(), seed, Budget(5_000)))
        for seed in ("a", "a", "b")
    }
    assert len(orders) == 2


def test_a_search_keeps_to_its_budget():
    # Clubs of ten where nearly everyone meets: the lower bound cannot be reached. Half
    # of the budget is left for later steps.
    entrants = members(40, [10, 10, 10, 10], "club")
    budget = Budget(3_000)
    place(ring(13, 12), entrants, Constraints(), "s", budget)
    assert 1_000 < budget.spent <= 1_500
    told = []
    stopped = Budget(watcher=lambda progress: bool(told.append(progress)))
    place(ring(13, 12), entrants, Constraints(), "s", stopped)
    assert [progress.stage for progress in told] == ["placing"]


def test_if_everybody_meets_everybody_there_is_nothing_to_search():
    budget = Budget()
    entrants = members(40, [10, 10, 10, 10], "club")
    rounds = seated(ring(13, 13), entrants, Constraints())
    assert sum(mates(rounds, "club")) == 4 * 45
    place(ring(13, 13), entrants, Constraints(), "s", budget)
    assert budget.spent < 1_000


word = st.sampled_from(["", "x", "y", "z"])
people = st.builds(
    SeatingPlayer,
    st.just(0),
    team=word,
    country=word,
    club=word,
    group=word,
    table=st.sampled_from([None, None, None, 1, 2]),
    first=st.integers(1, 3),
    last=st.sampled_from([None, 2, 3]),
)
apart = st.builds(Apart, st.sampled_from(Strictness), st.sampled_from([None, 1, 2]))
demanded = st.builds(
    Constraints,
    apart,
    apart,
    apart,
    st.booleans(),
    st.lists(st.tuples(st.integers(1, 20), st.integers(1, 22)), max_size=5).map(tuple),
)


def named(entrants):
    return [
        SeatingPlayer(
            number,
            team=one.team,
            country=one.country,
            club=one.club,
            group=one.group,
            table=one.table,
            first=one.first,
            last=one.last,
        )
        for number, one in enumerate(entrants, 1)
    ]


def price(one, other, demands, round_, tables_apart):
    """Return the cost of a meeting of two players, calculated independently of the
    program.
    """
    if not (one.plays(round_) and other.plays(round_)):
        return 0
    fixed = one.table is not None and other.table is not None
    if fixed and (one.table == other.table or not tables_apart):
        return 0
    weights = demands.weights
    soft = {"team": 1_000, "country": weights.country, "club": weights.club}
    cost = weights.hard if fixed else 0
    for name, kept in demands.by_attribute().items():
        alike = getattr(one, name) == getattr(other, name) != ""
        if alike and kept.holds(round_):
            hard = kept.strictness == Strictness.HARD
            cost += weights.hard if hard else soft[name]
    if demands.groups and one.group == other.group != "":
        cost += weights.group
    pairs = {frozenset(two) for two in demands.never}
    if frozenset((one.number, other.number)) in pairs:
        cost += weights.hard
    return cost


@examples(60)
@given(st.lists(people, min_size=12, max_size=12), demanded, st.booleans())
def test_aversions_are_what_the_demands_say(entrants, demands, tables_apart):
    entrants = named(entrants)
    aversions = Aversions(entrants, demands, 3, tables_apart=tables_apart)
    for round_ in range(3):
        costs = aversions.in_round(round_)
        for one, entrant in enumerate(entrants):
            for other, another in enumerate(entrants):
                expected = (
                    price(entrant, another, demands, round_ + 1, tables_apart)
                    if one != other
                    else 0
                )
                assert costs[one].get(other, 0) == expected


@examples(40)
@given(st.lists(people, min_size=20, max_size=20), demanded)
def test_no_order_costs_less_than_the_least(entrants, demands):
    entrants = named(entrants)
    structure = pools(5, 3)
    aversions = Aversions(entrants, demands, 3, tables_apart=True)
    order = place(structure, entrants, demands, "s", Budget(2_000))
    assert sorted(order) == list(range(20))
    for round_, tables in enumerate(structure.rounds):
        costs = aversions.in_round(round_)
        cost = sum(
            costs[order[one]].get(order[other], 0)
            for table in tables
            for one, other in combinations(table, 2)
        )
        assert cost >= aversions.least(round_, len(tables))


def test_rounds_in_which_the_same_holds_share_their_costs():
    demands = Constraints(countries=Apart(Strictness.SOFT, 2))
    entrants = [
        *members(8, [4, 4], "country"),
        SeatingPlayer(9, country="country 1", last=3),
    ]
    aversions = Aversions(entrants, demands, 5)
    costs = [aversions.in_round(round_) for round_ in range(5)]
    assert costs[0] is costs[1]
    assert costs[3] is costs[4]
    assert costs[1] is not costs[2]
    assert costs[2] is not costs[3]


def test_what_weighs_nothing_is_no_aversion():
    demands = Constraints(weights=Weights(club=0))
    costs = Aversions(members(8, [8], "club"), demands, 1).in_round(0)
    assert costs == [{}] * 8
