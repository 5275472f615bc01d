import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tests.examples import examples
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import meetings, players_in_plan
from tournaments.seating.uneven.plan_repair import repair
from tournaments.seating.uneven.repair_effects import disturbance, keep_seats


def drawn(players, rounds, seed="a"):
    """Return a plan without repeats for player numbers 1 to `players`."""
    who = Chance(seed, "test").shuffled(range(1, players + 1))
    return tuple(
        tuple(tuple(who[label] for label in table) for table in tables)
        for tables in perfect(players, rounds).rounds
    )


def people(count, gone=(), **more):
    return [
        SeatingPlayer(number)
        for number in range(1, count + 1)
        if number not in set(gone)
    ]


def repaired(plan, after, entrants, uneven="fillers", moves=30_000, **more):
    demands = Constraints(uneven=Uneven(uneven))
    return repair(plan, after, entrants, demands, "s", Budget(moves), **more)


def seats_of(round_):
    return {
        who: place
        for place, table in enumerate(round_)
        for who in table
        if who is not None
    }


def repeats(plan):
    return sum(len(rounds) - 1 for rounds in meetings(plan).values())


@pytest.mark.parametrize(
    ("players", "gone", "seed"),
    [(64, 4, "a"), (64, 4, "b"), (120, 6, "a"), (120, 8, "b")],
)
def test_drop_outs_of_one_in_twenty(players, gone, seed):
    plan = drawn(players, 8, seed)
    left = Chance(seed, "gone").shuffled(range(1, players + 1))[:gone]
    result = repaired(plan, 3, people(players, left), moves=200_000)
    assert result.plan[:3] == plan[:3]
    assert not set(players_in_plan(result.plan[3:])) & set(left)
    assert repeats(result.plan) == 0
    assert result.disturbance.repeats == ()
    assert result.disturbance.percent <= 18
    assert result.fillers == tuple(
        range(players + 1, players + 1 + (gone - players) % 4)
    )
    moved = sum(
        seats_of(result.plan[number]).get(who) != place
        for number in range(3, 8)
        for who, place in seats_of(plan[number]).items()
        if who not in left
    )
    assert moved == result.disturbance.moved
    assert result.disturbance.seats == 5 * (players - gone)


def test_whoever_stays_at_a_table_keeps_the_chair():
    plan = drawn(64, 8)
    result = repaired(plan, 3, people(64, [5, 17, 40, 63]))
    stayed = 0
    for old_round, new_round in zip(plan, result.plan, strict=True):
        for old, new in zip(old_round, new_round, strict=False):
            for chair in range(4):
                if new[chair] in old and new[chair] is not None:
                    assert old[chair] == new[chair]
                    stayed += 1
    assert stayed > 300


def test_one_who_leaves_is_replaced_or_leaves_a_gap():
    plan = drawn(64, 6)
    fillers = repaired(plan, 2, people(64, [10]))
    assert fillers.fillers == (65,)
    assert fillers.disturbance.moved == 0
    assert [change.number for change in fillers.disturbance.changes] == [65] * 4
    threes = repaired(plan, 2, people(64, [10]), "threes")
    assert threes.disturbance.moved == 0
    assert all(
        sum(table.count(None) for table in round_) == 1 for round_ in threes.plan[2:]
    )
    byes = repaired(plan, 2, people(64, [10]), "byes")
    # Three table-mates have a bye; in the next round it is other players' turn.
    resting = [
        set(range(1, 65)) - {10} - set(players_in_plan((round_,)))
        for round_ in byes.plan[2:]
    ]
    assert [len(out) for out in resting] == [3, 3, 3, 3]
    assert len(set.union(*resting)) == 12
    assert byes.disturbance.moved == 12
    assert byes.disturbance.repeats == ()


def test_house_players_go_when_they_are_not_needed():
    plan = drawn(64, 6)
    # Number 64 is a house player; without three others, none is needed.
    result = repaired(plan, 2, people(63, [1, 2, 3]), fillers=(64,))
    assert result.fillers == ()
    assert 64 not in players_in_plan(result.plan[2:])
    one_gone = repaired(plan, 2, people(63, [1]), fillers=(64,))
    assert one_gone.fillers == (64, 65)
    assert one_gone.disturbance.moved == 0


def test_newcomers_sit_from_the_next_round_on():
    plan = drawn(40, 6)
    newcomers = [SeatingPlayer(number) for number in (50, 51, 52, 53)]
    result = repaired(plan, 3, [*people(40), *newcomers])
    for round_ in result.plan[3:]:
        assert len(round_) == 11
        assert {50, 51, 52, 53} <= set(players_in_plan((round_,)))
    assert not {50, 51} & set(players_in_plan(result.plan[:3]))
    assert result.disturbance.seats == 120
    coming = [one for one in result.disturbance.changes if one.number >= 50]
    assert len(coming) == 12
    assert all(change.before is None for change in coming)


