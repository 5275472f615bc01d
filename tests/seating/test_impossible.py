"""Invalid requests, and warnings about unavoidable defects of any plan."""

from itertools import combinations

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
    Weights,
)
from tournaments.seating.impossible_constraints import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    refuse,
    tables_for,
    unavoidable,
)
from tournaments.seating.random_seed import Chance

PLAIN = Constraints()


def players(count, **words):
    return [SeatingPlayer(number, **words) for number in range(1, count + 1)]


def teams(players, size):
    return [SeatingPlayer(k + 1, team=f"team {k // size}") for k in range(players)]


def refused(entrants, rounds=4, demands=PLAIN):
    with pytest.raises(RuleError) as caught:
        refuse(entrants, rounds, demands)
    return [(fault.code, fault.field, fault.sentence) for fault in caught.value.faults]


def said(entrants, rounds, demands=PLAIN):
    tables = tables_for(len(entrants), demands.uneven)
    faults = unavoidable(entrants, rounds, demands, tables)
    return [fault.sentence for fault in faults]


def test_what_makes_sense_is_not_refused():
    refuse(players(4), 1, Constraints())
    refuse(players(MOST_PLAYERS), MOST_ROUNDS, Constraints())
    refuse(
        [*teams(9, 9), *teams(32, 4)[9:]], 8, Constraints(teams=Apart(Strictness.HARD))
    )
    late = [
        *players(8),
        SeatingPlayer(9, first=3),
        SeatingPlayer(10, last=2),
        SeatingPlayer(11, last=99),
    ]
    refuse(late, 4, Constraints(never=((1, 2), (2, 1), (9, 10))))


