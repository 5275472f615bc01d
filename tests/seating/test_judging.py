"""The quality report, compared with a second, simple count."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from math import ceil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seating.growth import times_the_work
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
)
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.judging.quality_report_wording import sentences
from tournaments.seating.winds.wind_balance import balanced

#: Eight players and three rounds: 1 and 2 meet three times, 3 has one bye.
PLAN = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((2, 1, 5, 6), (3, 4, 7, 8)),
    ((1, 5, 2, 7), (8, 4, 6, None)),
)


@st.composite
def plans(draw):
    """Generate rounds of one to four tables with empty seats, for up to 18 players."""
    players = draw(st.integers(1, 18))
    plan = []
    for _ in range(draw(st.integers(1, 6))):
        chairs = draw(st.permutations([*range(1, players + 1), *[None] * 4]))
        count = 4 * draw(st.integers(1, 4))
        chairs = [*chairs, *[None] * count][:count]
        plan.append(tuple(tuple(chairs[i : i + 4]) for i in range(0, count, 4)))
    return tuple(plan)


@st.composite
def entries(draw):
    """Generate players 1 to n with few different values.

    Some are absent or at a fixed table.
    """
    word = st.sampled_from(["", "A", "B"])
    return [
        SeatingPlayer(
            number,
            team=draw(word),
            country=draw(word),
            club=draw(word),
            group=draw(word),
            table=draw(st.sampled_from([None, None, 1, 2])),
            first=draw(st.integers(1, 3)),
            last=draw(st.sampled_from([None, 3, 4])),
        )
        for number in range(1, draw(st.integers(1, 18)) + 1)
    ]


def people_of(plan):
    return sorted({n for round_ in plan for table in round_ for n in table if n})


def times_met(plan, one, other, rounds=None):
    return sum(
        one in table and other in table for round_ in plan[:rounds] for table in round_
    )


def wind_ranges(plan, number):
    """Return the difference between a player's highest and lowest number of winds after
    each round.
    """
    ranges = []
    for last in range(1, len(plan) + 1):
        counts = [
            sum(table[wind] == number for round_ in plan[:last] for table in round_)
            for wind in range(4)
        ]
        ranges.append(max(counts) - min(counts))
    return ranges


@given(plans())
def test_pairs_are_counted_as_a_plain_count_does(plan):
    report = judge(plan)
    met = {two: times_met(plan, *two) for two in combinations(people_of(plan), 2)}
    assert report.players == len(people_of(plan))
    assert report.repeats == sum(max(times - 1, 0) for times in met.values())
    assert report.max_meetings == max(met.values(), default=0)
    histogram = dict(enumerate(report.histogram))
    assert Counter(met.values()) == {k: v for k, v in histogram.items() if v}
    assert {r.pair: len(r.rounds) for r in report.repeated} == {
        two: times for two, times in met.items() if times > 1
    }
    assert report.at_once == sum(
        times_met((before,), *two) and times_met((after,), *two)
        for before, after in pairwise(plan)
        for two in met
    )
    assert report.least_repeats <= report.repeats


@given(plans())
def test_shared_opponents_are_counted_as_a_plain_count_does(plan):
    people = people_of(plan)
    opponents = {
        n: {m for m in people if m != n and times_met(plan, n, m)} for n in people
    }
    shared = [
        len(opponents[one] & opponents[other])
        for one, other in combinations(people, 2)
        if other not in opponents[one]
    ]
    found = judge(plan).indirect
    assert found.never_meet == len(shared)
    assert found.share_none == shared.count(0)
    assert found.least_shared == min(shared, default=0)


@given(plans(), entries())
def test_tables_winds_and_chairs_are_counted_as_a_plain_count_does(plan, entrants):
    report = judge(plan, entrants)
    known = {entrant.number: entrant for entrant in entrants}
    tables = max(map(len, plan))
    revisits = avoidable = most = 0
    for number in people_of(plan):
        at = [i for round_ in plan for i, table in enumerate(round_) if number in table]
        for table in set(at):
            revisits += at.count(table) - 1
            most = max(most, at.count(table))
            if number not in known or known[number].table is None:
                avoidable += max(0, at.count(table) - ceil(len(at) / tables))
    assert report.table_revisits == revisits
    assert report.avoidable_table_revisits == avoidable
    assert report.most_table_visits == most

    ranges = {number: wind_ranges(plan, number) for number in people_of(plan)}
    assert report.wind_range == max((r[-1] for r in ranges.values()), default=0)
    assert report.wind_range_running == max(map(max, ranges.values()), default=0)
    assert report.winds_above_one == tuple(n for n, r in ranges.items() if r[-1] > 1)

    sits_out = {}
    for number in {*known, *people_of(plan)}:
        for round_number, round_ in enumerate(plan, 1):
            plays = number not in known or known[number].plays(round_number)
            if plays and not any(number in table for table in round_):
                sits_out.setdefault(number, []).append(round_number)
    assert report.as_data()["sits_out"] == {str(n): r for n, r in sits_out.items()}
    assert report.as_data()["byes_twice"] == sum(len(r) > 1 for r in sits_out.values())
    assert report.empty_chairs == sum(t.count(None) for r in plan for t in r)


@given(plans(), entries(), st.sampled_from([None, 1, 2]))
def test_mates_are_counted_as_a_plain_count_does(plan, entrants, rounds):
    demands = Constraints(
        countries=Apart(Strictness.SOFT, rounds), never=((2, 1), (3, 5))
    )
    report = judge(plan, entrants, demands)
    data = report.as_data()
    for word in ("team", "country", "club", "group"):
        meetings = sum(
            times_met(plan, a.number, b.number, rounds if word == "country" else None)
            for a, b in combinations(entrants, 2)
            if getattr(a, word) and getattr(a, word) == getattr(b, word)
        )
        assert data[f"{word}_meetings"] == meetings
        assert data["mates"][word]["least"] <= meetings
    assert data["forbidden_meetings"] == times_met(plan, 1, 2) + times_met(plan, 3, 5)


def test_nine_of_a_team_at_eight_tables_are_one_meeting_a_round():
    plan = tuple(
        tuple(tuple(range(4 * table + 1, 4 * table + 5)) for table in range(8))
        for _round in range(3)
    )
    nine = [1, 5, 9, 13, 17, 21, 25, 29, 30]
    report = judge(plan, [SeatingPlayer(n, team="Lyon") for n in nine])
    lyon = report.mates["team"]
    assert (lyon.least, lyon.meetings, lyon.members) == (3, 3, 9)
    assert [(met.pair, met.rounds, met.word) for met in lyon.pairs] == [
        ((29, 30), (1, 2, 3), "Lyon")
    ]


def test_the_least_of_a_country_larger_than_the_hall_has_tables():
    """Twelve players of one country sit at 10 tables, so at least two pairs of them
    meet in each of 8 rounds.
    """
    plan = tuple(
        tuple(tuple(range(4 * table + 1, 4 * table + 5)) for table in range(10))
        for _round in range(8)
    )
    report = judge(plan, [SeatingPlayer(n, country="FRA") for n in range(1, 13)])
    assert report.mates["country"].least == 16
    assert report.mates["country"].meetings == 3 * 6 * 8


@pytest.mark.parametrize(
    ("players", "rounds", "least"), [(20, 7, 20), (16, 6, 24), (8, 7, 56), (20, 6, 0)]
)
def test_the_counting_bound_of_repeats(players, rounds, least):
    four = [tuple(range(t + 1, t + 5)) for t in range(0, players, 4)]
    assert judge((tuple(four),) * rounds).least_repeats == least


def test_a_report_as_data():
    entrants = [
        SeatingPlayer(1, team="A"),
        SeatingPlayer(2, team="A", last=2),
        *(SeatingPlayer(n) for n in (3, 4, 5, 6)),
        SeatingPlayer(7, table=2),
        SeatingPlayer(9),
    ]
    demands = Constraints(never=((7, 5),))
    data = judge(PLAN, entrants, demands).as_data()
    assert data == json.loads(json.dumps(data))
    nobody = {"meetings": 0, "least": 0, "members": 0, "rounds": None, "who": []}
    soft = {**nobody, "strictness": "soft"}
    assert data == {
        "players": 8,
        "rounds": 3,
        "tables": 2,
        "repeats": 10,
        "least_repeats": 6,
        "max_meetings": 3,
        "pairs_by_meetings": [5, 14, 8, 1],
        "repeated": [
            {"pair": [1, 2], "rounds": [1, 2, 3]},
            {"pair": [1, 5], "rounds": [2, 3]},
            {"pair": [2, 5], "rounds": [2, 3]},
            {"pair": [3, 4], "rounds": [1, 2]},
            {"pair": [4, 8], "rounds": [2, 3]},
            {"pair": [5, 6], "rounds": [1, 2]},
            {"pair": [5, 7], "rounds": [1, 3]},
            {"pair": [6, 8], "rounds": [1, 3]},
            {"pair": [7, 8], "rounds": [1, 2]},
        ],
        "at_once": 8,
        "smallest_gap": 1,
        "indirect": {"never_meet": 5, "share_none": 0, "least_shared": 4},
        "team_meetings": 3,
        "country_meetings": 0,
        "club_meetings": 0,
        "group_meetings": 0,
        "mates": {
            "team": {
                "meetings": 3,
                "least": 0,
                "members": 2,
                "strictness": "hard",
                "rounds": None,
                "who": [{"pair": [1, 2], "rounds": [1, 2, 3], "word": "A"}],
            },
            "country": soft,
            "club": soft,
            "group": {**nobody, "strictness": "off"},
        },
        "forbidden_meetings": 2,
        "forbidden": [{"pair": [5, 7], "rounds": [1, 3]}],
        "table_revisits": 10,
        "avoidable_table_revisits": 3,
        "most_table_visits": 3,
        "misplaced": [{"number": 7, "round": 3, "table": 1}],
        "wind_range": 2,
        "wind_range_running": 2,
        "winds_above_one": [1, 4, 7, 8],
        "winds": {
            "1": [2, 1, 0, 0],
            "2": [1, 1, 1, 0],
            "3": [1, 0, 1, 0],
            "4": [0, 2, 0, 1],
            "5": [1, 1, 1, 0],
            "6": [0, 1, 1, 1],
            "7": [0, 0, 2, 1],
            "8": [1, 0, 0, 2],
        },
        "empty_chairs": 1,
        "byes_twice": 1,
        "sits_out": {"3": [3], "9": [1, 2, 3]},
        "away": [{"number": 2, "round": 3, "table": 1}],
        "strangers": [8],
    }


def test_a_report_in_words():
    entrants = [SeatingPlayer(n, team="A" if n < 3 else "") for n in range(1, 9)]
    demands = Constraints(teams=Apart(Strictness.HARD, 2), never=((7, 5),))
    assert [
        (r.fine, r.sentence) for r in sentences(judge(PLAN, entrants, demands))
    ] == [
        (False, "Pairs to keep apart that meet – pair (rounds): 5–7 (1, 3)."),
        (
            False,
            "Repeat meetings: 10. At least 6 cannot be avoided.",
        ),
        (
            False,
            "Pairs of repeat opponents: 9. Pair (rounds): 1–2 (1, 2, 3), 1–5 (2, 3), "
            "2–5 (2, 3), 3–4 (1, 2), 4–8 (2, 3), 5–6 (1, 2), 5–7 (1, 3), 6–8 (1, 3), "
            "7–8 (1, 2).",
        ),
        (False, "Most meetings of two players: 3."),
        (False, "Repeat meetings in consecutive rounds: 8."),
        (
            False,
            "Meetings of team-mates: 2 (fewer may be possible). Players: 1–2 (1, 2).",
        ),
        (True, "Team-mates are kept apart only up to round 2."),
        (
            False,
            "Players whose wind counts differ by more than 1 at the end: "
            "4 (1, 4, 7, 8). Largest difference: 2.",
        ),
        (
            True,
            "Returns to the same table: 10. This does not affect opponents or winds.",
        ),
        (True, "Empty seats in all rounds: 1."),
        (True, "Players with one bye: 1. No player has two."),
        (
            True,
            "Pairs that never meet: 5. Fewest shared opponents of such a pair: 4.",
        ),
    ]


def test_a_perfect_plan_in_words():
    """The report of a perfect plan.

    The plan has four pools of five labels, which move on by 0, 1, 2 and 3 places in
    each round.
    """
    rounds = [
        [
            [5 * pool + (table + (pool + 1) * step) % 5 + 1 for pool in range(4)]
            for table in range(5)
        ]
        for step in range(4)
    ]
    remarks = sentences(
        judge(balanced(rounds), [SeatingPlayer(n) for n in range(1, 21)])
    )
    assert all(remark.fine for remark in remarks)
    assert [remark.sentence for remark in remarks] == [
        "No repeat opponents.",
        "After every round, no player's wind counts differ by more than 1.",
        "No player sits at the same table twice.",
        "Pairs that never meet: 70. Fewest shared opponents of such a pair: 8.",
    ]


def test_what_only_some_reports_say():
    strange = judge(
        PLAN, [SeatingPlayer(1, table=1, last=1), SeatingPlayer(2, table=1)]
    )
    said = {remark.code: remark.sentence for remark in sentences(strange)}
    assert said["strangers"] == (
        "In the plan, but not in the player list: 3, 4, 5, 6, 7, 8."
    )
    assert said["away"] == (
        "Players seated in a round in which they do not play – player (round): "
        "1 (2), 1 (3)."
    )


def test_what_cannot_be_avoided_is_fine():
    """Unavoidable meetings are not a fault.

    In seven rounds, each of eight players must meet every other player three times, as
    in this plan.
    """
    rounds = [
        [(1, 2, 3, 4), (5, 6, 7, 8)],
        [(1, 2, 5, 6), (3, 4, 7, 8)],
        [(1, 2, 7, 8), (3, 4, 5, 6)],
        [(1, 3, 5, 7), (2, 4, 6, 8)],
        [(1, 3, 6, 8), (2, 4, 5, 7)],
        [(1, 4, 5, 8), (2, 3, 6, 7)],
        [(1, 4, 6, 7), (2, 3, 5, 8)],
    ]
    everybody = [SeatingPlayer(n, team="all") for n in range(1, 9)]
    fine = {
        remark.code: remark.fine
        for remark in sentences(judge(balanced(rounds), everybody))
    }
    assert fine["fewest_repeats"]
    assert fine["repeated"]
    assert fine["most_meetings"]
    assert fine["fewest_team"]
    assert fine["all_meet"]


@given(plans(), entries())
def test_every_report_can_be_said(plan, entrants):
    remarks = sentences(
        judge(plan, entrants, Constraints(groups=True, never=((1, 2),)))
    )
    assert len({remark.code for remark in remarks}) == len(remarks)
    assert all(remark.sentence.endswith(".") for remark in remarks)
    assert all("%(" not in remark.sentence for remark in remarks)


def test_long_lists_are_cut_in_words_only():
    plan = (tuple(tuple(range(i, i + 4)) for i in range(1, 401, 4)),) * 2
    report = judge(plan)
    repeated = {r.code: r for r in sentences(report)}["repeated"]
    assert len(report.repeated) == 600
    assert repeated.sentence.count("–") == 20
    assert repeated.sentence.endswith(", ….")


def test_shared_opponents_of_many_are_counted_only_when_asked():
    plan = (tuple(tuple(range(i, i + 4)) for i in range(1, 401, 4)),)
    assert judge(plan).indirect is None
    assert judge(plan, indirect=True).indirect.share_none == 400 * 399 // 2 - 600


def of_many(players: int) -> tuple:
    """Return eight random rounds for `players` players, and the players."""
    chance = Random(4)
    numbers = list(range(1, players + 1))
    rounds = []
    for _ in range(8):
        chance.shuffle(numbers)
        rounds.append([numbers[i : i + 4] for i in range(0, players, 4)])
    entrants = [
        SeatingPlayer(n, country=str(n % 30), club=str(n % 90)) for n in numbers
    ]
    return balanced(rounds), entrants


def test_work_grows_slower_than_the_square_of_the_players():
    large, small = of_many(1000), of_many(200)
    assert judge(*large).as_data()["country_meetings"] > 0
    assert times_the_work(lambda: judge(*large), lambda: judge(*small)) < 22


def test_a_plan_without_anybody():
    report = judge(())
    assert (report.players, report.rounds, report.tables) == (0, 0, 0)
    assert report.as_data()["max_meetings"] == 0
