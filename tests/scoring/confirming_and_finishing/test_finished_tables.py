"""Finished tables: closed rounds need no more confirmations, and tables without a hand
are reported."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger import enter_hand
from scoring.models import Confirmation
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.hall_pages import address, text_of
from tournaments.access import player_links
from tournaments.access.player_links import token_of
from tournaments.models import Player, Tournament
from tournaments.refusals import Refused

SCORES = {"E": 40, "S": 10, "W": -10, "N": -40}


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def played(running_round) -> None:
    """Finish both tables of the running round with paper totals."""
    for game in running_round.games.all():
        raw = {"kind": "totals", "scores": SCORES}
        key = f"t{game.pk}"
        enter_hand.enter(game.pk, raw, device_key=key, by="referee", reason="paper")


def own(tournament: Tournament, number: int, *round_: int) -> str:
    player: Player = player_links.with_links().get(tournament=tournament, number=number)
    return reverse(
        "me:table" if round_ else "me:page", args=[token_of(player), *round_]
    )


class TestAClosedRound:
    @pytest.fixture(autouse=True)
    def closed(self, played, tournament, game):
        """Close the round.

        Player 1 has confirmed the result, player 3 has disputed it, and the others have
        done neither.
        """
        Tournament.objects.update(confirmation="players")
        player = tournament.players.get(number=1)
        confirm_and_dispute.confirm_as_player(game.pk, player, sequence=1)
        player = tournament.players.get(number=3)
        confirm_and_dispute.dispute(game.pk, player, sequence=1, text="hand 3")
        end_and_close_round.close(game.round_id, by="director", reason="they left")

    def test_is_done_for_everybody(self, director_client, slug):
        for path in (
            address("hall", slug),
            reverse("public:round", args=[slug, 1]),
            reverse("public:session", args=[slug, 1, 1]),
            reverse("public:player", args=[slug, 2]),
            reverse("public:tournament", args=[slug]),
        ):
            page = text_of(director_client.get(path))
            assert "Awaiting confirmation" not in page, path
            assert "of 4 confirmed" not in page, path

    def test_asks_nobody_any_more(self, client, director_client, tournament, at):
        page = text_of(client.get(own(tournament, 2)))
        assert "Check the result." not in page
        assert "not confirmed yet" not in page
        page = text_of(client.get(own(tournament, 2, 1)))
        assert "Confirm result" not in page
        page = text_of(director_client.get(at("result")))
        assert "Confirm result" not in page
        assert "not confirmed yet" not in page

    def test_still_shows_what_was_said(self, client, director_client, tournament, at):
        assert "say-confirmed" in text_of(client.get(own(tournament, 1)))
        assert "You confirmed this result at" in text_of(
            client.get(own(tournament, 1, 1))
        )
        assert "say-confirmed" in text_of(director_client.get(at("result")))

    def test_takes_no_word_of_a_player_and_says_whom_to_tell(self, client, tournament):
        before = Confirmation.objects.count()
        for number, path in ((n, own(tournament, n, 1)) for n in (1, 2, 3)):
            page = text_of(client.get(path))
            for words in ("Dispute result", "Confirm result", "you now agree"):
                assert words not in page, number
            assert "If something is wrong, tell a referee." in page
            for said in ("confirm", "dispute"):
                data = {"say": said, "sequence": 1, "text": "hand 4"}
                response = client.post(path, data)
                assert response.status_code == 422
                assert text_of(response).count("Round 1 is closed") == 1
                assert ("hand 4" in text_of(response)) == (said == "dispute")
        assert Confirmation.objects.count() == before

    def test_says_so_of_a_dispute_without_a_text_too(self, client, tournament):
        data = {"say": "dispute", "sequence": 1, "text": ""}
        response = client.post(own(tournament, 2, 1), data)
        assert response.status_code == 422
        alert = '<p class="notice error" role="alert">The round is closed.'
        assert alert in response.content.decode()

    def test_takes_no_word_of_a_referee(self, game, tournament):
        [disputed] = Confirmation.objects.filter(kind="dispute")
        confirm_and_dispute.settle(disputed.pk, by="director", answer="it was 8 points")
        with pytest.raises(Refused) as caught:
            confirm_and_dispute.confirm_as_referee(game.pk, sequence=1, by="director")
        assert caught.value.faults[0].code == "round_closed"


class TestWhereNobodyConfirms:
    def test_the_result_sheet_says_nothing_of_it(self, referee_client, played, at):
        page = text_of(referee_client.get(at("result")))
        for words in ("not confirmed yet", "Another referee", "Confirm"):
            assert words not in page
        assert page.count("Signature") == 1

    def test_nor_does_a_players_page(self, client, tournament, played):
        assert "not confirmed yet" not in text_of(client.get(own(tournament, 1)))

    def test_what_somebody_says_all_the_same_is_seen(
        self, referee_client, tournament, played, game, at
    ):
        player = tournament.players.get(number=1)
        confirm_and_dispute.confirm_as_player(game.pk, player, sequence=1)
        page = text_of(referee_client.get(at("result")))
        assert "say-confirmed" in page
        assert "not confirmed yet" not in page


def test_a_table_that_still_plays_without_a_hand_is_named(
    director_client, running_round, game, slug
):
    raw = {"kind": "washout"}
    enter_hand.enter(game.pk, raw, hand=1, device_key="1", by="table 1")
    with pytest.raises(Refused) as caught:
        end_and_close_round.close(running_round.pk, by="director")
    assert [(fault.code, fault.params["tables"]) for fault in caught.value.faults] == [
        ("still_playing", "1, 2"),
        ("no_hands", "2"),
    ]
    end_and_close_round.close(running_round.pk, by="director", reason="nobody came")
    log = text_of(director_client.get(address("log", slug)))
    assert "Round 1 closed without a hand at table 2." in log


class TestATableWithoutAHand:
    @pytest.fixture(autouse=True)
    def stopped(self, running_round, game):
        """End play by the gong. Table 1 has played a hand, table 2 none."""
        Tournament.objects.update(end_policy="stop_at_once")
        raw = {"kind": "washout"}
        enter_hand.enter(game.pk, raw, hand=1, device_key="1", by="table 1")
        sweep(running_round.ends_at)

    def test_says_so_in_the_hall(self, director_client, slug):
        answer = director_client.get(address("hall", slug))
        one, two = answer.context["tables"]
        assert (one.progress.key, two.progress.key) == ("done", "no_hands")
        assert two.progress.text == "Done: no hands"
        assert two.progress.is_over

    def test_closing_needs_a_reason_and_names_it(
        self, director_client, running_round, slug
    ):
        with pytest.raises(Refused) as caught:
            end_and_close_round.close(running_round.pk, by="director")
        [fault] = caught.value.faults
        assert (fault.code, fault.params) == ("no_hands", {"tables": "2"})
        end_and_close_round.close(running_round.pk, by="director", reason="nobody came")
        log = text_of(director_client.get(address("log", slug)))
        assert "Round 1 closed without a hand at table 2." in log

    def test_totals_or_a_cancelled_table_are_no_such_thing(self, running_round):
        two = running_round.games.get(table=2)
        raw = {"kind": "totals", "scores": SCORES}
        enter_hand.enter(two.pk, raw, device_key="t", by="referee", reason="paper")
        assert (
            end_and_close_round.close(running_round.pk, by="director").state == "closed"
        )
