"""Schedule, start times and registration on days of clock changes, with ambiguous and
missing times.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone
from hypothesis import assume, given, reject
from hypothesis import event as note
from hypothesis import strategies as st

from tests.tournaments.pages import page, says, text_of
from tournaments.models import PlanKind, Round, Tournament
from tournaments.people.registration_open_and_spots import change_page, page_of
from tournaments.refusals import Refused
from tournaments.rounds import round_clock
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_setup.schedule_templates import Pattern, made
from tournaments.tournament_time.local_times import Move, Which, local_time
from tournaments.tournament_time.time_zone_and_years import zone_names

BERLIN = "Europe/Berlin"
NO_SUCH_TIME = (
    "02:30 on 28 March 2027 does not exist in Europe/Berlin: the clocks change from "
    "02:00 to 03:00. The nearest times are 01:59 and 03:00."
)
TWICE = (
    "02:30 on 25 October 2026 happens twice in Europe/Berlin: the clocks change from "
    "03:00 to 02:00. Choose the first or the second."
)
SPRING, AUTUMN = "2027-03-28T02:30", "2026-10-25T02:30"
FAR = datetime.fromisoformat("2029-12-31")
MOMENTS = {
    "first": datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
    "second": datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
}


@pytest.fixture
def event(tournament) -> Tournament:
    """Return a tournament in Berlin with 4 rounds."""
    return in_zone(tournament, BERLIN)


def in_zone(tournament: Tournament, zone: str) -> Tournament:
    tournament.time_zone, tournament.planned_rounds = zone, 4
    tournament.save(update_fields=["time_zone", "planned_rounds"])
    return tournament


def local_starts(tournament: Tournament) -> list[str]:
    items = schedule_changes.items_of(tournament)
    return [f"{item.start.astimezone(tournament.zone):%d %H:%M}" for item in items]


def plan_of(*items: tuple[str, ...]) -> dict[str, object]:
    """Return the form data of a schedule.

    `items`: (round, start, minutes, which of two times) each.
    """
    sent: dict[str, object] = {
        "line-TOTAL_FORMS": len(items),
        "line-INITIAL_FORMS": 0,
        "seen": schedule_changes.mark_of(()),
    }
    names = ("what", "start", "minutes", "start_which")
    for place, item in enumerate(items):
        for name, value in zip(names, item, strict=False):
            sent[f"line-{place}-{name}"] = value
    return sent


def shown_plan(client, tournament: Tournament) -> dict[str, object]:
    """Return the form data of the schedule page as displayed."""
    context = client.get(page("plan", tournament.slug)).context
    sent: dict[str, object] = {"seen": context["seen"]}
    forms = (context["lines"].management_form, *context["lines"].forms)
    with timezone.override(tournament.zone):
        for field in (field for form in forms for field in form):
            value = "" if field.value() is None else field.value()
            text, which = value if isinstance(value, tuple) else (value, "")
            sent |= {field.html_name: text, f"{field.html_name}_which": which}
    return sent


def pattern(day: str, start: str, **more: object) -> dict[str, object]:
    """Return the form data for a new schedule with 4 rounds a day of 90 minutes and
    breaks of 15 minutes. `more` replaces values.
    """
    usual = {"rounds_a_day": 4, "minutes": 90, "gap": 15, "break_after": 0}
    asked = {"first_day": day, "first_start": start, "break_minutes": 60}
    values = {**usual, **asked, **more}
    return {f"new-{name}": value for name, value in values.items()} | {
        "seen": schedule_changes.mark_of(())
    }


class TestMakingAPlan:
    @pytest.fixture
    def make(self, director_client, event):
        address = page("plan_make", event.slug)
        return lambda *asked, **more: director_client.post(
            address, pattern(*asked, **more)
        )

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        ("day", "starts"),
        [
            ("2027-03-27", ["27 23:00", "28 00:45", "28 03:30", "28 05:15"]),
            ("2026-10-24", ["24 23:00", "25 00:45", "25 02:30", "25 03:15"]),
        ],
    )
    def test_rounds_keep_their_length_and_their_gap(
        self, director_client, event, make, day, starts
    ):
        assert make(day, "23:00").status_code == 302
        items = schedule_changes.items_of(event)
        assert local_starts(event) == starts
        apart = {later.start - earlier.start for earlier, later in pairwise(items)}
        assert apart == {timedelta(minutes=105)}
        # Saving the form unchanged gives the same schedule.
        sent = shown_plan(director_client, event)
        assert director_client.post(page("plan", event.slug), sent).status_code == 302
        assert schedule_changes.items_of(event) == items

    def test_a_first_start_that_does_not_exist_is_refused(self, event, make):
        refused = make("2027-03-28", "02:30")
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)
        assert 'name="new-which"' not in text_of(refused)
        assert not event.day_plan.exists()

    @pytest.mark.parametrize("which", Which.values)
    def test_of_two_first_starts_the_director_chooses_one(self, event, make, which):
        asked = make("2026-10-25", "02:30")
        assert asked.status_code == 422
        assert says(asked, TWICE)
        assert 'name="new-which"' in text_of(asked)
        assert make("2026-10-25", "02:30", which=which).status_code == 302
        assert event.day_plan.first().start == MOMENTS[which]

    @pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
    def test_a_day_beyond_every_calendar_is_refused(self, make, day):
        refused = make(day, "10:00", rounds_a_day=1)
        assert refused.status_code == 422
        assert says(refused, "Enter a year from 1900 to 2999.")


@given(
    zone=st.sampled_from(
        [BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
    ),
    first_day=st.dates(date(2026, 1, 1), date(2029, 12, 31)),
    # Often at night, when clocks change.
    first_start=st.times() | st.times(time(0), time(4)),
    rounds=st.integers(1, 20),
    rounds_a_day=st.integers(1, 6),
    minutes=st.integers(1, 200),
    gap=st.integers(0, 30),
    which=st.sampled_from(Which.values),
)
def test_what_is_made_is_in_order_apart_and_as_long_as_asked(
    zone, first_day, first_start, rounds, rounds_a_day, minutes, gap, which
):
    asked = Pattern(
        rounds, rounds_a_day, first_day, first_start, minutes, gap, which=which
    )
    place = ZoneInfo(zone)
    try:
        items = list(made(asked, place))
    except Refused:
        reject()
    assert [item.number for item in items] == list(range(1, rounds + 1))
    for number, (earlier, later) in enumerate(pairwise(items), start=1):
        assert earlier.end - earlier.start == timedelta(minutes=minutes)
        if number % rounds_a_day:
            assert later.start - earlier.end == timedelta(minutes=gap)
        else:
            assert local_time(later.start, place).time() == first_start
    # Days of at most 1,380 minutes: an hour shorter than usual.
    assume(rounds_a_day * (minutes + gap) <= 1380)
    assert list(schedule_changes.faults_of(items)) == []


@given(
    start=st.datetimes(datetime.fromisoformat("2026-10-01"), FAR),
    minutes=st.lists(st.integers(1, 200), min_size=1, max_size=8),
    zones=st.lists(st.sampled_from(zone_names()), min_size=2, max_size=2),
    which=st.sampled_from(["", *Which]),
)
def test_a_plan_in_another_zone_is_a_plan_or_is_refused(start, minutes, zones, which):
    before, after = map(ZoneInfo, zones)
    items, at = [], start.replace(tzinfo=UTC)
    for number, length in enumerate(minutes, start=1):
        items.append(schedule_changes.Item(PlanKind.ROUND, at, length, number))
        at = items[-1].end
    move = Move(before, after, "time_zone", choice=which)
    try:
        there = schedule_changes.moved(items, move)
    except Refused as refused:
        note(f"refused: {refused.faults[0].code}")
        return
    assert list(schedule_changes.faults_of(there)) == []
    told = [local_time(item.start, before) for item in items]
    assert [local_time(item.start, after) for item in there] == told


class TestWritingAPlan:
    @pytest.fixture
    def write(self, director_client, event):
        address = page("plan", event.slug)
        return lambda *items: director_client.post(address, plan_of(*items))

    def test_a_time_that_does_not_exist_is_refused(self, event, write):
        refused = write(("1", SPRING, "60"))
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)
        assert f'value="{SPRING}"' in text_of(refused)

    @pytest.mark.parametrize("which", Which.values)
    def test_of_two_times_the_director_chooses_one_and_it_stays(
        self, director_client, event, write, which
    ):
        asked = write(("1", AUTUMN, "60"))
        assert asked.status_code == 422
        assert says(asked, TWICE)
        assert 'name="line-0-start_which"' in text_of(asked)
        assert write(("1", AUTUMN, "60", which)).status_code == 302
        sent = shown_plan(director_client, event)
        assert sent["line-0-start_which"] == which
        director_client.post(page("plan", event.slug), sent)
        assert [item.start for item in schedule_changes.items_of(event)] == [
            MOMENTS[which]
        ]

    def test_rounds_in_both_hours_follow_each_other(self, event, write):
        both = [
            (number, AUTUMN, "60", which)
            for number, which in zip("12", Which.values, strict=True)
        ]
        assert write(*both).status_code == 302
        assert local_starts(event) == ["25 02:30", "25 02:30"]

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        ("items", "status"),
        [
            ([("1", "2026-10-25T01:30", "120"), ("2", "2026-10-25T03:00", "60")], 302),
            ([("1", "2026-10-25T01:30", "151"), ("2", "2026-10-25T03:00", "60")], 422),
            ([("1", "2027-03-28T01:30", "90"), ("2", "2027-03-28T03:00", "60")], 422),
            ([("1", "2027-03-28T01:30", "30"), ("2", "2027-03-28T03:00", "60")], 302),
        ],
    )
    def test_what_overlaps_is_judged_by_the_minutes_that_pass(
        self, write, items, status
    ):
        response = write(*items)
        assert response.status_code == status
        overlaps = says(response, "This starts before the previous item ends.")
        assert overlaps is (status == 422)


class TestZone:
    @pytest.fixture
    def choose(self, director_client, tournament):
        in_zone(tournament, "UTC")
        address = page("plan_zone", tournament.slug)
        return lambda zone, **more: director_client.post(
            address, {"time_zone": zone, **more}
        )

    def planned(self, tournament: Tournament, *starts: str, minutes: int = 60) -> None:
        for number, start in enumerate(starts, start=1):
            tournament.day_plan.create(
                kind=PlanKind.ROUND,
                number=number,
                start=datetime.fromisoformat(f"{start}+00:00"),
                minutes=minutes,
            )

    def zone_of(self, tournament: Tournament) -> str:
        tournament.refresh_from_db()
        return tournament.time_zone

    def test_a_time_that_does_not_exist_there_is_named(self, tournament, choose):
        self.planned(tournament, SPRING, "2027-03-28T03:30")
        refused = choose(BERLIN)
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)
        assert self.zone_of(tournament) == "UTC"
        assert local_starts(tournament) == ["28 02:30", "28 03:30"]

    def test_what_would_overlap_there_is_named(self, tournament, choose):
        self.planned(tournament, "2027-03-28T01:30", "2027-03-28T03:00", minutes=90)
        refused = choose(BERLIN)
        assert refused.status_code == 422
        assert says(
            refused,
            "In Europe/Berlin, round 2 would start before round 1 ends, because the "
            "clocks change. Change the schedule first.",
        )

    @pytest.mark.parametrize("which", Which.values)
    def test_of_two_times_the_director_chooses_one(self, tournament, choose, which):
        self.planned(tournament, AUTUMN)
        asked = choose(BERLIN)
        assert asked.status_code == 422
        assert says(asked, TWICE)
        assert 'name="which"' in text_of(asked)
        assert choose(BERLIN, which=which).status_code == 302
        assert tournament.day_plan.get().start == MOMENTS[which]

    def test_registration_keeps_its_times_by_the_clocks(self, tournament, choose):
        said = dict.fromkeys(("fee", "text", "privacy"), "")
        times = {
            "opens_at": datetime(2026, 5, 1, 10, tzinfo=UTC),
            "closes_at": datetime.fromisoformat(f"{SPRING}+00:00"),
        }
        change_page(
            tournament, {"is_on": True, "places": None, **said, **times}, by="x"
        )
        refused = choose(BERLIN)
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)
        assert choose("Asia/Kathmandu").status_code == 302
        opens = page_of(tournament).opens_at
        assert opens == datetime(2026, 5, 1, 4, 15, tzinfo=UTC)

    def test_a_start_by_hand_stays_at_its_moment_and_is_told(
        self, director_client, seated_round
    ):
        tournament = in_zone(seated_round.tournament, "UTC")
        at = datetime(2026, 5, 1, 12, tzinfo=UTC)
        with time_machine.travel(at - timedelta(hours=3), tick=False):
            now = datetime.now(UTC)
            round_clock.start_at(seated_round.pk, at=at, by="director", now=now)
            done = director_client.post(
                page("plan_zone", tournament.slug), {"time_zone": BERLIN}, follow=True
            )
        assert says(done, "Round 1 starts on Friday 1 May at 14:00.")
        assert Round.objects.get(pk=seated_round.pk).starts_at == at


class TestOtherForms:
    """Other forms with a local time."""

    @pytest.fixture(params=["start_at", "registration"])
    def send(self, request, director_client, event, seated_round):
        """Return the client, the address, the field's name and a function that reads
        the stored value, for a form with a time.
        """
        if request.param == "registration":
            address, kept = page("registration", event.slug), page_of
            return director_client, address, "opens_at", lambda: kept(event).opens_at
        round_ = seated_round
        address = page("start_at", event.slug, round_.number)
        return (
            director_client,
            address,
            "at",
            lambda: Round.objects.get(pk=round_.pk).starts_at,
        )

    def post(self, send, at: str, which: str = ""):
        client, address, field, _kept = send
        version = Round.objects.get().clock_version
        sent = {field: at, f"{field}_which": which, "version": version}
        with time_machine.travel(datetime(2026, 5, 1, tzinfo=UTC), tick=False):
            return client.post(address, sent)

    @pytest.mark.every_case
    def test_a_time_that_does_not_exist_is_refused(self, send):
        refused = self.post(send, SPRING)
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)

    @pytest.mark.every_case
    @pytest.mark.parametrize("which", Which.values)
    def test_of_two_times_the_director_chooses_one(self, send, which):
        asked = self.post(send, AUTUMN)
        assert asked.status_code == 422
        assert says(asked, TWICE)
        assert f'name="{send[2]}_which"' in text_of(asked)
        assert self.post(send, AUTUMN, which).status_code == 302
        assert send[3]() == MOMENTS[which]


class TestCopy:
    @pytest.fixture
    def copy(self, director_client, event):
        """Return a function that copies the tournament to another day.

        The tournament plays at 2:30 on 1 May.
        """
        start = datetime(2026, 5, 1, 0, 30, tzinfo=UTC)
        event.day_plan.create(kind=PlanKind.ROUND, number=1, start=start, minutes=60)
        address = page("event_copy", event.slug)
        return lambda day, **more: director_client.post(
            address, {"title": "Copied Cup", "starts_on": day, **more}
        )

    def test_a_plan_that_the_day_does_not_allow_is_refused(self, copy):
        refused = copy("2027-03-28")
        assert refused.status_code == 422
        assert says(refused, NO_SUCH_TIME)
        assert not Tournament.objects.filter(title="Copied Cup").exists()

    def test_of_two_times_the_director_chooses_one(self, copy):
        asked = copy("2026-10-25")
        assert asked.status_code == 422
        assert says(asked, TWICE)
        assert copy("2026-10-25", which="second").status_code == 302
        made_event = Tournament.objects.get(title="Copied Cup")
        assert made_event.day_plan.get().start == MOMENTS["second"]
