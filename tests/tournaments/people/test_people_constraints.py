"""Constraints of players: late arrival, early departure, fixed table, players to keep
apart, groups, substitutes.
"""

from __future__ import annotations

from datetime import datetime

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger import enter_hand
from scoring.standings.rank_players import standings
from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says, text_of
from tests.written_again import fixtures
from tournaments.models import Draw, Person, Player, Round, Seat, Tournament
from tournaments.people import player_changes, register_players
from tournaments.people.find_and_sort_players import player_meant
from tournaments.people.presence_in_rounds import (
    Reached,
    rounds_in_words,
    words_for_gone,
    words_for_times,
)
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.seating.constraints import Apart, Constraints, Strictness
from tournaments.seating_drafts import seating_jobs
from tournaments.seating_drafts.confirm_draft import confirm
from tournaments.seating_drafts.submit_draft import import_plan, repair

#: Players 1-8 in three rounds: (round, table 1, table 2).
SEATS = (
    (1, (1, 2, 3, 4), (5, 6, 7, 8)),
    (2, (1, 5, 2, 6), (3, 7, 4, 8)),
    (3, (1, 7, 2, 8), (3, 5, 4, 6)),
)
EIGHT = {"first_name": "Player", "last_name": "08", "country": "Italy"}
EIGHT |= {"team": "Team 2"}


@pytest.fixture
def event(tournament, noon) -> Tournament:
    return fixtures.after(lambda: _event(tournament, noon), "three rounds", noon)


def _event(tournament: Tournament, noon: datetime) -> Tournament:
    """Return a tournament with 3 seated rounds.

    The first is running, and the second is published.
    """
    rows = [
        seat_rounds_and_exchange_seats.TableRow(round_, table, numbers)
        for round_, *tables in SEATS
        for table, numbers in enumerate(tables, 1)
    ]
    first, second, _third = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    for round_ in (first, second):
        publish_seating.publish(round_.pk, by="director")
    round_clock.start(first.pk, by="director", now=noon)
    return tournament


@pytest.fixture
def house(tournament) -> Player:
    person = Person.objects.create(last_name="House player 1")
    return tournament.players.create(person=person, number=9, is_filler=True)


def player(tournament: Tournament, number: int) -> Player:
    return tournament.players.select_related("person", "tournament").get(number=number)


def log_says(tournament: Tournament) -> str:
    return log_in_words_and_groups.of_event(tournament.log.first())


def withdraw(tournament: Tournament, number: int, last_round: int) -> None:
    player_changes.withdraw(
        player(tournament, number), last_round, by="director", reason="ill"
    )


def code(caught) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in caught.value.faults]


def seats(tournament: Tournament, round_: int) -> list[int]:
    found = Seat.objects.filter(round__tournament=tournament, round__number=round_)
    in_order = found.order_by("game__table", "pk")
    return list(in_order.values_list("player__number", flat=True))


# --- data of a player -----------------------------------------------------------


