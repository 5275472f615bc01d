"""End of play on the table device: places, confirmation by the players, and the next
round."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.models import Confirmation
from tests.scoring.confirming_and_finishing.test_closing_pages import own
from tests.scoring.ledger.test_hand_order import enter, play
from tests.scoring.table_device import HTMX, device_at, text
from tournaments.models import ConfirmationNeeded, PlanItem, Tournament
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages

ENDED = {"kind": "play_ended", "why": "ruling"}


@pytest.fixture
def device(game) -> Client:
    return device_at(game)


@pytest.fixture
def over(game) -> int:
    """Play two hands that East won, and end play.

    Return the sequence number of the last ledger entry.
    """
    Tournament.objects.update(confirmation=ConfirmationNeeded.AT_TABLE)
    play(game, 12, 30)
    return enter(game, ENDED).sequence


def said(device, at, over, who: str, **more: object):
    given = {"sequence": over, "who": who, "say": "confirm"} | more
    return device.post(at("say"), given, **HTMX)


def test_places_points_and_what_they_mean_are_shown_in_order(device, at, over):
    page = text(device.get(at()))
    places = page[page.index('id="end-places"') : page.index('id="end-next"')]
    order = [places.index(f"Place {place}:") for place in (1, 2)]
    assert order == sorted(order)
    first, second = (part.partition("</li>")[0] for part in places.split("<li ")[1:3])
    assert "Player 01</span>" in first
    assert "Table points: 4" in first
    assert 'data-place="E" data-side="bottom"' in first
    assert "Table points: 4" not in second
    assert "The scores are final unless corrected." in places
    assert "total table points" in places.partition("final unless")[2]
    assert 'id="hand-form"' not in page
    assert "0 of 4 confirmed" in page


def test_the_four_agree_on_the_same_device_one_after_the_other(device, at, over, game):
    order = "EWNS"  # in order of place
    for number, who in enumerate(order, 1):
        page = text(said(device, at, over, who))
        assert f"{number} of 4 confirmed" in page
        # The next player's seat has the focus; after the last one, the sentence.
        focused = re.findall(r'<(\w+) [^>]*?(?:value="(\w)")? autofocus', page)
        assert focused == [("button", order[number]) if number < 4 else ("h2", "")]
    assert Confirmation.objects.filter(kind="confirm").count() == 4
    by = Confirmation.objects.latest("pk").by
    assert by.startswith("player 2 on table 1")
    page = text(device.get(at()))
    assert 'class="agrees"' not in page
    assert "The result is confirmed." in page
    assert "Tap your seat" not in page


def test_a_dispute_keeps_its_text_and_is_seen(device, at, over):
    nobody = said(device, at, over, "", say="dispute", text="no")
    assert nobody.status_code == 422
    # Each error is next to its field, and the field has the focus.
    who = text(nobody).partition('class="end-who"')[2].partition("</fieldset>")[0]
    assert "Choose your name." in who
    assert " autofocus" in who
    refused = said(device, at, over, "S", say="dispute", text="")
    assert refused.status_code == 422
    about = text(refused).partition('for="end-text"')[2].partition("</div></div>")[0]
    assert "Describe the mistake." in about
    assert " autofocus" in about
    old = said(device, at, 1, "S", say="dispute", text="Hand 2 was 20.")
    assert old.status_code == 422
    assert "Hand 2 was 20.</textarea>" in text(old)
    page = text(said(device, at, over, "S", say="dispute", text="Hand 2 was 20."))
    assert "Disputed by Player 02" in page
    assert "Hand 2 was 20." in page
    for who in "EWN":
        page = text(said(device, at, over, who))
    assert "3 of 4 confirmed" in page
    assert "A referee will check it." in page


def test_where_each_has_a_link_of_their_own_the_device_does_not_ask(device, at, over):
    Tournament.objects.update(confirmation=ConfirmationNeeded.REFEREE)
    page = text(device.get(at()))
    assert "A referee will confirm the result." in page
    assert "not yet" not in page.partition('id="end-places"')[2].partition("</ol>")[0]
    Tournament.objects.update(confirmation=ConfirmationNeeded.PLAYERS)
    page = text(device.get(at()))
    assert 'class="agrees"' not in page
    assert "Is your score right? Confirm it with your player link." in page
    refused = said(device, at, over, "E")
    assert refused.status_code == 422
    assert "Results are not confirmed on the table" in text(refused)
    assert not Confirmation.objects.exists()


def test_what_comes_next_is_said_to_the_table_and_to_each_by_their_link(
    device, at, over, game, client
):
    tournament = game.round.tournament
    assert "The next round is not published yet." in text(device.get(at()))
    rows = [seat_rounds_and_exchange_seats.TableRow(2, 2, (1, 5, 6, 7))]
    [following] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    start = timezone.now() + timedelta(hours=1)
    PlanItem.objects.create(
        tournament=tournament,
        kind="round",
        number=2,
        start=start,
        minutes=100,
    )
    publish_seating.publish(following.pk, by="director")
    when = localtime(start).strftime("%H:%M")
    page = text(device.get(at()))
    assert f"Round 2 at {when}" in page
    player = game.seats.get(wind="E").player
    seat = following.seats.get(player=player)
    assert f"Table {seat.game.table}," in page
    mine = text(client.get(own(player, 1)))
    assert f"Round 2 at {when}: table {seat.game.table}" in mine
    # The page of a player who sits out shows this, and no other player's seat.
    out = text(client.get(own(game.seats.get(wind="S").player, 1)))
    assert f"Round 2 at {when}" in out
    assert "You do not play in this round." in out
    assert "Table 2," not in out


def plan_round(tournament, number: int, **ahead: float) -> str:
    """Plan a round. Return its start as time of day in the tournament's time zone."""
    start = timezone.now() + timedelta(**ahead)
    PlanItem.objects.create(
        tournament=tournament, kind="round", number=number, start=start, minutes=100
    )
    return localtime(start).strftime("%H:%M")


