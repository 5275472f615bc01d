"""Wind draws: at a table, entered manually, and for a whole round."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.models import Ceremony, Game, Round, Tournament, WindLots
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import round_clock, seat_rounds_and_exchange_seats
from tournaments.seating.random_seed import combined, commitment
from tournaments.seating.winds.wind_draw_procedure import (
    Step,
    drawn_seats,
    seats_by_lot,
    show,
)
from tournaments.seating_drafts import (
    wind_draw_at_table_or_round,
    winds_by_hand_or_choice,
)

HAND_DICE = "4 3"


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def seats_at(game: Game) -> list[int]:
    """Return the player numbers in the order E S W N."""
    seats = dict(game.seats.values_list("wind", "player__number"))
    return [seats[wind] for wind in "ESWN"]


def last(tournament: Tournament):
    return tournament.log.first()


def last_words(tournament: Tournament) -> str:
    return log_in_words_and_groups.of_event(last(tournament))


def printed_by_command(response) -> str:
    """Run the Python command on the page of a finished wind draw. Return its output."""
    [command] = re.findall(
        r'<code class="hash">(from .*?)</code>', response.content.decode(), re.DOTALL
    )
    imports, call = unescape(command).split("; ", 1)
    done = subprocess.run(
        [sys.executable, "-c", f"{imports}\nprint({call})"],
        cwd=settings.BASE_DIR,
        env={},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def drawn_to(game: Game, step: Step) -> Ceremony:
    """Return a wind draw at a table, continued up to `step` with the program's dice."""
    ceremony = wind_draw_at_table_or_round.begin(game.pk, by="director")
    for made in range(ceremony.step, step):
        ceremony = wind_draw_at_table_or_round.go_on(game.pk, attempt=1, step=made)
    return ceremony


@pytest.fixture
def table(seated_round) -> Game:
    """Return table 1 of the published round 1, with 1 2 3 4 as E S W N."""
    return seated_round.games.get(table=1)


@pytest.fixture
def address(tournament, table) -> str:
    return page("ceremony", tournament.slug, 1, 1)


@pytest.fixture
def begin_round(seated_round, noon):
    """Return a function that starts round 1."""
    return lambda: round_clock.start(seated_round.pk, by="director", now=noon)


# --- the wind draw at a table ---------------------------------------------------


def test_looking_begins_nothing(table, address, director_client):
    response = director_client.get(address)
    assert says(response, "Start wind draw")
    assert response.context["people"] == {n: f"Player {n:02}" for n in (1, 2, 3, 4)}
    assert not Ceremony.objects.exists()


def test_it_begins_with_the_hash_and_keeps_the_seed_to_itself(
    table, address, tournament, director_client
):
    response = director_client.post(address, follow=True)
    ceremony = Ceremony.objects.get()
    assert says(response, ceremony.commitment)
    assert ceremony.commitment == commitment(ceremony.seed)
    assert ceremony.seed not in text_of(response)
    assert last(tournament).data["commitment"] == ceremony.commitment
    assert ceremony.seed not in str(last(tournament).data)
    assert ceremony.commitment in last_words(tournament)


def test_another_device_sees_the_same_draw(table, address, director, director_client):
    director_client.post(address)
    seed = Ceremony.objects.get().seed
    other = Client()
    other.force_login(director)
    other.post(address)
    assert Ceremony.objects.get().seed == seed
    for client, step in ((other, 0), (director_client, 1), (other, 2)):
        client.post(address, {"attempt": 1, "step": step})
        pages = [each.get(address) for each in (other, director_client)]
        one, another = (response.context["stage"] for response in pages)
        assert one == another


@pytest.mark.parametrize("step", range(Step.SEATS))
def test_nothing_of_a_later_step_is_on_the_page(table, address, director_client, step):
    ceremony = drawn_to(table, Step(step))
    response = director_client.get(address)
    stage = response.context["stage"]
    whole = show(ceremony.seed, ceremony.numbers)
    assert ceremony.seed not in text_of(response)
    assert stage.seats == ()
    assert len(stage.throws) == min(step, 2)
    turned = whole.turned[: max(step - 2, 0)]
    assert {p.wind for p in stage.places if p.wind} == {t.wind for t in turned}
    assert stage.row.count(True) == 4 - len(turned)


