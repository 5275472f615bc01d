"""The hall: every table at a glance, the clock in the director's hand."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring import ledger, round_end
from scoring.hall_fragments import HALL
from tournaments import live, rounds, setup
from tournaments.models import Round, RoundState, Tournament

HTMX = {"HX-Request": "true"}


def address(name: str, *args, **query) -> str:
    path = reverse(f"director:{name}", args=args)
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    return f"{path}?{pairs}" if pairs else path


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def seat(tournament: Tournament, number: int) -> Round:
    rows = [
        setup.TableRow(number, 1, (1, 2, 3, 4)),
        setup.TableRow(number, 2, (5, 6, 7, 8)),
    ]
    [round_] = setup.seat_rounds(tournament, rows, by="director")
    return round_


def win(session, hand: int = 1, points: int = 24) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
    ledger.enter(session.pk, raw, hand=hand, device_key=f"w{hand}", by="referee")


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def act(director_client, slug):
    """Does one thing to a round as the director's browser would: the hidden
    fields come from the round as it is, the rest from what was typed."""

    def send(action: str, number: int = 1, *, htmx: bool = True, pin=None, **typed):
        round_ = Round.objects.filter(tournament__slug=slug, number=number).first()
        seen = {"seats": round_.pk, "version": round_.clock_version} if round_ else {}
        target = address(action, slug, number, **({"round": pin} if pin else {}))
        headers = HTMX if htmx else {}
        return director_client.post(target, seen | typed, headers=headers)

    return send


# --- at a glance ----------------------------------------------------------------


def test_every_table_shows_its_players_scores_and_hand(
    director_client, slug, session, running_round
):
    win(session, 1, 24)
    response = director_client.get(address("hall", slug))
    page = text_of(response)

    first, second = response.context["tables"]
    assert first.progress.words == "Hand 2"
    assert second.progress.words == "Hand 1"
    assert [s.result.score for s in first.seats] == [48, -32, -8, -8]
    assert all(f"{number:02}, Player" in page for number in range(1, 9))
    assert "+48" in page
    assert reverse("table:session", args=[slug, 1, 1]) in page
    assert "0 of 2 tables are done" in page


def test_a_table_says_when_it_is_done(director_client, slug, session, running_round):
    for hand in range(1, 17):
        win(session, hand)
    response = director_client.get(address("hall", slug))
    assert [t.progress.key for t in response.context["tables"]] == ["done", "playing"]
    assert "1 of 2 tables are done" in text_of(response)


def test_after_the_gong_tables_play_their_last_hand(
    director_client, slug, running_round
):
    round_end.end_due_rounds(running_round.ends_at)
    response = director_client.get(address("hall", slug))
    assert {t.progress.key for t in response.context["tables"]} == {"last_hand"}
    assert "Time is up" in text_of(response)


def test_without_rounds_it_says_what_comes_first(director_client, slug):
    response = director_client.get(address("hall", slug))
    assert "No round is seated yet." in text_of(response)
    assert reverse("director:seating", args=[slug]) in text_of(response)


def test_it_shows_the_round_that_needs_the_director(
    director_client, slug, tournament, seated_round
):
    """A draft waits for the round before it; then it is next."""

    def shown() -> int:
        return director_client.get(address("hall", slug)).context["round"].number

    seat(tournament, 2)
    assert shown() == 1
    rounds.start(seated_round.pk, by="director", now=timezone.now())
    assert shown() == 1
    round_end.close(seated_round.pk, by="director", reason="over")
    assert shown() == 2


def test_a_chosen_round_stays(director_client, slug, tournament, running_round):
    seat(tournament, 2)
    response = director_client.get(address("hall", slug, round=2))
    assert response.context["round"].number == 2
    assert "Publish the seats" in text_of(response)


@pytest.mark.parametrize("number", ["9", "x", "-1", "", "1" * 5000, "²"])
def test_a_round_that_is_not_there_is_not_found(
    director_client, slug, running_round, number
):
    response = director_client.get(address("hall", slug), {"round": number})
    assert response.status_code == 404


def test_more_tables_need_no_more_queries(director_client, slug, tournament):
    def queries_of(name: str, number: int) -> int:
        director_client.get(address(name, slug, round=number))
        with CaptureQueriesContext(connection) as queries:
            response = director_client.get(address(name, slug, round=number))
        assert response.status_code == 200
        return len(queries)

    people = [setup.PlayerRow(last_name=f"More {n}") for n in range(9, 161)]
    setup.register(tournament, people, by="director")
    for number, tables in ((1, 2), (2, 40)):
        rows = [
            setup.TableRow(number, table, tuple(range(4 * table - 3, 4 * table + 1)))
            for table in range(1, tables + 1)
        ]
        [round_] = setup.seat_rounds(tournament, rows, by="director")
        rounds.publish(round_.pk, by="director")
        rounds.start(round_.pk, by="director", now=timezone.now())
        for session in round_.sessions.all():
            raw = {"kind": "washout"}
            key = f"{number}-{session.table}"
            ledger.enter(session.pk, raw, hand=1, device_key=key, by="referee")
        if number == 1:
            few = queries_of("hall", 1), queries_of("control", 1)
            round_end.close(round_.pk, by="director", reason="over")
    many = queries_of("hall", 2), queries_of("control", 2)
    assert many == few


# --- the control ----------------------------------------------------------------


def test_a_round_is_led_from_its_seats_to_its_end(act, slug, tournament):
    seat(tournament, 1)
    for action, typed, state in (
        ("publish", {}, RoundState.PUBLISHED),
        ("start", {}, RoundState.RUNNING),
        ("pause", {"reason": ""}, RoundState.PAUSED),
        ("extend", {"minutes": "5", "reason": "late"}, RoundState.PAUSED),
        ("resume", {}, RoundState.RUNNING),
        ("extend", {"minutes": "-5", "reason": "early"}, RoundState.RUNNING),
        ("end_now", {"reason": "fire alarm"}, RoundState.TIME_UP),
        ("close", {"reason": "hall closes"}, RoundState.CLOSED),
    ):
        response = act(action, **typed)
        assert response.status_code == 200, action
        assert Round.objects.get().state == state
        assert f"Round {1}" in text_of(response)
        assert "<html" not in text_of(response)


def test_only_what_fits_the_state_is_offered(director_client, slug, tournament, act):
    def offered() -> set[str]:
        return set(director_client.get(address("control", slug)).context["forms"])

    seat(tournament, 1)
    assert offered() == {"publish"}
    act("publish")
    assert offered() == {"start"}
    act("start")
    assert offered() == {"pause", "extend", "end_now", "close"}
    act("pause")
    assert offered() == {"resume", "extend", "end_now", "close"}
    act("end_now", reason="fire alarm")
    assert offered() == {"close"}
    act("close", reason="hall closes")
    assert offered() == set()


def test_a_started_round_runs_from_now(act, seated_round):
    before = timezone.now()
    act("start")
    round_ = Round.objects.get()
    assert before <= round_.started_at <= timezone.now()
    assert round_.ends_at == round_.started_at + timedelta(minutes=100)


def test_without_javascript_it_goes_back_to_the_hall_and_says_so(
    director_client, slug, seated_round
):
    response = director_client.post(address("start", slug, 1), follow=True)
    assert response.redirect_chain == [(address("hall", slug), 302)]
    assert "Round 1 has started." in text_of(response)


def test_who_looks_at_one_round_keeps_looking_at_it(
    director_client, slug, seated_round
):
    response = director_client.post(address("start", slug, 1, round=1))
    assert response.headers["Location"] == address("hall", slug, round=1)


def test_the_address_of_an_action_opened_cold_is_the_hall(
    director_client, slug, seated_round
):
    response = director_client.get(address("start", slug, 1))
    assert response.headers["Location"] == address("hall", slug, round=1)
    assert Round.objects.get().state == RoundState.PUBLISHED


@pytest.mark.parametrize("htmx", [True, False])
def test_a_double_click_gets_a_sentence(act, seated_round, htmx):
    act("start")
    response = act("start", htmx=htmx)
    assert response.status_code == 422
    page = text_of(response)
    assert "Round 1 is now in the state “Playing”: look again." in page
    assert ("<html" in page) is not htmx
    assert Round.objects.get().clock_version == 2


def test_time_given_by_a_double_click_is_given_once(act, running_round, noon):
    paused = rounds.pause(running_round.pk, by="director", now=noon)
    seen = paused.clock_version
    act("extend", minutes="5", reason="late", version=seen)
    response = act("extend", minutes="5", reason="late", version=seen)

    assert response.status_code == 422
    page = text_of(response)
    assert "The clock of round 1 has changed meanwhile: look again." in page
    assert 'value="late"' in page
    assert f'name="version" value="{seen + 1}"' in page
    assert Round.objects.get().remaining == timedelta(minutes=105)


def test_a_stale_page_does_not_publish_seats_nobody_looked_at(act, tournament):
    old = seat(tournament, 1)
    seat(tournament, 1)
    response = act("publish", seats=old.pk)
    assert response.status_code == 422
    assert "The seats of this round were replaced" in text_of(response)
    assert Round.objects.get().state == RoundState.DRAFT


@pytest.mark.parametrize(
    ("action", "typed", "field"),
    [
        ("extend", {"minutes": "", "reason": "late"}, "minutes"),
        ("extend", {"minutes": "5", "reason": " "}, "reason"),
        ("extend", {"minutes": "601", "reason": "late"}, "minutes"),
        ("extend", {"minutes": "1.5", "reason": "late"}, "minutes"),
        ("extend", {"minutes": "-100", "reason": "late"}, "minutes"),
        ("extend", {"minutes": "5", "reason": "late", "version": ""}, "version"),
        ("end_now", {"reason": ""}, "reason"),
        ("end_now", {"reason": "a\x00b"}, "reason"),
        ("close", {"reason": ""}, "reason"),
        ("pause", {"reason": "x" * 501}, "reason"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_wrong_stands_beside_its_field(
    act, running_round, action, typed, field, htmx
):
    revision = Tournament.objects.get().revision
    response = act(action, htmx=htmx, **typed)

    assert response.status_code == 422
    form = response.context["forms"][action]
    [sentence] = form.errors[field]
    assert text_of(response).count(sentence) == 1
    assert Tournament.objects.get().revision == revision


def test_closing_names_the_tables_that_still_play(act, running_round):
    response = act("close", reason="")
    assert response.context["forms"]["close"].errors["reason"] == [
        "Still playing: table 1, 2. Give a reason to end their play."
    ]


def test_a_round_nobody_seated_cannot_be_started(act, slug, director_client):
    assert act("start", 7).status_code == 404
    assert act("start", 10**20).status_code == 404


def test_a_refusal_about_another_round_than_the_one_shown_stands_at_the_top(
    act, tournament, running_round
):
    round_end.close(running_round.pk, by="director", reason="over")
    seat(tournament, 2)
    response = act("pause", 1)
    assert response.status_code == 422
    assert response.context["round"].number == 2
    assert response.context["errors"] == [
        "Round 1 is now in the state “Closed”: look again."
    ]


# --- live -----------------------------------------------------------------------


def test_the_control_says_nothing_new_while_hands_are_entered(
    director_client, slug, session, running_round
):
    """So a director's half-typed reason survives every hand in the hall."""
    seen = director_client.get(address("control", slug)).context["seen"]
    win(session)
    assert director_client.get(address("control", slug, seen=seen)).status_code == 204


