"""The exchange between home and mirror, and changes of home, with the real requests."""

from __future__ import annotations

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from mahjong_site.mirrors_are_read_only import MirrorsAreReadOnly
from rules.faults import RuleError
from scoring.api import mirror_requests
from scoring.ledger import decide_late_hand, enter_hand, late_hands
from scoring.mirror import (
    exchange_with_mirror,
    set_up_and_revoke,
    state_of_mirror,
    take_over,
)
from scoring.mirror.exchange_with_mirror import Failed, ask_to_give_back, exchange
from scoring.mirror.mirror_address import Answer, checked_address
from scoring.models import Conflict, LateHand, LedgerEntry
from scoring.rounds import clock_tick
from tests.scoring.mirror.two_installations import Pair, elsewhere, enter, pair
from tournaments.models import Game, LogEvent, Mirror, Tournament
from tournaments.models.tournament import IS_MIRROR

__all__ = ["elsewhere", "pair"]

pytestmark = pytest.mark.django_db


class Network:
    """A network that carries requests to the other installation.

    It can be cut before or after the other installation has responded, and can repeat
    requests.
    """

    def __init__(self, elsewhere) -> None:
        self._elsewhere = elsewhere
        self.is_cut = False
        self.loses_answers = False
        self._loses = ""
        self.doubles = False
        self.requests: list[str] = []

    def loses_answer_of(self, path: str) -> None:
        self._loses = path

    def post(self, address, path, token, content, *, private) -> Answer:
        if self.is_cut:
            raise ConnectionResetError
        self.requests.append(path)
        with self._elsewhere():
            for _time in range(1 + self.doubles):
                response = Client().post(
                    path,
                    content,
                    content_type="application/octet-stream",
                    headers={"Authorization": f"Bearer {token}"},
                )
        if self.loses_answers or path == self._loses:
            self._loses = ""
            raise ConnectionResetError
        return Answer(response.status_code, response.content)


@pytest.fixture
def network(elsewhere, monkeypatch) -> Network:
    found = Network(elsewhere)
    monkeypatch.setattr(exchange_with_mirror, "post", found.post)
    return found


def run(pair: Pair) -> bool:
    """Exchange changes once, like the worker. Return whether there may be more."""
    Mirror.objects.filter(pk=pair.here.pk).update(next_at=timezone.now())
    return exchange(pair.here.pk)


def problem(pair: Pair) -> str:
    return Mirror.objects.get(pk=pair.here.pk).problem


def there(pair: Pair) -> Mirror:
    return Mirror.objects.select_related("tournament").get(pk=pair.there.pk)


def game_there(game: Game) -> Game:
    games = Game.objects.select_related("round__tournament")
    return games.get(round__number=game.round.number, table=game.table)


def take_over_there(pair: Pair) -> None:
    with pair.elsewhere():
        take_over.take_over(there(pair), code=pair.code, by="public-owner")


