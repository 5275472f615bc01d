"""Access to a table without an account: links, cards, devices, referee calls."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from rules.faults import RuleError
from scoring.rounds import end_and_close_round
from scoring.table.table_card_codes import cards_of_round
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.table_device import HTMX, at_table, kinds, text, win
from tournaments.access import table_links, wrong_password_limit
from tournaments.access.page_access import DEVICE_COOKIE, MARK_COOKIE
from tournaments.access.table_links import link_token, sign_key
from tournaments.models import (
    Game,
    LogEvent,
    RefereeCall,
    Round,
    RoundState,
    TableLink,
)
from tournaments.rounds import (
    publish_seating,
    referee_calls,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

#: HTML at the start of a link's QR code.
CODE = 'class="qr"'
#: Pages of a table that only referees and directors may use.
THEIRS = ("ruling", "entries", "manage_link")


@pytest.fixture(autouse=True)
def _no_guesses_yet(monkeypatch):
    """Set a high limit of wrong keys, so that tests do not affect one another."""
    monkeypatch.setattr(wrong_password_limit, "WRONG_KEYS", 10_000)


def link_to(game: Game) -> str:
    fresh = table_links.games_with_links().get(pk=game.pk)
    return reverse("table:link", args=[table_links.token_of(fresh)])


def sign_at(tournament, table: int) -> str:
    tournament = type(tournament).objects.get(pk=tournament.pk)
    key = table_links.sign_of(tournament, table)
    return reverse("table:sign", args=[tournament.slug, table, key])


def second_round(tournament) -> Round:
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 5, 2, 6)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 7, 4, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return round_


def close(game: Game) -> None:
    end_and_close_round.close(game.round_id, by="director", reason="over")


@pytest.fixture
def device(game) -> Client:
    """Return a browser without an account that opened the link of table 1."""
    client = Client()
    client.get(link_to(game))
    return client


@pytest.fixture
def other_table(game) -> str:
    round_ = game.round
    return reverse("table:session", args=[round_.tournament.slug, round_.number, 2])


# --- what a link opens ----------------------------------------------------------


def test_the_link_leads_to_the_table_and_leaves_a_cookie_for_it_only(client, game, at):
    response = client.get(link_to(game))
    assert response.status_code == 302
    assert response["Location"] == at()
    paths = {DEVICE_COOKIE: at(), MARK_COOKIE: "/table/"}
    assert {name: each["path"] for name, each in response.cookies.items()} == paths
    for cookie in response.cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
    assert "no-store" in response["Cache-Control"]


def test_opening_it_writes_nothing(client, game, tournament):
    before = LogEvent.objects.count()
    client.get(link_to(game))
    assert not TableLink.objects.exists()
    assert LogEvent.objects.count() == before


def test_a_device_enters_a_hand_and_the_log_says_which_table_did(device, game, at):
    assert "Hand 1 · East round" in text(device.get(at()))
    assert device.post(at("preview"), win(1, "a"), **HTMX).status_code == 200
    response = device.post(at(), win(1, "a"), **HTMX)
    assert "Hand 1 is saved" in text(response)
    line = game.ledger.get()
    assert (line.kind, at_table(line.by)) == ("win", "table 1")
    assert LogEvent.objects.first().by == line.by
    assert device.get(at("sheet")).status_code == 200


def test_a_device_takes_back_its_last_entry(device, game, at):
    device.post(at(), win(1, "a"))
    device.post(at("undo"), {"device_key": "u", "sequence": 1})
    assert kinds(game) == ["win", "retraction"]
    assert at_table(game.ledger.last().by) == "table 1"


def test_a_device_enters_nothing_without_its_form_token(game, at):
    strict = Client(enforce_csrf_checks=True)
    strict.get(link_to(game))
    assert strict.post(at(), win(1, "a")).status_code == 403
    assert not game.ledger.exists()


@pytest.mark.parametrize("name", THEIRS)
def test_what_is_the_referees_stays_theirs(device, game, at, name):
    response = device.get(at(name))
    assert response.status_code == 302
    assert "/account/login/" in response["Location"]


def test_a_device_corrects_nothing(device, game, at):
    device.post(at(), win(1, "a"))
    values = win(1, "b", points=30, reason="typed wrong")
    assert "/account/login/" in device.post(at("correct", 1), values)["Location"]
    assert kinds(game) == ["win"]


def test_its_page_offers_nothing_that_it_may_not_do(device, game, at, tournament):
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    device.post(at(), win(1, "a"))
    page = device.get(at()).content.decode()
    game.refresh_from_db()
    addresses = set(re.findall(r'(?:href|action|hx-post|hx-get)="(/[^"]*)"', page))
    language = {"/language/", f"/language/?next={at()}"}
    for address in addresses - language - {"/account/login/", "/rules/", "/"}:
        # Reference pages for referees are public.
        if not address.startswith(("/static/", "/referee/")):
            assert address.startswith(at()), address
            assert not any(name in address for name in THEIRS)


def test_a_device_opens_no_other_table(device, other_table):
    """A device that opened one table cannot open another.

    (The browser sends the cookie to its table only, and the server also checks it.)
    """
    response = device.get(other_table)
    assert "/account/login/" in response["Location"]


def test_a_forged_cookie_opens_nothing(client, game, at):
    client.get(link_to(game))
    client.cookies[DEVICE_COOKIE] = f"{game.pk}.1.0:AAAA"
    assert "/account/login/" in client.get(at())["Location"]


def test_a_link_is_no_cookie(client, game, at):
    client.cookies[DEVICE_COOKIE] = link_token(game.pk, 1)
    assert "/account/login/" in client.get(at())["Location"]


def test_a_stranger_with_the_link_gets_in_like_anybody(stranger_client, game, at):
    assert stranger_client.get(at()).status_code == 404
    stranger_client.get(link_to(game))
    assert stranger_client.get(at()).status_code == 200
    assert stranger_client.get(at("ruling")).status_code == 404


def test_a_referee_who_scans_a_card_stays_a_referee(referee_client, game, at):
    referee_client.get(link_to(game))
    referee_client.post(at(), win(1, "a"))
    assert game.ledger.get().by == "referee"
    page = referee_client.get(at())
    assert "Correct an entry" in text(page)
    assert f'href="{at("correct", 1)}" title="Correct hand 1"' in page.text


def test_a_hand_entered_by_a_device_costs_no_more(
    device, at, game, django_assert_max_num_queries
):
    device.post(at(), win(1, "a"))
    with django_assert_max_num_queries(23):
        device.post(at(), win(2, "b"), **HTMX)


# --- the end of access ------------------------------------------------------------


def test_before_the_seats_are_public_it_says_so(client, tournament, seated_round):
    draft = second_round(tournament)
    game = draft.games.get(table=1)
    response = client.get(link_to(game), follow=True)
    assert response.status_code == 403
    assert "The seating of round 2 is not published yet." in text(response)
    assert "Player" not in text(response)
    publish_seating.publish(draft.pk, by="director")
    assert client.get(response.request["PATH_INFO"]).status_code == 200


def test_when_the_round_is_closed_it_leads_to_the_next_seats(
    device, game, at, tournament
):
    close(game)
    response = device.get(at())
    assert response.status_code == 410
    assert "Round 1 is closed" in text(response)
    assert "The next round is not published yet." in text(response)

    publish_seating.publish(second_round(tournament).pk, by="director")
    page = text(device.get(at()))
    assert "Next: round 2" in page
    assert "<dt>Player 03</dt><dd>Table 2, East</dd>" in page
    assert "Scan the card at that table" in page
    assert device.get(link_to(game)).status_code == 410


def test_a_hand_that_comes_after_the_round_is_not_saved_and_that_is_said(
    device, game, at
):
    close(game)
    before = kinds(game)
    response = device.post(at(), win(1, "a"), **HTMX)
    assert response.status_code == 422
    assert response["HX-Retarget"] == "#table-notice"
    closed = "<b>This round is closed. Thank you.</b> Hands are no longer saved."
    assert closed in text(response)
    assert device.post(at(), win(1, "b")).status_code == 410
    assert kinds(game) == before


def test_a_device_thanked_at_the_end_is_led_to_its_next_table(tournament, game, at):
    by_link, by_card = Client(), Client()
    by_link.get(link_to(game), follow=True)
    by_card.get(sign_at(tournament, 1), follow=True)
    close(game)
    for device in (by_link, by_card):
        thanks = text(device.get(at("sheet"), **HTMX))
        assert "This round is closed. Thank you." in thanks
        assert "revoked" not in thanks
        assert "Hands are no longer saved" not in thanks
        assert "Next round" in thanks
    publish_seating.publish(second_round(tournament).pk, by="director")
    assert "Scan the card at your next table" in text(by_link.get(at("sheet"), **HTMX))
    thanks = text(by_card.get(at("sheet"), **HTMX))
    assert "Open table 1 in round 2" in thanks
    [address] = re.findall(r'primary wide" href="([^"]+)"', thanks)
    assert "/2/1/" in by_card.get(address, follow=True).request["PATH_INFO"]


@pytest.mark.parametrize("verb", [table_links.reissue, table_links.revoke])
def test_a_revoked_device_is_out_at_once(device, game, at, verb):
    old = link_to(game)
    verb(game.pk, by="referee")
    response = device.get(at())
    assert response.status_code == 410
    assert "This link is no longer valid" in text(response)
    assert device.post(at(), win(1, "a")).status_code == 410
    assert "This device's link was revoked" in text(
        device.post(at(), win(1, "a"), **HTMX)
    )
    assert not game.ledger.exists()

    response = Client().get(old)
    assert response.status_code == 410
    assert DEVICE_COOKIE not in response.cookies


def test_a_reissued_link_lets_in_and_a_revoked_one_nobody(game, at):
    table_links.reissue(game.pk, by="referee")
    client = Client()
    assert client.get(link_to(game), follow=True).status_code == 200
    table_links.revoke(game.pk, by="referee")
    assert Client().get(link_to(game)).status_code == 410
    table_links.reissue(game.pk, by="referee")
    assert client.get(at()).status_code == 410
    assert client.get(link_to(game), follow=True).status_code == 200


def test_revoked_twice_it_is_once(game):
    table_links.revoke(game.pk, by="referee")
    table_links.revoke(game.pk, by="referee")
    assert LogEvent.objects.filter(kind="table_link_revoked").count() == 1


def test_the_links_of_a_closed_round_are_left_alone(game):
    close(game)
    for verb in (table_links.reissue, table_links.revoke):
        with pytest.raises(RuleError, match="This table has no link"):
            verb(game.pk, by="referee")


def test_a_link_to_seats_that_were_replaced_says_so(client, tournament):
    draft = second_round(tournament)
    link = link_to(draft.games.get(table=1))
    second_round(tournament)
    response = client.get(link)
    assert response.status_code == 410
    assert "This link is no longer valid" in text(response)


@pytest.mark.parametrize(
    ("door", "status"), [("open", 302), ("over", 410), ("revoked", 410)]
)
def test_every_use_looks_into_the_database(game, at, door, status):
    """Every request checks the link against the current state in the database."""
    link = link_to(game)
    if door == "over":
        Round.objects.filter(pk=game.round_id).update(
            state=RoundState.CLOSED, ends_at=None, mark_at=None
        )
    elif door == "revoked":
        TableLink.objects.create(game=game, version=2)
    assert Client().get(link).status_code == status


# --- guesses ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "1.1:",
        "1.1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "99999999999999999999.1:A",
        "%00",
        "é",
    ],
)
def test_a_wrong_link_is_a_page_that_is_not_there(client, game, token):
    response = client.get(f"/table/link/{token}/")
    assert response.status_code == 404
    assert "link" not in text(response).split("<main")[1].split("</main>")[0]


def test_signed_words_of_another_kind_are_no_link(client, game):
    sign = sign_key(game.round.tournament_id, 1, 1)
    assert client.get(f"/table/link/{game.pk}.1:{sign}/").status_code == 404


def test_after_many_wrong_ones_the_answer_is_to_wait(client, game, monkeypatch):
    monkeypatch.setattr(wrong_password_limit, "WRONG_KEYS", 3)
    monkeypatch.setattr(wrong_password_limit.time, "time", lambda: 1_000_000_000)
    address = {"REMOTE_ADDR": "192.0.2.7"}
    statuses = [
        client.get(f"/table/link/{guess}/", **address).status_code for guess in range(5)
    ]
    assert statuses == [404, 404, 404, 429, 429]
    sign = reverse("table:sign", args=[game.round.tournament.slug, 1, "x"])
    assert client.get(sign, **address).status_code == 429
    # The hall shares an IP address: valid links still work.
    assert client.get(link_to(game), **address).status_code == 302
    assert client.get("/table/link/9/", REMOTE_ADDR="192.0.2.8").status_code == 404


def test_no_key_is_written_into_the_log(client, game, caplog):
    from mahjong_site.log_format_and_request_log import WithoutSecrets

    table_links.revoke(game.pk, by="referee")
    link = reverse("table:link", args=[link_token(game.pk, 1)])
    sign = reverse("table:sign", args=[game.round.tournament.slug, 1, "SECRET"])
    with caplog.at_level("INFO"):
        client.get(link)
        client.get(sign)
        client.post(sign)
    formatter = WithoutSecrets("{message}", style="{")
    lines = "\n".join(formatter.format(record) for record in caplog.records)
    assert "Gone: /table/link/…" in lines
    assert f"/table/at/{game.round.tournament.slug}/1/…" in lines
    assert "SECRET" not in lines
    assert link_token(game.pk, 1) not in lines
    assert settings.LOGGING["formatters"]["line"]["()"].endswith("WithoutSecrets")


# --- the permanent card -----------------------------------------------------------


def test_it_leads_to_whatever_round_is_on(client, game, at, tournament):
    sign = sign_at(tournament, 1)
    assert client.get(sign)["Location"] == at()
    assert client.get(at()).status_code == 200
    close(game)
    page = text(client.get(sign))
    assert "No round in progress at table 1" in page
    assert "Round 1 is closed." in page

    publish_seating.publish(second_round(tournament).pk, by="director")
    page = text(client.get(at()))
    assert "Open table 1 in round 2" in page
    assert sign in page
    response = client.get(sign, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain[-1][0] == at().replace("/1/1/", "/2/1/")


def test_a_round_that_is_played_goes_before_one_that_is_public(
    client, game, at, tournament
):
    publish_seating.publish(second_round(tournament).pk, by="director")
    assert client.get(sign_at(tournament, 1))["Location"] == at()


def test_a_draft_is_not_on(client, tournament):
    second_round(tournament)
    page = text(client.get(sign_at(tournament, 1)))
    assert "The first round is not published yet" in page


def test_the_card_of_a_table_opens_no_other(client, game, tournament):
    own = sign_at(tournament, 1)
    key = own.rstrip("/").rpartition("/")[2]
    assert (
        client.get(reverse("table:sign", args=[tournament.slug, 2, key])).status_code
        == 404
    )


def test_renewed_cards_put_the_old_ones_and_their_devices_out(
    director_client, game, at, tournament
):
    old, by_card, by_link = sign_at(tournament, 1), Client(), Client()
    by_card.get(old)
    by_link.get(link_to(game))
    director_client.post(reverse("director:renew_cards", args=[tournament.slug]))
    assert by_card.get(at()).status_code == 410
    assert by_link.get(at()).status_code == 200
    assert by_card.get(old).status_code == 404
    assert by_card.get(sign_at(tournament, 1), follow=True).status_code == 200


def test_where_links_are_switched_off_the_card_does_not_help(client, game, tournament):
    table_links.revoke(game.pk, by="referee")
    assert client.get(sign_at(tournament, 1)).status_code == 410
    table_links.reissue(game.pk, by="referee")
    assert client.get(sign_at(tournament, 1), follow=True).status_code == 200


# --- cards and the referees' page ---------------------------------------------------


def test_the_cards_of_a_round_carry_the_links_of_its_tables(
    referee_client, game, tournament, rf
):
    response = referee_client.get(reverse("director:cards", args=[tournament.slug, 1]))
    page = text(response)
    assert page.count(CODE) == 2
    assert "style=" not in page
    assert "Spring Cup" in page
    cards = cards_of_round(rf.get("/"), game.round)
    assert [card.address for card in cards] == [
        f"http://testserver{link_to(one)}" for one in game.round.games.all()
    ]


def test_cards_can_be_printed_before_the_seats_are_shown(director_client, tournament):
    second_round(tournament)
    response = director_client.get(reverse("director:cards", args=[tournament.slug, 2]))
    assert text(response).count(CODE) == 2


def test_the_cards_that_stay_are_one_for_every_table(
    referee_client, director_client, game, tournament
):
    address = reverse("director:lasting_cards", args=[tournament.slug])
    page = text(referee_client.get(address))
    assert page.count(CODE) == 2
    assert "All rounds (permanent)" in page
    renew = reverse("director:renew_cards", args=[tournament.slug])
    assert renew not in page
    assert renew in text(director_client.get(address))


def test_before_anything_is_seated_there_is_a_card_for_every_four(
    director_client, tournament
):
    address = reverse("director:lasting_cards", args=[tournament.slug])
    assert text(director_client.get(address)).count(CODE) == 2


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("lasting_cards", []),
        ("player_links", []),
        ("player_link", [1]),
        ("hall_screen", []),
    ],
)
def test_a_code_that_no_phone_finds_is_said(
    director_client, game, tournament, name, more
):
    address = reverse(f"director:{name}", args=[tournament.slug, *more])
    for host in ("localhost:8000", "127.0.0.1"):
        page = text(director_client.get(address, headers={"host": host}))
        assert "Phones cannot open these codes" in page
    assert "Phones cannot open" not in text(director_client.get(address))


def test_a_referee_replaces_a_link_and_switches_it_off(
    referee_client, device, game, at
):
    page = text(referee_client.get(at("manage_link")))
    assert CODE in page
    assert link_to(game) in page
    response = referee_client.post(at("manage_link"), {"act": "reissue"}, follow=True)
    assert "Link replaced." in text(response)
    assert device.get(at()).status_code == 410
    response = referee_client.post(at("manage_link"), {"act": "revoke"}, follow=True)
    assert "Links revoked" in text(response)
    assert CODE not in text(response)
    response = referee_client.post(at("manage_link"), {"act": "x"}, follow=True)
    assert "Choose whether to replace or revoke the link" in text(response)
    logged = LogEvent.objects.filter(kind__startswith="table_link").values_list(
        "kind", "by"
    )
    assert sorted(logged) == [
        ("table_link_reissued", "referee"),
        ("table_link_revoked", "referee"),
    ]


def test_the_hall_and_the_table_lead_to_them(director_client, game, tournament, at):
    hall = text(director_client.get(reverse("director:hall", args=[tournament.slug])))
    assert reverse("director:cards", args=[tournament.slug, 1]) in hall
    assert reverse("director:lasting_cards", args=[tournament.slug]) in hall
    assert at("manage_link") in text(director_client.get(at()))


def test_the_log_has_words_for_all_of_it(director_client, game, tournament):
    table_links.reissue(game.pk, by="referee")
    table_links.revoke(game.pk, by="referee")
    table_links.renew_signs(tournament, by="director")
    made = referee_calls.call(game.pk, by="table 1")
    referee_calls.answer(game.pk, made.pk, by="referee")
    referee_calls.end(game.pk, made.pk, by="referee")
    page = text(director_client.get(reverse("director:log", args=[tournament.slug])))
    for words in (
        "Round 1, table 1: link replaced.",
        "Round 1, table 1: link revoked.",
        "Permanent table cards replaced.",
        "Round 1, table 1: referee called.",
        "Round 1, table 1: referee coming.",
        "Round 1, table 1: referee no longer needed.",
    ):
        assert words in page


# --- calling a referee ----------------------------------------------------------------


def answer_at(game: Game) -> str:
    round_ = game.round
    return reverse(
        "director:answer_call",
        args=[round_.tournament.slug, round_.number, game.table],
    )


def test_a_table_calls_and_a_referee_answers(device, referee_client, game, at):
    hall = reverse("director:hall", args=[game.round.tournament.slug])
    assert "Call the referee" in text(device.get(at()))
    assert "calls a referee" not in text(referee_client.get(hall))
    assert "A referee was called at" in text(device.post(at("call"), **HTMX))
    page = text(referee_client.get(hall))
    assert "calls a referee" in page
    assert "just now" in page

    call = RefereeCall.objects.get()
    values = {"call": call.pk, "answer": "coming"}
    response = referee_client.post(answer_at(game), values, **HTMX)
    assert "referee is coming" in text(response)
    assert "referee is coming." in text(device.get(at("sheet")))

    referee_client.post(answer_at(game), {"call": call.pk, "answer": "done"})
    assert "is coming" not in text(referee_client.get(hall))
    assert "Call the referee" in text(device.get(at()))


def test_a_table_asks_for_more_time(device, referee_client, game, at):
    page = text(device.get(at()))
    assert page.count("Ask for extra time</button>") == 2
    section = page[page.index('aria-label="Corrections and extra time"') :]
    assert 'name="about" value="time"' in section.partition("</section>")[0]
    device.post(at("call"), **HTMX)
    device.post(at("call"), {"about": "time"}, **HTMX)
    device.post(at("call"), {"about": "correction"}, **HTMX)
    assert [one.about for one in RefereeCall.objects.all()] == ["time"]
    assert "Ask for extra time" not in text(device.get(at()))
    calls = reverse("director:calls", args=[game.round.tournament.slug])
    page = text(referee_client.get(calls, **HTMX))
    assert "asks for extra time" in page
    extra_time = [game.round.tournament.slug, game.round.number, game.table]
    assert reverse("director:extend_table", args=extra_time) in page
    assert device.post(at("call"), {"about": "tea"}).status_code == 400
    assert "Extra time was requested at" in text(device.get(at()))
    address = reverse("director:extend_table", args=extra_time)
    version = Round.objects.get().clock_version
    answer = referee_client.post(address, {"minutes": 5, "version": version})
    assert answer.status_code == 302, text(answer)
    assert RefereeCall.objects.get().ended_at


def test_a_table_asks_for_the_correction_of_an_earlier_hand(device, game, at):
    page = text(device.get(at()))
    section = page[page.index('aria-label="Corrections and extra time"') :]
    assert 'name="about" value="correction"' in section
    device.post(at("call"), {"about": "correction"})
    event = LogEvent.objects.get(kind="referee_called")
    assert of_event(event) == "Round 1, table 1: correction requested."


def test_a_table_that_waits_calls_once(device, game, at):
    for extra in ({}, HTMX, {}):
        device.post(at("call"), **extra)
    assert RefereeCall.objects.count() == 1
    assert LogEvent.objects.filter(kind="referee_called").count() == 1


def test_the_database_holds_one_open_call_per_table(game):
    referee_calls.call(game.pk, by="table 1")
    with pytest.raises(IntegrityError), transaction.atomic():
        RefereeCall.objects.create(game=game, called_by="table 1")


def test_a_table_that_needs_nobody_any_more_says_so(device, game, at):
    device.post(at("call"))
    call = RefereeCall.objects.get()
    device.post(at("call"), {"ended": call.pk})
    device.post(at("call"), {"ended": call.pk})
    call.refresh_from_db()
    assert at_table(call.ended_by) == "table 1"
    assert LogEvent.objects.filter(kind="referee_call_ended").count() == 1
    device.post(at("call"))
    assert RefereeCall.objects.count() == 2


def test_an_old_page_does_not_end_a_newer_call(device, game, at):
    device.post(at("call"))
    old = RefereeCall.objects.get()
    device.post(at("call"), {"ended": old.pk})
    device.post(at("call"))
    device.post(at("call"), {"ended": old.pk})
    assert referee_calls.open_call(game) is not None


def test_two_referees_do_not_both_come(
    referee_client, director_client, device, game, at
):
    device.post(at("call"))
    values = {"call": RefereeCall.objects.get().pk, "answer": "coming"}
    referee_client.post(answer_at(game), values)
    response = director_client.post(answer_at(game), values, **HTMX)
    assert response.status_code == 422
    assert "referee is already on the way to table 1." in text(response)
    response = director_client.post(answer_at(game), values, follow=True)
    assert "referee is already on the way to table 1." in text(response)
    assert referee_client.post(answer_at(game), values, **HTMX).status_code == 200


def test_whoever_comes_too_late_is_told(referee_client, device, game, at):
    device.post(at("call"))
    call = RefereeCall.objects.get()
    device.post(at("call"), {"ended": call.pk})
    values = {"call": call.pk, "answer": "coming"}
    response = referee_client.post(answer_at(game), values, **HTMX)
    assert response.status_code == 422
    assert "Table 1 no longer needs a referee." in text(response)


def test_the_hall_counts_the_minutes_and_keeps_still_otherwise(
    referee_client, device, game, at
):
    device.post(at("call"))
    call = RefereeCall.objects.get()
    call.called_at -= 3 * (game.round.ends_at - game.round.started_at) / 100
    call.save()
    address = reverse("director:calls", args=[game.round.tournament.slug])
    response = referee_client.get(address, **HTMX)
    assert "for 3 minutes" in text(response)
    seen = response.context["calls_seen"]
    assert referee_client.get(address, {"seen": seen}, **HTMX).status_code == 204
    assert referee_client.get(address).status_code == 302


def test_below_the_hands_the_table_reads_who_corrects_and_calls_them(device, game, at):
    device.post(at(), win(1, "a"))
    for name in ("session", "sheet"):
        page = text(device.get(at(name)))
        below = page[page.rindex("</table>") :]
        assert "A referee can correct an earlier hand" in below
        assert "give the table extra time" in below
        assert f'action="{at("call")}"' in below
        assert "Call the referee" in below
    device.post(at("call"))
    page = text(device.get(at()))
    assert "A referee was called at" in page[page.rindex("</table>") :]


def test_nobody_is_called_to_a_closed_round(referee_client, device, game, at):
    device.post(at("call"))
    close(game)
    hall = reverse("director:hall", args=[game.round.tournament.slug])
    assert "calls a referee" not in text(referee_client.get(hall))
    response = referee_client.post(at("call"), **HTMX)
    RefereeCall.objects.all().delete()
    response = referee_client.post(at("call"), **HTMX)
    assert response.status_code == 422
    assert "Referees can be called only during a round." in text(response)
    assert f'action="{at("call")}"' not in text(referee_client.get(at()))


def test_a_referee_without_the_table_cannot_answer(referee_client, game):
    address = answer_at(game).replace("/tables/1/", "/tables/9/")
    assert referee_client.post(address).status_code == 404


def test_no_account_can_be_named_like_a_table(tournament, director_client):
    """No account may have the name that the log uses for the device of a table."""
    director_client.post(
        reverse("director:helpers", args=[tournament.slug]),
        {"username": "table 1", "role": "referee"},
    )
    assert not User.objects.filter(username="table 1").exists()