def test_what_the_draw_must_know_is_saved_and_logged(tournament, director_client):
    special = {"group": "North", "fixed_table": 2, "first_round": 2, "last_round": 3}
    response = director_client.post(
        page("player", tournament.slug, 8), EIGHT | special, follow=True
    )
    saved = player(tournament, 8)
    assert {name: getattr(saved, name) for name in special} == special
    assert says(response, "group North · always at table 2 · joins in round 2")
    said, _colon, changes = log_says(tournament).rstrip(".").partition(": ")
    assert said == "Player 8 edited"
    # PostgreSQL stores JSON keys in a different order.
    assert sorted(changes.split("; ")) == [
        "first round from “1” to “2”",
        "fixed table from “” to “2”",
        "group from “” to “North”",
        "last round from “” to “3”",
    ]
    form = director_client.get(page("player", tournament.slug, 8)).context["form"]
    assert {name: form[name].value() for name in special} == special

    director_client.post(page("player", tournament.slug, 8), EIGHT)
    saved = player(tournament, 8)
    assert (saved.group, saved.fixed_table) == ("", None)
    assert (saved.first_round, saved.last_round) == (1, None)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"fixed_table": "0"}, "fixed_table"),
        ({"fixed_table": "two"}, "fixed_table"),
        ({"group": "x" * 41}, "group"),
        ({"first_round": "0"}, "first_round"),
        ({"first_round": "4"}, "first_round"),
        ({"first_round": "2", "last_round": "1"}, "last_round"),
        ({"last_round": "0"}, "last_round"),
        ({"last_round": "301"}, "last_round"),
    ],
)
@pytest.mark.parametrize("name", ["player", "players"])
def test_what_cannot_be_stands_beside_its_field(
    tournament, director_client, name, typed, field
):
    number = [8] if name == "player" else []
    before = tournament.players.order_by("number").values()
    before = list(before)
    response = director_client.post(page(name, tournament.slug, *number), EIGHT | typed)
    assert response.status_code == 422
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert form[field].value() == typed[field]
    assert "<details open>" in text_of(response)
    assert list(tournament.players.order_by("number").values()) == before


@pytest.mark.parametrize(("typed", "field"), [({"first_round": 2}, "first_round")])
def test_rounds_that_were_played_cannot_be_missed(event, director_client, typed, field):
    response = director_client.post(page("player", event.slug, 8), EIGHT | typed)
    assert response.context["form"].errors[field] == [
        "Player 08 has a seat in round 1, which has started."
    ]


# --- late and early -------------------------------------------------------------


def test_who_comes_late_plays_from_the_next_round_on(event, director_client):
    form = director_client.get(page("players", event.slug)).context["form"]
    assert form["first_round"].value() == 2
    response = director_client.post(
        page("players", event.slug), {"last_name": "Late"}, follow=True
    )
    assert player(event, 9).first_round == 2
    assert says(response, "Repair the seating of rounds 2, 3")
    assert says(response, "9 Late is present but has no seats in rounds 2, 3.")
    assert page("draw_repair", event.slug) in text_of(response)
    assert says(response, "since round") is False
    assert says(response, "joins in round 2")


def test_who_comes_when_every_round_has_begun_is_registered_all_the_same(event, noon):
    Round.objects.filter(tournament=event).update(
        state="closed", ends_at=None, mark_at=None
    )
    [late] = register_players.register(event, [PlayerRow("Late")], by="director")
    assert late.first_round == 3


def test_nothing_is_wrong_before_rounds_are_seated(tournament, director_client):
    register_players.register(
        tournament, [PlayerRow("Late", first_round=2)], by="director"
    )
    assert not seat_problems(tournament)
    address = page("players", tournament.slug)
    assert page("draw_repair", tournament.slug) not in text_of(
        director_client.get(address)
    )


@pytest.mark.parametrize(
    ("first", "last", "begun", "gone", "times"),
    [
        (1, None, 2, "", []),
        (1, 3, 3, "withdrawn after round 3", []),
        (1, 3, 5, "withdrawn after round 3", []),
        (1, 3, 2, "", ["withdraws after round 3"]),
        (1, 8, 8, "", []),
        (1, 9, 2, "", []),
        (1, 0, 0, "withdrawn, played no round", []),
        (4, 3, 5, "withdrawn, played no round", ["since round 4"]),
        (4, None, 2, "", ["joins in round 4"]),
        (4, 6, 4, "", ["since round 4", "withdraws after round 6"]),
    ],
)
def test_when_somebody_plays_is_said_in_words(first, last, begun, gone, times):
    player = Player(first_round=first, last_round=last)
    now = Reached(begun, 8)
    assert words_for_gone(player, now) == gone
    assert words_for_times(player, now) == times


@given(st.sets(st.integers(1, 99)))
def test_rounds_in_words_are_those_rounds(numbers):
    found = set()
    for part in filter(None, rounds_in_words(numbers).split(", ")):
        first, _dash, last = part.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    assert found == numbers