@pytest.mark.parametrize(
    ("entrants", "rounds", "expected"),
    [
        (
            players(3),
            4,
            ("too_few", "entrants", "Seating needs at least 4 players. There are 3."),
        ),
        (
            players(MOST_PLAYERS + 1),
            4,
            (
                "too_many",
                "entrants",
                "Seating is possible for at most 10000 players. There are 10001.",
            ),
        ),
        (players(8), 0, ("no_rounds", "rounds", "Enter at least 1 round.")),
        (
            players(8),
            301,
            (
                "too_many_rounds",
                "rounds",
                "Seating is possible for at most 300 rounds. You entered 301.",
            ),
        ),
        (
            [*players(8), SeatingPlayer(3)],
            4,
            ("number_twice", "entrants", "2 players have number 3."),
        ),
        (
            [*players(8), SeatingPlayer(0)],
            4,
            ("bad_number", "entrants", "Player numbers start at 1, not 0."),
        ),
        (
            [*players(8), SeatingPlayer(9, first=0)],
            4,
            (
                "bad_first",
                "entrants.9.first",
                "Player 9: rounds start at 1, not 0.",
            ),
        ),
        (
            [SeatingPlayer(9, first=3, last=2), *players(8)],
            4,
            (
                "crossed",
                "entrants.1.last",
                "Player 9 cannot leave after round 2 and arrive for round 3.",
            ),
        ),
        (
            [*players(8), SeatingPlayer(9, table=4)],
            4,
            (
                "no_such_table",
                "entrants.9.table",
                "Player 9 cannot be fixed at table 4. There are tables 1 to 3.",
            ),
        ),
        (
            [*players(8), *(SeatingPlayer(k, table=2) for k in range(9, 14))],
            4,
            (
                "table_too_full",
                "entrants",
                "5 players are fixed at table 2 with 4 seats: 9, 10, 11, 12, 13.",
            ),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_nonsense_is_refused(entrants, rounds, expected):
    assert refused(entrants, rounds) == [expected]


@pytest.mark.parametrize(
    ("entrants", "demands", "expected"),
    [
        (
            players(8),
            Constraints(never=((3, 3),)),
            (
                "never_alone",
                "demands.never",
                "Enter 2 different players to keep apart, not 3 twice.",
            ),
        ),
        (
            players(8),
            Constraints(never=((1, 99),)),
            (
                "never_unknown",
                "demands.never",
                "Players to keep apart, 1 and 99: there is no player 99.",
            ),
        ),
        (
            [*players(6), SeatingPlayer(7, table=1), SeatingPlayer(8, table=1)],
            Constraints(never=((8, 7),)),
            (
                "never_and_fixed",
                "demands.never",
                "Players to keep apart, 7 and 8, are both fixed at table 1.",
            ),
        ),
        (
            players(8),
            Constraints(weights=Weights(club=-1)),
            (
                "bad_weight",
                "demands.weights.club",
                "The weight “club” cannot be negative: -1.",
            ),
        ),
        (
            players(8),
            Constraints(countries=Apart(rounds=-1)),
            (
                "bad_rounds",
                "demands.countries.rounds",
                "The number of rounds cannot be negative: -1.",
            ),
        ),
        (
            players(8),
            Constraints(moves=-1),
            (
                "bad_moves",
                "demands.moves",
                "The number of search moves cannot be negative: -1.",
            ),
        ),
        (
            players(8),
            Constraints(groups=True),
            (
                "no_groups",
                "demands.groups",
                "One player of each group at every table: no player has a group.",
            ),
        ),
        (
            [*players(5), *(SeatingPlayer(k, group="North") for k in range(6, 9))],
            Constraints(groups=True),
            (
                "group_too_large",
                "demands.groups",
                "Group North has 3 players for 2 tables, so it is impossible to seat "
                "exactly 1 of these players at each table.",
            ),
        ),
        (
            [SeatingPlayer(k, group="ABCDE"[k % 5]) for k in range(1, 9)],
            Constraints(groups=True),
            (
                "too_many_groups",
                "demands.groups",
                "One player of each group at every table: a table has 4 seats for 5 "
                "groups.",
            ),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_demands_that_contradict_themselves_are_refused(entrants, demands, expected):
    assert refused(entrants, demands=demands) == [expected]


def test_every_fault_is_said_at_once():
    found = refused(
        [*players(2), SeatingPlayer(2)], 0, Constraints(never=((1, 1), (1, 9)))
    )
    assert [code for code, _field, _sentence in found] == [
        "too_few",
        "no_rounds",
        "number_twice",
        "never_alone",
        "never_unknown",
    ]


def test_who_comes_when_another_has_left_may_have_his_chair():
    entrants = [
        *players(8),
        *(SeatingPlayer(k, table=1, last=2) for k in range(9, 13)),
        SeatingPlayer(13, table=1, first=3),
    ]
    refuse(entrants, 4, Constraints(never=((9, 13),)))
    groups = [
        *players(6),
        SeatingPlayer(7, group="A", last=1),
        SeatingPlayer(8, group="A"),
    ]
    refuse([*groups, SeatingPlayer(9, group="A", first=2)], 2, Constraints(groups=True))


def test_a_team_larger_than_there_are_tables():
    entrants = [SeatingPlayer(k, team="Lyon" if k < 10 else "") for k in range(1, 33)]
    assert said(entrants, 7) == [
        "Team Lyon has 9 players for 8 tables: 1 pair of team-mates per round is "
        "unavoidable."
    ]
    entrants[9:11] = [SeatingPlayer(10, team="Lyon"), SeatingPlayer(11, team="Lyon")]
    assert said(entrants, 7) == [
        "Team Lyon has 11 players for 8 tables: 3 pairs of team-mates per round are "
        "unavoidable."
    ]
    assert said(entrants, 7, Constraints(teams=Apart(Strictness.OFF))) == []


def test_clubs_and_countries_likewise_when_asked_for():
    entrants = [
        SeatingPlayer(k, club="Go" if k < 18 else "", country="FR" if k > 14 else "")
        for k in range(1, 33)
    ]
    assert said(entrants, 7) == [
        "Country FR has 18 players for 8 tables: 12 pairs per round are unavoidable.",
        "Club Go has 17 players for 8 tables: 10 pairs per round are unavoidable.",
    ]


def test_where_rounds_differ_the_meetings_are_summed_up():
    entrants = [
        SeatingPlayer(k, team="Lyon" if k < 10 else "", first=3 if k == 1 else 1)
        for k in range(1, 33)
    ]
    assert said(entrants, 4) == [
        "Unavoidable meetings between players of team Lyon, in all rounds together: 2."
    ]
    demands = Constraints(teams=Apart(Strictness.HARD, 2))
    assert said(entrants, 4, demands) == []


def test_with_byes_some_of_a_team_may_sit_out():
    byes = Constraints(uneven=Uneven.BYES)
    entrants = [SeatingPlayer(k, team="Lyon" if k < 10 else "") for k in range(1, 34)]
    assert said(entrants, 4, byes) == []
    entrants[9:11] = [SeatingPlayer(10, team="Lyon"), SeatingPlayer(11, team="Lyon")]
    assert said(entrants, 4, byes) == [
        "Team Lyon has 11 players for 8 tables: 2 pairs of team-mates per round are "
        "unavoidable."
    ]


@pytest.mark.parametrize(
    ("count", "rounds", "sentence"),
    [
        (16, 5, None),
        (16, 6, (5, 24)),
        (20, 5, None),
        (20, 6, (5, 1)),
        (12, 1, None),
        (12, 4, (1, 9)),
        (8, 2, (1, 4)),
        (64, 21, None),
        (64, 22, (21, 96)),
    ],
)
def test_repeats_by_counting(count, rounds, sentence):
    found = [
        one for one in said(players(count), rounds) if "without repeat opponents" in one
    ]
    if sentence is None:
        assert found == []
    else:
        limit, repeats = sentence
        said_of_them = f"At least {repeats} repeat meetings are unavoidable."
        if repeats == 1:
            said_of_them = "At least 1 repeat meeting is unavoidable."
        assert found == [
            f"{count} players can play {limit} of {rounds} rounds without "
            f"repeat opponents. {said_of_them}"
        ]


def test_repeats_where_not_everybody_sits_in_every_round():
    byes = Constraints(uneven=Uneven.BYES)
    assert said(players(9), 2, byes) == []
    assert said(players(9), 4, byes)[0] == (
        "4 rounds have more meetings than there are pairs of players. At least 12 "
        "repeat meetings are unavoidable."
    )
    # Two separate groups of four have twelve pairs, however many rounds they play.
    shifts = [SeatingPlayer(k, last=2) for k in range(1, 5)]
    shifts += [SeatingPlayer(k, first=3) for k in range(5, 9)]
    assert said(shifts, 4)[0].endswith("At least 12 repeat meetings are unavoidable.")


def test_few_opponents_are_left_for_many_rounds():
    assert said(teams(40, 4), 12) == [
        "With 10 tables, a player who plays in all 12 rounds sits at one of them "
        "at least 2 times."
    ]
    assert said(teams(40, 4), 13)[0] == (
        "Player 1 has 36 possible opponents for 39 meetings in 13 rounds. Repeat "
        "opponents, or opponents to be kept apart, are unavoidable."
    )
    soft = Constraints(teams=Apart(Strictness.SOFT))
    assert len(said(teams(40, 4), 13, soft)) == 1


def test_who_may_meet_hardly_anybody():
    never = tuple((1, other) for other in range(2, 15))
    assert said(players(16), 3, Constraints(never=never)) == [
        "These players have fewer than 3 possible opponents, so some must meet "
        "players to be kept apart: 1."
    ]
    assert said(players(16), 1, Constraints(never=never[1:])) == []


def test_two_at_one_fixed_table():
    entrants = [
        *players(30),
        SeatingPlayer(31, table=2),
        SeatingPlayer(32, table=2, last=6),
    ]
    assert said(entrants, 7) == [
        "Players 31 and 32 are both fixed at table 2, so they meet in 6 rounds."
    ]
    assert said([*players(31), SeatingPlayer(32, table=2)], 7) == []


def test_more_rounds_than_tables():
    assert said(players(16), 4) == []
    assert said(players(16), 5) == [
        "With 4 tables, a player who plays in all 5 rounds sits at one of them "
        "at least 2 times."
    ]


def test_more_byes_than_players():
    byes = Constraints(uneven=Uneven.BYES)
    assert not any("sits out" in one for one in said(players(11), 3, byes))
    assert said(players(11), 4, byes)[-1] == (
        "8 seats for 11 players: in 4 rounds some players have more than one bye."
    )


@pytest.mark.parametrize(
    ("count", "uneven", "tables"),
    [
        (16, Uneven.FILLERS, 4),
        (17, Uneven.FILLERS, 5),
        (17, Uneven.THREES, 5),
        (19, Uneven.BYES, 4),
    ],
)
def test_tables_for_so_many(count, uneven, tables):
    assert tables_for(count, uneven) == tables


def test_a_house_player_replaces_a_player_who_left():
    left, house = SeatingPlayer(8, last=2), SeatingPlayer(9, first=3, house=True)
    faults = unavoidable([*players(7), left, house], 4, PLAIN, 2)
    [fault] = [each for each in faults if each.code == "house"]
    assert fault.params == {"players": 7, "house": 1}


@examples(60)
@given(
    st.integers(2, 6),
    st.integers(1, 6),
    st.lists(st.sampled_from(["", "x", "y"]), min_size=24, max_size=24),
    st.text(max_size=3),
)
def test_no_plan_at_random_beats_what_is_called_unavoidable(
    tables, rounds, words, seed
):
    entrants = [SeatingPlayer(k + 1, club=words[k]) for k in range(4 * tables)]
    chance = Chance(seed, "test")
    met = {}
    mates = dict.fromkeys("xy", 0)
    visits = {}
    for _round in range(rounds):
        order = chance.shuffled(entrants)
        for table in range(tables):
            four = order[4 * table : 4 * table + 4]
            for one in four:
                visits[one, table] = visits.get((one, table), 0) + 1
            for one, other in combinations(sorted(four, key=lambda e: e.number), 2):
                met[one, other] = met.get((one, other), 0) + 1
                if one.club == other.club != "":
                    mates[one.club] += 1
    for fault in unavoidable(entrants, rounds, Constraints(), tables):
        if fault.code == "large_club":
            assert mates[fault.params["word"]] >= rounds * fault.params["pairs"]
        elif fault.code == "repeats":
            repeats = sum(times - 1 for times in met.values())
            assert repeats >= fault.params["repeats"]
        else:
            assert fault.code == "revisits"
            assert max(visits.values()) >= fault.params["visits"]