def test_the_control_changes_when_the_clock_has_ended_by_itself(
    director_client, slug, running_round
):
    seen = director_client.get(address("control", slug)).context["seen"]
    round_end.end_due_rounds(running_round.ends_at)

    response = director_client.get(address("control", slug, seen=seen))

    assert response.status_code == 200
    assert "Time is up" in text_of(response)
    assert set(response.context["forms"]) == {"close"}


def test_the_control_follows_to_the_next_round(
    director_client, slug, tournament, running_round
):
    seat(tournament, 2)
    seen = director_client.get(address("control", slug)).context["seen"]
    round_end.close(running_round.pk, by="director", reason="over")
    response = director_client.get(address("control", slug, seen=seen))
    assert response.context["round"].number == 2


def test_a_control_that_is_pinned_asks_for_its_round(
    director_client, slug, tournament, running_round
):
    seat(tournament, 2)
    page = text_of(director_client.get(address("control", slug, round=2)))
    assert "&amp;round=2" in page
    assert f"{address('publish', slug, 2)}?round=2" in page


def test_the_stream_pushes_the_tables_of_the_hall(session, running_round, tournament):
    win(session)
    html = live._renderers["hall"](Tournament.objects.get(), ())
    assert "Hand 2" in html
    assert "+48" in html
    assert "csrf" not in html
    assert html == HALL.render(Tournament.objects.get(), ("1",))