# --- withdrawing ----------------------------------------------------------------


def test_who_withdraws_keeps_what_was_played(event, director_client, client, referee):
    table = event.rounds.get(number=1).games.get(table=2)
    enter_hand.enter(
        table.pk, {"kind": "washout"}, hand=1, device_key="a", by="referee"
    )
    address = page("withdraw", event.slug, 8)
    form = director_client.get(address).context["form"]
    assert form["last_round"].value() == 1

    response = director_client.post(
        address, {"last_round": "1", "reason": "ill"}, follow=True
    )

    assert says(response, "Player 08 withdrawn after round 1.")
    assert player(event, 8).last_round == 1
    assert log_says(event) == "Player 8 withdrew after round 1."
    assert event.log.first().reason == "ill"
    assert says(response, "withdrawn after round 1")
    assert page("take_back", event.slug, 8) in text_of(response)
    [line] = [p.line for p in standings(event) if p.line.player.number == 8]
    assert line.tables == 1
    public = client.get(reverse("public:standings", args=[event.slug]))
    assert text_of(public).count("withdrawn after round 1") == 1
    own = client.get(reverse("public:player", args=[event.slug, 8]))
    assert says(own, "withdrawn after round 1")


def test_seats_of_who_withdrew_are_problems_until_they_are_drawn_again(
    event, director_client
):
    withdraw(event, 8, 1)
    sentence = "8 Player 08 is absent but has seats in rounds 2, 3."
    for name in ("seating", "players"):
        response = director_client.get(page(name, event.slug))
        assert says(response, sentence)
        assert page("draw_repair", event.slug) in text_of(response)
    plan = (((1, 5, 2, 6),), ((1, 7, 2, 6),))
    rows = [
        seat_rounds_and_exchange_seats.TableRow(round_, 1, tables[0])
        for round_, tables in enumerate(plan, 2)
    ]
    seat_rounds_and_exchange_seats.seat_rounds(event, rows, by="director")
    assert not any("Player 08" in words for words in seat_problems(event).sentences)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"last_round": "0", "reason": "ill"}, "last_round"),
        ({"last_round": "3", "reason": "ill"}, "last_round"),
        ({"last_round": "", "reason": "ill"}, "last_round"),
        ({"last_round": "x", "reason": "ill"}, "last_round"),
        ({"last_round": "1", "reason": " "}, "reason"),
    ],
)
def test_what_is_wrong_with_a_withdrawal_stands_beside_its_field(
    event, director_client, typed, field
):
    response = director_client.post(page("withdraw", event.slug, 8), typed)
    assert response.status_code == 422
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert {name: form[name].value() for name in typed} == typed
    assert player(event, 8).last_round is None


def test_who_leaves_before_the_first_round_is_shown_so(event, client):
    Round.objects.filter(tournament=event).update(
        state="draft", ends_at=None, mark_at=None, started_at=None
    )
    withdraw(event, 8, 0)
    assert log_says(event) == "Player 8 withdrew before the first round."
    public = client.get(reverse("public:standings", args=[event.slug]))
    assert says(public, "withdrawn, played no round")


def test_a_plan_to_leave_early_is_no_withdrawal_yet(event, director_client, client):
    withdraw(event, 8, 2)
    response = director_client.get(page("players", event.slug))
    assert says(response, "withdraws after round 2")
    assert not says(response, "withdrawn after")
    public = client.get(reverse("public:standings", args=[event.slug]))
    assert "badge gone" not in text_of(public)


def test_who_withdrew_may_come_back(event, director_client):
    withdraw(event, 8, 1)
    address = page("take_back", event.slug, 8)
    assert says(director_client.get(address), "Undo the withdrawal of Player 08")
    assert director_client.post(address, {"reason": ""}).status_code == 422
    response = director_client.post(address, {"reason": "well again"}, follow=True)
    assert says(response, "Withdrawal of Player 08 undone.")
    assert player(event, 8).last_round is None
    assert log_says(event) == "Withdrawal of player 8 undone."
    again = director_client.post(address, {"reason": "well again"})
    assert again.status_code == 422
    assert says(again, "Player 08 is not withdrawn.")