def test_the_whole_show_seats_the_table(table, address, tournament, director_client):
    director_client.post(address)
    for step in range(Step.SEATS):
        sent = {"attempt": 1, "step": step}
        assert director_client.post(address, sent).status_code == 302
    ceremony = Ceremony.objects.get()
    response = director_client.get(address)
    assert says(response, ceremony.seed)
    assert seats_at(table) == [1, 2, 3, 4]

    sent = {"attempt": 1, "step": Step.SEATS, "reason": "opening"}
    response = director_client.post(address, sent, follow=True)
    assert says(response, "The seats match this wind draw.")
    drawn = list(drawn_seats(ceremony.seed, [1, 2, 3, 4]))
    assert seats_at(table) == drawn
    assert [seat.number for seat in response.context["stage"].seats] == drawn
    event = last(tournament)
    assert (event.kind, event.reason) == ("winds_drawn", "opening")
    assert event.data["numbers"] == drawn
    assert ceremony.seed in last_words(tournament)


def test_the_command_on_the_page_repeats_the_draw(table, address, director_client):
    director_client.post(address)
    sent = {"attempt": 1, "step": 0, "dice": HAND_DICE}
    director_client.post(address, sent)
    for step in range(1, Step.SEATS):
        director_client.post(address, {"attempt": 1, "step": step})
    ceremony = Ceremony.objects.get()
    drawn = show(ceremony.seed, ceremony.numbers, typed=ceremony.dice)
    assert printed_by_command(director_client.get(address)) == repr(drawn)


def test_what_the_log_keeps_is_enough_to_repeat_the_draw(table, tournament):
    wind_draw_at_table_or_round.begin(table.pk, by="director")
    wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=0, dice="6 6 1")
    for step in range(1, Step.SEATS):
        wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=step)
    wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    data = last(tournament).data
    assert commitment(data["seed"]) == data["commitment"]
    again = drawn_seats(data["seed"], data["numbers"], data["dice"])
    assert list(again) == data["numbers"] == seats_at(table)
    assert last_words(tournament).endswith("Real dice: 6 6 1.")


def test_the_seats_of_a_published_round_change_for_everybody(table, tournament, client):
    drawn_to(table, Step.SEATS)
    wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    east = table.seats.get(wind="E").player
    pages = client.get(reverse("public:round", args=[tournament.slug, 1]))
    body = text_of(pages)
    first = min(body.index(f"Player {n:02}") for n in (1, 2, 3, 4))
    assert body[first:].startswith(str(east.person))


# --- each step is made once -----------------------------------------------------


def test_a_double_click_goes_one_step(table):
    wind_draw_at_table_or_round.begin(table.pk, by="director")
    for _click in range(2):
        wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=0)
    assert Ceremony.objects.get().step == 1


def test_no_step_is_left_out(table):
    wind_draw_at_table_or_round.begin(table.pk, by="director")
    for step in (1, 5, Step.SEATS, 99):
        with pytest.raises(Refused) as caught:
            wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=step)
        assert codes(caught) == ["went_on"]
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    assert codes(caught) == ["went_on"]


def test_seats_are_taken_once(table, tournament):
    drawn_to(table, Step.SEATS)
    wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    revision = Tournament.objects.get().revision
    wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    assert Tournament.objects.get().revision == revision


# --- real dice ------------------------------------------------------------------


def test_real_dice_decide_in_place_of_ours(table, address, director_client):
    director_client.post(address)
    sent = {"attempt": 1, "step": 0, "dice": HAND_DICE}
    response = director_client.post(address, sent, follow=True)
    [throw] = response.context["stage"].throws
    assert (throw.dice, throw.total, throw.real) == ((4, 3), 7, True)
    director_client.post(address, {"attempt": 1, "step": 1})
    ceremony = Ceremony.objects.get()
    assert ceremony.dice == [[4, 3], None]
    shown = show(ceremony.seed, ceremony.numbers, typed=[(4, 3)])
    assert shown.second == (shown.thrower + 2) % 4


