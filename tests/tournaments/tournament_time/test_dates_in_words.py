"""Dates and times in each language. Dates in other years show the year."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.template import engines
from django.utils import translation

from tournaments.tournament_time.dates_in_words import (
    date_in_words,
    day_of_month,
    days_in_words,
    short_weekday_and_day,
    weekday_and_day,
)

AT = datetime(2026, 9, 1, 9, 5, 7, tzinfo=UTC)
FORMS = ("DATE_FORMAT", "MONTH_DAY_FORMAT", "SHORT_DATETIME_FORMAT", "SECONDS_FORMAT")
LANGUAGES = {
    "en": ("1 September 2026", "1 September", "1 Sept 2026, 09:05", "09:05:07"),
    "fr": ("1er septembre 2026", "1er septembre", "1er sept. 2026, 09:05", "09:05:07"),
    "de": ("1. September 2026", "1. September", "01.09.2026, 09:05", "09:05:07"),
    "es": (
        "1 de septiembre de 2026",
        "1 de septiembre",
        "1 sept 2026, 09:05",
        "09:05:07",
    ),
    "it": ("1º settembre 2026", "1º settembre", "1º set 2026, 09:05", "09:05:07"),
    "pl": ("1 września 2026", "1 września", "1 wrz 2026, 09:05", "09:05:07"),
    "ru": ("1 сентября 2026 г.", "1 сентября", "1 сент. 2026 г., 09:05", "09:05:07"),
    "nl": ("1 september 2026", "1 september", "1 sep 2026, 09:05", "09:05:07"),
    "pt-br": (
        "1º de setembro de 2026",
        "1º de setembro",
        "1º de set. de 2026 09:05",
        "09:05:07",
    ),
    "zh-hans": ("2026年9月1日", "9月1日", "2026年9月1日 09:05", "09:05:07"),
    "zh-hant": ("2026年9月1日", "9月1日", "2026年9月1日 09:05", "09:05:07"),
    "ja": ("2026年9月1日", "9月1日", "2026/09/01 09:05", "09:05:07"),
    "ko": ("2026년 9월 1일", "9월 1일", "2026. 9. 1. 09:05", "09:05:07"),
}
WEEKDAYS = {
    "en": ("Tuesday 1 September", "Tue 1 Sept", "Wednesday, 1 September 2027"),
    "fr": ("mardi 1er septembre", "mar. 1er sept.", "mercredi 1er septembre 2027"),
    "de": ("Dienstag, 1. September", "Di., 1. Sept.", "Mittwoch, 1. September 2027"),
    "es": (
        "martes, 1 de septiembre",
        "mar, 1 sept",
        "miércoles, 1 de septiembre de 2027",
    ),
    "it": ("martedì 1º settembre", "mar 1º set", "mercoledì 1º settembre 2027"),
    "pl": ("wtorek, 1 września", "wt., 1 wrz", "środa, 1 września 2027"),
    "ru": ("вторник, 1 сентября", "вт, 1 сент.", "среда, 1 сентября 2027 г."),
    "nl": ("dinsdag 1 september", "di 1 sep", "woensdag 1 september 2027"),
    "pt-br": (
        "terça-feira, 1º de setembro",
        "ter., 1º de set.",
        "quarta-feira, 1º de setembro de 2027",
    ),
    "zh-hans": ("9月1日星期二", "9月1日周二", "2027年9月1日星期三"),
    "zh-hant": ("9月1日星期二", "9月1日週二", "2027年9月1日 星期三"),
    "ja": ("9月1日火曜日", "9月1日(火)", "2027年9月1日水曜日"),
    "ko": ("9월 1일 화요일", "9월 1일 (화)", "2027년 9월 1일 수요일"),
}
RANGES = {
    "en": ("1 – 3 September 2026", "30 September – 2 October 2026"),
    "fr": ("1er–3 septembre 2026", "30 septembre – 2 octobre 2026"),
    "de": ("1.–3. September 2026", "30. September – 2. Oktober 2026"),
    "es": ("1–3 de septiembre de 2026", "30 de septiembre – 2 de octubre de 2026"),
    "it": ("1º–3 settembre 2026", "30 settembre – 2 ottobre 2026"),
    "pl": ("1–3 września 2026", "30 września – 2 października 2026"),
    "ru": ("1—3 сентября 2026 г.", "30 сентября — 2 октября 2026 г."),
    "nl": ("1–3 september 2026", "30 september – 2 oktober 2026"),
    "pt-br": ("1º – 3 de setembro de 2026", "30 de setembro – 2 de outubro de 2026"),
    "zh-hans": ("2026年9月1日 – 3日", "2026年9月30日 – 10月2日"),
    "zh-hant": ("2026年9月1日至3日", "2026年9月30日至10月2日"),
    "ja": ("2026年9月1日～3日", "2026年9月30日～10月2日"),
    "ko": ("2026년 9월 1일~3일", "2026년 9월 30일~10월 2일"),
}


def plain(text: str) -> str:
    """Return the text with single ordinary spaces."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_and_times_by_language(language):
    with translation.override(language):
        written = tuple(plain(date_in_words(AT, form)) for form in FORMS)
    assert written == LANGUAGES[language]


@pytest.mark.parametrize("language", WEEKDAYS)
@time_machine.travel(datetime(2026, 5, 1, 12, tzinfo=UTC))
def test_weekdays_by_language(language):
    with translation.override(language):
        written = weekday_and_day(AT), short_weekday_and_day(AT)
        later = weekday_and_day(date(2027, 9, 1))
    assert tuple(map(plain, (*written, later))) == WEEKDAYS[language]


@pytest.mark.parametrize("language", RANGES)
def test_ranges_of_days_by_language(language):
    first, second = date(2026, 9, 1), date(2026, 9, 30)
    with translation.override(language):
        written = (
            days_in_words(first, date(2026, 9, 3)),
            days_in_words(second, date(2026, 10, 2)),
        )
        one_day = days_in_words(first, first), days_in_words(first, None)
    assert tuple(map(plain, written)) == RANGES[language]
    assert set(map(plain, one_day)) == {LANGUAGES[language][0]}


@time_machine.travel(datetime(2026, 5, 1, 12, tzinfo=UTC))
def test_the_year_is_there_when_it_is_not_this_one():
    assert "2026" not in day_of_month(AT)
    assert "2027" in day_of_month(date(2027, 1, 8))
    assert short_weekday_and_day(date(2027, 1, 8)) == "Fri, 8 Jan 2027"


def test_templates_write_dates_by_language_and_programs_read_the_same_ones():
    template = engines["django"].from_string(
        '<time datetime="{{ at|date:"c" }}">{{ at|date:"DATE_FORMAT" }}</time>'
        '{{ nothing|date:"DATE_FORMAT" }}'
    )
    with translation.override("pl"):
        page = template.render({"at": date(2026, 5, 1), "nothing": None})
    assert page == '<time datetime="2026-05-01">1 maja 2026</time>'


def test_templates_join_lists_by_language():
    template = engines["django"].from_string(
        "{{ parts|joined_with_commas }} {% for one in parts %}{{ one }}"
        "{% if not forloop.last %}{% comma %}{% endif %}{% endfor %}"
    )
    with translation.override("ja"):
        assert template.render({"parts": ["A", 1]}) == "A、1 A、1"
    assert template.render({"parts": ["A", "<"]}) == "A, &lt; A, &lt;"