def test_a_repair_gives_the_rounds_to_come_to_those_who_are_there(event):
    withdraw(event, 8, 1)
    register_players.register(event, [PlayerRow("Late")], by="director")
    player_changes.keep_apart(
        player(event, 1), player(event, 9), by="director", reason=""
    )
    assert seat_problems(event)
    shown = event.rounds.get(number=2)
    publish_seating.unpublish(shown.pk, by="director", reason="somebody left")
    draw = repair(
        event, demands=Constraints(teams=Apart(Strictness.OFF)), seed="s", by="director"
    )
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    confirm(draw, by="director")
    assert not seat_problems(event)
    assert sorted(seats(event, 2)) == sorted(seats(event, 3)) == [*range(1, 8), 9]


# --- house players --------------------------------------------------------------


def test_house_players_are_shown_as_such_and_not_counted(
    tournament, house, director_client
):
    response = director_client.get(page("players", tournament.slug))
    assert says(response, "8 players · 1 house player")
    assert page("withdraw", tournament.slug, 9) not in text_of(response)
    home = director_client.get(reverse("director:home"))
    assert says(home, "8 players")


@pytest.mark.parametrize(
    "values",
    [{"team": "Team 1"}, {"group": "North"}, {"fixed_table": 1}, {"last_round": 2}],
)
def test_house_players_have_nothing_of_their_own(tournament, house, director, values):
    with pytest.raises(Refused) as caught:
        player_changes.correct(
            house, PlayerRow("House player 1", **values), director=director
        )
    assert code(caught) == [("house_player", *values)]


def test_a_house_player_can_be_called_otherwise(tournament, house, director_client):
    address = page("player", tournament.slug, 9)
    form = director_client.get(address).context["form"]
    assert list(form.fields) == ["first_name", "last_name"]
    director_client.post(address, {"last_name": "Mia of the club", "team": "Team 1"})
    renamed = player(tournament, 9)
    assert (str(renamed), renamed.team, renamed.is_filler) == (
        "Mia of the club",
        None,
        True,
    )


def test_a_house_player_with_a_seat_does_not_withdraw(event, house, director_client):
    Seat.objects.filter(round__tournament=event, player__number=8).update(player=house)
    response = director_client.post(
        page("withdraw", event.slug, 9), {"last_round": "1", "reason": "tired"}
    )
    assert response.status_code == 422
    assert says(response, "House players cannot withdraw")


# --- players to keep apart ------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [("3", "7"), ("7 Player 07", "player 03"), (" 03 ", "PLAYER 07"), ("03", "07")],
)
def test_two_are_kept_apart_by_number_or_name(tournament, director_client, one, other):
    address = page("players_apart", tournament.slug)
    response = director_client.post(
        address, {"one": one, "other": other, "reason": "a couple"}, follow=True
    )
    two = tournament.never_meet.get()
    assert (two.one.number, two.other.number, two.reason) == (3, 7, "a couple")
    assert says(response, "a couple")
    assert log_says(tournament) == "Players 3 and 7 are kept apart."

    remove = page("let_meet", tournament.slug)
    response = director_client.post(remove, {"one": "7", "other": "3"}, follow=True)
    assert says(response, "Player 07 and Player 03 are no longer kept apart.")
    assert not tournament.never_meet.exists()
    assert log_says(tournament) == "Players 3 and 7 are no longer kept apart."
    response = director_client.post(remove, {"one": "7", "other": "3"}, follow=True)
    assert says(response, "are no longer kept apart")


