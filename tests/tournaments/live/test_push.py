"""Push messages to players' devices, sent to a push service that decrypts the
messages.
"""

from __future__ import annotations

import hmac
import json
import os
import socket
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from functools import partial
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.rounds.clock_tick import sweep
from tests.tournaments.pages import says
from tournaments.access import player_links
from tournaments.deliveries.public_connections import NotPublic
from tournaments.live import push_encryption_and_service as push_service
from tournaments.live import push_messages
from tournaments.live.push_encryption_and_service import Keys
from tournaments.models import (
    PlayerMessage,
    PushKind,
    PushSent,
    PushSubscription,
    RoundState,
)
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_setup.schedule_changes import Item

MINUTE = timedelta(minutes=1)
CURVE = ec.SECP256R1()


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(data: str) -> bytes:
    return urlsafe_b64decode(data + "=" * (-len(data) % 4))


def derived(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def opened(content: bytes, private: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Return the message that a browser decrypts.

    Follows RFC 8291 and RFC 8188 independently of the program.
    """
    salt, records, length = content[:16], content[16:20], content[20]
    theirs, sealed = content[21 : 21 + length], content[21 + length :]
    assert len(sealed) <= int.from_bytes(records), "one record"
    own = private.public_key().public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    shared = private.exchange(ec.ECDH(), public)
    key = derived(derived(secret, shared), b"WebPush: info\0", own, theirs, b"\1")
    key = derived(salt, key)
    cipher = AESGCM(derived(key, b"Content-Encoding: aes128gcm\0\1")[:16])
    nonce = derived(key, b"Content-Encoding: nonce\0\1")[:12]
    padded = cipher.decrypt(nonce, sealed, None).rstrip(b"\0")
    assert padded.endswith(b"\2"), "the last record"
    return padded[:-1]


def signed_claims(authorization: str) -> dict[str, object]:
    """Return the claims of an RFC 8292 signature.

    Asserts that the signature matches its key.
    """
    scheme, _space, parameters = authorization.partition(" ")
    assert scheme == "vapid"
    values = dict(one.strip().split("=", 1) for one in parameters.split(","))
    said, _dot, signature = values["t"].rpartition(".")
    head, claims = map(plain, said.split("."))
    assert json.loads(head) == {"typ": "JWT", "alg": "ES256"}
    halves = plain(signature)
    assert len(halves) == 64
    pair = int.from_bytes(halves[:32]), int.from_bytes(halves[32:])
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(values["k"]))
    key.verify(encode_dss_signature(*pair), said.encode(), ec.ECDSA(SHA256()))
    return json.loads(claims) | {"key": values["k"]}


class Browser:
    """A browser's subscription with its keys."""

    def __init__(self, name: str) -> None:
        self.endpoint = f"https://push.example.org/{name}"
        self._private = ec.generate_private_key(CURVE)
        self._secret = os.urandom(16)
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.keys = Keys(text(point), text(self._secret))

    def open(self, content: bytes) -> dict[str, str]:
        return json.loads(opened(content, self._private, self._secret))


class Service(ThreadingHTTPServer):
    """A push service on this machine.

    `answers`: the status of the response for a path.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        super().__init__(("127.0.0.1", 0), _Desk)

    def connect(self, host: str) -> HTTPConnection:
        assert host == "push.example.org"
        return HTTPConnection("127.0.0.1", self.server_port, timeout=5)

    def told(self, browser: Browser) -> list[dict[str, str]]:
        path = browser.endpoint.removeprefix("https://push.example.org")
        return [browser.open(body) for at, _head, body in self.taken if at == path]


class _Desk(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, dict(self.headers), body))
        self.send_response(self.server.answers.get(self.path, 201))
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Write no log entry."""


@pytest.fixture(autouse=True)
def hosts(settings) -> None:
    settings.PUSH_HOSTS = ["push.example.org"]


@pytest.fixture
def service(monkeypatch):
    with Service() as service:
        # Interval in seconds of checks for a shutdown.
        looks = {"poll_interval": 0.01}
        threading.Thread(
            target=service.serve_forever, kwargs=looks, daemon=True
        ).start()
        deliver = partial(push_service.deliver, connect=service.connect)
        monkeypatch.setattr(push_messages, "deliver", deliver)
        yield service
        service.shutdown()


@pytest.fixture
def player(tournament):
    """Return player 1."""
    return tournament.players.get(number=1)


@pytest.fixture
def phone(player) -> Browser:
    return subscribed(player, "phone")


@pytest.fixture
def tick(django_capture_on_commit_callbacks):
    """Return a function that runs a clock tick and the worker's tasks after it."""

    def tick(now) -> int:
        with django_capture_on_commit_callbacks(execute=True):
            return sweep(now)

    return tick


def subscribed(player, name: str) -> Browser:
    browser = Browser(name)
    push_messages.subscribe(
        player, browser.endpoint, browser.keys, site="https://cup.example/"
    )
    return browser


class TestSeat:
    def test_a_published_seat_is_told_once(
        self, seated_round, phone, service, tick, noon
    ):
        assert tick(noon) == 1
        assert tick(noon) == 0
        assert service.told(phone) == [
            {
                "title": "Your seat in round 1",
                "body": "Table 1, East · Spring Cup",
                "tag": "round-1",
            }
        ]

    def test_every_device_of_a_player_is_told_and_nobody_else(
        self, seated_round, player, tournament, phone, service, tick, noon
    ):
        tablet = subscribed(player, "tablet")
        other = subscribed(tournament.players.get(number=6), "other")
        assert tick(noon) == 3
        assert len(service.told(tablet)) == len(service.told(phone)) == 1
        assert service.told(other)[0]["body"] == "Table 2, South · Spring Cup"

    def test_nothing_is_told_before_it_is_public(
        self, seated_round, phone, service, tick, noon
    ):
        publish_seating.unpublish(seated_round.pk, by="director", reason="wrong")
        publish_seating.show_in_hall(seated_round.pk, by="director")
        assert tick(noon) == 0

    def test_other_seats_are_told_again(self, seated_round, phone, service, tick, noon):
        tick(noon)
        publish_seating.unpublish(seated_round.pk, by="director", reason="wrong")
        publish_seating.publish(seated_round.pk, by="director")
        assert tick(noon) == 1

    def test_phones_are_silent_while_a_clock_runs(
        self, tournament, running_round, phone, service, tick, noon
    ):
        rows = [
            seat_rounds_and_exchange_seats.TableRow(2, 1, (5, 6, 7, 8)),
            seat_rounds_and_exchange_seats.TableRow(2, 2, (4, 3, 2, 1)),
        ]
        [second] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(second.pk, by="director")
        assert tick(noon + 50 * MINUTE) == 0
        tick(running_round.ends_at)
        assert service.told(phone)[0]["body"] == "Table 2, North · Spring Cup"

    def test_who_does_not_play_is_told_nothing(
        self, tournament, seated_round, service, tick, noon
    ):
        register_players.register(
            tournament, [register_players.PlayerRow(last_name="09")], by="director"
        )
        subscribed(tournament.players.get(number=9), "idle")
        assert tick(noon) == 0

    def test_it_costs_one_question_when_nobody_asked(
        self, seated_round, noon, django_assert_num_queries
    ):
        with django_assert_num_queries(1):
            assert push_messages.send_due(noon) == 0

    def test_the_questions_do_not_grow_with_the_devices(
        self, tournament, seated_round, service, noon, django_assert_max_num_queries
    ):
        for number in range(1, 9):
            subscribed(tournament.players.get(number=number), f"phone-{number}")
        with django_assert_max_num_queries(15):
            assert push_messages.send_due(noon) == 8
        sent = list(PushSent.objects.values_list("pk", flat=True))
        with django_assert_max_num_queries(5):
            push_messages.send(sent)
        assert len(service.taken) == 8


class TestSoon:
    def test_five_minutes_before_the_countdown_ends(
        self, seated_round, phone, service, tick, noon
    ):
        tick(noon)
        start = noon + 30 * MINUTE
        round_clock.start_at(seated_round.pk, at=start, by="director", now=noon)
        assert tick(start - 5 * MINUTE - timedelta(seconds=1)) == 0
        assert tick(start - 5 * MINUTE) == 1
        assert tick(start - 4 * MINUTE) == 0
        assert service.told(phone)[1]["title"] == "Round 1 starts at 12:30"

    def test_by_the_plan_in_the_time_of_the_event(
        self, tournament, seated_round, phone, service, tick, noon
    ):
        tick(noon)
        item = Item("round", noon + 30 * MINUTE, 100, 1)
        schedule_changes.write(tournament, [item], by="director", now=noon)
        tournament.time_zone = "Asia/Tokyo"
        tournament.save()
        assert tick(noon + 24 * MINUTE) == 0
        assert tick(noon + 25 * MINUTE) == 1
        assert service.told(phone)[1]["title"] == "Round 1 starts at 21:30"

    def test_without_either_nothing_is_said(
        self, seated_round, phone, service, tick, noon
    ):
        tick(noon)
        assert tick(noon + 500 * MINUTE) == 0


class TestService:
    def test_messages_are_opened_as_the_standard_has_it(self):
        """Messages are decrypted like the example of RFC 8291, appendix A."""
        number = int.from_bytes(plain("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        sealed = (
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
            "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
            "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
        private, secret = ec.derive_private_key(number, CURVE), "BTBZMqHH6r4Tts7J_aSIgg"
        told = opened(plain(sealed), private, plain(secret))
        assert told == b"When I grow up, I want to be a watermelon"

    def test_it_is_signed_by_us_for_that_service(
        self, seated_round, phone, service, tick, noon
    ):
        tick(noon)
        [(_path, head, _body)] = service.taken
        assert head["Content-Encoding"] == "aes128gcm"
        assert head["TTL"] == "3600"
        claims = signed_claims(head["Authorization"])
        assert claims["key"] == push_service.public_key()
        assert claims["aud"] == "https://push.example.org"
        assert claims["sub"] == "https://cup.example/"

    def test_it_is_signed_for_hours_and_not_for_a_day(
        self, seated_round, phone, service, tick, noon
    ):
        """A signature is valid for more than an hour but less than 23.

        A push service with a slow clock would reject a signature that is valid for a
        full day.
        """
        tick(noon)
        [(_path, head, _body)] = service.taken
        left = signed_claims(head["Authorization"])["exp"] - time.time()
        assert 3600 < left < 23 * 3600

    @pytest.mark.parametrize("status", [404, 410])
    def test_who_wants_no_more_is_forgotten(
        self, seated_round, phone, service, tick, noon, status
    ):
        service.answers["/phone"] = status
        tick(noon)
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize("status", [400, 429, 500])
    def test_a_refusal_is_not_tried_again(
        self, seated_round, phone, service, tick, noon, status
    ):
        service.answers["/phone"] = status
        tick(noon)
        tick(noon)
        assert len(service.taken) == 1
        assert PushSubscription.objects.exists()

    def test_a_service_that_does_not_answer_fails_nobody_else(
        self, tournament, seated_round, player, phone, service, tick, noon, monkeypatch
    ):
        other = subscribed(tournament.players.get(number=2), "other")

        def deliver(parcel):
            if parcel.endpoint == phone.endpoint:
                raise TimeoutError
            return push_service.deliver(parcel, service.connect)

        monkeypatch.setattr(push_messages, "deliver", deliver)
        assert tick(noon) == 2
        assert len(service.told(other)) == 1

    def test_our_key_is_the_same_every_time(self):
        first = push_service.public_key()
        push_service._our_key.cache_clear()
        assert push_service.public_key() == first

    @pytest.mark.parametrize(
        "address",
        [
            *["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"],
            *["224.0.0.1", "100.64.0.1", "192.88.99.1", "fe80::1%eth0"],
            *["64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::a00:1"],
            *["2002:7f00:1::1", "2002:5db8:d70e::1", "2001:0:5db8:d70e::1"],
            *["::ffff:127.0.0.1", "::ffff:93.184.215.14", "::ffff:0:7f00:1"],
            *["::127.0.0.1", "::"],
        ],
    )
    def test_only_public_hosts_are_called(self, monkeypatch, address):
        found = [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)),
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **named: found)
        with pytest.raises(NotPublic):
            push_service.public_connection("push.example.org")

    @pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07::1"])
    def test_the_address_that_was_looked_up_is_called(self, monkeypatch, address):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **named: found)
        called = []

        def create_connection(address, timeout):
            called.append(address)
            raise TimeoutError

        monkeypatch.setattr(socket, "create_connection", create_connection)
        connection = push_service.public_connection("push.example.org")
        with pytest.raises(TimeoutError):
            connection.request("POST", "/")
        assert called == [(address, 443)]


class TestSubscribing:
    @pytest.mark.parametrize(
        "endpoint",
        [
            "http://push.example.org/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://localhost/a",
            "https://push.example.net/a",
            "https://notpush.example.org/a",
            "https://push.example.org.example.net/a",
            "https://push.example.org:8443/a",
            "https://me:secret@push.example.org/a",
            "https://push.example.org/a b",
            "https://push.example.org/a\r\nHost: elsewhere",
            "https://push.example.org:port/a",
            "ftp://push.example.org/a",
            "",
            "https://push.example.org/" + "a" * 1000,
        ],
    )
    def test_other_addresses_are_refused(self, player, endpoint):
        with pytest.raises(Refused):
            push_messages.subscribe(
                player, endpoint, Browser("x").keys, site="https://a/"
            )
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(
        "keys",
        [
            Keys("", ""),
            Keys("AAAA", text(bytes(16))),
            Keys("ä", "ö"),
            Keys(Browser("x").keys.public_key, text(bytes(15))),
        ],
    )
    def test_keys_that_are_none_are_refused(self, player, keys):
        with pytest.raises(Refused):
            push_messages.subscribe(player, "https://push.example.org/a", keys, site="")

    def test_a_device_is_one_row_whoever_uses_it(self, tournament, player, phone):
        other = tournament.players.get(number=2)
        push_messages.subscribe(other, phone.endpoint, phone.keys, site="https://a/")
        assert PushSubscription.objects.get().player == other

    def test_ten_devices_are_enough(self, player):
        for number in range(push_messages.MOST_DEVICES):
            subscribed(player, f"device-{number}")
        subscribed(player, "device-3")
        with pytest.raises(Refused) as caught:
            subscribed(player, "one-more")
        assert caught.value.faults[0].code == "too_many_devices"

    def test_a_new_link_ends_what_the_old_one_began(self, player, phone):
        player_links.renew(player, by="director")
        assert not PushSubscription.objects.exists()

    def test_the_database_holds_a_message_once(self, seated_round, phone):
        row = {
            "subscription": PushSubscription.objects.get(),
            "kind": PushKind.SEAT,
            "round": seated_round,
        }
        PushSent.objects.create(**row)
        with pytest.raises(IntegrityError), transaction.atomic():
            PushSent.objects.create(**row)


class TestPages:
    @pytest.fixture
    def key(self, player) -> str:
        return player_links.token_of(player)

    def switch(self, client, name: str, key: str, **values: str):
        address = reverse(f"me:push_{name}", args=[key])
        return client.post(address, values, follow=True)

    def test_a_device_is_switched_on_and_off(self, client, player, key):
        browser = Browser("phone")
        sent = {
            "endpoint": browser.endpoint,
            "public_key": browser.keys.public_key,
            "secret": browser.keys.secret,
        }
        shown = self.switch(client, "on", key, **sent)
        assert says(shown, "Notifications turned on.")
        assert says(shown, "Turn off on 1 device")
        assert PushSubscription.objects.get().site == "https://testserver"
        shown = self.switch(client, "off", key, endpoint=browser.endpoint)
        assert says(shown, "Notifications turned off on this device.")
        assert not PushSubscription.objects.exists()

    def test_all_devices_are_switched_off_without_a_script(self, client, player, key):
        for name in ("phone", "tablet"):
            subscribed(player, name)
        assert says(
            self.switch(client, "off", key), "Notifications turned off on all devices."
        )
        assert not PushSubscription.objects.exists()

    def test_nobody_switches_off_somebody_elses(self, client, tournament, key, phone):
        other = subscribed(tournament.players.get(number=2), "other")
        self.switch(client, "off", key, endpoint=other.endpoint)
        assert PushSubscription.objects.count() == 2

    def test_a_device_that_got_another_address_is_told_there(self, player, key):
        """A device whose push address changes is reached at the new address.

        The service worker reports the address; it has no page and therefore no CSRF
        token.
        """
        client = Client(enforce_csrf_checks=True)
        old, new = subscribed(player, "phone"), Browser("phone-again")
        told = {
            "endpoint": new.endpoint,
            "public_key": new.keys.public_key,
            "secret": new.keys.secret,
        }
        address = reverse("me:push_again", args=[key])
        assert client.post(address, told | {"old": old.endpoint}).status_code == 204
        assert [row.endpoint for row in player.push_subscriptions.all()] == [
            new.endpoint
        ]
        # A browser that does not report its old address.
        newer = told | {"endpoint": f"{new.endpoint}-2"}
        assert client.post(address, newer).status_code == 204
        assert player.push_subscriptions.count() == 2
        assert client.post(address, {"old": old.endpoint}).status_code == 422

    def test_a_device_that_was_switched_off_is_not_told_again(
        self, client, key, player
    ):
        gone = Browser("phone")
        told = {
            "endpoint": f"{gone.endpoint}-2",
            "public_key": gone.keys.public_key,
            "secret": gone.keys.secret,
        }
        address = reverse("me:push_again", args=[key])
        for old in (gone.endpoint, ""):
            assert client.post(address, told | {"old": old}).status_code == 422
        assert not PushSubscription.objects.exists()

    def test_what_is_no_device_gets_a_sentence(self, client, key):
        shown = self.switch(client, "on", key)
        assert says(shown, "Notifications could not reach this browser. Try again.")
        bad = {"endpoint": "https://10.0.0.1/", "public_key": "a", "secret": "b"}
        shown = self.switch(client, "on", key, **bad)
        assert says(
            shown, "This browser cannot receive notifications. Try another browser."
        )

    def test_the_worker_is_above_every_players_page(self, client, key):
        response = client.get(reverse("me:worker"))
        assert response["Content-Type"].startswith("text/javascript")
        page = reverse("me:page", args=[key])
        assert page.startswith(reverse("me:worker").rpartition("/")[0])


def test_a_round_that_begins_takes_nothing_with_it(
    seated_round, phone, service, tick, noon
):
    tick(noon)
    round_clock.start(seated_round.pk, by="director", now=noon)
    seated_round.refresh_from_db()
    assert seated_round.state == RoundState.RUNNING
    assert PushSent.objects.count() == 1


def test_the_longest_message_fits_into_a_push_in_every_script(
    tournament, player, phone, service
):
    tournament.title = "🀄" * 100
    tournament.save()
    message = PlayerMessage.objects.create(
        tournament=tournament, by="director", to="all", text="雀" * 500, key="k"
    )
    message.players.set([player])
    push_messages.push_player_message(message.pk)
    [told] = service.told(phone)
    assert told["body"] == message.text
