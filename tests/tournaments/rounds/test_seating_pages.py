"""The director's pages for seating that is pasted or typed."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages import count_queries, page, says
from tournaments.models import RoundState
from tournaments.rounds import publish_seating, round_clock

SEATING = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n"


def typed_tables(*tables: tuple) -> dict[str, str]:
    values = {"form-TOTAL_FORMS": str(len(tables)), "form-INITIAL_FORMS": "0"}
    for index, table in enumerate(tables):
        for name, value in zip(("table", "E", "S", "W", "N"), table, strict=True):
            values[f"form-{index}-{name}"] = str(value)
    return values


def test_pasted_seats_become_drafts(tournament, director_client):
    response = director_client.post(
        page("seating", tournament.slug),
        {"text": SEATING + "2,1,1,5,2,6\n"},
        follow=True,
    )
    assert says(response, "2 rounds saved as seating drafts.")
    assert says(response, "Publish round 1")
    assert [r.state for r in tournament.rounds.all()] == ["draft", "draft"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,1,1,2,3,99\n", "Round 1 contains unknown player numbers: 99."),
        ("1,1,1,2,3\n", "Round 1: table 1 must have 4 players."),
        ("1,1,1,,3,4\n", "line 1: south is empty."),
        ("1,1,1,2,3,4\n1,2,4,5,6,7\n", "line 2: Player 4 is at two tables"),
        ("301,1,1,2,3,4\n", "line 1: round is 301"),
        ("1,99999,1,2,3,4\n", "line 1: table is 99999"),
    ],
)
def test_seats_with_a_fault_seat_nobody(tournament, director_client, text, sentence):
    response = director_client.post(page("seating", tournament.slug), {"text": text})
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors["text"])
    assert response.context["form"]["text"].value() == text
    assert not tournament.rounds.exists()


def test_the_form_offers_a_line_for_every_table(tournament, director_client):
    response = director_client.get(page("seating_round", tournament.slug, 1))
    tables = [form["table"].value() for form in response.context["formset"]]
    assert tables == [1, 2]


def test_the_form_offers_tables_for_those_who_are_there(tournament, director_client):
    tournament.players.filter(number__gt=4).update(last_round=1)
    address = page("seating_round", tournament.slug, 2)
    response = director_client.get(address)
    tables = [form["table"].value() for form in response.context["formset"]]
    assert tables == [1]
    assert [player.number for player in response.context["players"]] == [1, 2, 3, 4]


def test_typed_seats_become_a_draft_and_empty_tables_are_left_out(
    tournament, director_client
):
    address = page("seating_round", tournament.slug, 1)
    tables = typed_tables((1, 4, 3, 2, 1), (2, "", "", "", ""))
    response = director_client.post(address, tables, follow=True)

    assert says(response, "Round 1 saved as a seating draft.")
    [game] = tournament.rounds.get().games.all()
    assert game.seats.get(wind="E").player.number == 4


def test_a_draft_is_shown_for_changing_and_replaced(
    tournament, seated_round, director_client
):
    address = page("seating_round", tournament.slug, 1)
    [first, second] = director_client.get(address).context["formset"]
    assert [first[wind].value() for wind in "ESWN"] == [1, 2, 3, 4]
    assert second["table"].value() == 2

    director_client.post(address, typed_tables((1, 8, 7, 6, 5)))

    round_ = tournament.rounds.get()
    assert (round_.state, round_.games.count()) == (RoundState.DRAFT, 1)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([(1, 1, 2, 3, "")], "Round 1: table 1 must have 4 players."),
        ([(1, 1, "", 3, 4)], "Fill the seats in order from East, without gaps."),
        ([(1, 1, 2, 3, "x")], "Enter a whole number."),
        ([("", 1, 2, 3, 4)], "This field is required."),
        ([(1, 1, 2, 3, 1)], "Round 1 seats players twice: 1."),
        ([(1, 1, 2, 3, 99)], "Round 1 contains unknown player numbers: 99."),
        ([(1, 1, 2, 3, 4), (1, 5, 6, 7, 8)], "Round 1 has duplicate tables: 1."),
        ([(1, "", "", "", "")], "This plan has no tables."),
        ([], "This plan has no tables."),
    ],
)
def test_typed_seats_with_a_fault_seat_nobody(
    tournament, director_client, tables, sentence
):
    response = director_client.post(
        page("seating_round", tournament.slug, 1), typed_tables(*tables)
    )
    assert response.status_code == 422
    assert says(response, sentence)
    assert not tournament.rounds.exists()


def test_a_form_without_its_lines_is_a_refusal(tournament, director_client):
    response = director_client.post(page("seating_round", tournament.slug, 1), {})
    assert response.status_code == 422


@pytest.mark.parametrize(
    "show", [publish_seating.show_in_hall, publish_seating.publish]
)
def test_seats_that_were_shown_can_be_typed_anew_and_are_a_draft_again(
    tournament, director_client, show
):
    director_client.post(page("seating", tournament.slug), {"text": SEATING})
    show(tournament.rounds.get().pk, by="director")
    address = page("seating_round", tournament.slug, 1)
    response = director_client.get(address)
    assert response.context["may_change"]
    assert says(response, "hidden until you show it in the hall or publish it.")
    director_client.post(address, typed_tables((1, 8, 7, 6, 5)))
    assert tournament.rounds.get().state == RoundState.DRAFT


def test_what_can_be_done_with_a_rounds_seats_is_offered(tournament, director_client):
    change, publish = "Edit seats for round 1", "Publish round 1"
    hall, back = "Show round 1 in the hall", "Unpublish round 1"

    def offered() -> list[str]:
        response = director_client.get(page("seating", tournament.slug))
        return [word for word in (change, hall, publish, back) if says(response, word)]

    director_client.post(page("seating", tournament.slug), {"text": SEATING})
    round_ = tournament.rounds.get()
    assert offered() == [
        "Edit seats for round 1",
        "Show round 1 in the hall",
        "Publish round 1",
    ]
    publish_seating.show_in_hall(round_.pk, by="director")
    assert offered() == [change, publish, back]
    publish_seating.publish(round_.pk, by="director")
    assert offered() == [change, back]
    round_clock.start(round_.pk, by="director", now=timezone.now())
    assert offered() == []


def test_a_player_is_replaced_from_the_seating_page(
    tournament, running_round, director_client
):
    """The page leads to the page for the player's substitute, and to running tables."""
    slug = tournament.slug
    choice = page("replace_player", slug)
    assert says(director_client.get(page("seating", slug)), f'"{choice}"')
    assert says(
        director_client.get(choice), reverse("table:take_seat", args=[slug, 1, 2])
    )
    answer = director_client.get(choice, {"player": "3"})
    assert answer.url == page("substitute", slug, 3)
    assert director_client.get(choice, {"player": "999"}).status_code == 422


def test_a_started_round_cannot_be_seated_again(
    tournament, running_round, director_client
):
    address = page("seating_round", tournament.slug, 1)
    assert says(director_client.get(address), "Its seating cannot change.")
    response = director_client.post(address, typed_tables((1, 8, 7, 6, 5)))
    assert response.status_code == 422
    assert says(response, "Round 1 has started. Its seating cannot change.")
    assert tournament.rounds.get().games.count() == 2


@pytest.mark.parametrize("number", [0, 301, 10**30])
def test_a_round_nobody_can_have_is_not_there(tournament, director_client, number):
    address = page("seating_round", tournament.slug, number)
    assert director_client.get(address).status_code == 404


def test_more_rounds_and_tables_need_no_more_queries(tournament, director_client):
    address = page("seating", tournament.slug)
    director_client.post(address, {"text": SEATING})
    director_client.get(address)
    few = count_queries(director_client, address)
    more = "".join(f"{n},1,1,2,3,4\n{n},2,5,6,7,8\n" for n in range(2, 9))
    director_client.post(address, {"text": more})
    director_client.get(address)
    assert count_queries(director_client, address) == few
