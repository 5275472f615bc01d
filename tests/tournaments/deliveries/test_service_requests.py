"""Requests to chat services and programs: bodies, signatures, and addresses."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime

import pytest

from rules.faults import RuleError
from tournaments.deliveries import service_requests
from tournaments.deliveries.service_requests import Message, request_for
from tournaments.models import NotificationDestination, Service

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
TEXT = "Cup: 1. @everyone <b> [x](y) *Ana*"
MESSAGE = Message(
    "msg_1", "round.started", NOW.isoformat(), TEXT, "https://c.example/t/", {}
)


def request(service: Service, **more):
    values = {"address": "https://chat.example/hook?a=1", "name": "Hall"} | more
    return request_for(NotificationDestination(service=service, **values), MESSAGE, NOW)


def content(service: Service, **more):
    return json.loads(request(service, **more).body)


def test_the_example_of_standard_webhooks():
    """The signature is the same as in the example of the Standard Webhooks
    specification.
    """
    signed = service_requests.signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "1614265330",
        b'{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_webhook_is_signed_and_keeps_its_identifier():
    secret = service_requests.new_secret()
    sent = request(Service.WEBHOOK, secret=secret)
    assert (sent.method, sent.path) == ("POST", "/hook?a=1")
    at = sent.headers["webhook-timestamp"]
    assert at == str(int(NOW.timestamp()))
    signature = service_requests.signature(secret, "msg_1", at, sent.body)
    assert sent.headers["webhook-signature"] == signature
    assert sent.headers["webhook-id"] == "msg_1"
    assert json.loads(sent.body)["type"] == "round.started"
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32


def test_nobody_is_mentioned_and_nothing_is_formatted():
    discord = content(Service.DISCORD)
    assert discord["allowed_mentions"] == {"parse": []}
    assert r"\[x\]\(y\)" in discord["content"]
    slack = content(Service.SLACK)["text"]
    assert "@everyone" not in slack
    assert "&lt;b&gt;" in slack
    telegram = content(Service.TELEGRAM, room="-5", secret="1:a")
    assert "parse_mode" not in telegram
    assert "@everyone" not in telegram["text"]
    matrix = content(Service.MATRIX, room="!r:x", secret="t")
    assert (matrix["msgtype"], matrix["m.mentions"]) == ("m.notice", {})


@pytest.mark.parametrize("service", [Service.DISCORD, Service.SLACK])
def test_long_messages_are_cut_but_keep_their_link(service):
    long = Message("m", "k", "", "x" * 9000, "https://c.example/", {})
    destination = NotificationDestination(service=service, address="https://a.example/")
    sent = json.loads(request_for(destination, long, NOW).body)
    text = sent.get("content") or sent["text"]
    assert len(text) <= 4096
    assert text.endswith("…\nhttps://c.example/")


def test_addresses_with_keys():
    matrix = request(
        Service.MATRIX,
        address="https://m.example/",
        room="!a/b:m.example",
        secret="t",
    )
    assert matrix.method == "PUT"
    assert matrix.path == (
        "/_matrix/client/v3/rooms/%21a%2Fb%3Am.example/send/m.room.message/msg_1"
    )
    assert matrix.headers["Authorization"] == "Bearer t"
    telegram = request(Service.TELEGRAM, room="@hall", secret="12:ab/c")
    assert telegram.path == "/bot12:ab%2Fc/sendMessage"
    assert "Authorization" not in request(Service.NTFY).headers


@pytest.mark.parametrize(
    ("service", "address"),
    [
        (Service.WEBHOOK, "http://a.example/"),
        (Service.WEBHOOK, "https://"),
        (Service.WEBHOOK, "https://user@a.example/"),
        (Service.WEBHOOK, "https://a.example/a b"),
        (Service.WEBHOOK, "https://a.example/#x"),
        (Service.WEBHOOK, "https://[::1/"),
        (Service.WEBHOOK, "https://a.example:0/"),
        (Service.WEBHOOK, "https://127.0.0.1/"),
        (Service.WEBHOOK, "https://[fd00::1]/"),
        (Service.WEBHOOK, "https://localhost/"),
        (Service.WEBHOOK, "https://a.example/" + "x" * 1000),
        (Service.DISCORD, "https://discord.com.example/api"),
        (Service.DISCORD, "https://notdiscord.com/api"),
    ],
)
def test_unusable_addresses_are_refused(service, address):
    with pytest.raises(RuleError) as refused:
        service_requests.checked_address(service, address)
    assert refused.value.faults[0].field == "address"


def test_usable_addresses():
    for service, address in [
        (Service.DISCORD, "https://discord.com/api/webhooks/1/x"),
        (Service.DISCORD, "https://canary.discord.com/api/webhooks/1/x"),
        (Service.SLACK, "https://chat.example:8443/hooks/1"),
    ]:
        assert service_requests.checked_address(service, f" {address} ") == address
    telegram = service_requests.checked_address(Service.TELEGRAM, "anything")
    assert telegram == "https://api.telegram.org"


@pytest.mark.parametrize("secret", ["short", "whsec_!!", "whsec_YQ==", "a b"])
def test_unusable_signing_keys_are_refused(secret):
    with pytest.raises(RuleError):
        service_requests.checked_secret(Service.WEBHOOK, secret)