@pytest.mark.parametrize(
    ("one", "other", "field", "sentence"),
    [
        ("99", "3", "one", "No player has the name “99”."),
        ("3", "Nobody", "other", "No player has the name “Nobody”."),
        ("3", "player", "other", "Enter the number: 1 Player 01, 2 Player 02,"),
        ("3", "3", "other", "Choose 2 different players."),
        ("3", "9", "other", "House player 1 is a house player"),
        ("2", "1", "other", "Player 02 and Player 01 are already kept apart."),
        ("", "1", "one", "This field is required."),
    ],
)
def test_what_is_wrong_with_two_stands_beside_the_field(
    tournament, house, director_client, one, other, field, sentence
):
    player_changes.keep_apart(
        player(tournament, 1), player(tournament, 2), by="director", reason=""
    )
    typed = {"one": one, "other": other, "reason": "why"}
    response = director_client.post(page("players_apart", tournament.slug), typed)
    assert response.status_code == 422
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert sentence in form.errors[field][0]
    assert {name: form[name].value() for name in typed} == typed
    assert tournament.never_meet.count() == 1


def test_two_who_meet_in_seats_to_come_are_named(event, director_client):
    address = page("players_apart", event.slug)
    typed = {"one": "3", "other": "4", "reason": ""}
    response = director_client.post(address, typed, follow=True)
    assert says(
        response,
        "3 Player 03 and 4 Player 04 must be kept apart but share tables in "
        "rounds 2, 3.",
    )


def test_an_address_without_two_numbers_is_wrong(tournament, director_client):
    address = page("let_meet", tournament.slug)
    assert director_client.post(address, {"one": "1"}).status_code == 400
    assert director_client.post(address, {"one": 1, "other": 99}).status_code == 404
    assert director_client.get(address).status_code == 302


def test_a_full_name_is_meant_before_a_part_of_one():
    known = [
        Player(number=1, person=Person(first_name="Ana", last_name="Li")),
        Player(number=2, person=Person(first_name="Ana", last_name="Lind")),
        Player(number=3, person=Person(last_name="12 Monkeys")),
    ]
    assert player_meant(known, "ana li", "who").number == 1
    assert player_meant(known, "lind", "who").number == 2
    assert player_meant(known, "3 12 Monkeys", "who").number == 3
    with pytest.raises(Refused) as caught:
        player_meant(known, "ana", "who")
    assert code(caught) == [("several_meant", "who")]


# --- a fixed table --------------------------------------------------------------


def test_who_can_sit_at_one_table_only_and_does_not_is_named(event):
    Player.objects.filter(tournament=event, number=3).update(fixed_table=1)
    assert seat_problems(event).sentences == (
        "3 Player 03 needs table 1 but has other tables in rounds 2, 3.",
    )


# --- sitting out ----------------------------------------------------------------


def test_who_sits_out_by_the_draw_is_no_problem(tournament, director_client):
    register_players.register(tournament, [PlayerRow("Nine")], by="director")
    plan = (SEATS[0][1:],)
    draw = import_plan(tournament, plan, first_round=1, by="director")
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [
            seat_rounds_and_exchange_seats.TableRow(1, t, numbers)
            for t, numbers in enumerate(plan[0], 1)
        ],
        by="director",
    )
    Round.objects.filter(pk=round_.pk).update(draw=draw)
    assert seat_problems(tournament).sentences == (
        "9 Nine is present but has no seat in round 1.",
    )
    draw.request["demands"]["uneven"] = "byes"
    Draw.objects.filter(pk=draw.pk).update(request=draw.request)
    assert not seat_problems(tournament)
    register_players.register(tournament, [PlayerRow("Ten")], by="director")
    assert seat_problems(tournament).sentences == (
        "10 Ten is present but has no seat in round 1.",
    )


def test_only_so_many_problems_are_told(event):
    rows = [PlayerRow(f"Late {number}") for number in range(40)]
    register_players.register(event, rows, by="director")
    sentences = seat_problems(event).sentences
    assert len(sentences) == 31
    assert sentences[-1] == "… and 10 more."


