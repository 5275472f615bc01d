from collections import Counter
from itertools import combinations, pairwise

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
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.annealing import Heat, cost, improve
from tournaments.seating.search_budget import Budget


def people(count, **words):
    """Return players 1 to `count`.

    `words`: for each further field a function that returns its value for an index from
    0.
    """
    return [
        SeatingPlayer(
            number, **{word: word_of(number - 1) for word, word_of in words.items()}
        )
        for number in range(1, count + 1)
    ]


def drawn(players, rounds, seed="a", holes=0):
    chance = Chance(seed, "test")
    plan = []
    for _number in range(rounds):
        chairs = chance.shuffled([*range(players), *[None] * holes])
        plan.append([chairs[at : at + 4] for at in range(0, len(chairs), 4)])
    return plan


def better(plan, entrants, demands=None, moves=20_000, seed="s", **options):
    return improve(
        plan,
        entrants,
        demands or Constraints(),
        chance=Chance(seed, "test"),
        budget=Budget(moves),
        **options,
    )


def repeats(plan):
    met = Counter(
        two
        for tables in plan
        for table in tables
        for two in combinations(sorted(who for who in table if who is not None), 2)
    )
    return sum(times - 1 for times in met.values())


def naive_cost(plan, entrants, demands, original=(), numbered=True):
    """Return the cost of a plan as defined by the documentation of Weights, calculated
    simply.
    """
    weights = demands.weights
    total = 0
    for number, tables in enumerate(plan):
        for place, table in enumerate(tables):
            holes = table.count(None)
            total += weights.hard * (holes * (holes - 1) // 2)
            total += cost_of_words(table, entrants, weights)
            for who in table:
                if numbered and who is not None:
                    if entrants[who].table not in (None, place + 1):
                        total += weights.hard
                    if original and original[number].get(who, place) != place:
                        total += weights.moved
    total += cost_of_meetings(plan, weights)
    return total + (cost_of_visits(plan, weights) if numbered else 0)


def cost_of_words(table, entrants, weights):
    pairs = [
        (entrants[one], entrants[other])
        for one, other in combinations(table, 2)
        if one is not None and other is not None
    ]
    mates = sum(one.team != "" and one.team == other.team for one, other in pairs)
    alike = sum(one.country == other.country != "" for one, other in pairs)
    return weights.hard * mates + weights.country * alike


def cost_of_meetings(plan, weights):
    met = {}
    beside = Counter()
    for number, tables in enumerate(plan):
        for table in tables:
            present = sorted(who for who in table if who is not None)
            for who in present:
                beside[who] += table.count(None)
            for two in combinations(present, 2):
                met.setdefault(two, []).append(number)
    times = [*beside.values(), *map(len, met.values())]
    running = sum(
        later - sooner == 1
        for rounds in met.values()
        for sooner, later in pairwise(rounds)
    )
    again = sum(count * (count - 1) // 2 for count in times)
    # A repeated short table is worse, most of all with two or three tables.
    beside_again = sum(count * (count - 1) // 2 for count in beside.values())
    more = weights.repeat * (4 if max(map(len, plan)) <= 3 else 1)
    return weights.repeat * again + weights.at_once * running + more * beside_again


def cost_of_visits(plan, weights):
    visits = Counter(
        (who, place)
        for tables in plan
        for place, table in enumerate(tables)
        for who in table
        if who is not None
    )
    fair = -(-len(plan) // max(len(tables) for tables in plan))
    return sum(
        weights.table * (times * (times - 1) // 2)
        + weights.revisit * max(times - fair, 0)
        for times in visits.values()
    )


@examples(60)
@given(
    tables=st.integers(2, 6),
    rounds=st.integers(1, 6),
    holes=st.integers(0, 3),
    seed=st.text(max_size=3),
    numbered=st.booleans(),
    repair=st.booleans(),
)
def test_the_cost_is_what_the_weights_say(
    tables, rounds, holes, seed, numbered, repair
):
    players = tables * 4 - holes
    entrants = people(
        players, team=lambda i: "AB"[i] if i < 2 else "", country=lambda i: str(i % 3)
    )
    if numbered:
        entrants[0] = SeatingPlayer(1, country="0", table=2)
    plan = drawn(players, rounds, seed, holes)
    demands = Constraints()
    original = ()
    if repair and numbered:
        original = [{who: who % tables for who in range(0, players, 2)}] * rounds
    counted = {"original": original, "numbered": numbered}
    assert cost(plan, entrants, demands, **counted) == naive_cost(
        plan, entrants, demands, **counted
    )
    after = better(plan, entrants, demands, 2_000, seed, **counted)
    # The search's running count must match the final plan.
    reached = naive_cost(after, entrants, demands, **counted)
    assert reached == cost(after, entrants, demands, **counted)
    assert reached <= naive_cost(plan, entrants, demands, **counted)
    for before_round, after_round in zip(plan, after, strict=True):
        before_people = Counter(who for table in before_round for who in table)
        assert before_people == Counter(who for table in after_round for who in table)
        assert len(before_round) == len(after_round)


@examples(30)
@given(seed=st.text(max_size=3), first=st.integers(0, 4), data=st.data())
def test_kept_tables_and_played_rounds_never_change(seed, first, data):
    plan = drawn(24, 4, seed)
    every = [(number, table) for number in range(4) for table in range(6)]
    kept = data.draw(st.sets(st.sampled_from(every)))
    after = better(plan, people(24), moves=3_000, seed=seed, kept=kept, first=first)
    for number, table in every:
        if number < first or (number, table) in kept:
            assert after[number][table] == plan[number][table]


def test_repeats_vanish_where_there_is_room():
    assert repeats(better(drawn(64, 6), people(64), numbered=False)) == 0


def test_the_known_best_for_sixteen_players_and_six_rounds():
    plan = better(drawn(16, 6), people(16), moves=150_000, numbered=False)
    assert repeats(plan) == 24


def test_team_mates_are_apart_and_the_fixed_sit_at_their_table():
    entrants = people(32, team=lambda i: str(i // 4))
    entrants[5] = SeatingPlayer(6, team="1", table=3)
    plan = better(drawn(32, 5), entrants)
    for tables in plan:
        assert 5 in tables[2]
        for table in tables:
            assert len({entrants[who].team for who in table}) == 4


def test_demands_for_the_first_rounds_hold_in_those_only():
    entrants = people(16, country=lambda i: str(i // 4))
    hard = Constraints(countries=Apart(Strictness.HARD, rounds=2))
    plan = better(drawn(16, 4), entrants, hard)
    alike = [
        sum(
            entrants[one].country == entrants[other].country
            for table in tables
            for one, other in combinations(table, 2)
        )
        for tables in plan
    ]
    assert alike[:2] == [0, 0]
    assert sum(alike[2:]) > 0  # otherwise the test shows nothing


def test_one_empty_chair_at_a_table_and_nobody_beside_it_twice():
    plan = drawn(61, 6, holes=3)
    plan = better(plan, people(61), numbered=False)
    beside = Counter()
    for tables in plan:
        for table in tables:
            assert table.count(None) <= 1
            if None in table:
                beside.update(who for who in table if who is not None)
    assert max(beside.values()) == 1


def test_moved_seats_are_few_when_they_cost():
    plan = drawn(64, 4)
    before = [
        {who: place for place, table in enumerate(tables) for who in table}
        for tables in plan
    ]

    def moved(after):
        return sum(
            before[number][who] != place
            for number, tables in enumerate(after)
            for place, table in enumerate(tables)
            for who in table
        )

    dear = better(plan, people(64), original=before)
    free = Constraints(weights=Weights(moved=0))
    assert 0 < moved(dear) < moved(better(plan, people(64), free, original=before))


def test_the_same_chance_gives_the_same_seats():
    plan = drawn(20, 5)
    assert better(plan, people(20)) == better(plan, people(20))
    assert better(plan, people(20)) != better(plan, people(20), seed="t")


def test_the_search_ends_with_its_budget_its_moves_and_its_bound():
    plan = drawn(16, 8)
    budget = Budget(5_000)
    given_ = {"chance": Chance("s", "test"), "budget": budget}
    improve(plan, people(16), Constraints(), **given_, moves=2_500)
    assert budget.spent == 2_500
    improve(plan, people(16), Constraints(), **given_)
    assert budget.spent == 5_000
    spacious = Budget(100_000)
    improve(
        drawn(64, 3),
        people(64),
        Constraints(),
        chance=Chance("s", "test"),
        budget=spacious,
        numbered=False,
    )
    assert spacious.spent < 50_000  # no repeats left, so nothing to do


def test_nothing_to_change_is_no_reason_to_fail():
    assert better([], []) == []
    one_table = [[[0, 1, 2, 3]]]
    assert better(one_table, people(4)) == one_table


def test_chances_fall_with_the_cost_and_with_the_time():
    hot, cold = Heat().chances(0.0, 100), Heat().chances(0.9, 100)
    assert hot[0] == cold[0] == 1.0
    assert sorted(hot, reverse=True) == hot
    assert len(cold) < len(hot)
    assert Heat().chances(1.0, 0)  # a weight of 0 must not cause an endless loop