@pytest.mark.parametrize("typed", ["7 1", "5", "1 2 3 4", "two"])
def test_what_is_no_throw_is_said_beside_the_field(
    table, address, director_client, typed
):
    director_client.post(address)
    response = director_client.post(address, {"attempt": 1, "step": 0, "dice": typed})
    assert response.status_code == 422
    [said] = response.context["form"].errors["dice"]
    assert said == "Enter 2 or 3 dice, each from 1 to 6, such as 4 2."
    assert Ceremony.objects.get().step == Step.PLACES


def test_a_throw_does_not_take_the_place_of_another(table):
    drawn_to(table, Step.FIRST_THROW)
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=0, dice=HAND_DICE)
    assert codes(caught) == ["went_on"]
    assert Ceremony.objects.get().dice == [None, None]


def test_the_same_throw_sent_twice_is_one(table):
    wind_draw_at_table_or_round.begin(table.pk, by="director")
    for _click in range(2):
        wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=0, dice=HAND_DICE)
    assert Ceremony.objects.get().step == 1


def test_dice_are_typed_only_where_a_throw_is_waited_for(table):
    drawn_to(table, Step.SECOND_THROW)
    wind_draw_at_table_or_round.go_on(
        table.pk, attempt=1, step=Step.SECOND_THROW, dice=HAND_DICE
    )
    assert Ceremony.objects.get().dice == [None, None]


# --- again ----------------------------------------------------------------------


def test_another_seed_needs_a_reason_and_the_log_keeps_the_old_one(
    table, tournament, director_client
):
    old = drawn_to(table, Step.LAST_TILE)
    address = page("ceremony_again", tournament.slug, 1, 1)
    response = director_client.post(address, {"attempt": 1, "reason": " "})
    assert response.status_code == 422
    assert Ceremony.objects.get().seed == old.seed

    sent = {"attempt": 1, "reason": "a tile fell"}
    assert director_client.post(address, sent).status_code == 302
    new = Ceremony.objects.get()
    assert (new.attempt, new.step) == (2, Step.PLACES)
    assert new.seed != old.seed
    event = last(tournament)
    assert (event.reason, event.data["seed"]) == ("a tile fell", old.seed)
    assert event.data["step"] == Step.LAST_TILE
    assert new.commitment in last_words(tournament)
    assert new.seed not in str(event.data)


def test_whoever_looked_at_the_old_draw_changes_nothing(table):
    drawn_to(table, Step.SEATS)
    wind_draw_at_table_or_round.begin_again(
        table.pk, attempt=1, by="director", reason="x"
    )
    for late in (
        lambda: wind_draw_at_table_or_round.go_on(table.pk, attempt=1, step=0),
        lambda: wind_draw_at_table_or_round.seat_as_drawn(
            table.pk, attempt=1, by="director"
        ),
        lambda: wind_draw_at_table_or_round.begin_again(
            table.pk, attempt=1, by="d", reason="y"
        ),
    ):
        with pytest.raises(Refused) as caught:
            late()
        assert codes(caught) == ["went_on"]
    assert Ceremony.objects.get().attempt == 2


def test_there_is_nothing_to_begin_again(table, address, tournament, director_client):
    response = director_client.get(page("ceremony_again", tournament.slug, 1, 1))
    assert response["Location"] == f"{address}#show"


# --- by hand --------------------------------------------------------------------


