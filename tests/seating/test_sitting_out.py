from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tests.examples import examples
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.uneven.uneven_whole_plans import whole_plan
from tournaments.seating.uneven.who_plays_or_sits_out import ByeScheduler, missing


def people(count):
    return [SeatingPlayer(number) for number in range(1, count + 1)]


def planned(entrants, rounds, uneven, moves=300_000, seed="s"):
    demands = Constraints(uneven=Uneven(uneven))
    return whole_plan(entrants, rounds, demands, seed, Budget(moves))


class Counted:
    """Facts about a plan, counted simply and independently of the program."""

    def __init__(self, entrants, seating):
        self.met = Counter()
        self.out = Counter()
        self.threes = Counter()
        self.empty = Counter()
        for number, tables in enumerate(seating.rounds, start=1):
            there = {one.number for one in entrants if one.plays(number)}
            seated = [who for table in tables for who in table if who is not None]
            assert len(seated) == len(set(seated))
            assert set(seated) <= there | set(seating.fillers)
            self.out.update(there - set(seated))
            for table in tables:
                assert len(table) == 4
                present = sorted(who for who in table if who is not None)
                self.empty[number] += 4 - len(present)
                if len(present) < 4:
                    assert len(present) == 3
                    self.threes.update(present)
                self.met.update(combinations(present, 2))

    @property
    def repeats(self):
        return sum(times - 1 for times in self.met.values())


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (21, 5),
        (22, 5),
        (23, 7),
        (30, 8),
        (41, 8),
        (63, 10),
    ],
)
def test_nobody_sits_out_or_meets_anybody_twice(players, rounds):
    entrants = people(players)
    seating = planned(entrants, rounds, "byes")
    counted = Counted(entrants, seating)
    assert counted.repeats == 0
    assert max(counted.out.values()) == 1
    assert sum(counted.out.values()) == rounds * (players % 4)
    assert not counted.empty.total()
    assert seating.fillers == ()


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [(21, 5, 3), (22, 5, 2), (23, 7, 1), (41, 6, 2)],
)
def test_nobody_sits_at_a_table_of_three_more_often_than_need_be(
    players, rounds, least
):
    entrants = people(players)
    counted = Counted(entrants, planned(entrants, rounds, "threes"))
    assert counted.repeats == 0
    assert (
        max(counted.threes.values())
        == least
        == -(-rounds * (-players % 4) * 3 // players)
    )
    assert not counted.out


@pytest.mark.parametrize("players", [21, 22, 23, 61])
def test_house_players_make_up_the_number(players):
    entrants = people(players)
    seating = planned(entrants, 5, "fillers")
    counted = Counted(entrants, seating)
    assert counted.repeats == 0
    assert not counted.out
    assert not counted.empty.total()
    missing_ = -players % 4
    assert seating.fillers == tuple(range(players + 1, players + 1 + missing_))


def test_byes_come_round_again_only_after_everybody_had_one():
    entrants = people(9)
    counted = Counted(entrants, planned(entrants, 12, "byes", 20_000))
    times = [counted.out[one.number] for one in entrants]
    assert max(times) - min(times) == 1


@examples(40)
@given(
    data=st.data(),
    players=st.integers(9, 40),
    rounds=st.integers(1, 6),
    uneven=st.sampled_from(list(Uneven)),
)
def test_every_round_seats_exactly_those_who_play(data, players, rounds, uneven):
    late = st.tuples(
        st.integers(1, rounds), st.one_of(st.none(), st.integers(1, rounds))
    )
    some = data.draw(st.lists(late, max_size=players - 6))
    entrants = [
        SeatingPlayer(number, first=some[number - 1][0], last=some[number - 1][1])
        if number <= len(some)
        else SeatingPlayer(number)
        for number in range(1, players + 1)
    ]
    seating = planned(entrants, rounds, uneven, 4_000)
    counted = Counted(entrants, seating)
    for number, tables in enumerate(seating.rounds, start=1):
        there = {one.number for one in entrants if one.plays(number)}
        seated = {who for table in tables for who in table if who is not None}
        house = len(seated & set(seating.fillers))
        out = len(there - seated)
        expected = {
            Uneven.FILLERS: (-len(there) % 4, 0, 0),
            Uneven.BYES: (0, len(there) % 4, 0),
            Uneven.THREES: (0, 0, -len(there) % 4),
            Uneven.TWOS: (0, 0, -len(there) % 4),
        }[uneven]
        assert (house, out, counted.empty[number]) == expected


def test_late_arrivals_cost_no_repeats_where_there_is_room():
    entrants = [
        SeatingPlayer(number, first=3 if number % 20 == 0 else 1)
        for number in range(1, 65)
    ]
    for uneven in Uneven:
        assert Counted(entrants, planned(entrants, 6, uneven)).repeats == 0


def test_team_mates_stay_apart_and_the_fixed_at_their_tables():
    entrants = [
        SeatingPlayer(number, team=str(number % 9), table=4 if number == 7 else None)
        for number in range(1, 43)
    ]
    team = {one.number: one.team for one in entrants}
    for uneven in Uneven:
        seating = planned(entrants, 5, uneven, 200_000)
        for tables in seating.rounds:
            where = {
                who: place for place, table in enumerate(tables, 1) for who in table
            }
            assert where.get(7, 4) == 4
            for table in tables:
                teams = [team[who] for who in table if who in team]
                assert len(teams) == len(set(teams))


def test_the_same_seed_gives_the_same_plan():
    entrants = people(22)
    assert planned(entrants, 6, "byes", 5_000) == planned(entrants, 6, "byes", 5_000)
    other = planned(entrants, 6, "byes", 5_000, seed="t")
    assert planned(entrants, 6, "byes", 5_000) != other


def test_too_few_players_are_refused_by_round():
    entrants = [*people(3), SeatingPlayer(4, last=2), SeatingPlayer(5, last=1)]
    with pytest.raises(RuleError) as caught:
        planned(entrants, 3, "byes")
    assert [(fault.code, fault.params) for fault in caught.value.faults] == [
        ("too_few", {"round": 3, "players": 3})
    ]


def test_five_cannot_sit_at_tables_of_four_and_three():
    with pytest.raises(RuleError) as caught:
        planned(people(5), 1, "threes")
    assert caught.value.faults[0].code == "no_threes"
    assert caught.value.faults[0].sentence == (
        "Round 1 has 5 players, who do not fill tables of 4 and 3."
    )


def test_a_plan_has_rounds():
    with pytest.raises(RuleError):
        planned(people(9), 0, "byes")


def test_who_rests_is_somebody_who_has_not_and_whose_table_falls_short():
    draft = [[[0, 1, 2, 3], [4, 5, 6, 7]]] * 2
    resting = ByeScheduler(draft, range(8), Chance("s", "test"))
    there = [0, 1, 2, 4, 5, 6, 7]
    first = resting.choose(0, there, 3)
    assert first == {0, 1, 2}
    second = resting.choose(1, there, 3)
    assert second < {4, 5, 6, 7}
    # Choosing again replaces the previous choice.
    assert resting.choose(1, there, 3) == second


def test_who_rests_anyway_keeps_resting():
    draft = [[[0, 1, 2, 3]]]
    resting = ByeScheduler(draft, range(5), Chance("s", "test"))
    resting.remember(0, range(5))
    assert resting.choose(0, range(5), 1) == {4}


def test_missing_players():
    assert [missing(range(count)) for count in range(4, 9)] == [0, 3, 2, 1, 0]
