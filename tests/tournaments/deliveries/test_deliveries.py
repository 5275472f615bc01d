"""Deliveries: sent over TLS, tried again, given up, deleted, and never logged."""

from __future__ import annotations

import itertools
import socket
from datetime import timedelta

import pytest
from django.core import mail as outbox
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests import smtp_server
from tournaments.deliveries import mail_server, queue_and_retry
from tournaments.deliveries.delivery_answers import Answer, Outcome
from tournaments.deliveries.queue_and_retry import LEASE, PAUSES, SHOWN
from tournaments.models import (
    Delivery,
    DeliveryState,
    PlayerMessage,
    SignUp,
    Tournament,
)
from tournaments.privacy import contact_retention

pytestmark = pytest.mark.django_db

ADDRESS = "ada@example.org"


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    return smtp_server.certificate(tmp_path_factory.mktemp("mail"))


@pytest.fixture
def trusted(certificate, monkeypatch, settings):
    """Trust the test server's certificate, and send real mail to the test server."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "desk"
    settings.DEFAULT_FROM_EMAIL = "Desk <desk@hall.example>"
    return certificate


def queued(**more) -> Delivery:
    return queue_and_retry.queue_mail(ADDRESS, subject="Hello", body="Text", **more)


def tried(delivery: Delivery, now=None) -> Outcome | None:
    outcome = queue_and_retry.send(delivery.pk, now or timezone.now())
    delivery.refresh_from_db()
    return outcome


@pytest.mark.parametrize("implicit", [True, False])
def test_mail_is_encrypted_from_the_start_or_by_starttls(trusted, settings, implicit):
    settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = implicit, not implicit
    with smtp_server.running(trusted, implicit=implicit) as server:
        settings.EMAIL_PORT = server.port
        delivery = queued()
        assert tried(delivery) is Outcome.ACCEPTED
    assert server.encrypted == [True]
    [text] = server.received
    for line in ("To: ada@example.org", "Subject: Hello", "@hall.example>", "Text"):
        assert line in text
    assert (delivery.state, delivery.body) == (DeliveryState.SENT, "")


def test_mails_of_a_tournament_in_the_bin_wait(tournament):
    queued(tournament=tournament)
    Tournament.objects.update(binned_at=timezone.now())
    assert queue_and_retry.send_due(timezone.now()) == 0
    Tournament.objects.update(binned_at=None)
    assert queue_and_retry.send_due(timezone.now()) == 1
    assert len(outbox.outbox) == 1


def test_a_server_with_an_unknown_certificate_gets_no_mail(
    trusted, settings, monkeypatch
):
    monkeypatch.delenv("SSL_CERT_FILE")
    settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = True, False
    with smtp_server.running(trusted, implicit=True) as server:
        settings.EMAIL_PORT = server.port
        delivery = queued()
        assert tried(delivery) is Outcome.UNREACHABLE
    assert "certificate" in delivery.answer
    assert (delivery.state, server.received) == (DeliveryState.WAITING, [])


@pytest.mark.parametrize(
    ("command", "reply", "outcome"),
    [
        ("RCPT", "550 No such user", Outcome.REFUSED),
        ("RCPT", "450 Mailbox busy", Outcome.AGAIN),
        ("MAIL", "553 Sender unknown", Outcome.REFUSED),
        ("MAIL", "421 Too many connections", Outcome.AGAIN),
        (".", "554 Looks like spam", Outcome.REFUSED),
        (".", "452 Full", Outcome.AGAIN),
        # A corrected password helps every waiting mail.
        ("AUTH", "535 Wrong password", Outcome.UNREACHABLE),
        ("CONNECT", "554 Go away", Outcome.UNREACHABLE),
    ],
)
def test_answers_of_the_server(trusted, settings, command, reply, outcome):
    settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = False, True
    with smtp_server.running(trusted) as server:
        settings.EMAIL_PORT = server.port
        server.replies[command] = reply
        delivery = queued()
        assert tried(delivery) is outcome
    assert delivery.answer == reply
    given_up = outcome is Outcome.REFUSED
    assert (delivery.state == DeliveryState.FAILED) == given_up
    assert (delivery.body == "") == given_up


def test_a_server_that_is_away_is_asked_again(trusted, settings):
    with socket.create_server(("127.0.0.1", 0)) as free:
        settings.EMAIL_PORT = free.getsockname()[1]
    delivery = queued()
    assert tried(delivery) is Outcome.UNREACHABLE
    assert "refused" in delivery.answer.lower()
    assert delivery.next_at > timezone.now()


def test_an_address_that_no_mail_can_have_is_given_up():
    delivery = queue_and_retry.queue_mail("a\n@b.example", subject="", body="Text")
    assert mail_server.send(delivery).outcome is Outcome.REFUSED


@pytest.fixture
def answers(monkeypatch) -> list[Answer]:
    """Return the list of responses that the mail server gives next.

    When the list is empty, the server accepts.
    """
    answers: list[Answer] = []

    def send(_delivery: Delivery) -> Answer:
        return answers.pop(0) if answers else Answer(Outcome.ACCEPTED)

    monkeypatch.setattr(queue_and_retry, "SENDERS", {"mail": send})
    return answers


def test_eight_tries_within_eighteen_hours_and_then_it_is_given_up(
    answers, time_machine
):
    answers += [Answer(Outcome.AGAIN, "450 Later")] * 9
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    delivery = queued()
    times = []
    while delivery.state == DeliveryState.WAITING:
        time_machine.move_to(delivery.next_at, tick=False)
        times.append(delivery.next_at - start)
        assert queue_and_retry.send_due(timezone.now()) == 1
        assert queue_and_retry.send_due(timezone.now()) == 0
        delivery.refresh_from_db()
    gaps = [later - now for now, later in itertools.pairwise(times)]
    assert gaps == list(PAUSES[1:])
    assert len(times) == 8
    assert (delivery.state, delivery.answer) == (DeliveryState.FAILED, "450 Later")
    assert (delivery.body, delivery.next_at) == ("", None)


def test_a_later_try_succeeds(answers):
    answers.append(Answer(Outcome.AGAIN, "450 Later"))
    delivery = queued()
    tried(delivery)
    assert tried(delivery) is None
    assert tried(delivery, delivery.next_at) is Outcome.ACCEPTED
    assert (delivery.state, delivery.tries) == (DeliveryState.SENT, 2)


def test_a_worker_killed_while_sending_leaves_it_due_again(answers, monkeypatch):
    class Killed(BaseException):
        pass

    def killed(_delivery: Delivery) -> Answer:
        raise Killed

    working = queue_and_retry.SENDERS
    monkeypatch.setattr(queue_and_retry, "SENDERS", {"mail": killed})
    delivery = queued()
    with pytest.raises(Killed):
        tried(delivery)
    monkeypatch.setattr(queue_and_retry, "SENDERS", working)
    assert tried(delivery) is None
    assert tried(delivery, timezone.now() + LEASE) is Outcome.ACCEPTED


def test_it_is_sent_once_its_transaction_is_committed(
    answers, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        delivery = queued()
        assert delivery.state == DeliveryState.WAITING
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.SENT


def test_nothing_is_sent_of_a_transaction_that_is_undone(
    answers, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        queued()
        transaction.set_rollback(True)
    assert (callbacks, Delivery.objects.count()) == ([], 0)


def test_a_server_that_cannot_be_reached_ends_the_run(answers):
    deliveries = [queued() for _each in range(3)]
    answers += [Answer(Outcome.REFUSED), Answer(Outcome.UNREACHABLE)]
    assert queue_and_retry.send_due(timezone.now()) == 2
    assert queue_and_retry.send_due(timezone.now()) == 1
    for delivery in deliveries:
        delivery.refresh_from_db()
    assert [delivery.tries for delivery in deliveries] == [1, 1, 1]


def test_what_is_too_old_is_not_sent(answers):
    delivery = queued(valid=timedelta(minutes=15))
    outcome = tried(delivery, timezone.now() + timedelta(minutes=16))
    assert outcome is Outcome.REFUSED
    assert delivery.answer == "Not sent: too late."


def test_an_unexpected_fault_does_not_stop_the_others(monkeypatch, caplog):
    def broken(delivery: Delivery) -> Answer:
        raise RuntimeError(delivery.target)

    monkeypatch.setattr(queue_and_retry, "SENDERS", {"mail": broken})
    first, second = queued(), queued()
    assert queue_and_retry.send_due(timezone.now()) == 2
    second.refresh_from_db()
    assert (second.answer, second.state) == ("RuntimeError", DeliveryState.WAITING)
    assert ADDRESS not in caplog.text
    assert f"Delivery {first.pk} failed" in caplog.text


def test_no_log_has_an_address_or_a_text(trusted, settings, caplog):
    caplog.set_level("DEBUG")
    settings.EMAIL_USE_TLS = True
    with smtp_server.running(trusted) as server:
        settings.EMAIL_PORT = server.port
        server.replies["RCPT"] = f"550 {ADDRESS} is unknown"
        tried(queued())
    assert "refused" in caplog.text
    assert ADDRESS not in caplog.text
    assert "Hello" not in caplog.text


def test_line_breaks_cannot_add_a_header(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        queue_and_retry.queue_mail(ADDRESS, subject="a\nBcc: b@c.example", body="x")
    [sent] = outbox.outbox
    assert sent.subject == "a Bcc: b@c.example"


def test_a_finished_delivery_keeps_no_text(answers):
    delivery = queued()
    tried(delivery)
    with pytest.raises(IntegrityError), transaction.atomic():
        Delivery.objects.filter(pk=delivery.pk).update(body="code")


def test_finished_deliveries_are_deleted_after_a_month(answers):
    done, waiting = queued(), queued()
    tried(done)
    now = timezone.now()
    assert queue_and_retry.delete_old(now + SHOWN - timedelta(hours=1)) == 0
    assert queue_and_retry.delete_old(now + SHOWN) == 1
    assert Delivery.objects.get() == waiting


def test_deliveries_are_deleted_with_the_contacts(tournament, settings):
    settings.CONTACTS_KEEP_DAYS = 90
    now = timezone.now()
    type(tournament).objects.update(archived_at=now - timedelta(days=91))
    sign_up = SignUp.objects.create(tournament=tournament, last_name="Never Came")
    queued(sign_up=sign_up, tournament=tournament)
    queued(tournament=tournament)
    other = queued()
    assert contact_retention.forget_contacts(now) == 1
    assert Delivery.objects.get() == other
    assert contact_retention.forget_contacts(now) == 0


def test_messages_to_players_are_deleted_with_the_contacts(tournament, settings):
    settings.CONTACTS_KEEP_DAYS = 90
    now = timezone.now()
    type(tournament).objects.update(archived_at=now - timedelta(days=91))
    message = PlayerMessage.objects.create(
        tournament=tournament, by="director", to="one", text="Call home.", key="k"
    )
    message.players.set([tournament.players.get(number=1)])
    assert contact_retention.forget_contacts(now) == 1
    assert not PlayerMessage.objects.exists()
    assert contact_retention.forget_contacts(now) == 0


def test_many_mails_are_sent_in_several_runs(monkeypatch):
    """Many emails are sent in several short runs.

    The next run follows without waiting for beat.
    """
    runs = []
    monkeypatch.setattr(queue_and_retry, "AT_A_TIME", 2)
    monkeypatch.setattr(
        queue_and_retry, "SENDERS", {"mail": lambda _mail: Answer(Outcome.ACCEPTED)}
    )
    monkeypatch.setattr(
        queue_and_retry.send_due_deliveries, "delay", lambda: runs.append(1)
    )
    queue_and_retry.queue_mails(
        [
            queue_and_retry.new_mail(ADDRESS, subject="Hello", body="Text")
            for _mail in range(3)
        ]
    )
    queue_and_retry.send_due_deliveries()
    assert (len(runs), Delivery.objects.filter(state="sent").count()) == (1, 2)
    queue_and_retry.send_due_deliveries()
    assert (len(runs), Delivery.objects.filter(state="sent").count()) == (1, 3)


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_it_once(at_once, monkeypatch):
    sent = []

    def send(delivery: Delivery) -> Answer:
        sent.append(delivery.pk)
        return Answer(Outcome.ACCEPTED)

    monkeypatch.setattr(queue_and_retry, "SENDERS", {"mail": send})
    monkeypatch.setattr(queue_and_retry.send_delivery, "delay", lambda _pk: None)
    delivery, now = queued(), timezone.now()

    def worker() -> None:
        queue_and_retry.send(delivery.pk, now)

    at_once(worker, worker)
    assert sent == [delivery.pk]
