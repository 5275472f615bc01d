"""Tables of 3 and 2 players without a network, after the gong, with conflicting
entries, or with paper totals."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.corrections import conflicting_hands, exchange_players
from scoring.ledger import decide_late_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, Result, TypedTotals
from scoring.practice.make_practice_tournament import rehearse
from scoring.practice.reset_practice import reset
from scoring.rounds import end_and_close_round
from tests.scoring.halls import signed_in
from tests.scoring.rehearsals import play_whole, tables_of
from tests.scoring.table_device import device_at
from tests.scoring.whole_tournaments.test_events_of_three import (
    drawn,
    event_of,
    started,
)
from tournaments.models import Game, LateWord, Tournament
from tournaments.seating.constraints import Uneven
from tournaments.seating_drafts import confirm_draft as draws

COLUMNS = ("east", "south", "west", "north")


@pytest.fixture(params=[3, 2], ids=["three", "two"])
def game(request, director, noon) -> Game:
    """Return a table of 3 under Hong Kong rules, or of 2 under Classical rules, in a
    running round.
    """
    if request.param == 3:
        event = event_of(director, 7, "hong_kong", fewest_players=3)
        draft = drawn(event, Uneven.THREES, 1)
    else:
        event = event_of(director, 5, "classical", fewest_players=2)
        draft = drawn(event, Uneven.TWOS, 1)
    draws.confirm(draft, by="director")
    return started(event, noon)[request.param]


def win(game: Game, key: str, worth: int = 8) -> dict[str, object]:
    """Return the form data of East's win on South's discard in the first hand.

    `worth`: 8 or 16 points.
    """
    fields = {"hand": 1, "device_key": key, "winner": "E", "source": "S"}
    if game.players == 3:
        return fields | {"faan": {8: "3", 16: "4"}[worth]}
    return fields | {"points_E": str(20 + worth), "points_S": "2"}


def send(client: Client, game: Game, fields: dict[str, object]):
    round_ = game.round
    at = [round_.tournament.slug, round_.number, game.table]
    answer = client.post(reverse("table:queue", args=at), fields)
    return answer.status_code, answer.json()


def scores_of(game: Game) -> list[int]:
    scores = TableLedger(game).state.scores
    return [scores[seat] for seat in "ESWN"]


def test_a_hand_that_waited_for_the_network_is_there_once(game):
    device = device_at(game)
    for _sent in range(2):
        status, answer = send(device, game, win(game, "a"))
        assert (status, answer["saved"], answer["next"]) == (200, 1, 2)
    assert TableLedger(game).state.hands_played == 1
    refused = win(game, "b") | {"hand": 2, "source": "N"}
    assert send(device, game, refused)[0] == 422


def test_two_devices_that_say_two_things_are_told_apart(game):
    send(device_at(game), game, win(game, "a", 8))
    status, _answer = send(device_at(game), game, win(game, "b", 16))
    assert status == 409
    before = scores_of(game)
    conflict = Conflict.objects.get()
    conflicting_hands.settle(
        game, conflict.pk, "offered", by="referee", reason="compared"
    )
    assert scores_of(game) != before
    assert sum(scores_of(game)) == sum(before)
    assert not list(rebuild(game.round.tournament, check=True))


def test_a_hand_after_time_counts_on_a_referees_word(game, noon):
    Tournament.objects.update(late_word=LateWord.REFEREE)
    end_and_close_round.end_now(game.round.pk, by="director", reason="time", now=noon)
    status, answer = send(device_at(game), game, win(game, "a"))
    assert (status, answer["hand"]) == (200, 1)
    assert "held" in answer
    decide_late_hand.decide(answer["held"], counts=True, by="referee")
    table = Game.objects.get(pk=game.pk)
    assert TableLedger(table).state.hands_played == 1
    assert TableLedger(table).state.over


@pytest.mark.parametrize("twice", [False, True])
def test_totals_from_paper_are_of_those_who_sit_there(game, director, twice):
    event = game.round.tournament
    Tournament.objects.filter(pk=event.pk).update(totals_twice=twice)
    client = signed_in(director)
    address = reverse("director:paper_round", args=[event.slug, 1])
    prefix, page = f"t{game.table}", client.get(address).content.decode()
    shown = [column for column in COLUMNS if f'name="{prefix}-{column}"' in page]
    assert shown == list(COLUMNS[: game.players])
    each = TableLedger(game).rules.opening_scores()["E"]
    totals = (each + 40, *[each - 40 // (game.players - 1)] * (game.players - 1))
    sent = {
        f"{prefix}-{column}": str(score)
        for column, score in zip(shown, totals, strict=True)
    }
    sent[f"{prefix}-device_key"] = "paper"
    assert client.post(address, sent).status_code == 302
    if twice:
        assert TypedTotals.objects.get().game == game
        assert not Result.objects.filter(seat__game=game).exists()
        return
    placed = Result.objects.filter(seat__game=game).order_by("place")
    assert [row.score for row in placed] == list(totals)


def test_two_who_sat_down_at_each_others_tables_change_places(game):
    send(device_at(game), game, win(game, "a"))
    [other] = game.round.games.exclude(pk=game.pk)
    before, last = scores_of(game), "ESWN"[game.players - 1]
    who = game.seats.get(wind=last).player.number
    whom = other.seats.get(wind="E").player.number
    why = {"by": "referee", "reason": "seen", "since_the_start": True}
    exchange_players.exchange_players(game.pk, who, whom, **why)
    game = Game.objects.get(pk=game.pk)
    assert game.seats.get(wind=last).player.number == whom
    assert game.players == game.seats.count()
    assert scores_of(game) == before
    assert not list(rebuild(game.round.tournament, check=True))


@pytest.mark.parametrize(
    ("ruleset", "players", "fewest", "sizes"),
    [("hong_kong", 7, 3, [3, 4]), ("classical", 5, 2, [2, 3])],
)
def test_bots_rehearse_an_event_with_short_tables_to_its_end(
    director, ruleset, players, fewest, sizes
):
    event = event_of(director, players, ruleset, fewest_players=fewest)
    Tournament.objects.filter(pk=event.pk).update(end_policy="stop_at_once")
    event.refresh_from_db()
    made = rehearse(event, director=director, seed=1)
    play_whole(made, hands=1)
    for number in (1, 2, 3):
        tables = tables_of(made, number)
        assert sorted(map(len, tables)) == sizes
    assert made.players.count() == players
    again = reset(made, 2, by="director")
    seated = [game.seats.count() for game in again.games.all()]
    assert sorted(seated) == sizes
    play_whole(Tournament.objects.get(pk=made.pk), hands=1)
    assert sorted(map(len, tables_of(made, 3))) == sizes