# --- a substitute ---------------------------------------------------------------

NEW = {"first_name": "Nora", "last_name": "Nine", "team": "Team 2"}


def test_what_a_substitute_changes_is_shown_and_nothing_is_done(event, director_client):
    before = (event.log.count(), [seats(event, n) for n in (1, 2, 3)])
    address = page("substitute", event.slug, 8)
    form = director_client.get(address).context["form"]
    assert (form["first_round"].value(), form["team"].value()) == (2, "Team 2")

    response = director_client.get(address, {"first_round": 2, "who": ""} | NEW)

    assert response.status_code == 200
    for sentence in (
        "Round 2: table 2, North",
        "Round 3: table 1, North",
        "8 Player 08 withdraws after round 1.",
        "Round 2 is published. The change will be public.",
        "7 Player 07 and 9 Nora Nine, who are team-mates, would meet in rounds 2, 3.",
    ):
        assert says(response, sentence)
    assert (event.log.count(), [seats(event, n) for n in (1, 2, 3)]) == before


def test_somebody_new_takes_over(event, director_client):
    typed = {"first_round": "2", "reason": "ill"} | NEW
    response = director_client.post(
        page("substitute", event.slug, 8), typed, follow=True
    )
    assert says(response, "Nora Nine substitutes for Player 08 from round 2 on.")
    assert [seats(event, n)[-1] for n in (1, 2)] == [8, 9]
    gone, new = player(event, 8), player(event, 9)
    assert (gone.first_round, gone.last_round) == (1, 1)
    assert (new.first_round, new.last_round, new.team.name) == (2, None, "Team 2")
    assert not seat_problems(event)
    assert says(response, "withdrawn after round 1")


def test_who_was_registered_for_it_goes_when_it_is_taken_back(event, director_client):
    typed = {"first_round": "2", "reason": "ill"} | NEW
    director_client.post(page("substitute", event.slug, 8), typed)
    assert says(director_client.get(page("player", event.slug, 8)), "Undo the substit")
    address = page("substitute_take_back", event.slug, 8)
    asked = director_client.get(address)
    assert says(asked, "Player 08 gets the seats in rounds 2, 3 back from Nora Nine")
    assert says(asked, "The registration of")
    assert director_client.post(address, {}).status_code == 422
    response = director_client.post(address, {"reason": "well again"}, follow=True)
    assert says(response, "Substitution for Player 08 undone.")
    assert [seats(event, n)[-1] for n in (1, 2)] == [8, 8]
    assert not event.players.filter(number=9).exists()
    assert player(event, 8).last_round is None
    assert says(director_client.get(address), "no substitution to undo")


def test_somebody_registered_takes_over_from_who_withdrew(event, director_client):
    [reserve] = register_players.register(event, [PlayerRow("Reserve")], by="director")
    withdraw(event, 8, 1)
    typed = {"first_round": "2", "who": "reserve", "reason": "ill"}
    director_client.post(page("substitute", event.slug, 8), typed)
    reserve.refresh_from_db()
    assert (reserve.first_round, reserve.last_round) == (2, None)
    assert player(event, 8).last_round == 1
    assert not seat_problems(event)


def test_who_withdrew_may_come_back_as_a_substitute(event, director_client):
    withdraw(event, 8, 1)
    withdraw(event, 7, 1)
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 5, 2, 6)),
        seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 3, 2, 4)),
    ]
    seat_rounds_and_exchange_seats.seat_rounds(event, rows, by="director")
    typed = {"first_round": "3", "who": "8", "reason": "well again"}
    director_client.post(page("substitute", event.slug, 4), typed)
    assert player(event, 8).plays(3)
    assert 8 in seats(event, 3)


