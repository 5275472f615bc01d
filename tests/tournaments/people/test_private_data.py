"""A player's private data on the director's page: change, delete, and log."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tests.tournaments.pages import page, says
from tournaments.models import Delivery, DeliveryKind, PlayerContact, SignUp
from tournaments.people.mail_addresses import addresses_of

TYPED = {"email": "one@example.org", "phone": "+48 600 100 200", "remarks": "Vegan"}


def address(tournament) -> str:
    return page("player_private_data", tournament.slug, 1)


def test_private_data_is_saved_changed_and_deleted(tournament, director_client):
    player = tournament.players.get(number=1)
    response = director_client.post(address(tournament), TYPED, follow=True)
    assert says(response, "Private data saved. Only directors see it.")
    assert says(response, "Vegan")
    assert '<details class="card" id="private-data" open>' in response.content.decode()
    changed = TYPED | {"phone": ""}
    director_client.post(address(tournament), changed)
    contact = PlayerContact.objects.get(player=player)
    assert (contact.email, contact.phone) == ("one@example.org", "")
    response = director_client.post(address(tournament), {"do": "delete"}, follow=True)
    assert says(response, "Private data deleted.")
    assert not PlayerContact.objects.filter(player=player).exists()
    log = tournament.log.filter(kind__startswith="private_data").order_by("pk")
    assert [event.kind.removeprefix("private_data_") for event in log] == [
        "changed",
        "changed",
        "deleted",
    ]
    assert all(event.data == {"number": 1} for event in log)


def test_deleting_covers_the_registration_and_unsent_emails(
    tournament, director_client
):
    player = tournament.players.get(number=1)
    sign_up = SignUp.objects.create(
        tournament=tournament, player=player, last_name="01", email="own@example.org"
    )
    response = director_client.get(page("player", tournament.slug, 1))
    assert says(response, "own@example.org")
    moved = TYPED | {"email": "new@example.org"}
    director_client.post(address(tournament), moved)
    assert addresses_of([player]) == {player: "new@example.org"}
    Delivery.objects.create(
        kind=DeliveryKind.MAIL,
        target="new@example.org",
        tournament=tournament,
        player=player,
        expires_at=timezone.now() + timedelta(days=1),
    )
    director_client.post(address(tournament), {"do": "delete"})
    sign_up.refresh_from_db()
    assert sign_up.email == ""
    assert addresses_of([player]) == {}
    assert not Delivery.objects.filter(player=player).exists()


def test_a_wrong_address_keeps_what_was_typed(tournament, director_client):
    wrong = TYPED | {"email": "one@"}
    response = director_client.post(address(tournament), wrong)
    assert response.status_code == 422
    assert says(response, "Vegan")
    assert not PlayerContact.objects.exists()


def test_after_saving_the_page_opens_at_its_message(tournament, director_client):
    response = director_client.get(page("player", tournament.slug, 1))
    content = response.content.decode()
    assert f'action="{address(tournament)}"' in content
