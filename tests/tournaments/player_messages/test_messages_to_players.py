"""Messages from directors to players, and links that stop emails."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.html import parse_html
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from tests.conftest import _tournament
from tournaments.access import player_links
from tournaments.check_in import check_in_marks
from tournaments.deliveries import queue_and_retry
from tournaments.installation_transfer import (
    tournament_that_comes_back,
    transfer_rows,
)
from tournaments.models import (
    CheckInState,
    Delivery,
    MessageRecipient,
    MessageTo,
    PlayerContact,
    PlayerMails,
    PlayerMessage,
    PushSubscription,
    RefusedMail,
    Tournament,
)
from tournaments.people import mail_addresses
from tournaments.player_messages import send_message
from tournaments.player_messages.send_message import Wanted

SITE = "https://club.example/"


@pytest.fixture
def with_mail(settings):
    settings.EMAIL_HOST = "mail.example"


def send(tournament, to=MessageTo.ALL, number=None, text="Lunch is at noon.", key="k"):
    wanted = Wanted(to, number, text, key)
    return send_message.send(tournament, wanted, site=SITE, by="director")


def give_address(tournament, number: int, address: str = "wren@example.org"):
    player = tournament.players.get(number=number)
    PlayerContact.objects.create(tournament=tournament, player=player, email=address)
    return player


def numbers(message: PlayerMessage) -> list[int]:
    return sorted(player.number for player in message.players.all())


def test_a_message_goes_to_everybody_who_stays(seated_round):
    tournament = seated_round.tournament
    assert numbers(send(tournament)) == list(range(1, 9))


def test_a_message_goes_to_one_player_or_to_a_round(seated_round):
    tournament = seated_round.tournament
    assert numbers(send(tournament, MessageTo.ONE, 3, key="a")) == [3]
    assert numbers(send(tournament, MessageTo.ROUND, 1, key="b")) == list(range(1, 9))


def test_a_message_goes_to_those_who_are_missing(tournament):
    check_in_marks.mark(tournament, 1, CheckInState.HERE, by="director")
    assert 1 not in numbers(send(tournament, MessageTo.MISSING))


def test_a_message_that_nobody_would_get_is_refused(tournament):
    with pytest.raises(RuleError, match="This message has no recipients"):
        send(tournament, MessageTo.ROUND, 77)
    assert not PlayerMessage.objects.exists()


def test_the_same_form_sends_once(tournament):
    assert send(tournament) == send(tournament)
    assert PlayerMessage.objects.count() == 1
    assert tournament.log.filter(kind="players_messaged").count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"text": "Lunch is at one."},
        {"to": MessageTo.MISSING},
        {"to": MessageTo.ONE, "number": 1},
        {"key": "other form"},
    ],
)
def test_a_form_changed_after_going_back_is_another_message(tournament, other):
    assert send(tournament) != send(tournament, **other)
    assert PlayerMessage.objects.count() == 2


def test_check_ins_of_many_players_are_one_query(tournament):
    with CaptureQueriesContext(connection) as queries:
        list(send_message.recipients(tournament, MessageTo.MISSING, None))
    assert len(queries) == 2


def test_one_player_gets_a_message_also_after_withdrawing(seated_round):
    tournament = seated_round.tournament
    tournament.players.filter(number=2).update(last_round=0)
    assert numbers(send(tournament, MessageTo.ONE, 2)) == [2]
    assert 2 not in numbers(send(tournament))


def test_messages_to_many_are_limited_to_some_an_hour(tournament, time_machine):
    for count in range(send_message.MOST_TO_MANY):
        send(tournament, key=f"{count}")
    with pytest.raises(RuleError, match="within an hour"):
        send(tournament, key="more")
    # One player can still get a message, and all players an hour later.
    send(tournament, MessageTo.ONE, 1, key="one")
    time_machine.move_to(timezone.now() + timedelta(hours=1, seconds=1))
    send(tournament, key="later")


def test_a_message_is_on_the_own_page_of_its_players_only(tournament, client):
    send(tournament, MessageTo.ONE, 1, text="Please see the referee.")
    pages = {}
    for number in (1, 2):
        player = tournament.players.get(number=number)
        address = reverse("me:page", args=[player_links.token_of(player)])
        pages[number] = client.get(address).content.decode()
    assert "Please see the referee." in pages[1]
    assert "Please see the referee." not in pages[2]


def test_a_message_is_in_the_part_of_the_page_that_is_live(tournament, client):
    send(tournament, text="Lunch is late.\nSorry!")
    player = tournament.players.get(number=1)
    page = client.get(reverse("me:page", args=[player_links.token_of(player)]))
    [live] = _with_id(parse_html(page.content.decode()), "own-tables")
    [own] = _with_id(live, "own-messages")
    assert "Lunch is late.<br>Sorry!" in "".join(str(own).split("\n"))


def _with_id(element, name: str):
    """Yield the elements with this id: `element` and elements below it."""
    if ("id", name) in element.attributes:
        yield element
    for child in element.children:
        if not isinstance(child, str):
            yield from _with_id(child, name)


def test_players_with_an_address_get_a_mail(tournament, with_mail):
    give_address(tournament, 1)
    message = send(tournament)
    assert message.mails == 1
    [mail] = Delivery.objects.all()
    assert mail.target == "wren@example.org"
    assert mail.body.startswith("Lunch is at noon.")
    assert f"{SITE}me/" in mail.body
    assert mail.refuse_at.startswith(f"{SITE}me/mail/")
    assert mail.refuse_at in mail.body


def test_without_a_mail_server_nothing_is_queued(tournament):
    give_address(tournament, 1)
    assert send(tournament).mails == 0
    assert not Delivery.objects.exists()


def test_one_task_sends_the_mails_of_all(
    tournament, with_mail, monkeypatch, django_capture_on_commit_callbacks
):
    runs = []
    for name in ("send_delivery", "send_due_deliveries"):
        task = getattr(queue_and_retry, name)
        monkeypatch.setattr(task, "delay", lambda *_pk, name=name: runs.append(name))
    for number in range(1, 5):
        give_address(tournament, number, f"player{number}@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        assert send(tournament).mails == 4
    assert runs == ["send_due_deliveries"]


def test_a_mail_belongs_to_its_player(tournament, with_mail):
    """An email belongs to its player.

    It is deleted and downloaded together with the player's data.
    """
    player = give_address(tournament, 1)
    send(tournament)
    [mail] = player.deliveries.all()
    assert mail.sign_up is None
    player.delete()
    assert not Delivery.objects.exists()


def test_an_address_stays_refused_on_another_installation(
    tournament, with_mail, settings
):
    digest = mail_addresses.digest_of("Wren@Example.org")
    mail_addresses.refuse(tournament, digest)
    give_address(tournament, 1)
    settings.SECRET_KEY = "another"
    assert send(tournament).mails == 0


def test_the_stored_hash_of_a_refused_address_is_salted(tournament, director):
    """The stored hash of a refused address is salted.

    A list of hashes of addresses does not reveal the address, and the hash does not
    link a person's tournaments.
    """
    digest = mail_addresses.digest_of("wren@example.org")
    for each in (tournament, _tournament(director)):
        mail_addresses.refuse(each, digest)
        assert mail_addresses.is_refused(each, digest)
    stored = set(RefusedMail.objects.values_list("digest", flat=True))
    assert len(stored) == 2
    assert digest not in stored


def test_recipients_are_in_a_copy_of_the_installation(tournament):
    message = send(tournament, MessageTo.ONE, 1)
    rows = dict(transfer_rows.of_everything())
    [recipient] = rows[MessageRecipient]
    assert (recipient.message, recipient.player.number) == (message, 1)


def test_the_choice_of_emails_stays_with_the_installation(tournament):
    PlayerMails.objects.create(tournament=tournament, seating=True, revision=7)
    assert PlayerMails not in dict(transfer_rows.of_event(tournament))
    row = Tournament.objects.filter(pk=tournament.pk).values().get()
    kept = tournament_that_comes_back.clear(tournament)
    arrived = Tournament.objects.create(**row)
    tournament_that_comes_back.restore_local_rows(kept, arrived)
    chosen = PlayerMails.objects.get()
    assert (chosen.tournament, chosen.seating, chosen.revision) == (arrived, True, 7)


@pytest.mark.parametrize("is_in_file", [True, False])
def test_a_refusal_stays_if_the_tournament_comes_back(tournament, is_in_file):
    """A refusal stays if the tournament comes back.

    An address may be refused on this installation while the tournament is on another
    installation.
    """
    digest = mail_addresses.digest_of("wren@example.org")
    mail_addresses.refuse(tournament, digest)
    row = Tournament.objects.filter(pk=tournament.pk).values().get()
    kept = tournament_that_comes_back.clear(tournament)
    arrived = Tournament.objects.create(**row)
    if is_in_file:
        mail_addresses.refuse(arrived, digest)
    tournament_that_comes_back.restore_local_rows(kept, arrived)
    assert arrived.refused_mails.count() == 1
    assert mail_addresses.is_refused(arrived, digest)


def test_an_address_that_refused_gets_no_more_mail(tournament, with_mail, client):
    give_address(tournament, 1)
    path = mail_addresses.path_to_refuse(tournament, "Wren@Example.org")
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 302
    assert send(tournament).mails == 0
    client.post(path, {"again": "yes"})
    assert send(tournament, key="2").mails == 1


def test_a_refusal_also_stops_mails_that_still_wait(tournament, with_mail, mailoutbox):
    for number, name in enumerate(("Wren", "finch"), start=1):
        give_address(tournament, number, f"{name}@Example.org")
    send(tournament)
    mail_addresses.refuse(tournament, mail_addresses.digest_of("wren@example.org"))
    queue_and_retry.send_due(timezone.now())
    assert [mail.to for mail in mailoutbox] == [["finch@Example.org"]]
    assert not Delivery.objects.filter(target__startswith="Wren").exists()


def test_a_refusal_stops_no_mail_about_another_tournament(
    tournament, director, with_mail, mailoutbox
):
    give_address(tournament, 1)
    send(tournament)
    other = _tournament(director)
    mail_addresses.refuse(other, mail_addresses.digest_of("wren@example.org"))
    queue_and_retry.send_due(timezone.now())
    assert len(mailoutbox) == 1


def test_the_page_that_stops_emails_is_in_the_language_of_the_tournament(
    tournament, client
):
    Tournament.objects.filter(pk=tournament.pk).update(language="de")
    page = client.get(mail_addresses.path_to_refuse(tournament, "wren@example.org"))
    assert page["Content-Language"] == "de"


@pytest.mark.parametrize("entered", [{}, {"again": "yes"}])
def test_a_mirror_refuses_to_stop_emails(tournament, client, entered):
    """A mirror does not accept a request to stop emails.

    The home sends the emails, and overwrites changes made at the mirror.
    """
    digest = mail_addresses.digest_of("wren@example.org")
    if entered:
        mail_addresses.refuse(tournament, digest)
    Tournament.objects.filter(pk=tournament.pk).update(mirrored_at=timezone.now())
    path = mail_addresses.path_to_refuse(tournament, "wren@example.org")
    assert client.post(path, entered).status_code == 409
    assert tournament.refused_mails.exists() == bool(entered)


def test_a_mail_program_refuses_with_one_request(tournament, with_mail, client):
    """A mail program stops emails with one request.

    RFC 8058 does not allow a redirect as the response.
    """
    give_address(tournament, 1)
    path = mail_addresses.path_to_refuse(tournament, "wren@example.org")
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert send(tournament).mails == 0


@pytest.mark.parametrize(
    ("site", "offered"),
    [("https://club.example/", True), ("http://192.168.1.2/", False)],
)
def test_mail_programs_may_refuse_over_https_only(
    tournament, settings, mailoutbox, site, offered
):
    """Mail programs may stop emails by https only, as RFC 8058 requires.

    Other links appear only in the text.
    """
    settings.EMAIL_HOST = "mail.example"
    give_address(tournament, 1)
    wanted = Wanted(MessageTo.ALL, None, "Lunch", "k")
    send_message.send(tournament, wanted, site=site, by="director")
    queue_and_retry.send_due(timezone.now())
    [mail] = mailoutbox
    for name in ("List-Unsubscribe", "List-Unsubscribe-Post"):
        assert (name in mail.extra_headers) == offered
    assert f"{site}me/mail/" in mail.body


def test_a_link_that_was_not_signed_here_refuses_nothing(client, db):
    path = reverse("me:refuse_mail", args=["1.abc:forged"])
    assert client.get(path).status_code == 404


def test_subscribed_devices_are_counted(tournament):
    player = tournament.players.get(number=1)
    PushSubscription.objects.create(
        player=player,
        endpoint="https://push.example/1",
        public_key="k",
        secret="s",
        site=SITE,
        language="en",
    )
    assert send(tournament).devices == 1


def test_the_page_reads_no_recipients(tournament, director_client):
    address = reverse("director:player_messages", args=[tournament.slug])
    send(tournament)
    with CaptureQueriesContext(connection) as queries:
        page = director_client.get(address)
    assert "8 players" in page.content.decode()
    about_recipients = [
        query["sql"] for query in queries if "messagerecipient" in query["sql"]
    ]
    assert about_recipients
    assert not any("person_id" in sql for sql in about_recipients)


def test_a_director_sends_from_the_page(tournament, director_client):
    address = reverse("director:player_messages", args=[tournament.slug])
    assert director_client.get(address).status_code == 200
    entered = {"to": "one", "number": "", "text": "Hello", "key": "form"}
    answer = director_client.post(address, entered)
    assert answer.status_code == 422
    assert "Enter the round or player number." in answer.content.decode()
    answer = director_client.post(address, {**entered, "number": "2"}, follow=True)
    assert "Message sent to 1 player" in answer.content.decode()
    assert "Hello" in answer.content.decode()