#: Input for a substitute of player 8, and the field and sentence of its fault.
WRONG = [
    ({"first_round": "1"} | NEW, "first_round", "Round 1 has started"),
    ({"first_round": "2", "who": "5"}, "who", "already has a seat in round 2"),
    (
        {"first_round": "2", "who": "8"},
        "who",
        "Choose another player as substitute.",
    ),
    ({"first_round": "2", "who": "x"}, "who", "No player has the name “x”."),
    ({"first_round": "2"}, "who", "Choose a substitute."),
    ({"first_round": "", "who": "5"}, "first_round", "required"),
    ({"first_round": "2", "first_name": "Nora"}, "last_name", "Enter the last"),
    ({"first_round": "2", "who": "5"} | NEW, "__all__", "or enter a new one"),
    ({"first_round": "4"} | NEW, "__all__", "has no seat in these rounds"),
    (
        {"first_round": "2", "ema_number": "03000001"} | NEW,
        "ema_number",
        "registered",
    ),
]


@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_wrong_with_a_substitute_stands_beside_its_field(
    event, director_client, method
):
    register_players.register(
        event, [PlayerRow("Ten", number=10, ema_number="03000001")], by="x"
    )
    before = (event.log.count(), seats(event, 2))
    for given_, field, sentence in WRONG:
        typed = {"reason": "ill"} | given_
        response = getattr(director_client, method)(
            page("substitute", event.slug, 8), typed
        )
        assert response.status_code == 422
        form = response.context["form"]
        assert list(form.errors) == [field]
        assert sentence in form.errors[field][0]
        for name in typed.keys() & form.fields.keys():
            assert form[name].value() == typed[name]
        assert response.context["changes"] is None
        assert (event.log.count(), seats(event, 2)) == before


def test_a_substitute_needs_a_reason(event, director_client):
    typed = {"first_round": "2", "reason": ""} | NEW
    response = director_client.post(page("substitute", event.slug, 8), typed)
    assert response.status_code == 422
    assert list(response.context["why"].errors) == ["reason"]
    assert response.context["changes"].seats
    assert event.players.count() == 8


def test_a_person_takes_the_place_of_a_house_player(event, house, director_client):
    Seat.objects.filter(round__tournament=event, player__number=8).update(player=house)
    address = page("substitute", event.slug, 9)
    shown = director_client.get(address, {"first_round": 2, "who": "8"})
    assert not says(shown, "leaves after")
    director_client.post(
        address, {"first_round": "2", "who": "8", "reason": "came after all"}
    )
    house.refresh_from_db()
    assert house.last_round is None
    assert seats(event, 2)[-1] == 8


# --- all pages ------------------------------------------------------------------


#: The most queries of pages. Three of each are for the navigation: disputes and the
#: next step.
MOST_QUERIES = {
    ("players",): 21,
    ("players_apart",): 17,
    ("seating",): 18,
    ("player", 8): 14,
    ("withdraw", 8): 14,
    ("substitute", 8): 15,
}


def test_more_people_need_no_more_queries(event, director_client):
    def facts(low: int, high: int) -> None:
        rows = [
            PlayerRow(f"More {n}", number=n, group="North", first_round=2, last_round=2)
            for n in range(low, high)
        ]
        known = register_players.register(event, rows, by="director")
        for one, other in zip(known[::2], known[1::2], strict=True):
            player_changes.keep_apart(one, other, by="director", reason="family")

    def queries() -> dict[tuple[object, ...], int]:
        return {
            (name, *numbers): count_queries(
                director_client, page(name, event.slug, *numbers)
            )
            for name, *numbers in MOST_QUERIES
        }

    facts(100, 102)
    few = queries()
    facts(200, 220)
    assert queries() == few
    assert {each: few[each] for each in few if few[each] > MOST_QUERIES[each]} == {}


def test_a_takeover_is_shown_with_few_queries(event, director_client):
    address = page("substitute", event.slug, 8)
    asked = f"{address}?first_round=2&last_name=Nine"
    few = count_queries(director_client, asked)
    register_players.register(
        event, [PlayerRow(f"More {n}") for n in range(20)], by="x"
    )
    assert count_queries(director_client, asked) == few
    assert few <= 26
