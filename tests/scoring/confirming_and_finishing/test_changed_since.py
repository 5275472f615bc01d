"""Notices for players whose result was changed after they confirmed or disputed it."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from rules.ledger_entries import Follow
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.confirming_and_finishing.changes_since_confirmation import changed_since
from scoring.corrections import correct_and_undo, reseat_players
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation
from tests.scoring.ledger.test_hand_order import (
    PENALTY,
    enter,
    insert,
    key,
    outcome,
    play,
    remove,
    win_of,
)
from tests.scoring.table_device import text
from tournaments.access import player_links
from tournaments.models import Game, Player, Seat, Tournament

ENDED = {"kind": "play_ended", "why": "ruling"}
SWAP = {"E": "S", "S": "E"}


@pytest.fixture
def player(tournament) -> Player:
    """Return player 1, who sits East."""
    return tournament.players.get(number=1)


@pytest.fixture
def over(game) -> Game:
    """Return a table after three hands that East won from South, a penalty in the
    third, and the end of play by the referee.
    """
    play(game, 11, 12)
    enter(game, PENALTY)
    play(game, 13)
    enter(game, ENDED)
    Tournament.objects.update(confirmation="players")
    return game


def confirmed(game: Game, player: Player) -> Confirmation:
    sequence = game.ledger.count()
    return confirm_and_dispute.confirm_as_player(game.pk, player, sequence=sequence)


def correct(game: Game, hand: int, fan: int) -> None:
    given = {"device_key": key(), "by": "referee", "reason": "was misread"}
    correct_and_undo.correct(outcome(game, hand).pk, win_of(fan), **given)


def told(game: Game, player: Player, said: Confirmation) -> list[tuple]:
    """Return (title, before, now) of each change since the confirmation, and last the
    scores before and now.
    """
    seat = Seat.objects.select_related("player").get(game=game, player=player)
    since = changed_since(TableLedger.as_now(game), said, seat)
    changes = [(change.title, change.before, change.now) for change in since.changes]
    return [*changes, (since.score_before, since.score_now)]


def fan(points: int, winner: str = "Player 01", source: str = "Player 02") -> str:
    return f"{winner} wins {points} fan from {source}."


def test_a_corrected_hand_is_named_with_what_it_was_and_is(over, player):
    said = confirmed(over, player)
    correct(over, 3, 23)
    before = TableLedger(over).state.scores["E"] - 10
    assert told(over, player, said) == [
        ("Hand 3 was corrected.", fan(13), fan(23)),
        (before, before + 10),
    ]


def test_what_was_corrected_back_is_no_change(over, player):
    said = confirmed(over, player)
    correct(over, 3, 23)
    correct(over, 3, 13)
    score = TableLedger(over).state.scores["E"]
    assert told(over, player, said) == [(score, score)]


def test_hands_that_only_moved_are_not_told(over, player):
    """The notice lists inserted and removed hands by their numbers at the time.

    It does not list hands that only got another number.
    """
    said = confirmed(over, player)
    insert(over, 1, win_of(20, "N", "W"))
    [put_in, _scores] = told(over, player, said)
    assert put_in == ("Hand 2 was inserted.", "", fan(20, "Player 04", "Player 03"))
    said = confirmed(over, player)
    remove(over, 2)
    [taken_out, _scores] = told(over, player, said)
    assert taken_out == (
        "Hand 2 was removed.",
        fan(20, "Player 04", "Player 03"),
        "",
    )


def test_a_hand_that_moved_and_was_corrected_is_one_change(over, player):
    said = confirmed(over, player)
    insert(over, 0, win_of(20))
    correct(over, 4, 33)
    assert told(over, player, said)[:-1] == [
        ("Hand 1 was inserted.", "", fan(20)),
        ("Hand 4 was corrected.", fan(13), fan(33)),
    ]


def test_rulings_are_told_too(over, player):
    said = confirmed(over, player)
    [penalty] = [line for line in TableLedger(over).live if line.kind == "penalty"]
    given = {"device_key": key(), "by": "referee", "reason": "not his"}
    correct_and_undo.retract(penalty.pk, **given)
    enter(over, PENALTY | {"seat": "E"})
    before, after = "Penalty: Player 04 −10.", "Penalty: Player 01 −10."
    score = TableLedger(over).state.scores["E"]
    assert told(over, player, said) == [
        ("Entered:", "", after),
        ("Undone:", before, ""),
        (score + 10, score),
    ]


@pytest.mark.parametrize("follow", Follow)
def test_a_player_who_sat_elsewhere_is_told_their_own_scores(over, player, follow):
    said = confirmed(over, player)
    before = TableLedger(over).state.scores["E"]
    given = {"device_key": key(), "by": "referee", "reason": "they said so"}
    reseat_players.reseat(over.pk, reseat_players.raw_of(SWAP, follow), **given)
    *changes, scores = told(over, player, said)
    after = TableLedger.as_now(over).state.scores["S"]
    assert scores == (before, after)
    assert (before == after) == (follow is Follow.PLAYERS)
    swapped = ("Hand 3 was corrected.", fan(13), fan(13, "Player 02", "Player 01"))
    assert (swapped in changes) == (follow is Follow.SEATS)


def test_a_cancelled_table_has_no_score(over, player):
    said = confirmed(over, player)
    given = {"device_key": key(), "by": "referee", "reason": "no"}
    correct_and_undo.undo(over.pk, **given)
    enter(over, {"kind": "play_ended", "why": "cancelled"})
    *_changes, (before, after) = told(over, player, said)
    assert (before is None, after) == (False, None)


class TestTheOwnPage:
    @pytest.fixture
    def own(self, client, player):
        def page(*number: int) -> str:
            linked = player_links.with_links().get(pk=player.pk)
            name = "me:table" if number else "me:page"
            path = reverse(name, args=[player_links.token_of(linked), *number])
            read = re.sub(r"<[^>]*>", " ", html.unescape(text(client.get(path))))
            return " ".join(read.split())

        return page

    def test_says_what_changed_since_the_player_confirmed(self, over, player, own):
        confirmed(over, player)
        assert "Changes since you confirmed" not in own(1)
        correct(over, 3, 23)
        page = own(1)
        assert "Changes since you confirmed this result at" in page
        assert "Check result of round 1" in own()
        assert f"Hand 3 was corrected. Before: {fan(13)} Now: {fan(23)}" in page
        score = TableLedger(over).state.scores["E"]
        assert f"Your score changed from +{score - 10} to +{score}." in page
        assert "has changed since your reply. Check the result." in own()
        confirmed(over, player)
        assert "Changes since you confirmed" not in own(1)

    def test_says_so_to_who_disputed_it(self, over, player, own):
        sequence = over.ledger.count()
        said = confirm_and_dispute.dispute(
            over.pk, player, sequence=sequence, text="hand 3"
        )
        correct(over, 2, 22)
        assert "Changes since you disputed this result at" in own(1)
        confirm_and_dispute.settle(said.pk, by="director", answer="hand 2 it was")
        assert "Hand 2 was corrected." in own(1)

    def test_says_nothing_to_who_said_nothing(self, over, own):
        correct(over, 3, 23)
        assert "Changes since you" not in own(1)
        assert "changed since" not in own()

    def test_costs_one_query_more(
        self, over, player, own, django_assert_max_num_queries
    ):
        confirmed(over, player)
        own(1)
        with django_assert_max_num_queries(100) as before:
            own(1)
        correct(over, 3, 23)
        with django_assert_max_num_queries(len(before) + 1):
            own(1)
