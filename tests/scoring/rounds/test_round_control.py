"""The director's control of a round: possible actions, and refused actions."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from scoring.rounds import clock_wording, end_and_close_round, extra_time
from scoring.rounds.clock_tick import sweep
from tests.scoring.hall_pages import HTMX, address, seat, text_of
from tournaments.models import PlanItem, PlanKind, Round, RoundState, Tournament
from tournaments.rounds import round_clock


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


def seen_of(round_: Round) -> dict[str, int]:
    """Return the hidden fields of a form about the round in its current state."""
    return {"seats": round_.pk, "version": round_.clock_version}


@pytest.fixture
def act(director_client, slug):
    """Return a function that performs an action on a round like the director's browser.

    It fills in the hidden fields from the current round; `typed` are the other fields.
    """

    def send(action: str, number: int = 1, *, htmx: bool = True, pin=None, **typed):
        round_ = Round.objects.filter(tournament__slug=slug, number=number).first()
        seen = seen_of(round_) if round_ else {}
        target = address(action, slug, number, **({"round": pin} if pin else {}))
        headers = HTMX if htmx else {}
        return director_client.post(target, seen | typed, headers=headers)

    return send


@pytest.mark.parametrize("htmx", [True, False])
def test_seats_published_before_the_event_is_shown_say_who_sees_them(
    act, director_client, slug, tournament, htmx
):
    seat(tournament, 1)
    tournament.is_public = False
    tournament.save()
    response = act("publish", htmx=htmx)
    if not htmx:
        response = director_client.get(address("hall", slug))
    page = text_of(response)
    assert "is published. Only staff can see this tournament until you press" in page
    control = address("hall", slug)
    shown = director_client.post(
        reverse("director:show", args=[slug]), {"shown": "yes", "back": control}
    )
    assert shown["Location"] == control
    assert Tournament.objects.get(slug=slug).is_public
    assert "Only staff can see this tournament" not in text_of(
        director_client.get(address("hall", slug))
    )


@pytest.mark.parametrize("back", ["//example.org/", "https://example.org/", "a\nb"])
def test_showing_the_event_leads_to_no_other_site(director_client, slug, back):
    show = reverse("director:show", args=[slug])
    shown = director_client.post(show, {"shown": "yes", "back": back})
    assert shown["Location"].startswith(reverse("director:settings", args=[slug]))


def test_a_round_is_led_from_its_seats_to_its_end(act, slug, tournament):
    seat(tournament, 1)
    for action, typed, state in (
        ("show_in_hall", {}, RoundState.HALL),
        ("unpublish", {"reason": "wrong list"}, RoundState.DRAFT),
        ("show_in_hall", {}, RoundState.HALL),
        ("publish", {}, RoundState.PUBLISHED),
        ("unpublish", {"reason": "wrong list"}, RoundState.DRAFT),
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
    assert offered() == {"show_in_hall", "publish"}
    act("show_in_hall")
    assert offered() == {"publish", "unpublish"}
    act("publish")
    assert offered() == {"start", "start_at", "unpublish"}
    act("start")
    assert offered() == {"pause", "undo_start", "extend", "end_now", "close"}
    act("pause")
    assert offered() == {"resume", "undo_start", "extend", "end_now", "close"}
    act("end_now", reason="fire alarm")
    assert offered() == {"undo_end", "extend", "close"}
    act("close", reason="hall closes")
    assert offered() == {"reopen"}


def test_seats_are_not_taken_back_without_a_reason(act, seated_round):
    response = act("unpublish", reason=" ")
    assert response.status_code == 422
    assert response.context["forms"]["unpublish"].errors["reason"]
    assert Round.objects.get().state == RoundState.PUBLISHED


def test_a_round_that_has_begun_is_not_taken_back(act, running_round):
    response = act("unpublish", reason="wrong list")
    assert response.status_code == 422
    assert Round.objects.get().state == RoundState.RUNNING


def test_at_a_table_shown_in_the_hall_nothing_is_entered_yet(
    act, director_client, slug, tournament
):
    seat(tournament, 1)
    act("show_in_hall")
    response = director_client.get(address("hall", slug))
    entry = reverse("table:session", args=[slug, 1, 1])
    assert entry not in text_of(response)
    act("publish")
    response = director_client.get(address("hall", slug))
    assert entry in text_of(response)


def test_a_started_round_runs_from_now(act, seated_round):
    before = timezone.now()
    act("start")
    round_ = Round.objects.get()
    assert before <= round_.started_at <= timezone.now()
    assert round_.ends_at == round_.started_at + timedelta(minutes=100)


def test_without_javascript_it_goes_back_to_the_hall_and_says_so(
    director_client, slug, seated_round
):
    response = director_client.post(
        address("start", slug, 1), seen_of(seated_round), follow=True
    )
    assert response.redirect_chain == [(address("hall", slug), 302)]
    assert "Round 1 started." in text_of(response)


def test_who_looks_at_one_round_keeps_looking_at_it(
    director_client, slug, seated_round
):
    response = director_client.post(
        address("start", slug, 1, round=1), seen_of(seated_round)
    )
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
    assert "Round 1 now has the status “Playing”. Reload the page." in page
    assert ("<html" in page) is not htmx
    assert Round.objects.get().clock_version == 2


def test_time_given_by_a_double_click_is_given_once(act, running_round, noon):
    paused = round_clock.pause(running_round.pk, by="director", now=noon)
    seen = paused.clock_version
    act("extend", minutes="5", reason="late", version=seen)
    response = act("extend", minutes="5", reason="late", version=seen)

    assert response.status_code == 422
    page = text_of(response)
    assert "The clock of round 1 has changed: the round is now “Paused”" in page
    assert 'value="late"' in page
    assert f'name="version" value="{seen + 1}"' in page
    assert Round.objects.get().remaining == timedelta(minutes=105)


@pytest.mark.parametrize("show", ["publish", "show_in_hall"])
def test_a_stale_page_does_not_show_seats_nobody_looked_at(act, tournament, show):
    old = seat(tournament, 1)
    seat(tournament, 1)
    response = act(show, seats=old.pk)
    assert response.status_code == 422
    assert "The seating of this round was replaced" in text_of(response)
    assert Round.objects.get().state == RoundState.DRAFT


WRONG = [
    ("extend", {"minutes": "", "reason": "late"}, "minutes"),
    ("extend", {"minutes": "5", "reason": " "}, "reason"),
    ("extend", {"minutes": "601", "reason": "late"}, "minutes"),
    ("extend", {"minutes": "1.5", "reason": "late"}, "minutes"),
    ("extend", {"minutes": "0", "reason": "late"}, "minutes"),
    ("extend", {"minutes": "-100", "reason": "late"}, "minutes"),
    ("extend", {"minutes": "5", "reason": "late", "version": ""}, "version"),
    ("end_now", {"reason": ""}, "reason"),
    ("end_now", {"reason": "a\x00b"}, "reason"),
    ("close", {"reason": ""}, "reason"),
    ("close", {"reason": "over", "version": ""}, "version"),
    ("pause", {"reason": "x" * 501}, "reason"),
    ("pause", {"reason": "", "version": ""}, "version"),
]


def test_what_is_wrong_stands_beside_its_field(act, running_round):
    """The error is in the part of the page that a script replaces.

    Without scripts, each action shows it on a whole page.
    """
    revision = Tournament.objects.get().revision
    on_a_page = {action: (typed, field) for action, typed, field in WRONG}
    for action, typed, field, htmx in (
        *((*case, True) for case in WRONG),
        *((action, *case, False) for action, case in on_a_page.items()),
    ):
        response = act(action, htmx=htmx, **typed)

        assert response.status_code == 422, (action, typed)
        form = response.context["forms"][action]
        assert form.errors[field], (action, typed)
        for sentence in form.errors[field]:
            assert text_of(response).count(sentence) == 1, (action, typed)
    assert Tournament.objects.get().revision == revision


def test_closing_names_the_tables_that_still_play(act, running_round):
    response = act("close", reason="")
    assert response.context["forms"]["close"].errors["reason"] == [
        "Still playing: tables 1, 2. Enter a reason to end these games.",
        "No hands entered at tables 1, 2. Enter a reason to close the round.",
    ]


def test_a_stale_page_does_not_close_a_round_that_got_time(act, running_round, noon):
    seen = running_round.clock_version
    extra_time.extend(
        running_round.pk, minutes=5, by="director", reason="a broken wall", now=noon
    )
    response = act("close", reason="it is late", version=seen)
    assert response.status_code == 422
    page = text_of(response)
    assert "The clock of round 1 has changed: the round is now “Playing”" in page
    assert 'value="it is late"' in page
    assert Round.objects.get().state == RoundState.RUNNING
    assert act("close", reason="it is late").status_code == 200


def test_a_warning_leaves_the_forms_as_they_are(
    act, director_client, slug, running_round
):
    seen = director_client.get(address("control", slug)).context["seen"]
    mark = running_round.mark_at
    assert sweep(mark) == 1
    assert director_client.get(address("control", slug, seen=seen)).status_code == 204
    assert sweep(mark) == 0
    version = running_round.clock_version
    assert act("pause", reason="", version=version).status_code == 200


class TestStartAtATime:
    @pytest.fixture
    def at(self, seated_round) -> datetime:
        """Set the tournament's time zone to Tokyo.

        Return a time half an hour from now.
        """
        choose_zone(seated_round.tournament, "Asia/Tokyo")
        soon = timezone.now() + timedelta(minutes=30)
        return soon.replace(second=0, microsecond=0)

    def typed(self, at: datetime) -> str:
        return at.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%Y-%m-%dT%H:%M")

    def test_the_round_starts_then_and_everybody_sees_it_counting(
        self, act, client, slug, at
    ):
        response = act("start_at", at=self.typed(at))
        round_ = Round.objects.get()
        assert round_.starts_at == at
        assert clock_wording.starts_by_itself(round_) in text_of(response)
        assert "Change the start" in text_of(response)
        page = text_of(client.get(reverse("public:round", args=[slug, 1])))
        assert 'class="clock countdown' in page
        assert sweep(at) == 1
        assert Round.objects.get().started_at == at

    def test_it_is_changed_and_called_off_and_the_log_says_so(
        self, act, at, tournament
    ):
        act("start_at", at=self.typed(at))
        later = at + timedelta(minutes=15)
        response = act("start_at", at=self.typed(later))
        assert Round.objects.get().starts_at == later
        assert f'value="{self.typed(later)}"' in text_of(response)
        act("call_off_start", reason="a lost player")
        assert Round.objects.get().starts_at is None
        kinds = list(tournament.log.values_list("kind", "by")[:3])
        assert kinds == [
            ("start_called_off", "director"),
            ("start_arranged", "director"),
            ("start_arranged", "director"),
        ]

    def test_what_is_past_is_refused_beside_the_field(self, act, at):
        response = act("start_at", at=self.typed(at - timedelta(days=1)))
        assert response.status_code == 422
        [sentence] = response.context["forms"]["start_at"].errors["at"]
        assert sentence == "That time has passed. Choose a later one."
        assert Round.objects.get().starts_at is None

    def test_a_stale_page_changes_no_start(self, act, seated_round, at):
        seen = seated_round.clock_version
        act("start_at", at=self.typed(at))
        response = act("start_at", at=self.typed(at), version=seen)
        assert response.status_code == 422
        assert "has changed: the round is now “Seating published”" in text_of(response)

    def test_the_time_by_the_plan_is_offered(self, director_client, slug, at):
        PlanItem.objects.create(
            tournament=Tournament.objects.get(),
            kind=PlanKind.ROUND,
            number=1,
            start=at,
            minutes=100,
        )
        page = text_of(director_client.get(address("hall", slug)))
        assert f'value="{self.typed(at)}"' in page

    def test_another_day_is_named(self, act, at):
        tomorrow = at + timedelta(days=1)
        response = act("start_at", at=self.typed(tomorrow))
        day = date_format(tomorrow.astimezone(ZoneInfo("Asia/Tokyo")), "l j F")
        assert f"starts automatically on {day} at " in text_of(response)


def choose_zone(tournament: Tournament, name: str) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(time_zone=name)


def test_a_round_nobody_seated_cannot_be_started(act, slug, director_client):
    assert act("start", 7).status_code == 404
    assert act("start", 10**20).status_code == 404


def test_a_refusal_about_another_round_than_the_one_shown_stands_at_the_top(
    act, tournament, running_round
):
    end_and_close_round.close(running_round.pk, by="director", reason="over")
    seat(tournament, 2)
    response = act("pause", 1)
    assert response.status_code == 422
    assert response.context["round"].number == 2
    assert response.context["errors"] == [
        "Round 1 now has the status “Closed”. Reload the page."
    ]


@pytest.mark.parametrize("htmx", [True, False])
def test_links_of_the_page_lead_to_the_round_after_a_closed_one(
    act, director_client, slug, tournament, running_round, htmx
):
    """The links below the tables move with the clock to the next round."""
    page = text_of(director_client.get(address("hall", slug)))
    assert reverse("table:take_seat", args=[slug, 1, 2]) in page
    assert reverse("director:cards", args=[slug, 1]) in page
    assert reverse("director:paper_round", args=[slug, 1]) in page
    seat(tournament, 2)
    response = act("close", htmx=htmx, reason="over")
    if not htmx:
        response = director_client.get(response.url)
    page = text_of(response)
    assert reverse("director:cards", args=[slug, 2]) in page
    for name in ("table:take_seat", "director:cards", "director:paper_round"):
        args = [slug, 1, 2] if name == "table:take_seat" else [slug, 1]
        assert f'"{reverse(name, args=args)}"' not in page


def test_the_next_step_in_the_navigation_moves_with_the_clock(
    act, director_client, slug, tournament, running_round
):
    seen = director_client.get(address("control", slug)).context["seen"]
    act("close", reason="over")
    page = text_of(director_client.get(address("control", slug, seen=seen)))
    navigation = page.partition('id="side"')[2]
    assert "next step" in navigation.partition("Seating")[2].partition("</a>")[0]
