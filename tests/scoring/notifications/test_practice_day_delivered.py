"""Notifications of a whole practice day to four services: a chat, a slow service, a
service that fails, and a service that redirects into this computer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.notifications import notify_destinations
from tests import https_server, smtp_server
from tests.https_server import HttpsServer
from tests.scoring.rehearsals import Devices, play_whole, rehearsal
from tournaments.deliveries import (
    change_destinations,
    public_connections,
    queue_and_retry,
)
from tournaments.deliveries.change_destinations import Wanted
from tournaments.models import (
    Delivery,
    DeliveryState,
    Game,
    Happening,
    NotificationDestination,
)

pytestmark = pytest.mark.django_db

SERVICES = {"Chat": "slack", "Slow": "webhook", "Broken": "webhook", "Moved": "webhook"}
Servers = dict[str, HttpsServer]


@pytest.fixture
def servers(tmp_path, monkeypatch) -> Iterator[Servers]:
    """Yield the running services, and a server on this computer that must not get
    requests.
    """
    certificate = smtp_server.certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(public_connections, "is_public", lambda _address: True)
    with ExitStack() as running:
        servers = {
            name: running.enter_context(https_server.running(certificate))
            for name in (*SERVICES, "Inside")
        }
        servers["Slow"].slow = 0.1
        servers["Broken"].status = 500
        servers["Moved"].status = 302
        servers["Moved"].headers = {"Location": f"{servers['Inside'].address}/"}
        yield servers


class SavingDevices(Devices):
    """Table devices that assert that a save sends nothing to a service."""

    def __init__(self, servers: Servers) -> None:
        super().__init__()
        self._servers = servers
        self.saves = 0

    def post(self, path, fields, token):
        before = received(self._servers)
        answer = super().post(path, fields, token)
        assert received(self._servers) == before
        self.saves += "saved" in answer.json()
        return answer


def received(servers: Servers) -> dict[str, int]:
    return {name: len(server.received) for name, server in servers.items()}


def work() -> None:
    """Perform the work of the clock and the worker for one second."""
    for pk in notify_destinations.due():
        notify_destinations.notify(pk, timezone.now())
    now = timezone.now()
    for pk in NotificationDestination.objects.values_list("pk", flat=True):
        queue_and_retry.send_notices(pk, now)


def try_to_the_end() -> None:
    """Send the waiting deliveries again and again until each has arrived or was given
    up.
    """
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING)
    tries = len(queue_and_retry.PAUSES)
    for _run in range(tries * (waiting.count() + 1)):
        later = timezone.now() + timedelta(hours=11)
        for pk in set(waiting.values_list("destination", flat=True)):
            queue_and_retry.send_notices(pk, later)


def states(name: str) -> Counter[tuple[str, str]]:
    rows = Delivery.objects.filter(destination__name=name)
    return Counter(rows.values_list("state", "answer"))


def test_a_day_is_told_once_or_fails_visibly(servers, director, director_client):
    event = rehearsal("mcr", 8, director, planned_rounds=2)
    for name, service in SERVICES.items():
        wanted = Wanted(
            service, name, f"https://{name}.example/", "", "", list(Happening)
        )
        added = change_destinations.add(
            event, wanted, site="https://c.example", by="director"
        )
        NotificationDestination.objects.filter(pk=added.pk).update(
            address=f"{servers[name].address}/hook"
        )
    devices = SavingDevices(servers)
    play_whole(event, hands=2, devices=devices, between=work)
    finish(event, by="director", now=timezone.now())
    work()
    try_to_the_end()
    games = Game.objects.filter(round__tournament=event).count()
    expected = {
        "seating.published": 2,
        "round.started": 2,
        "round.time_up": 2,
        "table.finished": games,
        "round.closed": 2,
        "result.final": 1,
    }
    assert (games, devices.saves >= 2 * games) == (4, True)
    # The slow one: each message once, with its own number.
    bodies = [json.loads(each.body) for each in servers["Slow"].received]
    kinds = Counter(body["type"] for body in bodies)
    assert kinds.items() >= expected.items()
    assert 1 <= kinds["standings.changed"] <= 2
    idents = [each.headers["webhook-id"] for each in servers["Slow"].received]
    assert len(set(idents)) == len(idents) == sum(kinds.values())
    # The chat: the same messages, once and in the same order.
    texts = [json.loads(each.body)["text"] for each in servers["Chat"].received]
    assert not any("<" in text or "&" in text for text in texts)
    assert len(set(texts)) == len(texts) == len(bodies)
    for name in ("Chat", "Slow"):
        assert states(name) == {(DeliveryState.SENT, "200 OK"): len(bodies)}
    # The others: every message failed, and the page shows it.
    [(broken, number)] = states("Broken").items()
    assert broken[0] == DeliveryState.FAILED
    assert broken[1].startswith("500")
    assert number == len(bodies)
    [(moved, number)] = states("Moved").items()
    assert moved[0] == DeliveryState.FAILED
    assert "redirected" in moved[1]
    assert number == len(servers["Moved"].received) == len(bodies)
    assert servers["Inside"].received == []
    page = director_client.get(reverse("director:notifications", args=[event.slug]))
    shown = page.content.decode()
    assert broken[1] in shown
    assert moved[1] in shown