class TestExchange:
    def test_changes_arrive_and_then_only_signs_of_life(self, pair, game, network):
        assert run(pair)
        enter(game, 1)
        assert run(pair)
        pair.assert_equal()
        network.requests.clear()
        assert run(pair)
        assert network.requests == ["/mirror/ping/"]

    def test_a_lost_answer_neither_loses_nor_doubles(self, pair, game, network):
        run(pair)
        enter(game, 1)
        network.loses_answers = True
        assert not run(pair)
        assert problem(pair) == "unreachable"
        enter(game, 2)
        network.loses_answers = False
        network.requests.clear()
        assert run(pair)
        # The answer to the first request shows the revision there; the second request
        # sends the missing changes.
        assert network.requests == ["/mirror/push/", "/mirror/push/"]
        pair.assert_equal()

    def test_requests_that_arrive_twice_change_nothing(self, pair, game, network):
        network.doubles = True
        run(pair)
        enter(game, 1)
        assert run(pair)
        pair.assert_equal()

    def test_pauses_grow_while_there_is_no_network(self, pair, network):
        network.is_cut = True
        pauses = []
        for _failure in range(7):
            run(pair)
            after = Mirror.objects.get(pk=pair.here.pk).next_at - timezone.now()
            pauses.append(round(after.total_seconds()))
        assert pauses == [1, 2, 4, 8, 16, 30, 30]
        assert exchange_with_mirror.due(timezone.now()) == []

    def test_only_one_worker_exchanges_at_a_time(self, pair, network):
        assert run(pair)
        assert not exchange(pair.here.pk)

    def test_a_killed_worker_releases_its_exchange_at_the_next_start(self, pair):
        """On SQLite, a new start makes an exchange due again that a killed worker left.

        On PostgreSQL it does not, because a worker on another machine may be
        exchanging.
        """
        leased = timezone.now() + exchange_with_mirror.LEASE
        Mirror.objects.filter(pk=pair.here.pk).update(next_at=leased)
        exchange_with_mirror.release_exchanges()
        is_due = pair.here.pk in exchange_with_mirror.due(timezone.now())
        assert is_due is (connection.vendor == "sqlite")

    def test_the_control_room_knows_what_waits(self, pair, game, network):
        run(pair)
        network.is_cut = True
        first = enter(game, 1)
        enter(game, 2)
        run(pair)
        found = Mirror.objects.get(pk=pair.here.pk)
        waiting = state_of_mirror.waiting_in(found)
        assert (waiting.changes, waiting.hands) == (2, 2)
        assert abs(waiting.since - first.at).total_seconds() < 1
        assert "2 changes have been waiting" in state_of_mirror.state_in_words(found)

    def test_a_revoked_token_is_refused(self, pair, network):
        run(pair)
        with pair.elsewhere():
            set_up_and_revoke.end_mirror(there(pair), by="public-owner")
        assert not run(pair)
        assert problem(pair) == "token"

    def test_the_token_is_stored_as_a_hash_and_its_use_is_noted(self, pair, network):
        run(pair)
        with pair.elsewhere():
            found = there(pair)
            assert found.token_used_at is not None
            assert found.token == ""
            assert pair.here.token not in str(vars(found))
            assert pair.code not in str(vars(found))

    @pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\0", b'{"epoch": "1"}'])
    @pytest.mark.parametrize(
        "path", [f"/mirror/{one.pattern}" for one in mirror_requests.urlpatterns]
    )
    def test_nonsense_is_refused_with_a_sentence(self, pair, network, path, content):
        run(pair)
        answer = network.post("", path, pair.here.token, content, private=True)
        assert answer.status == 409
        assert answer.data["code"]

    def test_without_a_token_nothing_is_answered(self, pair, network):
        for one in mirror_requests.urlpatterns:
            path = f"/mirror/{one.pattern}"
            for token in ("", "pwm_wrong", "x" * 300):
                answer = network.post("", path, token, b"{}", private=True)
                assert answer.status == 401


