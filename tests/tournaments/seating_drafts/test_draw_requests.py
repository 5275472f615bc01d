"""Conversion of data in the database to a request for the seating engine."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tournaments.models import Draw, NeverMeet, Person, Player, Tournament
from tournaments.refusals import Refused
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.seating_request import Method, read_request
from tournaments.seating_drafts import seating_request_data
from tournaments.tournament_setup import create_and_change_tournament


def asked(tournament: Tournament, **values):
    return seating_request_data.request_for(
        tournament,
        **(
            {
                "method": Method.PLAN,
                "first_round": 1,
                "rounds": 2,
                "demands": Constraints(),
            }
            | values
        ),
    )


def player(tournament: Tournament, number: int) -> Player:
    return tournament.players.get(number=number)


@pytest.fixture
def filler(tournament) -> Player:
    person = Person.objects.create(first_name="House player", last_name="1")
    return Player.objects.create(
        tournament=tournament, person=person, number=20, is_filler=True
    )


@pytest.fixture
def two_rounds(tournament) -> Tournament:
    rows = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (4, 3, 2, 1)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (8, 7, 6, 5)),
        seat_rounds_and_exchange_seats.TableRow(2, 7, (5, 1, 6, 2)),
        seat_rounds_and_exchange_seats.TableRow(2, 3, (7, 3, 8, 4)),
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    return tournament


# --- people ---------------------------------------------------------------------


def test_everything_known_of_a_player_is_told(tournament):
    Player.objects.filter(tournament=tournament, number=3).update(
        group="Red", fixed_table=2, first_round=2, last_round=5
    )
    Person.objects.filter(players__number=3).update(club="Tigers")
    [third] = [
        e for e in seating_request_data.seating_players_of(tournament) if e.number == 3
    ]
    assert third == SeatingPlayer(
        number=3,
        name="Player 03",
        team="Team 1",
        country="Denmark",
        club="Tigers",
        group="Red",
        table=2,
        first=2,
        last=5,
    )


@pytest.mark.parametrize(
    ("there", "is_seated"),
    [
        ({"first_round": 2}, True),
        ({"first_round": 3}, False),
        ({"last_round": 1}, True),
        ({"last_round": 0}, False),
        ({"first_round": 2, "last_round": 1}, False),
    ],
    ids=str,
)
def test_who_is_there_in_one_of_the_rounds_is_seated(tournament, there, is_seated):
    tournament.players.filter(number=8).update(**there)
    numbers = [entrant.number for entrant in asked(tournament).entrants]
    assert (8 in numbers) == is_seated
    assert set(range(1, 8)) <= set(numbers)


def test_house_players_are_no_entrants_but_offered(tournament, filler):
    request = asked(tournament)
    assert 20 not in [entrant.number for entrant in request.entrants]
    assert request.fillers == (20,)


def test_who_may_never_meet_is_added_to_the_demands(tournament):
    NeverMeet.objects.create(
        tournament=tournament, one=player(tournament, 7), other=player(tournament, 2)
    )
    request = asked(tournament, demands=Constraints(never=((4, 3),)))
    assert request.demands.never == ((2, 7), (3, 4))


def test_who_is_not_seated_need_not_be_kept_apart(tournament):
    NeverMeet.objects.create(
        tournament=tournament, one=player(tournament, 7), other=player(tournament, 2)
    )
    tournament.players.filter(number=2).update(last_round=0)
    assert asked(tournament).demands.never == ()


# --- earlier rounds -------------------------------------------------------------


def test_rounds_before_are_told_as_they_are_seated(two_rounds):
    request = asked(two_rounds, first_round=3, rounds=1)
    assert request.played == (
        ((4, 3, 2, 1), (8, 7, 6, 5)),
        ((7, 3, 8, 4), (5, 1, 6, 2)),
    )


def test_a_seat_that_is_missing_is_an_empty_chair(two_rounds):
    two_rounds.rounds.get(number=1).seats.get(player__number=7).delete()
    [first] = seating_request_data.seated_plan(two_rounds, [1])
    assert first == ((4, 3, 2, 1), (8, None, 6, 5))


def test_a_round_drawn_anew_is_not_among_the_rounds_before(two_rounds):
    request = asked(two_rounds, first_round=2, rounds=1)
    assert len(request.played) == 1


# --- standings ------------------------------------------------------------------


def test_the_standing_names_exactly_those_who_are_seated(tournament, filler):
    tournament.players.filter(number=5).update(last_round=0)
    request = asked(
        tournament, method=Method.SWISS, rounds=1, standing=(8, 20, 5, 1, 99, 2, 8)
    )
    assert request.standing == (8, 1, 2, 3, 4, 6, 7)


def test_a_method_without_a_standing_gets_none(tournament):
    assert asked(tournament, standing=(8, 1)).standing == ()


# --- JSON -----------------------------------------------------------------------


def test_a_request_is_the_same_when_it_comes_back_from_the_database(two_rounds):
    request = asked(two_rounds, first_round=3, rounds=1, seed="s", locked=[(3, 1)])
    draw = Draw.objects.create(
        tournament=two_rounds,
        number=1,
        method="plan",
        first_round=3,
        rounds=1,
        request=request.as_data(),
    )
    draw.refresh_from_db()
    assert read_request(draw.request) == request


def test_a_request_of_many_players_takes_few_queries(
    two_rounds, django_assert_max_num_queries
):
    with django_assert_max_num_queries(7):
        asked(two_rounds, first_round=3, rounds=1)


def test_few_players_are_refused_by_how_many_they_are(tournament):
    tournament.players.filter(number__gt=3).update(last_round=0)
    with pytest.raises(Refused) as caught:
        asked(tournament)
    assert caught.value.faults[0].params == {"count": 3, "least": 4}


# --- what the database refuses --------------------------------------------------


def refused(change) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_two_never_meet_once_in_whichever_order(tournament):
    two = [player(tournament, 1), player(tournament, 2)]

    def never(one: Player, other: Player) -> NeverMeet:
        return NeverMeet.objects.create(tournament=tournament, one=one, other=other)

    never(*two)
    refused(lambda: never(*two))
    refused(lambda: never(*reversed(two)))
    refused(lambda: never(two[0], two[0]))


@pytest.mark.parametrize("values", [{"fixed_table": 0}, {"first_round": 0}])
def test_tables_and_rounds_of_a_player_count_from_one(tournament, values):
    refused(lambda: tournament.players.filter(number=1).update(**values))


def test_a_house_player_is_in_no_team(tournament):
    refused(lambda: tournament.players.filter(number=1).update(is_filler=True))


@pytest.mark.parametrize(
    "values",
    [
        {"state": "done"},
        {"method": "magic"},
        {"rounds": 0},
        {"rounds": 301},
        {"first_round": 0},
        {"number": 2},
    ],
    ids=str,
)
def test_a_draw_has_sane_values(tournament, values):
    first, _second = (
        Draw.objects.create(
            tournament=tournament, number=number, method="plan", first_round=1, rounds=2
        )
        for number in (1, 2)
    )
    refused(lambda: Draw.objects.filter(pk=first.pk).update(**values))


def test_every_tournament_has_a_key_of_its_own_for_the_hall(tournament, director):
    plan = create_and_change_tournament.Plan("Other", "mcr", 3, 60, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)
    assert len({tournament.hall_key, other.hall_key, ""}) == 3


def test_the_key_of_the_hall_is_renewed(tournament):
    old = tournament.hall_key
    new = create_and_change_tournament.renew_hall_key(tournament, by="director")
    assert new not in (old, "")
    assert Tournament.objects.get(pk=tournament.pk).hall_key == new
    event = tournament.log.first()
    assert event.kind == "hall_key_renewed"
    assert new not in str(event.data)
