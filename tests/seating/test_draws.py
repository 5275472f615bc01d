"""Seating from the request to the report, by every method."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

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
    Uneven,
)
from tournaments.seating.generate_seating import Draw, draw
from tournaments.seating.random_seed import combined, commitment, shuffled_by_seed
from tournaments.seating.search_budget import Progress
from tournaments.seating.seating_methods import check
from tournaments.seating.seating_plan import meetings, pairs, seated
from tournaments.seating.seating_request import Method, Options, Request, read_request
from tournaments.seating.verify_seating import verify

#: Fewest known repeats by players and rounds.
GOALS = {
    (16, 5): 0, (20, 5): 0, (24, 7): 0, (28, 9): 0, (32, 8): 0, (32, 10): 0,
    (36, 11): 0, (40, 8): 0, (40, 13): 0, (48, 8): 0, (48, 15): 0, (52, 17): 0,
    (56, 18): 0, (60, 19): 0, (64, 8): 0, (64, 10): 0, (64, 21): 0, (72, 6): 0,
    (76, 10): 0, (88, 9): 0, (100, 8): 0, (136, 7): 0, (200, 8): 0, (1000, 8): 0,
    (8, 2): 4, (8, 5): 32, (12, 3): 8, (12, 5): 27, (16, 7): 48, (20, 6): 6,
    (20, 8): 50, (24, 8): 18, (28, 10): 42, (32, 11): 32, (32, 12): 82,
    (36, 12): 27, (36, 13): 83, (40, 14): 60, (40, 15): 125, (44, 15): 44,
}  # fmt: skip

#: Sizes with a known plan in which no player sits at a table twice (rounds ≤ tables).
TABLES_ONCE = [
    (20, 5), (24, 5), (28, 7), (32, 8), (36, 9), (40, 9), (44, 11), (48, 12),
    (52, 13), (56, 12), (60, 13), (64, 16), (72, 15), (100, 8), (1000, 8),
]  # fmt: skip

QUICK = Constraints(moves=20_000)


def people(count: int, **words: list[str]) -> tuple[SeatingPlayer, ...]:
    return tuple(
        SeatingPlayer(
            number, **{word: given[number - 1] for word, given in words.items()}
        )
        for number in range(1, count + 1)
    )


def plain(players: int, rounds: int, seed: str = "s", **more: object) -> Draw:
    return draw(Request(people(players), rounds, seed, **more))  # type: ignore[arg-type]


def in_each_round(drawn: Draw) -> list[list[int]]:
    return [
        sorted(who for table in round_ for who in seated(table))
        for round_ in drawn.plan
    ]


@pytest.mark.parametrize("size", GOALS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_as_few_repeats_as_are_known(size: tuple[int, int]) -> None:
    drawn = plain(*size)
    assert drawn.report.repeats <= GOALS[size]
    assert drawn.report.wind_range_running <= 1
    assert in_each_round(drawn) == [list(range(1, size[0] + 1))] * size[1]


@pytest.mark.parametrize("size", TABLES_ONCE, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nobody_comes_to_a_table_twice(size: tuple[int, int]) -> None:
    report = plain(*size).report
    assert (report.repeats, report.table_revisits) == (0, 0)


def test_the_same_request_gives_the_same_bytes() -> None:
    once, again, other = (
        json.dumps(plain(40, 9, seed).as_data()) for seed in ("a", "a", "b")
    )
    assert once == again
    assert json.loads(once)["rounds"] != json.loads(other)["rounds"]


def test_the_lots_can_be_repeated_from_their_description() -> None:
    from hashlib import sha256

    order = list(range(16))
    for k, place in enumerate(range(15, 0, -1)):
        number = int(sha256(f"lots:dice 3 5:{k}".encode()).hexdigest(), 16)
        other = number % (place + 1)
        order[place], order[other] = order[other], order[place]
    assert shuffled_by_seed("dice 3 5", range(16)) == order


@given(
    st.integers(8, 45),
    st.integers(1, 6),
    st.sampled_from(Uneven),
    st.integers(0, 3),
    st.text(max_size=8),
)
@examples(25)
def test_every_round_seats_everybody_exactly_once(
    players: int, rounds: int, uneven: Uneven, teams: int, seed: str
) -> None:
    names = ["" if not teams else f"t{who % (players // 4)}" for who in range(players)]
    drawn = draw(
        Request(
            people(players, team=names),
            rounds,
            seed,
            demands=replace(QUICK, uneven=uneven),
        )
    )
    everyone = set(range(1, players + 1))
    for round_ in in_each_round(drawn):
        assert len(round_) == len(set(round_))
        out = everyone - set(round_)
        assert len(out) == (players % 4 if uneven == Uneven.BYES else 0)
        assert set(round_) - everyone <= set(drawn.fillers)
    if uneven == Uneven.FILLERS:
        assert len(drawn.fillers) == -players % 4
        assert drawn.report.wind_range_running <= 1
    if uneven == Uneven.BYES:
        assert drawn.report.as_data()["byes_twice"] == 0 or rounds * 3 > players


@given(st.integers(4, 12), st.integers(2, 5), st.text(max_size=5))
@examples(15)
def test_what_is_hard_is_never_broken_silently(
    tables: int, rounds: int, seed: str
) -> None:
    """Hard constraints are never broken.

    Teams can always be kept apart if they have at most as many players as there are
    tables.
    """
    players = 4 * tables
    teams = [f"t{who % 4}" for who in range(players)]
    never = ((1, 6), (2, 7), (3, 8))
    drawn = draw(
        Request(
            people(players, team=teams),
            rounds,
            seed,
            demands=Constraints(never=never, moves=100_000),
        )
    )
    assert drawn.report.as_data()["team_meetings"] == 0
    assert drawn.report.as_data()["forbidden_meetings"] == 0
    met = meetings(drawn.plan)
    assert not any(teams[a - 1] == teams[b - 1] for a, b in met)
    assert not any(two in met for two in never)


def test_hard_clubs_hold_in_the_first_rounds_only() -> None:
    clubs = [f"c{who % 4}" for who in range(16)]
    demands = Constraints(clubs=Apart(Strictness.HARD, rounds=3), teams=Apart())
    drawn = draw(Request(people(16, club=clubs), 5, "s", demands=demands))
    for round_ in drawn.plan[:3]:
        for table in round_:
            assert len({clubs[who - 1] for who in seated(table)}) == 4


def test_one_of_each_group_at_every_table() -> None:
    areas = ["N", "E", "S", "W"] * 9
    drawn = draw(
        Request(people(36, group=areas), 7, "s", demands=Constraints(groups=True))
    )
    assert drawn.report.repeats == 0
    for round_ in drawn.plan:
        for table in round_:
            assert {areas[who - 1] for who in seated(table)} == set("NESW")


def test_a_wheelchair_keeps_its_table() -> None:
    everyone = (replace(SeatingPlayer(1), table=4), *people(40)[1:])
    drawn = draw(Request(everyone, 8, "s"))
    assert drawn.report.repeats == 0
    assert all(1 in round_[3] for round_ in drawn.plan)


def test_those_who_come_late_or_leave_early_have_no_other_seats() -> None:
    everyone = list(people(42))
    everyone[4] = SeatingPlayer(5, first=3)
    everyone[9] = SeatingPlayer(10, last=2)
    drawn = draw(Request(tuple(everyone), 5, "s", demands=QUICK))
    for number, round_ in enumerate(in_each_round(drawn), 1):
        assert (5 in round_) == (number >= 3)
        assert (10 in round_) == (number <= 2)


def test_a_plan_goes_on_from_the_rounds_played() -> None:
    whole = plain(40, 8)
    played = whole.plan[:3]
    later = draw(Request(people(40), 5, "other", played=played))
    assert len(later.plan) == 5
    assert later.report.rounds == 8
    assert later.report.repeats == 0


def test_locked_tables_stay_and_the_rest_is_drawn_again() -> None:
    first = plain(40, 4)
    locked = ((1, 1), (2, 3), (4, 10))
    again = draw(Request(people(40), 4, "again", draft=first.plan, locked=locked))
    for round_, table in locked:
        kept = first.plan[round_ - 1][table - 1]
        assert set(again.plan[round_ - 1][table - 1]) == set(kept)
    assert again.plan != first.plan
    assert again.report.repeats == 0
    assert in_each_round(again) == in_each_round(first)


def test_a_redrawn_plan_knows_its_house_players() -> None:
    first = plain(18, 3)
    assert first.fillers == (19, 20)
    again = draw(
        Request(
            people(18),
            3,
            "again",
            draft=first.plan,
            locked=((1, 1),),
            fillers=first.fillers,
        )
    )
    assert again.fillers == (19, 20)
    assert again.report.strangers == ()
    assert in_each_round(again) == in_each_round(first)


@pytest.mark.parametrize("uneven", [Uneven.FILLERS, Uneven.BYES, Uneven.THREES])
@pytest.mark.parametrize("count", [16, 18])
@pytest.mark.parametrize(
    "method",
    [Method.RANDOM, Method.SWISS, Method.SNAKE, Method.INTERVALS, Method.RANKS],
)
def test_every_method_keeps_locked_tables(
    method: Method, count: int, uneven: Uneven
) -> None:
    rounds = 2 if method == Method.RANDOM else 1
    standing = () if method == Method.RANDOM else tuple(range(1, count + 1))
    asked = Request(
        people(count),
        rounds,
        "first",
        method,
        demands=Constraints(uneven=uneven),
        standing=standing,
    )
    first = draw(asked)
    locked = tuple(
        (round_, table) for round_ in range(1, rounds + 1) for table in (1, 3)
    )
    again = draw(
        replace(
            asked,
            seed="again",
            draft=first.plan,
            locked=locked,
            fillers=first.fillers,
        )
    )
    for round_, table in locked:
        kept = first.plan[round_ - 1][table - 1]
        assert set(again.plan[round_ - 1][table - 1]) == set(kept)
    assert again.fillers == first.fillers
    for drawn, before in zip(again.plan, first.plan, strict=True):
        numbers = [who for table in drawn for who in seated(table)]
        assert len(numbers) == len(set(numbers))
        assert len(drawn) == len(before)
        if uneven != Uneven.BYES:
            assert set(range(1, count + 1)) <= set(numbers)


def test_fixed_tables_hold_beside_locked_ones() -> None:
    entrants = tuple(
        replace(one, table=3) if one.number == 9 else one for one in people(16)
    )
    draft = plain(16, 1).plan
    place = next(t for t in (1, 2, 4) if 9 not in draft[0][t - 1])
    again = draw(
        Request(entrants, 1, "s", Method.RANDOM, draft=draft, locked=((1, place),))
    )
    seat = next(t for t, table in enumerate(again.plan[0], 1) if 9 in table)
    assert seat == 3


def test_a_locked_table_keeps_its_number_when_others_are_closed() -> None:
    draft = draw(Request(people(16), 1, "s", Method.RANDOM)).plan
    stays = set(draft[0][3])
    left = tuple(one for one in people(16) if one.number in stays)
    newer = tuple(one for one in people(16) if one.number not in stays)[:4]
    again = draw(
        Request((*left, *newer), 1, "s", Method.RANDOM, draft=draft, locked=((1, 4),))
    )
    assert set(again.plan[0][3]) == stays
    assert [len(seated(table)) for table in again.plan[0]] == [4, 0, 0, 4]
    assert again.report.rounds == 1


@pytest.mark.parametrize("lock", [(9, 1), (1, 9), (0, 1), (1, 0), (-1, -1)])
@pytest.mark.parametrize("method", [Method.PLAN, Method.RANDOM])
def test_locks_on_tables_that_are_not_there_are_refused(
    method: Method, lock: tuple[int, int]
) -> None:
    draft = plain(16, 2).plan
    with pytest.raises(RuleError) as caught:
        draw(Request(people(16), 2, "s", method, draft=draft, locked=(lock,)))
    assert [fault.code for fault in caught.value.faults] == ["bad_lock"]
    with pytest.raises(RuleError):
        draw(Request(people(16), 2, "s", method, locked=((1, 1),)))


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        draw(Request(people(16), 2, "half \ud800"))
    assert [(f.code, f.field) for f in caught.value.faults] == [("not_text", "seed")]
    published = plain(16, 2).as_data()
    published |= {"commitment": "x", "secret": "\ud800", "thrown": ""}
    assert [fault.code for fault in verify(published)] == ["no_secret"]


def test_a_long_standing_with_doubles_is_refused_soon() -> None:
    standing = (*range(1, 60_001), *range(1, 60_001))
    with pytest.raises(RuleError):
        check(Request(people(8), 1, "s", Method.SWISS, standing=standing))


@pytest.mark.parametrize(
    ("method", "options", "first_table"),
    [
        (Method.SNAKE, Options(), {20, 13, 12, 5}),
        (Method.INTERVALS, Options(interval=4), {20, 16, 12, 8}),
        (Method.RANKS, Options(), {20, 19, 18, 17}),
        (Method.SWISS, Options(), {20, 19, 18, 17}),
    ],
)
def test_a_round_by_the_standing(
    method: Method, options: Options, first_table: set[int]
) -> None:
    drawn = draw(
        Request(
            people(20),
            1,
            "s",
            method,
            standing=tuple(range(20, 0, -1)),
            options=options,
        )
    )
    if method == Method.SNAKE:
        first_table = {20, 11, 10, 1}
    assert set(drawn.plan[0][0]) == first_table
    assert in_each_round(drawn) == [list(range(1, 21))]


@pytest.mark.parametrize("uneven", Uneven)
def test_a_swiss_round_of_an_uneven_field(uneven: Uneven) -> None:
    standing = tuple(range(1, 24))
    plan = ()
    out: list[set[int]] = []
    for _round in range(4):
        request = Request(
            people(23),
            1,
            "s",
            Method.SWISS,
            replace(QUICK, uneven=uneven),
            plan,
            standing,
        )
        drawn = draw(request)
        plan = (*plan, *drawn.plan)
        out.append(set(range(1, 24)) - set(in_each_round(drawn)[0]))
        tables = [seated(table) for table in drawn.plan[0]]
        assert sum(map(len, tables)) == {"fillers": 24, "byes": 20}.get(uneven, 23)
    if uneven == Uneven.BYES:
        assert out[0] == {21, 22, 23}
        assert len(set.union(*out)) == 12


def test_random_rounds_avoid_repeats() -> None:
    drawn = plain(64, 4, method=Method.RANDOM)
    assert drawn.report.repeats == 0


def test_repair_changes_later_rounds_only() -> None:
    whole = plain(64, 8)
    gone = {3, 17, 40, 61}
    staying = tuple(who for who in people(64) if who.number not in gone)
    mended = draw(
        Request(
            staying,
            5,
            "repair",
            Method.REPAIR,
            played=whole.plan[:3],
            draft=whole.plan[3:],
        )
    )
    assert mended.report.repeats == 0
    assert in_each_round(mended) == [[who.number for who in staying]] * 5
    old = {
        (number, who): table
        for number, round_ in enumerate(whole.plan[3:])
        for table, chairs in enumerate(round_)
        for who in chairs
    }
    moved = sum(
        old[number, who] != table
        for number, round_ in enumerate(mended.plan)
        for table, chairs in enumerate(round_)
        for who in seated(chairs)
    )
    assert moved <= 0.18 * 300


def test_a_stopped_draw_can_be_repeated() -> None:
    def until(progress: Progress) -> bool:
        return progress.moves < 30_000

    everyone = people(44, club=[f"c{who % 3}" for who in range(44)])
    request = Request(everyone, 20, "s")
    stopped = draw(request, until)
    assert stopped.stopped
    assert stopped.moves < 60_000
    again = draw(replace(request, stop_after=stopped.moves))
    assert again.plan == stopped.plan
    assert again.moves == stopped.moves
    assert in_each_round(stopped) == [list(range(1, 45))] * 20


def test_the_watcher_sees_moves_grow() -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return True

    draw(Request(people(48), 17, "s", demands=QUICK), watch)
    assert [one.moves for one in seen] == sorted(one.moves for one in seen)
    assert seen[-1].of == QUICK.moves


def test_a_published_draw_is_verified() -> None:
    published = json.loads(json.dumps(plain(32, 6).as_data()))
    assert verify(published) == []
    published["rounds"][2][1].reverse()
    (difference,) = verify(published)
    assert difference.sentence == "Round 3 differs at these tables: 2."


def test_a_stopped_and_published_draw_is_verified() -> None:
    stopped = draw(Request(people(44), 20, "s"), lambda progress: False)
    published = json.loads(json.dumps(stopped.as_data()))
    assert published["stopped"]
    assert verify(published) == []


def test_a_promise_is_verified() -> None:
    published = plain(16, 2, combined("secret", "4 5")).as_data()
    published |= {
        "commitment": commitment("secret"),
        "secret": "secret",
        "thrown": "4 5",
    }
    assert verify(published) == []
    codes = {fault.code for fault in verify({**published, "secret": "Secret"})}
    assert codes == {"broken_promise", "other_seed"}
    del published["secret"]
    assert [fault.code for fault in verify(published)] == ["no_secret"]


def test_another_version_is_named() -> None:
    published = plain(16, 2).as_data()
    published["request"]["version"] = "0"
    assert [fault.code for fault in verify(published)] == ["other_version"]


def test_a_request_comes_back_from_json() -> None:
    request = Request(
        (SeatingPlayer(3, "A", "T", "DE", "C", "N", 2, 1, 4), *people(2)),
        5,
        "säed",
        Method.SWISS,
        Constraints(
            clubs=Apart(Strictness.HARD, 3), never=((1, 2),), uneven=Uneven.BYES
        ),
        (((1, 2, 3, None),),),
        (1, 2, 3),
        Options(2, "fold", 5, ((1, 2, 3, 4),)),
        (9,),
        locked=((2, 1),),
        stop_after=7,
    )
    assert read_request(json.loads(json.dumps(request.as_data()))) == request


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["request", "rounds", "seed", "entrants", "number", "demands",
                 "weights", "played", "method", "options", "template", "x"]
            ),
            inner,
            max_size=5,
        ),
        max_leaves=20,
    )
)  # fmt: skip
def test_no_json_makes_verify_raise_anything_else(data: object) -> None:
    with suppress(RuleError):
        verify(data)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rounds": 0}, "no_rounds"),
        ({"entrants": people(3)}, "too_few"),
        ({"method": Method.SWISS, "rounds": 2}, "one_round"),
        ({"method": Method.SWISS, "standing": (1, 2)}, "not_in_standing"),
        ({"method": Method.SWISS, "standing": (*range(1, 17), 99)},
         "unknown_in_standing"),
        ({"method": Method.SWISS, "standing": (*range(1, 17), 1)},
         "twice_in_standing"),
        ({"draft": (((1, 2, 3, 4),),)}, "other_draft"),
    ],
)  # fmt: skip
def test_refusals(change: dict[str, object], code: str) -> None:
    request = Request(people(16), 1, "s")
    if "draft" in change:
        request = replace(request, rounds=2)
    with pytest.raises(RuleError) as caught:
        draw(replace(request, **change))  # type: ignore[arg-type]
    assert code in {fault.code for fault in caught.value.faults}


def test_no_pair_is_met_at_an_empty_chair() -> None:
    assert list(pairs((4, None, 2, 9))) == [(2, 4), (2, 9), (4, 9)]


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(16, 4, 0), (24, 5, 0), (28, 8, 0), (32, 9, 0), (40, 12, 0), (64, 20, 0),
     (16, 5, 24), (40, 13, 60), (64, 21, 96)],
)  # fmt: skip
def test_teams_of_four_never_meet_and_cost_what_they_must(
    players: int, rounds: int, repeats: int
) -> None:
    """Teams of four cause only unavoidable repeats.

    Players who cannot meet three others have repeat opponents after they have met
    everyone else. Each further meeting counts as half a repeat for each of its two
    players.
    """
    teams = [f"t{who % (players // 4)}" for who in range(players)]
    drawn = draw(Request(people(players, team=teams), rounds, "s"))
    assert drawn.report.as_data()["team_meetings"] == 0
    assert drawn.report.repeats == repeats


@pytest.mark.parametrize(
    ("method", "options", "field"),
    [
        (Method.RANKS, Options(template=((1, 2, 3),)), "options.template.1"),
        (Method.INTERVALS, Options(interval=0), "options.interval"),
        (Method.SWISS, Options(block=0), "options.block"),
        (Method.SWISS, Options(order="sideways"), "options.order"),
    ],
)
def test_options_are_checked_before_the_draw(
    method: Method, options: Options, field: str
) -> None:
    standing = tuple(range(1, 17))
    request = Request(people(16), 1, "s", method, standing=standing, options=options)
    with pytest.raises(RuleError) as caught:
        check(request)
    assert field in {fault.field for fault in caught.value.faults}


def test_house_players_do_not_sit_out() -> None:
    whole = plain(32, 4)
    staying = people(32)[:29]
    mended = draw(
        Request(
            staying,
            3,
            "s",
            Method.REPAIR,
            played=whole.plan[:1],
            draft=whole.plan[1:],
        )
    )
    assert mended.fillers
    assert mended.report.as_data()["byes_twice"] == 0
    assert mended.report.as_data()["sits_out"] == {}
    assert mended.report.as_data()["strangers"] == []
