"""Pages of a finished table: result sheet, personal pages, disputes, and links."""

from __future__ import annotations

import os
import random
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger import enter_hand
from scoring.models import Confirmation
from tests.examples import how_many
from tests.scoring.hall_pages import address, text_of
from tests.scoring.tables_of_rules import table_of
from tournaments.access import player_links, table_links
from tournaments.access.player_links import token_of
from tournaments.models import Player, Tournament
from tournaments.people import register_players
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tournament_setup import create_and_change_tournament

#: For a longer run: FUZZ_POSTS=20000 FUZZ_SEED=1.
POSTS = int(os.environ.get("FUZZ_POSTS", how_many(150, 60)))
SEED = int(os.environ.get("FUZZ_SEED", "7"))


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def player(tournament) -> Player:
    """Return player 1, who sits at table 1."""
    return tournament.players.get(number=1)


@pytest.fixture
def over(game) -> int:
    """End play at table 1. Return the sequence number of its last ledger entry."""
    amounts = {"E": 0, "S": 0, "W": 0, "N": -10}
    scores = {"E": 40, "S": 20, "W": -10, "N": -50}
    for key, raw in (
        ("penalty", {"kind": "penalty", "amounts": amounts}),
        ("totals", {"kind": "totals", "scores": scores}),
    ):
        enter_hand.enter(game.pk, raw, device_key=key, by="referee", reason="late")
    return 2


def own(player: Player, *number: int) -> str:
    """Return the address of a player's personal page, or of the page of the player's
    table in a round.
    """
    player = player_links.with_links().get(pk=player.pk)
    name = "me:table" if number else "me:page"
    return reverse(name, args=[token_of(player), *number])


def say(client, player: Player, what: str, sequence: object = 2, **more: object):
    data = {"say": what, "sequence": sequence, **more}
    return client.post(own(player, 1), data)


# --- the result sheet -----------------------------------------------------------


def test_the_sheet_says_who_got_what_and_who_entered_it(referee_client, at, over):
    Tournament.objects.update(confirmation="referee")
    response = referee_client.get(at("result"))
    assert [row.result.place for row in response.context["rows"]] == [1, 2, 3, 4]
    page = text_of(response)
    for words in ("+40", "−50", "referee (2 entries)", "Total", "Penalties", "late"):
        assert words in page
    assert page.count("Signature") == 1
    assert "You made the last entry" in page


def test_the_sheet_says_why_a_referee_ended_play(referee_client, at, game):
    raw = {"kind": "play_ended", "why": "ruling"}
    given = {"device_key": "e", "by": "referee", "reason": "the lamp broke"}
    enter_hand.enter(game.pk, raw, **given)
    page = text_of(referee_client.get(at("result")))
    facts = page[page.index('class="facts"') :].partition("</dl>")[0]
    assert "ended by a referee" in facts
    assert "the lamp broke" in facts


@pytest.mark.parametrize("options", [{}, {"chombo_after_uma": None}])
def test_a_chombo_is_among_the_rulings_of_the_sheet(director, noon, options):
    table = table_of(director, noon, "riichi", **options)
    table.enter(winner="false_win", offender="S")
    page = text_of(table.client.get(table.at("result")))
    rulings = page[page.index('id="rulings-head"') :].partition("</section>")[0]
    assert "Chombo" in rulings
    assert "Player 02" in rulings


def test_another_referee_confirms_it(director_client, at, game, over):
    Tournament.objects.update(confirmation="referee")
    page = text_of(director_client.get(at("result")))
    assert "Confirm result" in page
    response = director_client.post(at("confirm"), {"sequence": over}, follow=True)
    assert "Result confirmed." in text_of(response)
    assert "Confirm result" not in text_of(response)
    [said] = Confirmation.objects.all()
    assert (said.by, said.player, said.sequence) == ("director", None, over)


def test_a_confirmation_of_another_result_is_refused(director_client, at, over):
    for sequence in ("", "x", "1", "99", "-1", "9" * 30, "\x00"):
        response = director_client.post(at("confirm"), {"sequence": sequence})
        assert response.status_code == 422, sequence
        assert 'class="notice error"' in text_of(response), sequence
    assert not Confirmation.objects.exists()