def test_a_round_that_is_not_published_is_told_by_its_time_alone(
    device, at, over, game, client
):
    tournament = game.round.tournament
    when = plan_round(tournament, 2, hours=1)
    player = game.seats.get(wind="E").player
    rows = [seat_rounds_and_exchange_seats.TableRow(2, 2, (1, 5, 6, 7))]
    for seated in (False, True):
        if seated:
            seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
        for page in (text(device.get(at())), text(client.get(own(player, 1)))):
            assert f"Round 2 at {when}" in page
            assert "The next round is not published yet." in page
            assert f"Round 2 at {when}: table" not in page


def test_before_a_cut_the_table_is_told_how_many_go_on(device, at, over, game):
    final = StagePlan("final", 1, cut="top", cut_size=4)
    stages = [StagePlan("qualifying", 1), final]
    set_stages(game.round.tournament, stages, by="director")
    page = text(device.get(at()))
    assert "Final: the first 4 qualify." in page
    assert "The cut follows this round." in page


def test_after_the_last_round_nothing_is_promised(device, at, over, game, client):
    Tournament.objects.update(planned_rounds=1)
    player = game.seats.get(wind="E").player
    for page in (text(device.get(at())), text(client.get(own(player, 1)))):
        assert "This was the last round." in page
        assert "not published yet" not in page


def test_an_own_link_says_in_order_what_the_points_mean_and_what_is_asked(
    over, game, client
):
    Tournament.objects.update(confirmation=ConfirmationNeeded.PLAYERS)
    page = text(client.get(own(game.seats.get(wind="W").player, 1)))
    order = [
        page.index(words)
        for words in (
            "Table points</th>",
            "The scores are final unless corrected.",
            "Confirm result",
            "Dispute result",
            "The next round is not published yet.",
        )
    ]
    assert order == sorted(order)
    assert "total table points" in page


def test_what_a_referee_changed_stands_above_what_is_asked(device, at, over, game):
    said(device, at, over, "S", say="dispute", text="Hand 2 was 20.")
    dispute = Confirmation.objects.get(kind="dispute")
    confirm_and_dispute.settle(dispute.pk, by="anna", answer="The sheet says 30.")
    page = text(device.get(at()))
    assert page.index("Dispute by Player 02") < page.index("Tap your seat")
    # The narrow seat shows one word; screen readers get all of it.
    seat = page[page.index('data-place="S"') :].partition("</li>")[0]
    assert '<span aria-hidden="true">decided</span>' in seat
    assert "decided by a referee" in seat
