"""Seating at tables of three: plans, bounds, winds, Swiss rounds, byes and repairs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rules.faults import RuleError
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
    Uneven,
)
from tournaments.seating.generate_seating import draw
from tournaments.seating.least_possible_repeats import least_repeats, most_rounds
from tournaments.seating.meetings.plans_of_three import (
    most_rounds_for_three,
    perfect_for_three,
)
from tournaments.seating.seating_plan import meetings, players_in_plan, seated
from tournaments.seating.seating_request import (
    RANKED,
    Method,
    Options,
    Pool,
    Request,
    read_request,
)
from tournaments.seating.verify_seating import verify

THREES = Constraints(size=3)
BYES = replace(THREES, uneven=Uneven.BYES)


def entrants(count: int, **more: object) -> tuple[SeatingPlayer, ...]:
    return tuple(SeatingPlayer(number + 1, **more) for number in range(count))


def request(count: int, rounds: int, demands: Constraints = THREES, **more) -> Request:
    return Request(entrants(count), rounds, "threes", demands=demands, **more)


def all_full(plan) -> bool:
    """Return whether every table in use has E, S and W, and no North."""
    return all(
        None not in table[:3] and table[3] is None
        for round_ in plan
        for table in round_
        if seated(table)
    )


@pytest.mark.parametrize("players", range(9, 61, 3))
def test_the_longest_plan_has_no_repeats_and_reaches_the_bound(players):
    longest = most_rounds_for_three(players)
    assert longest == most_rounds(players, 3)
    structure = perfect_for_three(players, longest)
    seen = set()
    for tables in structure.rounds:
        assert sorted(label for table in tables for label in table) == [*range(players)]
        for table in tables:
            for two in combinations(sorted(table), 2):
                assert two not in seen
                seen.add(two)
    assert perfect_for_three(players, longest + 1) is None


@pytest.mark.parametrize("players", range(9, 100, 3))
def test_plans_with_numbered_tables_visit_none_twice(players):
    rounds = most_rounds_for_three(players)
    while not perfect_for_three(players, rounds).numbered:
        rounds -= 1
    structure = perfect_for_three(players, rounds)
    for label in range(players):
        places = [
            place
            for tables in structure.rounds
            for place, table in enumerate(tables)
            if label in table
        ]
        assert len(set(places)) == len(places) == rounds


@pytest.mark.parametrize(
    ("players", "rounds"), [(9, 4), (12, 4), (12, 8), (15, 9), (18, 8), (30, 10)]
)
def test_a_whole_plan_has_the_fewest_repeats_and_even_winds(players, rounds):
    report = draw(request(players, rounds)).report
    assert report.repeats == least_repeats(players, rounds, 3)
    assert report.wind_range_running <= 1
    assert report.empty_chairs == 0


def test_a_plan_is_the_same_again():
    drawn = draw(request(12, 5))
    assert all_full(drawn.plan)
    assert read_request(drawn.request.as_data()) == drawn.request
    assert not verify(drawn.as_data())


def test_requests_for_tables_of_four_do_not_mention_a_size():
    assert "size" not in Request(entrants(16), 3, "x").as_data()["demands"]
    data = request(12, 3).as_data()
    data["demands"]["size"] = 5
    with pytest.raises(RuleError):
        read_request(data)


@pytest.mark.parametrize("count", [10, 11, 13, 17, 23])
def test_house_players_fill_the_last_table(count):
    drawn = draw(request(count, 5))
    assert len(drawn.fillers) == -count % 3
    assert all_full(drawn.plan)


@pytest.mark.parametrize("count", [10, 11, 13, 17, 23])
def test_byes_are_shared_evenly(count):
    drawn = draw(request(count, 5, BYES))
    assert all_full(drawn.plan)
    times = [len(rounds) for rounds in drawn.report.sits_out.values()]
    assert sum(times) == 5 * (count % 3)
    assert max(times) <= -(-sum(times) // count)


def test_late_players_and_early_leavers():
    some = [*entrants(13), SeatingPlayer(14, first=2), SeatingPlayer(15, last=3)]
    for demands in (THREES, BYES):
        drawn = draw(Request(tuple(some), 5, "late", demands=demands))
        assert all_full(drawn.plan)
        assert not drawn.report.away


@pytest.mark.parametrize("method", [*RANKED, Method.RANDOM])
@pytest.mark.parametrize("count", [9, 10, 24])
def test_single_rounds(method, count):
    plan = draw(request(count, 2)).plan
    standing = tuple(range(1, count + 1))
    options = Options(interval=2)
    drawn = draw(
        request(
            count, 1, method=method, played=plan, standing=standing, options=options
        )
    )
    assert all_full(drawn.plan)
    assert len(players_in_plan(drawn.plan)) == count + -count % 3


def test_a_swiss_round_seats_neighbours_and_avoids_repeats():
    count = 24
    played = draw(request(count, 3)).plan
    standing = tuple(range(1, count + 1))
    drawn = draw(
        request(count, 1, method=Method.SWISS, played=played, standing=standing)
    )
    met = set(meetings(played))
    assert not met & set(meetings(drawn.plan))
    for place, table in enumerate(drawn.plan[0]):
        assert all(abs((number - 1) // 3 - place) <= 4 for number in seated(table))


def test_ranks_without_a_template_follow_in_threes():
    standing = tuple(range(1, 10))
    drawn = draw(request(9, 1, method=Method.RANKS, standing=standing))
    assert [sorted(seated(table)) for table in drawn.plan[0]] == [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
    ]
    snake = draw(request(9, 1, method=Method.SNAKE, standing=standing))
    assert [sorted(seated(table)) for table in snake.plan[0]] == [
        [1, 6, 7],
        [2, 5, 8],
        [3, 4, 9],
    ]


@pytest.mark.parametrize("uneven", [Uneven.FILLERS, Uneven.BYES])
def test_a_repair_changes_few_seats(uneven):
    demands = replace(THREES, uneven=uneven)
    plan = draw(request(15, 6, demands)).plan
    left = [SeatingPlayer(n, last=2 if n == 7 else None) for n in range(1, 16)]
    repaired = draw(
        Request(
            tuple(one for one in left if one.number != 7),
            4,
            "repair",
            method=Method.REPAIR,
            demands=demands,
            played=plan[:2],
            draft=plan[2:],
        )
    )
    assert all_full(repaired.plan)
    assert 7 not in players_in_plan(repaired.plan)
    assert repaired.changed.moved <= repaired.changed.seats // 2


def test_rounds_after_played_ones_and_locked_tables():
    first = draw(request(12, 4))
    more = draw(request(12, 3, played=first.plan[:1]))
    assert all_full(more.plan)
    locked = draw(request(12, 4, draft=first.plan, locked=((1, 2), (2, 1))))
    assert sorted(seated(locked.plan[0][1])) == sorted(seated(first.plan[0][1]))
    assert all_full(locked.plan)


def test_groups_are_seated_among_themselves():
    pools = (Pool("A", tuple(range(1, 10))), Pool("B", tuple(range(10, 19))))
    drawn = draw(request(18, 3, pools=pools))
    assert all_full(drawn.plan)
    assert all(
        len({number <= 9 for number in seated(table)}) == 1
        for round_ in drawn.plan
        for table in round_
    )


def test_team_mates_are_kept_apart():
    teams = tuple(
        SeatingPlayer(number + 1, team=str(number // 3)) for number in range(18)
    )
    demands = replace(THREES, teams=Apart(Strictness.HARD))
    report = draw(Request(teams, 6, "teams", demands=demands)).report
    assert not report.mates["team"].pairs
    assert report.repeats == 0


def test_tables_of_three_are_never_shorter():
    with pytest.raises(RuleError):
        draw(request(2, 1))
    with pytest.raises(RuleError):
        draw(request(2, 1, BYES))