def test_who_entered_it_is_told_that_somebody_else_confirms(referee_client, at, over):
    response = referee_client.post(at("confirm"), {"sequence": over})
    assert response.status_code == 422
    assert "Someone else must confirm it" in text_of(response)


def test_an_unfinished_table_has_a_sheet_to_look_at(director_client, at, game):
    page = text_of(director_client.get(at("result")))
    assert "The game is not over" in page
    assert "Confirm result" not in page


def test_the_table_leads_to_its_sheet_when_play_is_over(referee_client, at, over):
    assert at("result") in text_of(referee_client.get(at()))


def test_the_device_at_the_table_shows_it_and_confirms_nothing(client, at, game, over):
    client.get(reverse("table:link", args=[table_links.token_of(game)]))
    response = client.get(at("result"))
    assert response.status_code == 200
    assert "Confirm result" not in text_of(response)
    assert client.post(at("confirm"), {"sequence": over}).status_code == 302
    assert not Confirmation.objects.exists()


# --- a personal page ------------------------------------------------------------


def test_it_shows_the_seat_and_needs_no_account(client, player, seated_round):
    page = text_of(client.get(own(player)))
    assert "Player 01" in page
    assert ">Table 1</b>" in page
    assert 'South</span> <a href="/t/spring-cup/players/2/">Player 02</a>' in page


def test_drafts_are_not_on_it(client, player, tournament):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    assert "when the seating is published" in text_of(client.get(own(player)))
    assert client.get(own(player, 1)).status_code == 404


def test_it_works_while_the_tournament_is_private(client, player, game, over):
    create_and_change_tournament.show_to_public(
        game.round.tournament, False, by="director"
    )
    for path in (own(player), own(player, 1)):
        response = client.get(path)
        assert response.status_code == 200
        assert '"/t/' not in text_of(response)


def test_it_asks_for_a_confirmation_that_the_round_needs(
    client, player, tournament, game, over
):
    assert "Check the result." not in text_of(client.get(own(player)))
    Tournament.objects.update(confirmation="players")
    assert "Check the result." in text_of(client.get(own(player)))
    response = say(client, player, "confirm")
    assert response["Location"] == own(player)
    page = text_of(client.get(own(player)))
    assert "Result confirmed." in page
    assert "Check the result." not in page
    [said] = Confirmation.objects.all()
    assert (said.player, said.by) == (player, "player 1")
    assert "You confirmed this result at" in text_of(client.get(own(player, 1)))


def test_a_result_is_looked_at_before_it_is_confirmed(client, player, over):
    page = text_of(client.get(own(player, 1)))
    for words in ("+40", "−50", "Total", "Confirm result", 'value="2"'):
        assert words in page


def test_a_dispute_is_made_with_words(client, player, director_client, slug, over):
    response = say(client, player, "dispute", text="")
    assert response.status_code == 422
    page = text_of(response)
    assert "Describe the mistake." in page
    assert "autofocus" in re.search(r"<textarea[^>]*>", page)[0]
    response = client.post(
        own(player, 1), {"say": "dispute", "sequence": 2, "text": "hand 3"}, follow=True
    )
    page = text_of(response)
    assert "Dispute sent to the referees." in page
    assert "hand 3" in page
    [said] = Confirmation.objects.all()
    for name in ("hall", "disputes"):
        page = text_of(director_client.get(address(name, slug)))
        assert "Round 1, table 1: Player 01 disputes the result" in page
        assert address("dispute", slug, said.pk) in page


def test_what_was_typed_survives_a_correction_meanwhile(client, player, game, over):
    amounts = {"E": -5, "S": 0, "W": 0, "N": 0}
    raw = {"kind": "penalty", "amounts": amounts}
    enter_hand.enter(game.pk, raw, device_key="late", by="referee", reason="late")
    response = say(client, player, "dispute", text="hand 3 was mine")
    assert response.status_code == 422
    page = text_of(response)
    assert "This table has new entries or corrections" in page
    assert "hand 3 was mine</textarea>" in page
    assert 'name="sequence" value="3"' in page
    assert say(client, player, "dispute", 3, text="hand 3 was mine").status_code == 302