class TestTakeover:
    def test_the_former_home_follows_and_its_hands_wait(self, pair, game, network):
        """The former home follows the new home.

        Twelve hands that did not reach the mirror are added, each once.
        """
        enter(game, 1)
        run(pair)
        network.is_cut = True
        other = game.round.games.select_related("round__tournament").get(table=2)
        for hand in range(2, 8):
            enter(game, hand, points=8 + hand)
        for hand in range(1, 7):
            enter(other, hand, points=8 + hand)
        take_over_there(pair)
        network.is_cut = False
        network.doubles = True
        run(pair)
        tournament = Tournament.objects.get()
        assert tournament.mirrored_at is not None
        with pytest.raises(RuleError, match="mirror"):
            enter(game, 8)
        with pair.elsewhere():
            waiting = list(late_hands.waiting_in(there(pair).tournament))
            assert len(waiting) == 12
            for late in waiting:
                decide_late_hand.decide(late.pk, counts=True, by="public-owner")
            for one in (game, other):
                entered = game_there(one).ledger.exclude(kind="gong")
                assert [line.hand for line in entered] == list(
                    range(1, 8 if one is game else 7)
                )
        run(pair)
        pair.assert_equal()
        assert LateHand.objects.filter(decision="counts").count() == 12
        # Nothing is brought again.
        run(pair)
        with pair.elsewhere():
            assert LateHand.objects.count() == 12

    def test_another_version_of_a_hand_is_a_conflict(self, pair, game, network):
        run(pair)
        network.is_cut = True
        enter(game, 1, points=20)
        enter(game, 2, points=9)
        take_over_there(pair)
        with pair.elsewhere():
            mirrored = game_there(game)
            enter_there(mirrored, 1, points=30)
            enter_there(mirrored, 2, points=9)
        network.is_cut = False
        run(pair)
        with pair.elsewhere():
            [conflict] = Conflict.objects.all()
            assert conflict.line.hand == 1
            assert conflict.offered["points"] == 20
            # The second was entered alike at both, so it counts once.
            assert not LateHand.objects.exists()
        pair.assert_equal()

    def test_hands_that_arrived_are_not_offered_again(self, pair, game, network):
        run(pair)
        enter(game, 1)
        network.loses_answers = True
        run(pair)
        take_over_there(pair)
        network.loses_answers = False
        run(pair)
        with pair.elsewhere():
            assert not LateHand.objects.exists()
            assert LedgerEntry.objects.filter(hand=1).count() == 1
        pair.assert_equal()

    def test_entries_that_are_no_hands_are_listed(self, pair, game, network):
        run(pair)
        network.is_cut = True
        fine = {"kind": "penalty", "amounts": {"S": -5}}
        enter_hand.enter(
            game.pk, fine, device_key="fine", by="referee", reason="late", hand=1
        )
        take_over_there(pair)
        network.is_cut = False
        run(pair)
        with pair.elsewhere():
            [words] = state_of_mirror.left_over_in_words(there(pair))
            assert "table 1, hand 1" in words

    def test_the_former_home_keeps_a_copy_of_its_state(
        self, pair, game, network, settings
    ):
        run(pair)
        enter(game, 1)
        take_over_there(pair)
        run(pair)
        [copy] = (settings.DATA_DIR / take_over.FORMER).iterdir()
        assert copy.stat().st_mode & 0o077 == 0

    def test_a_wrong_code_or_public_data_do_not_take_over(self, pair, network):
        run(pair)
        with pair.elsewhere():
            with pytest.raises(RuleError, match="takeover code"):
                take_over.take_over(there(pair), code="WRONG", by="x")
            Mirror.objects.update(content="public")
            with pytest.raises(RuleError, match="public data only"):
                take_over.take_over(there(pair), code=pair.code, by="x")

    def test_without_data_there_is_nothing_to_take_over(self, pair):
        with pair.elsewhere(), pytest.raises(RuleError) as refused:
            take_over.take_over(there(pair), code=pair.code, by="public-owner")
        assert [fault.code for fault in refused.value.faults] == ["no_data"]

    def test_a_former_home_with_a_wrong_clock_changes_nothing(
        self, pair, game, network
    ):
        run(pair)
        take_over_there(pair)
        before = pair.folders()[1]
        with time_machine.travel("2020-01-01"):
            enter(game, 1)
            run(pair)
        after = pair.folders()[1]
        # The hand waits for a referee; nothing else has changed.
        assert after.pop("late_hands.jsonl")
        assert after == before
        assert Tournament.objects.get().mirrored_at is not None


class TestGivingBack:
    def test_home_returns_with_all_changes(self, pair, game, network):
        run(pair)
        enter(game, 1)
        take_over_there(pair)
        run(pair)
        with pair.elsewhere():
            for late in late_hands.waiting_in(there(pair).tournament):
                decide_late_hand.decide(late.pk, counts=True, by="public-owner")
            enter_there(game_there(game), 2)
        with pytest.raises(Failed) as wrong:
            ask_to_give_back(found(pair), code="WRONG", by="director")
        assert wrong.value.problem == "code"
        ask_to_give_back(found(pair), code=pair.code, by="director")
        with pair.elsewhere():
            assert there(pair).tournament.mirrored_at is not None
        enter(game, 3)
        run(pair)
        pair.assert_equal()
        assert found(pair).epoch == 3

    def test_a_lost_answer_leaves_no_home_until_asked_again(self, pair, game, network):
        run(pair)
        take_over_there(pair)
        run(pair)
        network.loses_answer_of("/mirror/give-back/")
        with pytest.raises(ConnectionResetError):
            ask_to_give_back(found(pair), code=pair.code, by="director")
        run(pair)
        assert problem(pair) == "not_home"
        ask_to_give_back(found(pair), code=pair.code, by="director")
        enter(game, 1)
        run(pair)
        pair.assert_equal()

    def test_both_wrote_apart_and_nothing_is_dropped(self, pair, game, network):
        """The caller takes over although the other installation is home too.

        The entries of both installations are kept.
        """
        run(pair)
        take_over_there(pair)
        run(pair)
        network.is_cut = True
        with pair.elsewhere():
            enter_there(game_there(game), 1, points=30)
            enter_there(game_there(game), 2, points=31)
        take_over.take_over(found(pair), code=pair.code, by="director")
        enter(game, 1, points=20)
        network.is_cut = False
        run(pair)
        [conflict] = Conflict.objects.all()
        assert conflict.offered["points"] == 30
        [late] = LateHand.objects.all()
        assert late.offered["points"] == 31
        assert late.arrived_at is not None
        run(pair)
        pair.assert_equal()
        with pair.elsewhere():
            assert there(pair).tournament.mirrored_at is not None


