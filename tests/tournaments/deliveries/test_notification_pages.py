"""The pages of destinations, for directors and for the installation's owner."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments.pages import says
from tournaments.models import Delivery, NotificationDestination

pytestmark = pytest.mark.django_db

DISCORD = {
    "service": "discord",
    "name": "Club server",
    "address": "https://discord.com/api/webhooks/1/very-secret",
    "happenings": ["seating", "final"],
}


@pytest.fixture
def address(tournament):
    return reverse("director:notifications", args=[tournament.slug])


def test_a_destination_is_added_tested_changed_and_removed(
    tournament, director_client, address
):
    done = director_client.post(address, DISCORD, follow=True)
    assert says(done, "Destination added.")
    assert says(done, "Club server")
    assert says(done, "Seating published, Final result")
    assert not says(done, "very-secret")
    destination = NotificationDestination.objects.get()
    own = f"{address}{destination.pk}/"
    assert says(director_client.post(f"{own}test/", follow=True), "Test queued.")
    again = director_client.post(f"{own}test/", follow=True)
    assert says(again, "Wait 10 seconds.")
    assert Delivery.objects.count() == 1
    form = director_client.get(own)
    assert not says(form, "very-secret")
    changed = director_client.post(
        own, {"name": "Server", "happenings": ["start"]}, follow=True
    )
    assert says(changed, "Destination changed.")
    destination.refresh_from_db()
    assert destination.address == DISCORD["address"]
    assert says(director_client.post(f"{own}off/", follow=True), "turned off")
    assert says(director_client.post(f"{own}on/", follow=True), "turned on")
    assert says(director_client.post(f"{own}remove/", follow=True), "removed")
    assert not NotificationDestination.objects.exists()
    kinds = [event.kind for event in tournament.log.all()[:5]]
    assert kinds == [
        "destination_removed",
        "destination_turned_on",
        "destination_turned_off",
        "destination_changed",
        "destination_added",
    ]
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert says(log, "Notifications to “Server” removed.")


def test_the_key_of_a_webhook_is_shown_once(director_client, address):
    wanted = DISCORD | {"service": "webhook", "address": "https://club.example/"}
    shown = director_client.post(address, wanted)
    assert says(shown, "whsec_")
    assert "no-store" in shown["Cache-Control"]
    destination = NotificationDestination.objects.get()
    for page in (address, f"{address}{destination.pk}/"):
        assert destination.secret not in director_client.get(page).content.decode()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"address": "http://discord.com/"}, "Enter an address that begins with"),
        ({"address": "https://10.1.2.3/"}, "private network"),
        ({"happenings": []}, "Choose at least 1 message."),
        ({"service": "telegram"}, "Enter the token."),
        ({"service": "pigeon"}, "Select a valid choice"),
        ({"name": " "}, "This field is required"),
    ],
)
def test_bad_input_gets_a_sentence_and_is_kept(
    director_client, address, wrong, sentence
):
    page = director_client.post(address, DISCORD | wrong)
    assert page.status_code == 422
    assert says(page, sentence)
    assert says(page, 'value="Club server"') or "name" in wrong
    assert not NotificationDestination.objects.exists()


def test_email_is_offered_with_a_mail_server_only(director_client, address, settings):
    assert not says(director_client.get(address), 'value="email"')
    settings.EMAIL_HOST = "mail.example"
    assert says(director_client.get(address), 'value="email"')
    wanted = {"service": "email", "address": "a@hall.example nonsense"}
    page = director_client.post(address, DISCORD | wanted)
    assert says(page, "“nonsense” is not an email address.")


def test_destinations_of_others_are_not_there(
    tournament, director_client, owner_client, address
):
    page = reverse("director:all_notifications")
    assert says(owner_client.post(page, DISCORD, follow=True), "Destination added.")
    destination = NotificationDestination.objects.get()
    assert destination.tournament is None
    for action in ("", "test/", "remove/"):
        own = f"{address}{destination.pk}/{action}"
        assert director_client.post(own).status_code == 404
    assert director_client.post(f"{page}{destination.pk}/nonsense/").status_code != 200
    assert owner_client.post(f"{page}{destination.pk}/nonsense/").status_code == 404


def test_there_is_a_limit(director_client, address):
    for number in range(10):
        chosen = {
            "name": f"Server {number}",
            "address": f"{DISCORD['address']}{number}",
        }
        director_client.post(address, DISCORD | chosen)
    page = director_client.post(address, DISCORD)
    assert says(page, "There can be at most 10 destinations.")
    assert NotificationDestination.objects.count() == 10


def test_a_second_click_adds_no_second_destination(director_client, address):
    director_client.post(address, DISCORD)
    again = director_client.post(address, DISCORD)
    assert says(again, "“Club server” already has this address.")
    assert NotificationDestination.objects.count() == 1