def test_what_was_drawn_by_hand_is_entered(table, tournament, director_client):
    address = page("ceremony_by_hand", tournament.slug, 1, 1)
    form = director_client.get(address).context["form"]
    assert [form[wind].value() for wind in "ESWN"] == [1, 2, 3, 4]
    sent = {"E": 3, "S": 1, "W": 4, "N": 2}
    response = director_client.post(address, sent, follow=True)
    assert says(response, "Seats at table 1 entered by hand.")
    assert seats_at(table) == [3, 1, 4, 2]
    assert last_words(tournament) == (
        "Round 1, table 1: winds entered: E 3, S 1, W 4, N 2. Before: E "
        "1, S 2, W 3, N 4."
    )


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"E": 3, "S": 3, "W": 4, "N": 2}, "__all__"),
        ({"E": 5, "S": 1, "W": 4, "N": 2}, "E"),
        ({"E": 1, "S": 2, "W": 3}, "N"),
    ],
    ids=["somebody twice", "somebody else", "nobody"],
)
def test_by_hand_the_four_stay_the_same(
    table, tournament, director_client, sent, field
):
    address = page("ceremony_by_hand", tournament.slug, 1, 1)
    response = director_client.post(address, sent)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert seats_at(table) == [1, 2, 3, 4]


def test_the_verb_refuses_other_people_too(table):
    for numbers in ([1, 2, 3, 5], [1, 2, 3], [1, 1, 2, 3], []):
        with pytest.raises(Refused) as caught:
            winds_by_hand_or_choice.seat_by_hand(table.pk, numbers, by="director")
        assert codes(caught) == ["other_people"]
    assert seats_at(table) == [1, 2, 3, 4]


def test_who_overrules_the_program_says_why(table, tournament, director_client):
    ceremony = drawn_to(table, Step.SEATS)
    address = page("ceremony_by_hand", tournament.slug, 1, 1)
    sent = {"E": 3, "S": 1, "W": 4, "N": 2}
    response = director_client.post(address, sent)
    assert "reason" in response.context["form"].errors
    with pytest.raises(Refused) as caught:
        winds_by_hand_or_choice.seat_by_hand(table.pk, [3, 1, 4, 2], by="director")
    assert codes(caught) == ["no_reason"]
    director_client.post(address, {**sent, "reason": "drawn with tiles"})
    assert seats_at(table) == [3, 1, 4, 2]
    assert last(tournament).data["seed"] == ceremony.seed
    assert ceremony.seed in last_words(tournament)
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    assert codes(caught) == ["went_on"]
    response = director_client.get(page("ceremony", tournament.slug, 1, 1))
    assert says(response, "Other seats were entered by hand")


# --- other people, other states -------------------------------------------------


def test_a_draw_is_for_the_people_who_began_it(
    table, address, tournament, director_client
):
    drawn_to(table, Step.SEATS)
    nine = register_players.register(
        tournament, [register_players.PlayerRow("Nine")], by="director"
    )[0]
    table.seats.filter(wind="E").update(player=nine)
    assert says(director_client.get(address), "The players at this table have changed")
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    assert codes(caught) == ["other_people"]
    again = wind_draw_at_table_or_round.begin_again(
        table.pk, attempt=1, by="director", reason="x"
    )
    assert again.numbers == [2, 3, 4, 9]


def test_when_the_round_has_begun_its_seats_stay(
    table, address, tournament, director_client, begin_round
):
    drawn_to(table, Step.SEATS)
    wind_draw_at_table_or_round.promise(table.round_id, by="director")
    begin_round()
    revision = Tournament.objects.get().revision
    pk, round_ = table.pk, table.round_id
    for change in (
        lambda: wind_draw_at_table_or_round.begin(pk, by="d"),
        lambda: wind_draw_at_table_or_round.go_on(pk, attempt=1, step=0),
        lambda: wind_draw_at_table_or_round.seat_as_drawn(pk, attempt=1, by="d"),
        lambda: wind_draw_at_table_or_round.begin_again(
            pk, attempt=1, by="d", reason="x"
        ),
        lambda: winds_by_hand_or_choice.seat_by_hand(
            pk, [3, 1, 4, 2], by="d", reason="x"
        ),
        lambda: wind_draw_at_table_or_round.promise(round_, by="d"),
        lambda: wind_draw_at_table_or_round.draw(round_, attempt=1, by="d"),
        lambda: wind_draw_at_table_or_round.promise_again(
            round_, attempt=1, by="d", reason="x"
        ),
    ):
        with pytest.raises(Refused) as caught:
            change()
        assert codes(caught) == ["round_started"]
    assert Tournament.objects.get().revision == revision
    slug = tournament.slug
    for where in (
        address,
        page("ceremony_by_hand", slug, 1, 1),
        page("ceremony_again", slug, 1, 1),
        page("ceremonies", slug, 1),
        page("wind_lots", slug, 1),
        page("wind_lots_again", slug, 1),
    ):
        response = director_client.get(where)
        assert says(response, "This round has started. Its seating cannot change.")
        assert "primary" not in text_of(response)