@pytest.mark.parametrize(
    "address",
    [
        "http://mirror.example",
        "ftp://mirror.example",
        "https://",
        "https://user@mirror.example",
        "https://mirror.example/?x",
        "https://mirror.example:99999",
        "mirror.example",
        "https://mirror example",
    ],
)
def test_unusable_addresses_are_refused(address):
    with pytest.raises(RuleError):
        checked_address(address, private=False)


def found(pair: Pair) -> Mirror:
    return Mirror.objects.select_related("tournament").get(pk=pair.here.pk)


def enter_there(game: Game, hand: int, points: int = 12) -> None:
    enter_hand.enter(
        game.pk,
        {"kind": "win", "winner": "E", "from": "S", "points": points},
        device_key=f"there-{game.table}-{hand}",
        by="public-owner",
        hand=hand,
    )


class TestPages:
    """Pages of a mirror refuse every change with a sentence."""

    @pytest.fixture
    def at_mirror(self, pair, network):
        run(pair)
        with pair.elsewhere():
            client = Client()
            client.force_login(User.objects.get(username="public-owner"))
            yield client

    def test_forms_and_tables_change_nothing(self, at_mirror, game):
        slug = game.round.tournament.slug
        log = LogEvent.objects.count()
        for path in (
            f"/director/{slug}/settings/",
            f"/director/{slug}/rounds/1/close/",
            f"/table/{slug}/1/1/",
            f"/t/{slug}/register/",
        ):
            response = at_mirror.post(path, {}, follow=True)
            assert response.status_code < 500, path
            page = response.content.decode()
            assert "mirror" in page or response.status_code in (404, 405), path
        assert LogEvent.objects.count() == log

    def test_the_clock_leaves_its_rounds_alone(self, at_mirror, game):
        with time_machine.travel("2026-05-02"):
            assert clock_tick.sweep(timezone.now()) == 0

    def test_a_change_that_no_page_handles_is_answered(self, at_mirror):
        request = RequestFactory().post("/x/")
        request.resolver_match = None
        error = RuleError(IS_MIRROR)
        answer = MirrorsAreReadOnly(lambda _r: None).process_exception(request, error)
        assert answer.status_code == 409
        assert b"This is a mirror" in answer.content

    def test_the_owner_takes_over_with_a_button(self, at_mirror, pair, game):
        slug = game.round.tournament.slug
        page = at_mirror.get(f"/director/{slug}/mirror/").content.decode()
        assert "Take over" in page
        path = f"/director/{slug}/mirror/take-over/"
        wrong = at_mirror.post(path, {"code": "WRONG"})
        assert wrong.status_code == 422
        assert (
            "The takeover code is wrong. Check it and try again."
            in wrong.content.decode()
        )
        assert at_mirror.post(path, {"code": pair.code.lower()}).status_code == 302
        assert Tournament.objects.get().mirrored_at is None
        page = at_mirror.get(f"/director/{slug}/mirror/").content.decode()
        assert "Make changes on this installation." in page


def test_a_director_sets_up_a_mirror_with_the_page(
    tournament, director_client, elsewhere
):
    path = f"/director/{tournament.slug}/mirror/"
    assert director_client.get(path).status_code == 200
    form = {"address": "http://10.0.0.1", "token": "pwm_x", "content": "complete"}
    # Only a superuser may allow a private network.
    refused = director_client.post(path, form | {"private": "on"})
    assert refused.status_code == 422
    assert "Enter the mirror" in refused.content.decode()
    form["address"] = "https://mirror.example"
    assert director_client.post(path, form).status_code == 302
    page = director_client.get(path).content.decode()
    assert "needs a complete copy" in page
    hall = director_client.get(f"/director/{tournament.slug}/").content.decode()
    assert "needs a complete copy" in hall
    end = director_client.post(f"/director/{tournament.slug}/mirror/end/")
    assert end.status_code == 302
    assert not Mirror.objects.exists()


def test_an_account_offers_a_mirror_and_revokes_it(stranger_client, stranger):
    page = stranger_client.post("/director/mirrors/", {"title": "Hall Cup"})
    assert "pwm_" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    [mirror] = set_up_and_revoke.mirrors_awaited_by(stranger)
    listed = stranger_client.get("/director/mirrors/").content.decode()
    assert "Hall Cup" in listed
    assert "pwm_" not in listed
    stranger_client.post(f"/director/mirrors/{mirror.pk}/")
    assert not Mirror.objects.exists()
