"""Self-registration: spots, waiting list, player link, fees."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.core import mail as outbox
from django.urls import reverse
from django.utils import timezone

from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.access import wrong_password_limit
from tournaments.check_in import check_in_marks, presence_grid
from tournaments.deliveries.queue_and_retry import new_mail, queue_mails
from tournaments.director import self_registration_pages as views
from tournaments.models import (
    CheckIn,
    CheckInState,
    Delivery,
    Person,
    SignUp,
    SignUpPage,
)
from tournaments.people import (
    change_several_players,
    mail_addresses,
    register_players,
    registration_links_and_mail,
    self_registration,
)
from tournaments.people.register_players import PlayerRow
from tournaments.people.registration_open_and_spots import REGISTRATION_FIELDS
from tournaments.people.self_registration import PersonDetails
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import (
    archive_and_bin,
    create_and_change_tournament,
    delete_tournaments,
    description_and_logo,
)

CLOSED = dict.fromkeys(REGISTRATION_FIELDS, "") | {
    "opens_at": None,
    "closes_at": None,
    "places": None,
}


@pytest.fixture(autouse=True)
def _counts_of_its_own():
    wrong_password_limit.forget_all()


@pytest.fixture
def open_event(tournament):
    """Open registration with 10 places, 8 of them taken. Return the tournament."""
    self_registration.set_page(
        tournament, CLOSED | {"is_on": True, "places": 10}, by="director"
    )
    return tournament


def public(tournament) -> str:
    return reverse("public:sign_up", args=[tournament.slug])


def own(sign_up: SignUp) -> str:
    return reverse("me:sign_up", args=[registration_links_and_mail.key_of(sign_up)])


def come(tournament, name: str, **more) -> SignUp:
    person = PersonDetails(last_name=name, **more)
    return self_registration.sign_up(
        tournament, person, now=timezone.now(), site="https://hall.example"
    )


def last_words(tournament) -> str:
    return log_in_words_and_groups.of_event(tournament.log.first())


def test_somebody_registers_and_keeps_a_link(open_event, client):
    shown = client.get(public(open_event))
    assert says(shown, "2 of 10 spots left")
    assert says(shown, "No email is sent")
    assert says(shown, "Privacy")
    typed = {"first_name": "Cleo", "last_name": "Dahl", "country": "Norge"}
    done = client.post(public(open_event), typed, follow=True)
    assert says(done, "You are registered as player 9.")
    player = open_event.players.get(number=9)
    assert (str(player.person), player.person.country) == ("Cleo Dahl", "Norway")
    assert last_words(open_event) == "Cleo Dahl registered as player 9."
    again = client.post(public(open_event), typed)
    assert again.status_code == 422
    assert says(again, "Cleo Dahl is already registered or on the waiting list")
    assert b'value="Cleo"' in again.content


def test_one_says_how_everybody_is_to_read_ones_name(open_event, client):
    typed = {"first_name": "Cleo", "last_name": "Dahl", "shown_as": "initials"}
    client.post(public(open_event), typed)
    player = open_event.players.get(number=9)
    assert player.public_name == "C. D."
    client.post(own(player.sign_up), typed | {"shown_as": "number"})
    player.refresh_from_db()
    assert player.shown_as == "number"
    assert client.post(public(open_event), typed | {"shown_as": "x"}).status_code == 422
    waits = come(open_event, "Ebba", shown_as="number")
    assert waits.player.shown_as == "number"


def test_who_got_no_answer_sends_it_again_and_gets_the_link(open_event, client):
    """A person who got no response sends the form again and gets the link.

    After a double tap or a lost connection, the browser does not show the first
    response.
    """
    page = client.get(public(open_event)).content.decode()
    [key] = re.findall(r'name="device_key" value="([0-9a-f]{32})"', page)
    typed = {"last_name": "Dahl", "device_key": key}
    first = client.post(public(open_event), typed)
    again = client.post(public(open_event), typed)
    assert (again.status_code, again["Location"]) == (302, first["Location"])
    assert open_event.sign_ups.count() == 1
    # The form filled in for another person is a separate registration.
    friend = client.post(public(open_event), typed | {"last_name": "Eng"})
    assert friend["Location"] != first["Location"]
    assert open_event.sign_ups.count() == 2
    others = typed | {"device_key": "0" * 32}
    assert client.post(public(open_event), others).status_code == 422


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "This field is required."),
        ({"last_name": "..."}, "The last name contains no letters."),
        ({"last_name": "x" * 101}, "at most 100 characters"),
        ({"last_name": "A\0b"}, "Null characters are not allowed."),
        ({"last_name": "Dahl", "ema_number": "12"}, "instead of 8"),
        ({"last_name": "Dahl", "email": "x@"}, "valid email address"),
    ],
)
def test_what_is_wrong_is_said_beside_it(open_event, client, typed, said):
    refused = client.post(public(open_event), typed)
    assert refused.status_code == 422
    assert says(refused, said)
    assert not open_event.sign_ups.exists()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"is_on": False}, "Online registration is off"),
        ({"opens_at": timedelta(days=1)}, "Registration opens on"),
        ({"closes_at": timedelta(days=-1)}, "Registration closed on"),
    ],
)
def test_it_takes_nobody_while_it_is_not_open(tournament, client, values, said):
    now = timezone.now()
    values = {
        name: now + value if isinstance(value, timedelta) else value
        for name, value in values.items()
    }
    self_registration.set_page(tournament, CLOSED | {"is_on": True} | values, by="x")
    assert says(client.get(public(tournament)), said)
    refused = client.post(public(tournament), {"last_name": "Dahl"})
    assert says(refused, "Registration is not open.") or says(refused, said)
    assert refused.status_code == 422
    assert not tournament.sign_ups.exists()


def test_an_archived_event_takes_nobody(open_event, client):
    mine = come(open_event, "Dahl")
    open_event.archived_at = timezone.now()
    open_event.save()
    page = client.get(public(open_event))
    assert says(page, "Online registration is off")
    assert f'<a href="{public(open_event)}"' not in page.content.decode()
    ended = client.post(own(mine), {"do": "end"}, follow=True)
    assert says(ended, "This tournament is archived and read-only")
    assert open_event.players.filter(number=9).exists()


def test_who_is_known_is_the_same_person(open_event, director, client):
    plan = create_and_change_tournament.Plan(
        "Earlier", "mcr", 1, 60, "finish_hand", is_public=True
    )
    earlier = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [
        PlayerRow("Berg", "Anna", country="Denmark", ema_number="03000111"),
        PlayerRow("Ömark", "Åsa", country="Sweden"),
    ]
    anna, asa = register_players.register(earlier, rows, by="x")
    by_number = come(open_event, "berg", first_name="ANNA", ema_number="03000111")
    by_name = come(open_event, "Omark", first_name="Asa", country="Sweden")
    assert by_number.player.person_id == anna.person_id
    assert by_name.player.person_id == asa.person_id
    [zoe] = register_players.register(
        earlier, [PlayerRow("Lind", "Zoë", ema_number="03000222")], by="x"
    )
    with pytest.raises(Refused, match="another person"):
        come(open_event, "Other", ema_number=zoe.person.ema_number)
    with pytest.raises(Refused, match="Ask the organisers"):
        self_registration.change(by_name, PersonDetails("Changed", "Asa", "Sweden"))


def test_who_comes_later_waits_and_moves_up(open_event, client, director_client):
    first, second = come(open_event, "A1"), come(open_event, "A2")
    third, fourth = come(open_event, "A3"), come(open_event, "A4")
    assert [third.waits, fourth.waits] == [True, True]
    assert says(client.get(public(open_event)), "You will join the waiting list")
    assert says(
        client.get(own(fourth)), "You are on the waiting list, with 1 person ahead"
    )
    ended = client.post(own(first), {"do": "end"}, follow=True)
    assert says(ended, "Registration cancelled.")
    third.refresh_from_db()
    fourth.refresh_from_db()
    assert (third.player.number, fourth.waits) == (11, True)
    assert says(client.get(own(third)), "You are registered as player 11.")
    several = {"player": [1], "change": "remove", "reason": "x", "sure": "yes"}
    director_client.post(page("players_several", open_event.slug), several)
    fourth.refresh_from_db()
    assert fourth.player
    more = come(open_event, "A5")
    removed = {"reason": "twice"}
    director_client.post(page("withdraw", open_event.slug, 2), removed)
    more.refresh_from_db()
    assert more.player
    assert second.player_id != more.player_id


def test_who_was_registered_meanwhile_holds_up_nobody(open_event):
    come(open_event, "A1")
    second = come(open_event, "A2")
    waits = come(open_event, "A3", ema_number="03000111")
    next_one = come(open_event, "A4")
    row = PlayerRow("A3", ema_number="03000111")
    [player] = register_players.register(open_event, [row], by="director")
    register_players.withdraw(open_event.players.get(number=1), by="x", reason="x")
    self_registration.end(second)
    waits.refresh_from_db()
    next_one.refresh_from_db()
    assert waits.waits
    assert next_one.player
    assert player.pk != next_one.player_id


def test_once_seats_are_drawn_the_director_says_who_moves_up(
    open_event, director_client
):
    inside = come(open_event, "A1")
    rows = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(open_event, rows, by="director")
    waits = come(open_event, "A2")
    assert waits.waits
    self_registration.end(inside)
    waits.refresh_from_db()
    assert waits.waits
    shown = director_client.get(page("registration", open_event.slug))
    assert says(shown, "no one moves up automatically")
    act = page("registration_people", open_event.slug)
    assert says(
        director_client.post(act, {"up": waits.pk}, follow=True), "A2 registered."
    )
    again = director_client.post(act, {"up": waits.pk}, follow=True)
    assert says(again, "A2 is no longer on the waiting list.")


def test_who_has_a_seat_and_ends_it_withdraws(open_event, seated_round, client):
    player = open_event.players.get(number=8)
    mine = SignUp.objects.create(
        tournament=open_event, player=player, last_name="08", email="x@hall.example"
    )
    client.post(own(mine), {"do": "end"})
    player.refresh_from_db()
    assert player.last_round == 0
    mine.refresh_from_db()
    assert mine.email == ""
    over = client.post(own(mine), {"do": "end"}, follow=True)
    assert says(over, "Your registration was already cancelled.")


def test_a_deleted_event_takes_it_all_along(open_event):
    come(open_event, "Dahl")
    check_in_marks.mark(open_event, 9, CheckInState.HERE, by="x")
    open_event.binned_at = timezone.now() - timedelta(days=400)
    open_event.save()
    assert delete_tournaments.delete_for_good(open_event, now=timezone.now())
    for model in (SignUp, SignUpPage, CheckIn):
        assert not model.objects.exists()


def test_who_was_withdrawn_is_told(open_event, client):
    mine = come(open_event, "Dahl")
    open_event.players.filter(number=9).update(last_round=0)
    assert says(client.get(own(mine)), "Status: withdrawn, played no round.")


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_not_have_the_same_last_place(open_event, at_once):
    come(open_event, "A1")
    two = at_once(lambda: come(open_event, "A2"), lambda: come(open_event, "A3"))
    assert sorted(one.waits for one in two) == [False, True]


def test_one_changes_what_one_wrote(open_event, client):
    mine = come(open_event, "Dahl", first_name="Cleo", country="Norway")
    typed = {"first_name": "Clea", "last_name": "Dahl", "country": "Norway"}
    changed = client.post(own(mine), typed | {"email": "c@hall.example"}, follow=True)
    assert says(changed, "Registration updated.")
    assert str(Person.objects.get(pk=mine.player.person_id)) == "Clea Dahl"
    assert client.post(own(mine), {"last_name": ""}).status_code == 422


def test_ones_own_page_says_when_and_where_its_event_is(open_event, client):
    said = {"venue": "Reed Hall", "city": "Moonfield", "starts_on": date(2031, 5, 3)}
    description_and_logo.describe(open_event, said, by="director")
    answer = client.get(own(come(open_event, "Dahl", first_name="Cleo")))
    for words in ("Cleo Dahl", "Reed Hall, Moonfield", "3 May 2031"):
        assert says(answer, words)
    assert says(client.get(public(open_event)), "Reed Hall, Moonfield")
    open_event.is_public = False
    open_event.save()
    hidden = client.get(own(SignUp.objects.get()))
    assert says(hidden, "Reed Hall, Moonfield")
    assert reverse("public:tournament", args=[open_event.slug]) not in text_of(hidden)


def test_a_link_is_unguessable_replaced_and_counted(
    open_event, client, director_client, monkeypatch
):
    mine = come(open_event, "Dahl")
    old = own(mine)
    act = page("registration_people", open_event.slug)
    response = director_client.post(act, {"link": mine.pk}, follow=True)
    mine.refresh_from_db()
    assert says(response, registration_links_and_mail.key_of(mine))
    assert client.get(old).status_code == 410
    assert client.get(own(mine)).status_code == 200
    monkeypatch.setattr(wrong_password_limit, "WRONG_KEYS", 1)
    wrong = own(mine)[:-3] + "/"
    assert [client.get(wrong).status_code for _ in range(2)] == [404, 429]
    assert client.get(own(mine)).status_code == 200


def test_one_address_registers_only_so_many(open_event, client, monkeypatch):
    limit = wrong_password_limit.Limit("registrations", 1, 3600)
    monkeypatch.setattr(views, "REGISTRATIONS", limit)
    assert client.post(public(open_event), {"last_name": "A1"}).status_code == 302
    held = client.post(public(open_event), {"last_name": "A2"})
    assert held.status_code == 429
    assert says(held, "Try again in an hour")
    assert open_event.sign_ups.count() == 1


def test_fees_are_marked_by_a_director(open_event, director_client, client):
    self_registration.set_page(
        open_event, CLOSED | {"is_on": True, "fee": "40 in coins"}, by="x"
    )
    mine = come(open_event, "Dahl")
    act = page("registration_people", open_event.slug)
    assert says(client.get(own(mine)), "due")
    director_client.post(act, {"paid": 9})
    assert open_event.players.get(number=9).fee_paid
    assert last_words(open_event) == "Player 9: fee paid."
    assert says(client.get(own(mine)), "paid")
    director_client.post(act, {"due": 9})
    assert not open_event.players.get(number=9).fee_paid
    revision = open_event.log.first().revision
    for data in ({"paid": "x"}, {"paid": "77"}, {}):
        assert director_client.post(act, data).status_code == 302
    assert open_event.log.first().revision == revision
    assert director_client.post(act, {"off": "0"}).status_code == 404
    director_client.post(act, {"off": mine.pk})
    assert not open_event.players.filter(number=9).exists()


def test_a_marked_fee_opens_at_its_player(open_event, director_client):
    self_registration.set_page(
        open_event, CLOSED | {"is_on": True, "fee": "40 in coins"}, by="x"
    )
    here = page("registration", open_event.slug)
    act = page("registration_people", open_event.slug)
    for name, words in (("paid", "Marked as paid."), ("due", "Marked as not paid.")):
        answer = director_client.post(act, {name: 3})
        assert answer["Location"] == f"{here}?marked=3#player-3"
        shown = text_of(director_client.get(f"{here}?marked=3"))
        assert shown.count(words) == shown.count('class="marked"') == 1
        row = shown[shown.index('id="player-3"') : shown.index('id="player-4"')]
        assert f'role="status">{words}' in row
        assert 'class="marked"' in row
    assert director_client.post(act, {"paid": "77"})["Location"] == here
    for odd in ("", "?marked=77", "?marked=x"):
        assert "Marked as" not in text_of(director_client.get(here + odd))


def test_fees_are_shown_with_registration_or_if_there_are_any(
    tournament, director_client
):
    address = page("registration", tournament.slug)

    def shows_fees() -> bool:
        return says(director_client.get(address), "of 8 paid")

    assert not shows_fees()
    self_registration.mark_fee(tournament, 1, paid=True, by="x")
    assert shows_fees()
    self_registration.mark_fee(tournament, 1, paid=False, by="x")
    self_registration.set_page(
        tournament, CLOSED | {"is_on": False, "fee": "40"}, by="x"
    )
    assert shows_fees()
    self_registration.set_page(tournament, CLOSED | {"is_on": True}, by="x")
    assert shows_fees()


def test_a_director_says_what_the_page_says(tournament, director_client, client):
    address = page("registration", tournament.slug)
    assert (
        b"<svg" not in director_client.get(address).content.partition(b"<h1")[2][:300]
    )
    typed = {
        "is_on": "on",
        "places": "12",
        "fee": "40",
        "text": "Hello <b>",
        "privacy": "",
    }
    done = director_client.post(address, typed, follow=True)
    assert b"table-code" in done.content
    shown = client.get(public(tournament))
    assert says(shown, "4 of 12 spots left")
    assert says(shown, "Hello &lt;b&gt;")
    assert says(
        client.get(reverse("public:tournament", args=[tournament.slug])), "Registration"
    )
    wrong = {"opens_at": "2026-05-02T10:00", "closes_at": "2026-05-01T10:00"}
    refused = director_client.post(address, typed | wrong)
    assert refused.status_code == 422
    assert says(refused, "The closing time must be after the opening time.")
    assert director_client.post(address, {"places": "0"}).status_code == 422


def test_more_places_let_those_in_who_wait(open_event):
    come(open_event, "A1")
    come(open_event, "A2")
    waits = come(open_event, "A3")
    self_registration.set_page(
        open_event, CLOSED | {"is_on": True, "places": 11}, by="x"
    )
    waits.refresh_from_db()
    assert waits.player


def test_mail_is_sent_only_where_somebody_says_through_whom(open_event, settings):
    come(open_event, "Dahl", email="d@hall.example")
    assert not Delivery.objects.exists()

    settings.EMAIL_HOST = "mail.example"
    settings.ALLOWED_HOSTS = ["*"]
    come(open_event, "Ek", email="e@hall.example")
    settings.ALLOWED_HOSTS = ["hall.example"]
    come(open_event, "Fyr", email="f@hall.example")
    come(open_event, "Silent")
    listed, waiting = Delivery.objects.order_by("pk")
    assert (listed.target, waiting.target) == ("e@hall.example", "f@hall.example")
    assert "with number 10" in listed.body
    assert "https://" not in listed.body
    assert "on the waiting list" in waiting.body
    assert f"https://hall.example{own(waiting.sign_up)}" in waiting.body


def test_an_address_that_stopped_emails_gets_no_confirmation(open_event, settings):
    settings.EMAIL_HOST = "mail.example"
    mail_addresses.refuse(open_event, mail_addresses.digest_of("d@hall.example"))
    come(open_event, "Dahl", email="D@hall.example")
    come(open_event, "Ek", email="e@hall.example")
    assert [mail.target for mail in Delivery.objects.all()] == ["e@hall.example"]


def test_who_moves_up_from_the_waiting_list_gets_a_mail(open_event, settings):
    settings.EMAIL_HOST = "mail.example"
    come(open_event, "A1")
    come(open_event, "A2")
    waits = come(open_event, "A3", email="a@hall.example")
    Delivery.objects.all().delete()
    self_registration.move_up(waits, by="director")
    assert "with number 11" in Delivery.objects.get(sign_up=waits).body


def test_a_registration_sent_from_the_page_is_confirmed_by_mail(
    open_event, client, settings, django_capture_on_commit_callbacks
):
    settings.EMAIL_HOST, settings.ALLOWED_HOSTS = "mail.example", ["testserver"]
    typed = {"last_name": "Dahl", "email": "d@hall.example", "device_key": "k"}
    with django_capture_on_commit_callbacks(execute=True):
        client.post(public(open_event), typed)
        client.post(public(open_event), typed)
    [sent] = outbox.outbox
    assert sent.to == ["d@hall.example"]
    assert f"http://testserver{own(SignUp.objects.get())}" in sent.body


def test_more_players_need_no_more_queries(open_event, director_client):
    def queries() -> int:
        return count_queries(director_client, page("registration", open_event.slug))

    rows = [PlayerRow(f"P{n}") for n in range(32)]
    come(open_event, "A1")
    few = queries()
    register_players.register(open_event, rows, by="director")
    for n in range(20):
        come(open_event, f"B{n}")
    assert queries() == few


def test_what_is_archived_keeps_its_fees_and_links(open_event):
    new = come(open_event, "Dahl")
    archive_and_bin.archive(open_event, by="director")
    for change in (
        lambda: self_registration.mark_fee(open_event, 1, paid=True, by="x"),
        lambda: registration_links_and_mail.renew(new, by="x"),
    ):
        with pytest.raises(Refused) as refused:
            change()
        assert refused.value.faults[0].code == "archived"


@pytest.mark.parametrize("tapped", ["no_show", "in no round"])
def test_who_does_not_come_gives_their_place_to_who_waits(open_event, tapped):
    first, second, waiting = (come(open_event, name) for name in ("Ek", "Dahl", "Boe"))
    assert (first.waits, second.waits, waiting.waits) == (False, False, True)
    if tapped == "no_show":
        check_in_marks.mark(open_event, 8, CheckInState.NO_SHOW, by="x")
    else:
        presence_grid.set_presence(open_event, 8, 3, present=False, by="x")
        presence_grid.set_presence(open_event, 8, 2, present=False, by="x")
        waiting.refresh_from_db()
        assert waiting.waits
        presence_grid.set_presence(open_event, 8, 1, present=False, by="x")
    waiting.refresh_from_db()
    assert waiting.player.number == 11


def test_who_left_long_ago_only_ends_their_registration(open_event):
    """The end of a registration does not change the player's rounds if the
    player left long ago.
    """
    new = come(open_event, "Dahl", email="dahl@example.org")
    rows = [seat_rounds_and_exchange_seats.TableRow(1, 1, (9, 1, 2, 3))]
    seat_rounds_and_exchange_seats.seat_rounds(open_event, rows, by="director")
    round_ = open_event.rounds.get()
    publish_seating.publish(round_.pk, by="x")
    round_clock.start(round_.pk, by="x", now=timezone.now())
    player = new.player
    open_event.players.filter(pk=player.pk).update(last_round=0)
    self_registration.end(new)
    player.refresh_from_db()
    assert player.last_round == 0
    new.refresh_from_db()
    assert (new.is_over, new.email) == (True, "")
    assert not open_event.log.filter(kind="left").exists()


def test_the_address_of_who_is_removed_is_forgotten(open_event, settings):
    settings.EMAIL_HOST = "mail.example"
    one, other = (come(open_event, name, email="a@b.example") for name in ("Ek", "Boe"))
    self_registration.take_off_player(one.player, by="x", reason="asked")
    change_several_players.remove_several(
        open_event, [other.player.number], by="x", reason="asked"
    )
    assert set(open_event.sign_ups.values_list("email", flat=True)) == {""}
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("way", ["change", "end", "take off", "take several off"])
def test_messages_to_an_address_that_is_gone_are_deleted(open_event, settings, way):
    settings.EMAIL_HOST = "mail.example"
    mine = come(open_event, "Ek", email="a@b.example")
    player = mine.player
    Delivery.objects.all().delete()
    mail = new_mail("a@b.example", subject="", body="Lunch", player=player)
    queue_mails([mail])
    assert Delivery.objects.exists()
    if way == "change":
        self_registration.change(mine, PersonDetails("Ek", email="other@b.example"))
    elif way == "end":
        self_registration.end(mine)
    elif way == "take off":
        self_registration.take_off_player(player, by="x", reason="asked")
    else:
        change_several_players.remove_several(
            open_event, [player.number], by="x", reason="asked"
        )
    assert not Delivery.objects.exists()


def test_mail_to_a_cancelled_registration_or_an_old_address_is_deleted(
    open_event, settings
):
    settings.EMAIL_HOST = "mail.example"
    mine = come(open_event, "Ek", email="a@b.example")
    self_registration.change(mine, PersonDetails("Ek", email="a@b.example", club="X"))
    assert Delivery.objects.count() == 1
    self_registration.change(mine, PersonDetails("Ek", email="other@b.example"))
    assert not Delivery.objects.exists()
    registration_links_and_mail.queue_confirmation(mine)
    self_registration.end(mine)
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("at", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_times_that_no_calendar_reaches_are_refused(open_event, director_client, at):
    type(open_event).objects.update(time_zone="Europe/Copenhagen")
    if at.startswith("9"):
        type(open_event).objects.update(time_zone="America/Los_Angeles")
    said = {"is_on": "on", "opens_at": at, "places": "10"}
    response = director_client.post(page("registration", open_event.slug), said)
    assert response.status_code == 422
    assert says(response, at)
