"""A conflict in the director's pages, and closing a round with a conflict."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.corrections import conflicting_hands
from scoring.hall.control_room_tables import HALLS
from scoring.ledger import enter_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.models import Conflict
from scoring.rounds import end_and_close_round
from tests.scoring.hall_pages import address, text_of
from tests.scoring.halls import hall_of, signed_in
from tournaments.models import Game
from tournaments.refusals import Refused

WASHOUT = {"kind": "washout"}
WIN = {"kind": "win", "winner": "E", "from": "S", "points": 24}


def play(game: Game, *hands: int) -> None:
    for hand in hands:
        key = f"{game.pk}-{hand}"
        enter_hand.enter(game.pk, WASHOUT, hand=hand, device_key=key, by="table 1")


def offer_other(game: Game, hand: int = 1) -> Conflict:
    """Enter another version of a hand on another device. Return the conflict."""
    with pytest.raises(HandConflict) as found:
        enter_hand.enter(game.pk, WIN, hand=hand, device_key=f"o{hand}", by="table 1")
    key = f"other{game.pk}-{hand}"
    return conflicting_hands.note(found.value, device_key=key, by="table 1")


@pytest.fixture
def open_conflict(game) -> Conflict:
    """Play two hands at table 1, the first with two versions. Return the conflict."""
    play(game, 1, 2)
    return offer_other(game)


def settle(game: Game, conflict: Conflict, choice: str = "kept") -> None:
    conflicting_hands.settle(game, conflict.pk, choice, by="referee", reason="compared")


class TestTheHall:
    def test_says_so_and_leads_to_the_table(self, director_client, game, open_conflict):
        slug = game.round.tournament.slug
        answer = director_client.get(address("hall", slug))
        card = answer.context["tables"][0]
        assert card.progress.key == "two_versions"
        assert card.progress.text == "Conflict in hand 1"
        assert not card.progress.is_over
        page = text_of(answer)
        assert "conflict in hand" in page
        assert "Round 1, table 1: conflict in hand 1" in page
        table = reverse("table:session", args=[slug, 1, 1])
        assert f'id="conflict-{open_conflict.pk}" href="{table}"' in page

    @pytest.mark.parametrize("choice", ["kept", "offered"])
    def test_says_no_more_of_it_once_one_is_chosen(
        self, director_client, game, open_conflict, choice
    ):
        settle(game, open_conflict, choice)
        page = text_of(director_client.get(address("hall", game.round.tournament.slug)))
        assert "Hand 3" in page
        assert "wo versions" not in page

    def test_is_told_at_once(self, game):
        play(game, 1, 2)
        tournament = game.round.tournament
        before = tournament.log.first().revision
        offer_other(game)
        assert tournament.log.first().revision == before + 1
        told = HALLS[True].render(tournament, ())
        assert "Conflict" in told

    def test_needs_no_more_queries_for_more_of_them(self, director):
        def queries_of(tables: int) -> int:
            games = hall_of(director, "mcr", tables)
            for game in games:
                play(game, 1, 2)
                offer_other(game, 1)
                offer_other(game, 2)
            client = signed_in(director)
            path = address("hall", games[0].round.tournament.slug)
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert "conflict in hand" in text_of(client.get(path))
            return len(queries)

        assert queries_of(2) == queries_of(6)


class TestClosing:
    @pytest.fixture(autouse=True)
    def played(self, game):
        """End play at both tables."""
        over = {"kind": "play_ended", "why": "ruling"}
        for each in game.round.games.all():
            play(each, 1)
            enter_hand.enter(each.pk, over, device_key=f"over{each.pk}", by="director")

    def test_needs_a_reason_and_names_the_tables(self, game):
        offer_other(game)
        with pytest.raises(Refused) as caught:
            end_and_close_round.close(game.round_id, by="director")
        [fault] = caught.value.faults
        assert (fault.code, fault.field) == ("two_versions", "reason")
        assert fault.params == {"tables": "1"}

    def test_with_a_reason_the_log_names_them(self, game, director_client):
        offer_other(game)
        end_and_close_round.close(game.round_id, by="director", reason="they left")
        tournament = game.round.tournament
        event = tournament.log.first()
        assert (event.kind, event.reason) == ("closed_with_two_versions", "they left")
        log = text_of(director_client.get(address("log", tournament.slug)))
        assert "Round 1 closed with a conflict at table 1." in log

    def test_a_conflict_that_is_settled_needs_none(self, game):
        settle(game, offer_other(game))
        assert end_and_close_round.close(game.round_id, by="director").state == "closed"

    def test_the_result_sheet_says_that_one_is_open(self, game, at, referee_client):
        conflict = offer_other(game)
        page = text_of(referee_client.get(at("result")))
        assert "Hand 1 has two versions." in page
        settle(game, conflict)
        page = text_of(referee_client.get(at("result")))
        assert "two versions" not in page
