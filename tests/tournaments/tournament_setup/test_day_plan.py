"""The schedule: editing by directors, and public view."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.rounds import end_and_close_round, extra_time
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.live import live_topics
from tournaments.models import LogEvent, PlanKind, Round
from tournaments.refusals import Refused
from tournaments.rounds import round_clock
from tournaments.tournament_setup import (
    create_and_change_tournament,
    description_and_logo,
    schedule_changes,
)
from tournaments.tournament_setup.change_time_zone import choose_time_zone
from tournaments.tournament_setup.schedule_changes import Item
from tournaments.tournament_setup.schedule_templates import Pattern, made
from tournaments.tournament_time.dates_in_words import days_in_words
from tournaments.tournament_time.schedule_forecast import lines_now

MINUTE = timedelta(minutes=1)
COPENHAGEN = ZoneInfo("Europe/Copenhagen")


def round_at(number: int, start: datetime, minutes: int = 100) -> Item:
    return Item(PlanKind.ROUND, start, minutes, number)


def lunch_at(start: datetime, minutes: int = 60, least: int | None = None) -> Item:
    return Item(PlanKind.BREAK, start, minutes, None, "Lunch", least)


@pytest.fixture
def a_day(noon) -> list[Item]:
    """Return a schedule with round 1 at noon, lunch, and round 2 at 15:00."""
    return [
        round_at(1, noon),
        lunch_at(noon + 110 * MINUTE, 60, 40),
        round_at(2, noon + 180 * MINUTE),
    ]


@pytest.fixture
def planned(tournament, a_day, noon):
    schedule_changes.write(tournament, a_day, by="director", now=noon)
    return tournament


def codes(caught) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in caught.value.faults]


class TestWriting:
    def test_a_plan_is_kept_in_the_order_of_time(self, tournament, a_day, noon):
        schedule_changes.write(tournament, reversed(a_day), by="director", now=noon)
        assert schedule_changes.items_of(tournament) == a_day
        assert tournament.log.first().kind == "plan_changed"

    def test_the_same_plan_again_is_no_change(self, planned, a_day, noon):
        before = planned.log.count()
        schedule_changes.write(planned, a_day, by="director", now=noon)
        assert planned.log.count() == before

    def test_two_directors_do_not_overwrite_each_other(self, planned, a_day, noon):
        seen = schedule_changes.mark_of(a_day)
        schedule_changes.write(planned, a_day[:1], by="one", now=noon, seen=seen)
        with pytest.raises(Refused) as caught:
            schedule_changes.write(planned, a_day[1:], by="other", now=noon, seen=seen)
        assert codes(caught) == [("plan_changed", "")]
        assert schedule_changes.items_of(planned) == a_day[:1]

    @pytest.mark.parametrize(
        ("items", "code"),
        [
            (lambda at: [round_at(1, at), lunch_at(at + 99 * MINUTE)], "overlaps"),
            (lambda at: [round_at(1, at), lunch_at(at)], "overlaps"),
            (
                lambda at: [round_at(1, at), round_at(1, at + 200 * MINUTE)],
                "round_twice",
            ),
            (
                lambda at: [round_at(2, at), round_at(1, at + 200 * MINUTE)],
                "rounds_disordered",
            ),
        ],
    )
    def test_what_is_no_plan_is_refused(self, tournament, noon, items, code):
        with pytest.raises(Refused) as caught:
            schedule_changes.write(tournament, items(noon), by="director", now=noon)
        assert [found for found, _field in codes(caught)] == [code]
        assert codes(caught)[0][1].startswith("1.")
        assert not tournament.day_plan.exists()

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        "wrong",
        [
            {"kind": "round", "number": None},
            {"kind": "round", "title": "Final", "number": 1},
            {"kind": "break", "title": ""},
            {"kind": "other", "title": "Prizes", "least_minutes": 5},
            {"kind": "break", "title": "Lunch", "least_minutes": 60},
            {"kind": "round", "number": 1, "minutes": 0},
        ],
    )
    def test_the_database_refuses_it_too(self, tournament, noon, wrong):
        values = {"start": noon, "minutes": 60} | wrong
        with pytest.raises(IntegrityError), transaction.atomic():
            tournament.day_plan.create(**values)


class TestStarts:
    @pytest.fixture
    def by_plan(self, seated_round) -> Round:
        seated_round.tournament.start_mode = "planned"
        seated_round.tournament.save()
        return seated_round

    def reread(self, round_: Round) -> Round:
        return Round.objects.select_related("tournament").get(pk=round_.pk)

    def test_a_published_round_follows_its_plan(self, by_plan, noon):
        tournament = by_plan.tournament
        for hour in (1, 2):
            start = noon + hour * 60 * MINUTE
            schedule_changes.write(
                tournament, [round_at(1, start)], by="director", now=noon
            )
            assert self.reread(by_plan).starts_at == start

    def test_taken_out_of_the_plan_it_starts_no_more(self, by_plan, noon):
        later = [round_at(1, noon + 60 * MINUTE)]
        schedule_changes.write(by_plan.tournament, later, by="director", now=noon)
        schedule_changes.write(by_plan.tournament, [], by="director", now=noon)
        assert self.reread(by_plan).starts_at is None

    def test_a_start_by_hand_stays_while_its_own_plan_does(self, by_plan, noon):
        later = [round_at(1, noon + 60 * MINUTE)]
        schedule_changes.write(by_plan.tournament, later, by="director", now=noon)
        chosen = noon + 10 * MINUTE
        round_clock.start_at(by_plan.pk, at=chosen, by="director", now=noon)
        more = [*later, lunch_at(noon + 300 * MINUTE)]
        schedule_changes.write(by_plan.tournament, more, by="director", now=noon)
        assert self.reread(by_plan).starts_at == chosen

    def test_a_start_that_is_past_when_it_is_saved_is_left_to_a_director(
        self, by_plan, noon
    ):
        later = [round_at(1, noon + 60 * MINUTE)]
        schedule_changes.write(by_plan.tournament, later, by="director", now=noon)
        past = [round_at(1, noon - MINUTE)]
        schedule_changes.write(by_plan.tournament, past, by="director", now=noon)
        assert self.reread(by_plan).starts_at is None

    def test_after_a_delay_it_starts_when_the_forecast_says(self, by_plan, a_day, noon):
        tournament = by_plan.tournament
        schedule_changes.write(tournament, a_day, by="director", now=noon - MINUTE)
        tournament.rounds.create(number=2, state="published")
        late = {"started_at": noon, "ended_at": noon + 130 * MINUTE, "starts_at": None}
        Round.objects.filter(pk=by_plan.pk).update(state="closed", **late)
        now = noon + 135 * MINUTE
        arranged = round_clock.arrange_start(tournament, now=now)
        lines = {line.item.number: line for line in lines_now(tournament, now)}
        assert arranged.starts_at == lines[2].expected.start
        assert arranged.starts_at > noon + 180 * MINUTE


class TestReality:
    def starts(self, tournament, now) -> list[datetime]:
        return [line.expected.start for line in lines_now(tournament, now)]

    def test_a_late_start_and_an_extension_push_the_rest(
        self, planned, seated_round, noon
    ):
        begun = round_clock.start(seated_round.pk, by="director", now=noon + 5 * MINUTE)
        assert self.starts(planned, noon + 10 * MINUTE) == [
            noon + 5 * MINUTE,
            noon + 115 * MINUTE,
            noon + 180 * MINUTE,
        ]
        extra_time.extend(
            begun.pk, minutes=30, by="d", reason="fire", now=noon + 10 * MINUTE
        )
        assert self.starts(planned, noon + 10 * MINUTE) == [
            noon + 5 * MINUTE,
            noon + 145 * MINUTE,
            noon + 195 * MINUTE,
        ]

    def test_a_pause_pushes_while_it_lasts(self, planned, running_round, noon):
        round_clock.pause(running_round.pk, by="director", now=noon + 50 * MINUTE)
        lines = lines_now(planned, noon + 90 * MINUTE)
        assert lines[2].expected.minutes_late == 20

    def test_a_round_closed_early_is_over_and_pushes_nothing(
        self, planned, running_round, noon
    ):
        end_and_close_round.close(
            running_round.pk, by="d", reason="over", now=noon + 60 * MINUTE
        )
        lines = lines_now(planned, noon + 70 * MINUTE)
        assert lines[0].is_over
        assert [line.is_late for line in lines] == [False] * 3

    @pytest.mark.parametrize("way", ["finished_at", "archived_at"])
    def test_a_round_that_nobody_played_is_not_expected_for_ever(
        self, planned, running_round, noon, way
    ):
        end_and_close_round.close(
            running_round.pk, by="d", reason="over", now=noon + 60 * MINUTE
        )
        now = noon + 600 * MINUTE
        assert self.starts(planned, now)[2] == now
        setattr(planned, way, now)
        played, lunch = lines_now(planned, now)
        assert (played.item.number, lunch.item.number) == (1, None)
        assert played.is_over
        assert lunch.is_over

    def test_what_the_plan_gives_beyond_the_clock_follows_the_gong(
        self, tournament, running_round, noon
    ):
        items = [round_at(1, noon, 120), round_at(2, noon + 120 * MINUTE)]
        schedule_changes.write(tournament, items, by="director", now=noon)
        extra_time.extend(running_round.pk, minutes=7, by="d", reason="r", now=noon)
        assert self.starts(tournament, noon)[1] == noon + 127 * MINUTE


class TestMaking:
    PATTERN = Pattern(
        rounds=7,
        rounds_a_day=4,
        first_day=date(2026, 10, 24),
        first_start=time(10, 0),
        minutes=110,
        gap=10,
        break_after=2,
        break_minutes=60,
        break_title="Lunch",
    )

    def test_days_begin_at_the_same_time_of_the_place_also_when_summer_ends(self):
        items = list(made(self.PATTERN, COPENHAGEN))
        told = [
            (
                item.number or item.title,
                item.start.astimezone(COPENHAGEN).strftime("%d %H:%M"),
            )
            for item in items
        ]
        assert told == [
            (1, "24 10:00"),
            (2, "24 12:00"),
            ("Lunch", "24 13:50"),
            (3, "24 14:50"),
            (4, "24 16:50"),
            (5, "25 10:00"),
            (6, "25 12:00"),
            ("Lunch", "25 13:50"),
            (7, "25 14:50"),
        ]
        assert items[5].start - items[0].start == timedelta(hours=25)

    @given(
        rounds=st.integers(1, 20),
        rounds_a_day=st.integers(1, 6),
        gap=st.integers(0, 30),
        break_after=st.integers(0, 6),
    )
    def test_what_is_made_is_a_plan(self, rounds, rounds_a_day, gap, break_after):
        items = list(
            made(
                Pattern(
                    rounds,
                    rounds_a_day,
                    date(2026, 5, 2),
                    time(9),
                    120,
                    gap,
                    break_after,
                    45,
                    "Lunch",
                ),
                COPENHAGEN,
            )
        )
        assert list(schedule_changes.faults_of(items)) == []
        numbers = [item.number for item in items if item.number]
        assert numbers == list(range(1, rounds + 1))


class TestTimeZone:
    def test_ten_o_clock_stays_ten_o_clock(self, planned, noon):
        choose_time_zone(planned, "Asia/Tokyo", by="director", now=noon)
        first = planned.day_plan.first()
        assert first.start.astimezone(planned.zone).strftime("%H:%M") == "12:00"
        assert planned.log.filter(kind="time_zone_chosen").exists()

    def test_an_unknown_zone_is_refused(self, planned, noon):
        with pytest.raises(Refused) as caught:
            choose_time_zone(planned, "Mars/Olympus", by="d", now=noon)
        assert codes(caught) == [("unknown_zone", "time_zone")]

    def test_pages_and_streams_tell_the_time_of_the_event(
        self, planned, client, director_client, noon
    ):
        choose_time_zone(planned, "Asia/Tokyo", by="director", now=noon)
        LogEvent.objects.create(
            tournament=planned, revision=9999, at=noon, by="d", kind="shown"
        )
        log = director_client.get(page("log", planned.slug))
        assert says(log, "1 May 2026, 21:00:00")
        public = reverse("public:plan", args=[planned.slug])
        assert says(client.get(public), "Time zone: Asia/Tokyo.")
        planned.refresh_from_db()
        topic = live_topics.Topic("plan", planned.pk, (), "en")
        [made] = live_topics.rendered([topic])
        assert "12:00" in made.html


class TestDirectorsPage:
    @pytest.fixture
    def address(self, tournament) -> str:
        return page("plan", tournament.slug)

    def post(self, client, address, *lines, **more):
        """Post a schedule.

        Each line is (kind, start, minutes, title, minimum minutes). Return the
        response.
        """
        names = ("what", "start", "minutes", "title", "least_minutes")
        data = {
            "line-TOTAL_FORMS": len(lines),
            "line-INITIAL_FORMS": 0,
            "seen": schedule_changes.mark_of(()),
        } | more
        for place, line in enumerate(lines):
            for name, value in zip(names, line, strict=False):
                data[f"line-{place}-{name}"] = value
        return client.post(address, data)

    def test_a_plan_is_typed_and_shown_to_be_changed(
        self, director_client, address, tournament
    ):
        choose_time_zone(tournament, "Europe/Copenhagen", by="d", now=datetime.now(UTC))
        response = self.post(
            director_client,
            address,
            ("2", "2026-05-02T14:00", "110"),
            ("1", "2026-05-02T10:00", "110"),
            ("break", "2026-05-02T12:00", "60", "Lunch", "30"),
            ("", "", ""),
        )
        assert response.status_code == 302
        items = schedule_changes.items_of(tournament)
        assert [item.number or item.title for item in items] == [1, "Lunch", 2]
        assert items[0].start == datetime(2026, 5, 2, 8, tzinfo=UTC)
        shown = text_of(director_client.get(address))
        assert 'value="2026-05-02T10:00"' in shown

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            (("break", "2026-05-02T10:00", "60", ""), "Enter a name."),
            (("1", "soon", "60"), "Enter a valid date/time."),
            (("1", "2026-05-02T10:00", "0"), "greater than or equal to 1"),
            (("99", "2026-05-02T10:00", "60"), "not one of the available choices"),
            (
                ("break", "2026-05-02T10:00", "60", "Lunch", "60"),
                "The minimum minutes must be less than the minutes of the break.",
            ),
        ],
    )
    def test_what_cannot_be_says_so_beside_its_line(
        self, director_client, address, tournament, line, sentence
    ):
        response = self.post(director_client, address, line)
        assert response.status_code == 422
        assert says(response, sentence)
        assert not tournament.day_plan.exists()

    def test_a_round_without_minutes_has_those_of_the_tournament(
        self, director_client, address, tournament
    ):
        lines = ("1", "2026-05-02T10:00", ""), ("break", "2026-05-02T12:00", "", "Tea")
        response = self.post(director_client, address, *lines)
        assert says(response, "Enter the minutes.")
        assert self.post(director_client, address, lines[0]).status_code == 302
        [item] = schedule_changes.items_of(tournament)
        assert item.minutes == tournament.minutes

    def test_a_new_schedule_starts_on_the_first_day(
        self, director_client, address, tournament
    ):
        assert director_client.get(address).context["pattern"]["first_day"].value() is (
            None
        )
        description_and_logo.describe(
            tournament,
            {"starts_on": date(2026, 5, 2)},
            title=tournament.title,
            by="director",
        )
        assert 'value="2026-05-02"' in director_client.get(address).content.decode()

    def test_an_hour_that_does_not_exist_is_told(
        self, director_client, address, tournament
    ):
        choose_time_zone(tournament, "Europe/Copenhagen", by="d", now=datetime.now(UTC))
        response = self.post(director_client, address, ("1", "2026-03-29T02:30", "60"))
        assert response.status_code == 422

    def test_refusals_of_the_whole_plan(self, director_client, address):
        twice = ("1", "2026-05-02T10:00", "60"), ("2", "2026-05-02T10:30", "60")
        response = self.post(director_client, address, *twice)
        assert says(response, "This starts before the previous item ends.")
        response = self.post(director_client, address, twice[0], seen="another")
        assert says(response, "The schedule has changed. Reload the page.")
        assert director_client.post(address, {}).status_code == 422

    def test_lines_can_be_taken_out(self, director_client, planned, address, a_day):
        response = self.post(
            director_client,
            address,
            ("1", "2026-05-01T12:00", "100"),
            ("2", "2026-05-01T15:00", "100"),
            seen=schedule_changes.mark_of(a_day),
            **{"line-1-DELETE": "on"},
        )
        assert response.status_code == 302
        assert [item.number for item in schedule_changes.items_of(planned)] == [1]

    def test_a_new_plan_is_made_above_its_lines(self, director_client, address):
        text = director_client.get(address).content.decode()
        assert text.index("Create a new schedule") < text.index("Line 1")

    def test_a_plan_is_made_from_a_few_numbers(
        self, director_client, tournament, address
    ):
        values = {
            "first_day": "2026-05-02",
            "first_start": "10:00",
            "rounds_a_day": 3,
            "minutes": 110,
            "gap": 10,
            "break_after": 2,
            "break_minutes": 60,
        }
        data = {f"new-{name}": value for name, value in values.items()}
        made_at = page("plan_make", tournament.slug)
        seen = {"seen": schedule_changes.mark_of(())}
        assert director_client.post(made_at, data | seen).status_code == 302
        titles = [str(item) for item in tournament.day_plan.all()]
        assert titles == ["Round 1", "Round 2", "Lunch", "Round 3"]
        again = director_client.post(made_at, data | seen)
        assert says(again, "The schedule has changed. Reload the page.")
        assert director_client.get(made_at).status_code == 302

    def make(self, client, tournament, **changes) -> str:
        """Make a schedule of 3 rounds from 2 May, and return the text of the page."""
        values = {
            "first_day": "2026-05-02",
            "first_start": "10:00",
            "rounds_a_day": 2,
            "minutes": 110,
            "gap": 10,
            "break_after": 0,
            "break_minutes": 60,
        }
        data = {f"new-{name}": value for name, value in (values | changes).items()}
        items = schedule_changes.items_of(tournament)
        data["seen"] = schedule_changes.mark_of(items)
        made_at = page("plan_make", tournament.slug)
        return text_of(client.post(made_at, data, follow=True))

    @pytest.mark.parametrize(
        ("days", "rounds_a_day", "filled"),
        [
            ((None, None), 2, (2, 3)),
            ((None, None), 3, (2, None)),
            ((1, None), 2, (1, 3)),
            ((2, 2), 2, (2, 2)),
            ((9, None), 2, (9, None)),
        ],
    )
    def test_a_new_schedule_fills_empty_days_of_the_tournament(
        self, director_client, tournament, days, rounds_a_day, filled
    ):
        tournament.time_zone = "Asia/Tokyo"
        tournament.save()
        first, last = [day and date(2026, 5, day) for day in days]
        values = {"starts_on": first, "ends_on": last}
        description_and_logo.describe(tournament, values, by="director")
        logged = tournament.log.filter(kind="described").count()
        text = self.make(director_client, tournament, rounds_a_day=rounds_a_day)
        expected = tuple(day and date(2026, 5, day) for day in filled)
        days_said = " ".join(days_in_words(*expected).split())
        words = f"Dates of the tournament: {days_said}."
        assert (words in text) == (filled != days)
        description = description_and_logo.description_of(tournament)
        assert (description.starts_on, description.ends_on) == expected
        more = tournament.log.filter(kind="described").count() - logged
        assert more == (filled != days)

    def test_a_refused_schedule_fills_no_day(self, director_client, tournament):
        assert "previous item ends" in self.make(
            director_client, tournament, minutes=1440
        )
        assert description_and_logo.description_of(tournament).starts_on is None

    def test_only_the_first_typed_schedule_fills_days(
        self, director_client, address, tournament
    ):
        self.post(director_client, address, ("1", "2026-05-02T10:00", "90"))
        found = description_and_logo.description_of(tournament)
        assert found.starts_on == date(2026, 5, 2)
        description_and_logo.describe(tournament, {"starts_on": None}, by="director")
        seen = schedule_changes.mark_of(schedule_changes.items_of(tournament))
        line = ("1", "2026-05-03T10:00", "90")
        assert self.post(director_client, address, line, seen=seen).status_code == 302
        assert description_and_logo.description_of(tournament).starts_on is None

    def test_the_settings_of_the_start_are_linked(
        self, director_client, address, tournament
    ):
        settings = page("settings", tournament.slug)
        assert f'href="{settings}#start-mode"' in text_of(director_client.get(address))
        assert 'id="start-mode"' in text_of(director_client.get(settings))

    def test_rounds_longer_than_a_day_are_refused_with_a_sentence(
        self, director_client, tournament
    ):
        values = {
            "first_day": "2026-05-02",
            "first_start": "10:00",
            "rounds_a_day": 2,
            "minutes": 1440,
            "gap": 0,
            "break_after": 0,
            "break_minutes": 60,
        }
        data = {f"new-{name}": value for name, value in values.items()}
        data["seen"] = schedule_changes.mark_of(())
        response = director_client.post(page("plan_make", tournament.slug), data)
        assert response.status_code == 422
        assert says(response, "This starts before the previous item ends.")

    def test_a_country_with_other_zones_is_noticed(
        self, director_client, tournament, settings
    ):
        settings.TIME_ZONE = tournament.time_zone = "Europe/Berlin"
        tournament.save()
        pages = page("plan", tournament.slug), page("event", tournament.slug)

        def notices(country: str) -> list[bool]:
            description_and_logo.describe(
                tournament, {"country": country}, title=tournament.title, by="director"
            )
            notice = f"The tournament is in {country}, but its time zone is"
            return [says(director_client.get(one), notice) for one in pages]

        for country in ("Germany", "Denmark", "Atlantis", ""):
            assert notices(country) == [False, False]
        assert notices("Japan") == [True, True]
        tournament.time_zone = "Asia/Tokyo"
        tournament.save()
        assert notices("Japan") == [False, False]

    def test_the_zone_is_chosen(self, director_client, tournament):
        address = page("plan_zone", tournament.slug)
        good = director_client.post(address, {"time_zone": "Europe/Oslo"})
        assert good.status_code == 302
        tournament.refresh_from_db()
        assert tournament.time_zone == "Europe/Oslo"
        bad = director_client.post(address, {"time_zone": "Mars/Olympus"})
        assert bad.status_code == 422


class TestPublicPage:
    def test_it_tells_planned_and_expected_times_and_what_is_now(
        self, planned, seated_round, client, noon
    ):
        round_clock.start(seated_round.pk, by="director", now=noon + 32 * MINUTE)
        with time_machine.travel(noon + 40 * MINUTE, tick=False):
            response = client.get(reverse("public:plan", args=[planned.slug]))
        assert says(response, "About 32 minutes late.")
        assert says(response, "expected at 14:22")
        assert text_of(response).count("Now") == 1

    @pytest.mark.parametrize(
        ("days", "round_1", "round_2"),
        [(1, "Sunday 3 May", "Sunday 3 May"), (-1, "Friday 1 May", "")],
    )
    def test_another_day_than_planned_is_shown(
        self, tournament, seated_round, client, days, round_1, round_2
    ):
        noon = datetime(2026, 5, 2, 12, tzinfo=UTC)
        items = [round_at(1, noon), round_at(2, noon + 180 * MINUTE)]
        schedule_changes.write(tournament, items, by="director", now=noon)
        started = noon + timedelta(days=days, hours=2)
        round_clock.start(seated_round.pk, by="director", now=started)
        with time_machine.travel(started + 10 * MINUTE, tick=False):
            shown = client.get(reverse("public:plan", args=[tournament.slug]))
            home = client.get(reverse("public:tournament", args=[tournament.slug]))
        assert says(shown, f"started on {round_1} at 14:00")
        assert not re.search(r"\+\d+ min", text_of(home))
        assert says(shown, f"expected on {round_2} at ") == bool(round_2)
        assert "late" not in text_of(shown)

    def test_what_is_over_comes_last(self, tournament, client, noon):
        lunches = [lunch_at(noon + hour * 60 * MINUTE, 30) for hour in (0, 3)]
        schedule_changes.write(tournament, lunches, by="director", now=noon)
        address = reverse("public:plan", args=[tournament.slug])
        with time_machine.travel(noon + 60 * MINUTE, tick=False):
            shown = text_of(client.get(address))
        planned = re.findall(r'class="planned" datetime="[^T]+T(\d\d)', shown)
        assert planned == [f"{(noon.hour + hour) % 24:02}" for hour in (3, 0)]

    def test_it_costs_the_same_for_a_long_plan(self, planned, client, noon):
        address = reverse("public:plan", args=[planned.slug])
        short = count_queries(client, address)
        long = [lunch_at(noon + 60 * n * MINUTE, 30) for n in range(100)]
        schedule_changes.write(planned, long, by="director", now=noon)
        assert count_queries(client, address) == short

    def test_the_way_to_it_is_there_when_a_plan_is(self, tournament, client, a_day):
        standings = reverse("public:tournament", args=[tournament.slug])
        address = reverse("public:plan", args=[tournament.slug])
        assert address not in text_of(client.get(standings))
        assert says(client.get(address), "No schedule yet.")
        schedule_changes.write(tournament, a_day, by="d", now=a_day[0].start)
        assert address in text_of(client.get(standings))

    def test_the_hall_is_told_what_comes_next(self, planned, seated_round, client):
        with time_machine.travel(seated_round.tournament.day_plan.first().start):
            address = reverse(
                "hall:seats_by_key", args=[planned.slug, planned.hall_key]
            )
            assert says(client.get(address), "<b>Round 1</b>")


def test_a_plan_reads_the_same_to_a_second_tournament(planned, director, noon):
    plan = create_and_change_tournament.Plan("Other", "mcr", 3, 100, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)
    items = schedule_changes.items_of(planned)
    schedule_changes.write(other, items, by="director", now=noon)
    assert schedule_changes.items_of(other) == items