def test_the_page_listens_to_the_stream_of_its_round(
    director_client, slug, running_round
):
    def listens_to(**query) -> list:
        url = director_client.get(address("hall", slug, **query)).context["live_url"]
        token = url.removeprefix(live.PREFIX).strip("/")
        return live.signing.loads(token, salt=live.SALT)[:3]

    pk = running_round.tournament_id
    assert listens_to() == ["hall", pk, []]
    assert listens_to(round=1) == ["hall", pk, ["1"]]


# --- for whom -------------------------------------------------------------------


def test_a_referee_sees_the_hall_and_controls_nothing(
    referee_client, slug, running_round
):
    response = referee_client.get(address("hall", slug))
    assert response.status_code == 200
    assert response.context["forms"] == {}
    assert 'method="post" action="/director' not in text_of(response)
    for action in ("pause", "extend", "end_now", "close"):
        data = {"minutes": "5", "reason": "x", "version": "2"}
        assert referee_client.post(address(action, slug, 1), data).status_code == 403
    assert Round.objects.get().state == RoundState.RUNNING


def test_the_first_director_of_the_installation_controls_every_hall(
    owner_client, slug, running_round
):
    owner_client.post(address("pause", slug, 1), {"reason": ""})
    assert Round.objects.get().state == RoundState.PAUSED
    assert Tournament.objects.get().log.first().by == "owner"
