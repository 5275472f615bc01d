"""The page of outgoing mail, for the installation's owner."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages import says
from tournaments.deliveries import queue_and_retry
from tournaments.deliveries.delivery_answers import Answer, Outcome
from tournaments.models import Delivery

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(owner, settings):
    settings.EMAIL_HOST = "mail.example"
    client = Client()
    client.force_login(owner)
    return client


def test_a_test_email_and_its_result(page, django_capture_on_commit_callbacks):
    address = reverse("director:mail")
    assert says(page.get(address), "No email yet.")
    with django_capture_on_commit_callbacks(execute=True):
        done = page.post(address, {"email": "o@hall.example"}, follow=True)
    assert says(done, "Test email queued.")
    shown = page.get(address)
    assert says(shown, "o@hall.example")
    assert says(shown, "Sent")
    assert page.post(address, {"email": "nonsense"}).status_code == 422


def test_without_a_mail_server_the_page_shows_what_to_set(page, settings):
    settings.EMAIL_HOST = ""
    address = reverse("director:mail")
    assert says(page.get(address), "Set EMAIL_HOST")
    assert not says(page.get(address), "Send test email")
    assert page.post(address, {"email": "o@hall.example"}).status_code == 422
    assert not Delivery.objects.exists()


def test_the_owner_sees_what_was_refused(page, monkeypatch, director_client):
    refused = Answer(Outcome.REFUSED, "550 No such user")
    monkeypatch.setattr(queue_and_retry, "SENDERS", {"mail": lambda _one: refused})
    home, notice = reverse("director:home"), "Some emails of the last 24 hours"
    delivery = queue_and_retry.queue_mail("x@hall.example", subject="Hi", body="Secret")
    assert not says(page.get(home), notice)
    queue_and_retry.send(delivery.pk, timezone.now())
    assert says(page.get(home), notice)
    assert not says(director_client.get(home), notice)
    shown = page.get(reverse("director:mail"))
    for words in ("x@hall.example", "Hi", "Not sent", "550 No such user"):
        assert says(shown, words)
    assert not says(shown, "Secret")