def test_somebody_who_comes_later_still():
    plan = drawn(40, 6)
    late = [SeatingPlayer(number, first=5) for number in (41, 42, 43, 44)]
    result = repaired(plan, 3, [*people(40), *late])
    assert result.plan[3] == plan[3]
    assert 41 in players_in_plan((result.plan[4],))


@examples(30)
@given(
    data=st.data(),
    after=st.integers(0, 4),
    uneven=st.sampled_from(list(Uneven)),
)
def test_every_later_round_seats_those_who_play_on(data, after, uneven):
    plan = drawn(32, 5)
    gone = data.draw(st.sets(st.integers(1, 32), max_size=20))
    joined = data.draw(st.sets(st.integers(33, 40), max_size=5))
    entrants = people(32, gone) + [SeatingPlayer(number) for number in sorted(joined)]
    result = repaired(plan, after, entrants, uneven, 3_000)
    assert result.plan[:after] == plan[:after]
    there = {entrant.number for entrant in entrants}
    for round_ in result.plan[after:]:
        seated = players_in_plan((round_,))
        chairs = sum(1 for table in round_ for who in table if who is not None)
        assert chairs == len(seated)
        full = [table for table in round_ if None not in table]
        used = [table for table in round_ if table != (None,) * 4]
        if uneven == Uneven.FILLERS:
            assert set(seated) - there <= set(result.fillers)
            assert len(seated) == len(there) + -len(there) % 4
            assert used == full
        elif uneven == Uneven.BYES:
            assert set(seated) <= there
            assert len(seated) == len(there) - len(there) % 4
            assert used == full
        else:
            assert set(seated) == there
            assert all(table.count(None) == 1 for table in used if table not in full)


def test_a_plan_that_nobody_leaves_stays():
    plan = drawn(40, 6)
    result = repaired(plan, 2, people(40))
    assert result.plan == plan
    assert result.disturbance.changes == result.disturbance.touched == ()
    assert result.disturbance.percent == 0.0


def test_repeats_that_were_there_before_are_no_reason_to_change():
    plan = drawn(40, 3) + drawn(40, 3)
    result = repaired(plan, 2, people(40))
    assert result.plan == plan
    assert result.disturbance.repeats == ()


def test_a_repair_can_be_repaired():
    plan = drawn(64, 8)
    once = repaired(plan, 3, people(64, [1, 2, 3, 4])).plan
    twice = repaired(once, 5, people(64, [1, 2, 3, 4, 5, 6, 7, 8]))
    assert twice.plan[:5] == once[:5]
    assert len(players_in_plan(twice.plan[5:])) == 56


def test_the_same_seed_gives_the_same_repair():
    plan = drawn(40, 6)
    entrants = people(40, [3, 9, 27])
    assert repaired(plan, 2, entrants) == repaired(plan, 2, entrants)


def test_the_disturbance_names_what_has_changed():
    before = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
    now = (before[0], ((1, 5, 9, 8), (3, 7, 4, None)))
    found = disturbance(before, now, 1, {2: {1, 3, 4, 5, 6, 7, 8, 9}})
    assert (found.seats, found.moved) == (7, 2)
    assert [(one.round, one.number, one.before, one.now) for one in found.changes] == [
        (2, 6, 1, None),
        (2, 8, 2, 1),
        (2, 9, None, 1),
    ]
    assert found.repeats == (((5, 8), (1, 2)),)
    assert found.touched == ((2, 1), (2, 2))


def test_closed_tables_at_the_end_are_left_out():
    old = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    closed = [[None] * 4, [8, 9, 6, 5], [None] * 4]
    assert keep_seats(old, closed) == ((None,) * 4, (5, 6, 9, 8))


@pytest.mark.parametrize(
    ("after", "entrants", "code"),
    [
        (5, people(16), "no_later_rounds"),
        (-1, people(16), "no_later_rounds"),
        (2, [*people(16), SeatingPlayer(3)], "number_twice"),
        (2, people(3), "too_few"),
    ],
)
def test_what_cannot_be_repaired_is_refused(after, entrants, code):
    with pytest.raises(RuleError) as caught:
        repaired(drawn(16, 5), after, entrants)
    assert caught.value.faults[0].code == code
    assert all("%" not in fault.sentence for fault in caught.value.faults)


def test_new_repeats_are_named_with_their_rounds():
    plan = drawn(32, 8)
    result = repaired(plan, 3, people(32, [1, 2, 3, 4]))
    met = meetings(result.plan)
    assert result.disturbance.repeats  # 28 players meet again in eight rounds
    for two, rounds in result.disturbance.repeats:
        assert met[two] == list(rounds)
        assert len(rounds) > 1
    assert len(result.disturbance.repeats) == sum(
        len(rounds) > 1 for rounds in met.values()
    )