def test_the_answer_is_read_on_the_own_page(client, player, game, over):
    said = confirm_and_dispute.dispute(game.pk, player, sequence=over, text="hand 3")
    confirm_and_dispute.settle(said.pk, by="director", answer="it was 8 points")
    page = text_of(client.get(own(player, 1)))
    assert "Reply from director:" in page
    assert "it was 8 points" in page


def test_somebody_elses_table_is_not_there(client, tournament, over):
    other = tournament.players.get(number=5)
    assert client.get(own(other, 1)).status_code == 200
    assert "Player 01" not in text_of(client.get(own(other, 1)))
    assert client.get(own(other, 7)).status_code == 404
    assert client.get(own(other, 10**20)).status_code == 404


def test_a_link_that_was_replaced_says_so_and_does_nothing(
    client, director_client, player, slug, over
):
    old = own(player, 1)
    director_client.post(address("player_link", slug, 1))
    assert own(player, 1) != old
    for response in (client.get(old), client.post(old, {"say": "confirm"})):
        assert response.status_code == 410
        assert "This link has been replaced" in text_of(response)
    assert client.get(own(player)).status_code == 200
    assert not Confirmation.objects.exists()
    assert Tournament.objects.get().log.first().kind == "player_link_renewed"


def test_a_link_that_was_not_signed_here_opens_nothing(client, player):
    for key in ("key", "1.1", "1.1:x", "1.1:", ":", "é", "1" * 3000):
        assert client.get(reverse("me:page", args=[key])).status_code == 404, key


def test_the_key_of_one_player_is_not_the_others(client, player):
    words, signature = token_of(player).split(":")
    other = player.tournament.players.get(number=2)
    forged = f"{other.pk}.1:{signature}"
    assert words == f"{player.pk}.1"
    assert client.get(reverse("me:page", args=[forged])).status_code == 404


def test_a_form_from_another_site_confirms_nothing(player, over):
    strict = Client(enforce_csrf_checks=True)
    assert say(strict, player, "confirm").status_code == 403
    assert not Confirmation.objects.exists()


def test_more_rounds_need_no_more_queries(client, player, tournament, game, over):
    def queries() -> int:
        client.get(own(player))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(own(player)).status_code == 200
        return len(captured)

    def publish(*numbers: int) -> None:
        for number in numbers:
            rows = [seat_rounds_and_exchange_seats.TableRow(number, 1, (1, 2, 3, 4))]
            seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
        tournament.rounds.exclude(number=1).update(state="published")

    few = queries()  # including those for a round with unpublished seating
    publish(2)
    with_a_start_to_tell = queries()
    assert with_a_start_to_tell < few
    publish(3, 4)
    assert queries() == with_a_start_to_tell


# --- disputes and links ---------------------------------------------------------


def test_a_dispute_is_settled_beside_the_result(
    referee_client, slug, game, player, over
):
    said = confirm_and_dispute.dispute(
        game.pk, player, sequence=over, text="<b>hand 3</b>"
    )
    path = address("dispute", slug, said.pk)
    page = text_of(referee_client.get(path))
    assert "&lt;b&gt;hand 3" in page
    assert "+40" in page
    response = referee_client.post(path, {"answer": ""})
    assert response.status_code == 422
    response = referee_client.post(path, {"answer": "it was 8"}, follow=True)
    page = text_of(response)
    assert "No disputes." in page
    assert "it was 8" in page
    response = referee_client.post(path, {"answer": "no, 12"})
    assert response.status_code == 422
    assert "already resolved by referee" in text_of(response)


def test_a_dispute_of_another_tournament_is_not_there(
    director, director_client, game, player, over
):
    said = confirm_and_dispute.dispute(game.pk, player, sequence=over, text="hand 3")
    plan = create_and_change_tournament.Plan("Other", "mcr", 1, 90, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)
    path = address("dispute", other.slug, said.pk)
    assert director_client.get(path).status_code == 404
    assert director_client.post(path, {"answer": "no"}).status_code == 404


