"""Local times and the moments they stand for, in places with clock changes."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tournaments.refusals import Refused, sentence
from tournaments.tournament_time.local_times import (
    Move,
    Which,
    local_time,
    moment_of,
    moments_of,
)
from tournaments.tournament_time.time_zone_and_years import zone_names
from tournaments.web.local_time_field import LocalTime, LocalTimeField

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"
LORD_HOWE, APIA = "Australia/Lord_Howe", "Pacific/Apia"
KATHMANDU = "Asia/Kathmandu"


def read(text: str) -> datetime:
    return datetime.fromisoformat(text)


def refused(local: str, zone: str) -> str:
    with pytest.raises(Refused) as caught:
        moment_of(read(local), ZoneInfo(zone), field="at", choice_field="which")
    [fault] = caught.value.faults
    assert fault.field == {"no_such_time": "at", "happens_twice": "which"}[fault.code]
    return sentence(fault)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("zone", "local", "moments"),
    [
        (BERLIN, "2027-03-28T01:59", ["00:59"]),
        (BERLIN, "2027-03-28T02:00", []),
        (BERLIN, "2027-03-28T02:59", []),
        (BERLIN, "2027-03-28T03:00", ["01:00"]),
        (BERLIN, "2029-03-25T02:00", []),
        (BERLIN, "2026-10-25T01:59", ["23:59"]),
        (BERLIN, "2026-10-25T02:00", ["00:00", "01:00"]),
        (BERLIN, "2026-10-25T02:59", ["00:59", "01:59"]),
        (BERLIN, "2026-10-25T03:00", ["02:00"]),
        (NEW_YORK, "2027-03-14T02:30", []),
        (NEW_YORK, "2026-11-01T01:30", ["05:30", "06:30"]),
        (LORD_HOWE, "2026-10-04T02:00", []),
        (LORD_HOWE, "2026-10-04T02:29", []),
        (LORD_HOWE, "2026-10-04T02:30", ["15:30"]),
        (LORD_HOWE, "2027-04-04T01:30", ["14:30", "15:00"]),
        (LORD_HOWE, "2027-04-04T02:00", ["15:30"]),
        (APIA, "2011-12-29T23:59", ["09:59"]),
        (APIA, "2011-12-30T12:00", []),
        (APIA, "2011-12-31T00:00", ["10:00"]),
        (KATHMANDU, "2026-10-25T02:30", ["20:45"]),
        ("UTC", "2026-10-25T02:30", ["02:30"]),
    ],
)
def test_a_local_time_means_no_moment_or_one_or_two(zone, local, moments):
    found = moments_of(read(local), ZoneInfo(zone))
    assert [f"{moment:%H:%M}" for moment in found] == moments
    assert all(moment.tzinfo is UTC for moment in found)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("zone", "local", "says"),
    [
        (
            BERLIN,
            "2027-03-28T02:30",
            "02:30 on 28 March 2027 does not exist in Europe/Berlin: the clocks change "
            "from 02:00 to 03:00. The nearest times are 01:59 and 03:00.",
        ),
        (
            BERLIN,
            "2026-10-25T02:30",
            "02:30 on 25 October 2026 happens twice in Europe/Berlin: the clocks "
            "change from 03:00 to 02:00. Choose the first or the second.",
        ),
        (
            NEW_YORK,
            "2026-11-01T01:30",
            "01:30 on 1 November 2026 happens twice in America/New_York: the clocks "
            "change from 02:00 to 01:00. Choose the first or the second.",
        ),
        (
            LORD_HOWE,
            "2026-10-04T02:10",
            "02:10 on 4 October 2026 does not exist in Australia/Lord_Howe: the clocks "
            "change from 02:00 to 02:30. The nearest times are 01:59 and 02:30.",
        ),
        (
            APIA,
            "2011-12-30T10:00",
            "10:00 on 30 December 2011 does not exist in Pacific/Apia: the clocks "
            "change from 00:00 to 31 Dec 2011, 00:00. The nearest times are "
            "29 Dec 2011, 23:59 and 31 Dec 2011, 00:00.",
        ),
    ],
)
def test_what_is_refused_names_the_change_and_the_nearest_times(zone, local, says):
    assert refused(local, zone) == says


def test_of_two_moments_the_one_that_is_chosen():
    first, second = (
        moment_of(read("2026-10-25T02:30"), ZoneInfo(BERLIN), which) for which in Which
    )
    assert second - first == timedelta(hours=1)
    # If only one moment exists, an old choice in the form has no effect.
    at = read("2026-10-26T02:30")
    assert moment_of(at, ZoneInfo(BERLIN), "second") == moment_of(at, ZoneInfo(BERLIN))


@given(
    moment=st.datetimes(read("1990-01-01"), read("2037-01-01")),
    zone=st.sampled_from(zone_names()),
)
def test_every_moment_is_one_of_those_of_its_local_time(moment, zone):
    moment, place = moment.replace(tzinfo=UTC), ZoneInfo(zone)
    moments = moments_of(local_time(moment, place), place)
    assert moment in moments
    # The value that a form shows is read as the same moment.
    with timezone.override(place):
        field = LocalTimeField()
        whole = moment.replace(microsecond=0)
        assert field.clean(field.prepare_value(whole)) == whole


@given(
    local=st.datetimes(),
    zone=st.sampled_from(zone_names()),
    which=st.sampled_from(["", *Which]),
)
def test_no_date_in_no_zone_fails_without_a_sentence(local, zone, which):
    field, typed = LocalTimeField(), LocalTime(local.isoformat(), which)
    with timezone.override(zone):
        with suppress(ValidationError):
            assert local_time(field.clean(typed), ZoneInfo(zone)) == local
        assert field.widget.render("at", field.prepare_value(typed))


class TestMove:
    """A move to another zone at the same local time."""

    def moved(self, moment: str, before: str, after: str, **more) -> str:
        move = Move(ZoneInfo(before), ZoneInfo(after), "at", **more)
        return move.moved(datetime.fromisoformat(moment)).isoformat()

    def test_ten_o_clock_stays_ten_o_clock(self):
        there = self.moved("2026-05-01T10:00+00:00", "UTC", KATHMANDU)
        assert there == "2026-05-01T04:15:00+00:00"

    def test_the_second_of_two_stays_the_second(self):
        second = "2026-10-25T01:30:00+00:00"
        assert self.moved(second, BERLIN, "Europe/Rome") == second

    def test_to_another_day_it_keeps_its_time(self):
        week = {"later": timedelta(days=7)}
        there = self.moved("2026-10-20T08:00+00:00", BERLIN, BERLIN, **week)
        assert there == "2026-10-27T09:00:00+00:00"

    def test_two_moments_are_asked_about(self):
        with pytest.raises(Refused):
            self.moved("2026-10-25T02:30+00:00", "UTC", BERLIN)
        there = self.moved("2026-10-25T02:30+00:00", "UTC", BERLIN, choice="second")
        assert there == "2026-10-25T01:30:00+00:00"


class TestField:
    @pytest.fixture(autouse=True)
    def in_berlin(self):
        with timezone.override(BERLIN):
            yield

    def shown(self, value: LocalTime | datetime | None) -> str:
        field = LocalTimeField()
        return field.widget.render("at", field.prepare_value(value))

    @pytest.mark.parametrize("text", ["", "  "])
    def test_nothing_is_nothing(self, text):
        assert LocalTimeField(required=False).clean(LocalTime(text)) is None

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("soon", "invalid"),
            ("2026-02-30T10:00", "invalid"),
            ("0001-01-01T00:00", "other_year"),
            ("9999-12-31T23:59", "other_year"),
            ("2027-03-28T02:30", "no_such_time"),
            ("2026-10-25T02:30", "happens_twice"),
        ],
    )
    def test_what_is_no_moment_is_refused(self, text, code):
        with pytest.raises(ValidationError) as caught:
            LocalTimeField().clean(LocalTime(text, "neither"))
        assert caught.value.error_list[0].code == code
        assert f'value="{text}"' in self.shown(LocalTime(text))

    def test_a_time_with_its_zone_is_that_moment(self):
        at = LocalTimeField().clean(LocalTime("2026-10-25T02:30+05:45"))
        assert at == datetime(2026, 10, 24, 20, 45, tzinfo=UTC)

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        ("value", "choice"),
        [
            (None, None),
            (datetime(2026, 10, 26, 2, 30, tzinfo=UTC), None),
            (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "first"),
            (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "second"),
            (LocalTime("2026-10-25T02:30"), ""),
            (LocalTime("10/25/2026 02:30", "second"), "second"),
            (LocalTime("2026-10-26T02:30", "second"), None),
        ],
    )
    def test_the_choice_stands_beside_a_time_that_happens_twice(self, value, choice):
        shown = self.shown(value)
        assert ('name="at_which"' in shown) is (choice is not None)
        if choice is not None:
            assert f'<option value="{choice}" selected>' in shown
            assert "Second 02:30 (CET)" in shown

    def test_seconds_are_shown_where_there_are_any(self):
        at = datetime(2026, 5, 1, 10, 0, 30, tzinfo=UTC)
        assert 'value="2026-05-01T12:00:30"' in self.shown(at)
