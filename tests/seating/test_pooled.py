"""Groups, finals and consolations are seated separately."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count

import pytest

from rules.faults import RuleError
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.generate_seating import Draw, draw
from tournaments.seating.seating_plan import players_in_plan, seated
from tournaments.seating.seating_request import (
    Method,
    Pool,
    Request,
    Seats,
    read_request,
)
from tournaments.seating.verify_seating import verify

QUICK = Constraints(moves=2_000)


def pooled(*sizes: int, seats: Seats = Seats.BALANCED, **more) -> Request:
    """Return a request with players 1, 2, 3 … in pools of these sizes."""
    numbers = count(1)
    pools = tuple(
        Pool(f"{at}", tuple(next(numbers) for _player in range(size)), seats)
        for at, size in enumerate(sizes, 1)
    )
    people = tuple(SeatingPlayer(number) for pool in pools for number in pool.numbers)
    usual = {"rounds": 2, "seed": "pools", "demands": QUICK, "pools": pools}
    return Request(people, **usual | more)


def apart(drawn: Draw) -> bool:
    """Return whether players of different pools never meet."""
    pool_of = {who: pool.name for pool in drawn.request.pools for who in pool.numbers}
    return all(
        len({pool_of[who] for who in seated(table) if who in pool_of}) == 1
        for round_ in drawn.plan
        for table in round_
    )


@pytest.mark.parametrize("method", [Method.PLAN, Method.RANDOM])
def test_each_pool_by_itself_and_again_the_same(method):
    drawn = draw(pooled(8, 12, method=method))
    assert apart(drawn)
    assert [len(round_) for round_ in drawn.plan] == [5, 5]
    assert players_in_plan(drawn.plan) == list(range(1, 21))
    assert verify(json.loads(json.dumps(drawn.as_data()))) == []
    assert read_request(drawn.request.as_data()) == drawn.request


def test_house_players_of_two_pools_are_others():
    drawn = draw(pooled(7, 9))
    assert apart(drawn)
    assert len(drawn.fillers) == len(set(drawn.fillers)) == 4
    assert set(drawn.fillers).isdisjoint(range(1, 17))
    for round_ in drawn.plan:
        people = [who for table in round_ for who in seated(table)]
        assert len(people) == len(set(people)) == 20


def test_byes_stay_within_a_pool():
    drawn = draw(pooled(9, 8, demands=Constraints(uneven=Uneven.BYES, moves=2_000)))
    assert apart(drawn)
    assert not drawn.fillers


def test_four_at_one_table_play_a_series():
    drawn = draw(pooled(4, 8, rounds=3))
    assert {frozenset(round_[0]) for round_ in drawn.plan} == {frozenset((1, 2, 3, 4))}
    assert len({round_[0][0] for round_ in drawn.plan}) == 3


def test_seats_by_rank_and_east_to_the_first():
    standing = tuple(range(16, 0, -1))
    ranked = {"method": Method.RANKS, "rounds": 1, "standing": standing}
    [round_] = draw(pooled(8, 8, seats=Seats.RANK, **ranked)).plan
    assert round_[0] == (8, 7, 6, 5)
    assert round_[2] == (16, 15, 14, 13)
    [round_] = draw(pooled(8, 8, seats=Seats.EAST, **ranked)).plan
    assert [table[0] for table in round_] == [8, 4, 16, 12]


def test_locked_tables_stay_and_what_is_repaired_stays_in_its_pool():
    first = draw(pooled(8, 8, rounds=1, method=Method.RANDOM))
    locked = ((1, 2), (1, 4))
    again = draw(replace(first.request, draft=first.plan, locked=locked, seed="other"))
    assert again.plan[0][1] == first.plan[0][1]
    assert again.plan[0][3] == first.plan[0][3]
    left = tuple(entrant for entrant in first.request.entrants if entrant.number != 3)
    pools = (replace(first.request.pools[0], numbers=(1, 2, 4, 5, 6, 7, 8)),)
    repaired = draw(
        replace(
            first.request,
            entrants=left,
            pools=(*pools, first.request.pools[1]),
            draft=first.plan,
            method=Method.REPAIR,
        )
    )
    assert apart(repaired)
    assert 3 not in players_in_plan(repaired.plan)
    assert repaired.changed is not None


def test_everybody_is_in_one_pool():
    request = pooled(8, 8)
    stranger = replace(request, entrants=(*request.entrants, SeatingPlayer(99)))
    with pytest.raises(RuleError, match="99"):
        draw(stranger)


def test_whoever_stops_it_gets_the_same_again():
    seen: list[int] = []

    def watcher(progress) -> bool:
        seen.append(progress.moves)
        return len(seen) < 3

    request = pooled(10, 10, rounds=4, demands=Constraints(moves=400_000))
    drawn = draw(request, watcher)
    assert verify(json.loads(json.dumps(drawn.as_data()))) == []