def test_the_hall_says_what_each_table_lacks(
    director_client, slug, tournament, game, over
):
    def page() -> str:
        return text_of(director_client.get(address("hall", slug)))

    assert "of 4 confirmed" not in page()
    Tournament.objects.update(confirmation="players")
    assert "0 of 4 confirmed" in page()
    for seat in game.seats.select_related("player"):
        confirm_and_dispute.confirm_as_player(game.pk, seat.player, sequence=over)
    assert ">Confirmed<" in page()
    Tournament.objects.update(confirmation="referee")
    assert ">Not confirmed<" in page()


def test_closing_without_confirmations_needs_a_reason(
    director_client, slug, running_round, game, over
):
    Tournament.objects.update(confirmation="players")
    path = address("close", slug, 1)
    clock = {"version": running_round.clock_version}
    response = director_client.post(path, {"reason": "", **clock})
    assert response.status_code == 422
    assert response.context["forms"]["close"].errors["reason"] == [
        "Still playing: table 2. Enter a reason to end this game.",
        "No hands entered at table 2. Enter a reason to close the round.",
        "Not confirmed, or disputed: table 1. Enter a reason to close the round.",
    ]
    given = {"reason": "they left", **clock}
    assert director_client.post(path, given).status_code == 302
    log = text_of(director_client.get(address("log", slug)))
    assert "Round 1 closed without confirmation of tables 1, 2." in log


def test_the_settings_ask_what_a_round_needs(director_client, slug, tournament):
    path = address("settings", slug)
    form = director_client.get(path).context["forms"]["entry"]
    assert form.initial["confirmation"] == "none"
    sent = form.initial | {"card": "entry"}
    director_client.post(path, sent | {"confirmation": "players"})
    assert Tournament.objects.get().confirmation == "players"
    response = director_client.post(path, sent | {"confirmation": "all"})
    assert response.status_code == 422


def test_every_player_has_a_card_with_their_link(director_client, slug, tournament):
    response = director_client.get(address("player_links", slug))
    page = text_of(response)
    assert page.count('class="qr"') == 8
    for player in tournament.players.all():
        assert own(player) in page
    assert " style=" not in page
    assert director_client.get(address("player_link", slug, 99)).status_code == 404


def test_more_players_need_no_more_queries_for_their_cards(
    director_client, slug, tournament
):
    def queries() -> int:
        director_client.get(address("player_links", slug))
        with CaptureQueriesContext(connection) as captured:
            director_client.get(address("player_links", slug))
        return len(captured)

    few = queries()
    rows = [register_players.PlayerRow(last_name=f"More {n}") for n in range(20)]
    register_players.register(tournament, rows, by="director")
    assert queries() == few


# --- random requests ------------------------------------------------------------


def test_every_post_gets_an_answer(client, director_client, tournament, game, over):
    """Every POST request gets a response.

    No confirmation is recorded twice, or for an outdated result.
    """
    chance = random.Random(SEED)
    players = list(tournament.players.all())
    nonsense = ["", " ", "x", "é雀", "\x00", "-1", "1.5", "9" * 30, "<b>", "y" * 1001]

    def some(*sensible: object) -> object:
        return chance.choice(sensible if chance.random() < 0.8 else nonsense)

    answers: dict[int, int] = {}
    for _count in range(POSTS):
        data = {"sequence": some(1, 2, 2, 3), "say": some("confirm", "dispute")}
        data |= {"text": some("hand 3", "hand 4"), "answer": some("no", "yes")}
        disputes = Confirmation.objects.filter(kind="dispute").order_by("pk")
        paths = [
            (client, own(chance.choice(players), chance.choice([1, 1, 1, 2]))),
            (director_client, reverse("table:confirm", args=[tournament.slug, 1, 1])),
        ]
        if disputes:
            path = address("dispute", tournament.slug, chance.choice(disputes).pk)
            paths.append((director_client, path))
        browser, path = chance.choice(paths)
        status = browser.post(path, data).status_code
        answers[status] = answers.get(status, 0) + 1
    assert set(answers) == {302, 404, 422}, answers
    said = Confirmation.objects.filter(kind="confirm")
    assert len(set(said.values_list("player", "sequence"))) == said.count()
    assert {word.sequence for word in said} == {2}
    open_ = Confirmation.objects.filter(kind="dispute", settled_at=None)
    assert len(set(open_.values_list("player"))) == open_.count()
