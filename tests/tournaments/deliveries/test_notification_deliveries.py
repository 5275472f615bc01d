"""Deliveries of notifications: over TLS to public addresses only, tried again, and
given up if the destination fails.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests import https_server, smtp_server
from tournaments.deliveries import (
    change_destinations,
    failing_destinations,
    public_connections,
    queue_and_retry,
    send_notification,
)
from tournaments.deliveries.change_destinations import Wanted
from tournaments.models import Delivery, DeliveryState, Happening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return smtp_server.certificate(tmp_path_factory.mktemp("https"))


@pytest.fixture
def server(certificate, monkeypatch):
    """Yield a server on this machine, whose address counts as public."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(public_connections, "is_public", lambda _address: True)
    with https_server.running(certificate) as server:
        yield server


def added(tournament, address, service="webhook"):
    wanted = Wanted(service, "Site", "https://a.example/", "", "", list(Happening))
    destination = change_destinations.add(
        tournament, wanted, site="https://c.example/", by="director"
    )
    destination.address = address
    destination.save()
    return destination


def send_test(destination) -> Delivery:
    """Queue a test notification and try to send it. Return its delivery."""
    change_destinations.send_test(destination)
    queue_and_retry.send_notices(destination.pk, timezone.now())
    return destination.deliveries.latest("pk")


def test_a_webhook_arrives_once(tournament, server):
    destination = added(tournament, f"{server.address}/hook")
    delivery = send_test(destination)
    assert (delivery.state, delivery.answer) == (DeliveryState.SENT, "200 OK")
    [received] = server.received
    assert (received.method, received.path) == ("POST", "/hook")
    assert received.headers["webhook-id"].startswith("msg_")
    assert json.loads(received.body)["type"] == "test"
    assert queue_and_retry.send_notices(destination.pk, timezone.now()) == 0


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (204, DeliveryState.SENT),
        (400, DeliveryState.FAILED),
        (404, DeliveryState.FAILED),
        (429, DeliveryState.WAITING),
        (500, DeliveryState.WAITING),
    ],
)
def test_answers_of_services(tournament, server, status, state):
    server.status = status
    delivery = send_test(added(tournament, server.address))
    assert delivery.state == state
    assert delivery.answer.startswith(str(status))


def test_redirects_are_not_followed(tournament, server):
    server.status, server.headers = 302, {"Location": f"{server.address}/inside"}
    delivery = send_test(added(tournament, server.address))
    assert (delivery.state, len(server.received)) == (DeliveryState.FAILED, 1)
    assert "redirected" in delivery.answer


def test_private_addresses_are_not_called(tournament, certificate):
    with https_server.running(certificate) as server:
        delivery = send_test(added(tournament, server.address))
    assert (delivery.state, server.received) == (DeliveryState.FAILED, [])
    assert "private network" in delivery.answer


@pytest.mark.parametrize("manner", [{"slow": 3.0}, {"drips": True}])
def test_slow_services_are_given_up_for_now(tournament, server, monkeypatch, manner):
    monkeypatch.setattr(send_notification, "TIMEOUT", 0.5)
    monkeypatch.setattr(send_notification, "LONGEST", 1.0)
    for name, value in manner.items():
        setattr(server, name, value)
    delivery = send_test(added(tournament, server.address))
    assert (delivery.state, delivery.answer) == (
        DeliveryState.WAITING,
        "No answer within the time limit.",
    )


def test_a_gone_destination_is_turned_off(tournament, server):
    server.status = 410
    destination = added(tournament, server.address)
    assert send_test(destination).state == DeliveryState.FAILED
    destination.refresh_from_db()
    assert not destination.is_on
    assert tournament.log.first().kind == "destination_stopped"


def test_a_destination_that_fails_for_a_day_is_turned_off(
    tournament, server, time_machine
):
    server.status = 500
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    destination = added(tournament, server.address)
    send_test(destination)
    time_machine.move_to(start + timedelta(hours=23), tick=False)
    send_test(destination)
    destination.refresh_from_db()
    assert destination.is_on
    time_machine.move_to(start + timedelta(hours=24, seconds=1), tick=False)
    send_test(destination)
    destination.refresh_from_db()
    assert (destination.is_on, destination.stopped_at) == (False, timezone.now())
    states = set(destination.deliveries.values_list("state", flat=True))
    assert states == {DeliveryState.FAILED}
    assert tournament.log.first().kind == "destination_stopped"
    time_machine.move_to(start + timedelta(hours=25), tick=False)
    change_destinations.turn(destination, on=True, by="director")
    server.status = 200
    assert send_test(destination).state == DeliveryState.SENT


def test_a_success_ends_the_failure(tournament, server, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    destination = added(tournament, server.address)
    for hours, status in ((0, 500), (20, 200), (30, 500)):
        time_machine.move_to(start + timedelta(hours=hours), tick=False)
        server.status = status
        send_test(destination)
    destination.refresh_from_db()
    assert destination.is_on


def test_one_worker_at_a_time_sends_to_a_destination(tournament, server):
    destination = added(tournament, server.address)
    now = timezone.now()
    assert failing_destinations.claim(destination.pk, now)
    change_destinations.send_test(destination)
    assert queue_and_retry.send_notices(destination.pk, now) == 0
    # A killed worker does not block it for ever.
    later = now + failing_destinations.LEASE
    assert queue_and_retry.send_notices(destination.pk, later) == 1


def test_a_destination_that_is_off_gets_nothing(tournament, server):
    destination = added(tournament, server.address)
    server.status = 500
    delivery = send_test(destination)
    change_destinations.turn(destination, on=False, by="director")
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.FAILED
    with pytest.raises(Exception, match="Turn on the destination"):
        change_destinations.send_test(destination)


def test_errors_name_no_secret_address(tournament, caplog, monkeypatch):
    monkeypatch.setattr(public_connections, "is_public", lambda _address: True)
    delivery = send_test(added(tournament, "https://127.0.0.1:9/very-secret"))
    assert delivery.state == DeliveryState.WAITING
    assert "secret" not in delivery.answer + caplog.text


def test_many_notifications_are_sent_in_several_runs(tournament, server, monkeypatch):
    """Many notifications are sent in several runs.

    Runs are short, so that the notifications of a killed worker do not wait long.
    """
    runs = []
    monkeypatch.setattr(queue_and_retry.send_to_destination, "delay", runs.append)
    monkeypatch.setattr(change_destinations, "TEST_PAUSE", timedelta(0))
    destination = added(tournament, server.address)
    for _test in range(12):
        change_destinations.send_test(destination)
    now = timezone.now()
    assert queue_and_retry.send_notices(destination.pk, now) == 10
    assert runs == [destination.pk]
    assert queue_and_retry.send_notices(destination.pk, now) == 2
    assert len(server.received) == 12


def test_a_destination_turned_on_again_begins_now(tournament):
    destination = added(tournament, "https://a.example/")
    change_destinations.turn(destination, on=False, by="director")
    tournament.refresh_from_db()
    change_destinations.turn(destination, on=True, by="director")
    known = destination.notified.get()
    assert known.revision == tournament.revision