def test_seats_that_were_replaced_are_said_to_be(table):
    pk, round_id = table.pk, table.round_id
    Round.objects.get(pk=round_id).delete()
    for change in (
        lambda: wind_draw_at_table_or_round.begin(pk, by="d"),
        lambda: wind_draw_at_table_or_round.promise(round_id, by="d"),
    ):
        with pytest.raises(Refused) as caught:
            change()
        assert codes(caught) == ["seats_replaced"]


def test_a_table_without_four_people_draws_nothing(table):
    table.seats.get(wind="N").delete()
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.begin(table.pk, by="director")
    assert codes(caught) == ["incomplete_table"]


def test_a_draw_goes_with_its_table(table, tournament):
    drawn_to(table, Step.FIRST_THROW)
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (4, 3, 2, 1))],
        by="director",
    )
    assert not Ceremony.objects.exists()


def test_the_database_knows_the_steps_and_outcomes(table, noon):
    drawn_to(table, Step.PLACES)
    for values in (
        {"step": 8},
        {"outcome": "seated"},
        {"outcome": "lost", "finished_at": noon},
        {"finished_at": noon + timedelta(1)},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            Ceremony.objects.update(**values)


# --- wind draw for a whole round ------------------------------------------------


def test_the_lots_of_a_round_show_the_hash_then_the_seats(
    seated_round, tournament, director_client
):
    address = page("wind_lots", tournament.slug, 1)
    director_client.get(address)
    assert not WindLots.objects.exists()
    response = director_client.post(address, follow=True)
    lots = WindLots.objects.get()
    assert says(response, lots.commitment)
    assert lots.seed not in text_of(response)
    assert seats_at(seated_round.games.get(table=1)) == [1, 2, 3, 4]

    sent = {"attempt": 1, "thrown": "4 2"}
    response = director_client.post(address, sent, follow=True)
    assert says(response, lots.seed)
    seed = combined(lots.seed, "4 2")
    for table, people in ((1, [1, 2, 3, 4]), (2, [5, 6, 7, 8])):
        game = seated_round.games.get(table=table)
        assert seats_at(game) == list(seats_by_lot(seed, table, people))
    event = last(tournament)
    assert (event.data["seed"], event.data["thrown"]) == (lots.seed, "4 2")
    assert event.data["tables"][1][0] == 2
    assert last_words(tournament).endswith("Dice thrown in the hall: “4 2”.")


@pytest.mark.parametrize("thrown", ["", "4 2", "red \"6\", blue '1' \\"])
def test_the_command_on_the_page_repeats_the_lots(
    thrown, seated_round, tournament, director_client
):
    wind_draw_at_table_or_round.promise(seated_round.pk, by="director")
    wind_draw_at_table_or_round.draw(
        seated_round.pk, attempt=1, thrown=thrown, by="director"
    )
    response = director_client.get(page("wind_lots", tournament.slug, 1))
    drawn = tuple(seats_at(seated_round.games.get(table=1)))
    assert printed_by_command(response) == repr(drawn)


def test_lots_are_promised_and_drawn_once(seated_round):
    first = wind_draw_at_table_or_round.promise(seated_round.pk, by="director")
    assert (
        wind_draw_at_table_or_round.promise(seated_round.pk, by="director").seed
        == first.seed
    )
    wind_draw_at_table_or_round.draw(seated_round.pk, attempt=1, by="director")
    revision = Tournament.objects.get().revision
    wind_draw_at_table_or_round.draw(
        seated_round.pk, attempt=1, thrown="6", by="director"
    )
    assert Tournament.objects.get().revision == revision
    assert WindLots.objects.get().thrown == ""


def test_lots_are_begun_again_with_a_reason(seated_round, tournament, director_client):
    wind_draw_at_table_or_round.promise(seated_round.pk, by="director")
    old = wind_draw_at_table_or_round.draw(seated_round.pk, attempt=1, by="director")
    seats = seats_at(seated_round.games.get(table=2))
    address = page("wind_lots_again", tournament.slug, 1)
    assert director_client.post(address, {"attempt": 1}).status_code == 422
    director_client.post(address, {"attempt": 1, "reason": "nobody looked"})
    new = WindLots.objects.get()
    assert (new.attempt, new.finished_at, new.tables) == (2, None, [])
    assert new.seed != old.seed
    assert seats_at(seated_round.games.get(table=2)) == seats
    event = last(tournament)
    assert (event.reason, event.data["seed"]) == ("nobody looked", old.seed)
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.draw(seated_round.pk, attempt=1, by="director")
    assert codes(caught) == ["went_on"]


def test_a_table_with_a_draw_of_its_own_is_left_out(
    table, seated_round, tournament, director_client
):
    drawn_to(table, Step.PLACES)
    wind_draw_at_table_or_round.promise(seated_round.pk, by="director")
    lots = wind_draw_at_table_or_round.draw(seated_round.pk, attempt=1, by="director")
    assert [drawn["table"] for drawn in lots.tables] == [2]
    assert seats_at(table) == [1, 2, 3, 4]
    other = seated_round.games.get(table=2)
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.begin(other.pk, by="director")
    assert codes(caught) == ["drawn_by_lot"]
    with pytest.raises(Refused) as caught:
        winds_by_hand_or_choice.seat_by_hand(other.pk, [5, 6, 7, 8], by="director")
    assert codes(caught) == ["no_reason"]
    cards = director_client.get(page("ceremonies", tournament.slug, 1))
    assert [card.stage for card in cards.context["tables"]] == ["In progress", "Random"]


def test_there_are_no_lots_when_every_table_draws_itself(seated_round):
    for game in seated_round.games.all():
        wind_draw_at_table_or_round.begin(game.pk, by="director")
    with pytest.raises(Refused) as caught:
        wind_draw_at_table_or_round.promise(seated_round.pk, by="director")
    assert codes(caught) == ["no_tables_left"]


# --- the page of a round --------------------------------------------------------


def test_the_page_of_a_round_leads_everywhere(table, tournament, director_client):
    drawn_to(table, Step.SEATS)
    wind_draw_at_table_or_round.seat_as_drawn(table.pk, attempt=1, by="director")
    response = director_client.get(page("ceremonies", tournament.slug, 1))
    assert says(response, "View wind draw")
    for name, args in (
        ("ceremony", (1, 1)),
        ("ceremony", (1, 2)),
        ("ceremony_by_hand", (1, 2)),
        ("wind_lots", (1,)),
        ("draw_new", ()),
    ):
        assert page(name, tournament.slug, *args) in text_of(response)


def test_more_tables_need_no_more_queries(tournament, seated_round, director_client):
    address = page("ceremonies", tournament.slug, 1)
    two = count_queries(director_client, address)
    players = [register_players.PlayerRow(str(number)) for number in range(9, 25)]
    register_players.register(tournament, players, by="director")
    tables = [
        seat_rounds_and_exchange_seats.TableRow(
            1, table, tuple(range(4 * table - 3, 4 * table + 1))
        )
        for table in range(1, 7)
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="director")
    for game in Game.objects.filter(table__lt=4):
        wind_draw_at_table_or_round.begin(game.pk, by="director")
    assert count_queries(director_client, address) == two


@pytest.mark.parametrize(("number", "at"), [(9, 1), (1, 9)])
def test_what_is_not_there_is_not_found(
    seated_round, tournament, director_client, number, at
):
    for name in ("ceremony", "ceremony_by_hand", "ceremony_again"):
        address = page(name, tournament.slug, number, at)
        assert director_client.get(address).status_code == 404
    for name in ("ceremonies", "wind_lots", "wind_lots_again"):
        address = page(name, tournament.slug, 9)
        assert director_client.get(address).status_code == 404
