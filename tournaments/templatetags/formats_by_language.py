"""Template filters for dates and lists, available without `{% load %}`. The filter
`date` replaces Django's filter."""

from __future__ import annotations

from datetime import date

from django import template
from django.utils.dateformat import format as machine_format

from tournaments.reader_locale import clause_comma, colon, comma, full_stop
from tournaments.rule_texts import worded_for
from tournaments.tournament_time.dates_in_words import (
    date_in_words,
    day_of_month,
    days_in_words,
    short_weekday_and_day,
    weekday_and_day,
)
from tournaments.web.list_wording import joined_with_commas

register = template.Library()
register.filter(weekday_and_day, expects_localtime=True)
register.filter(short_weekday_and_day, expects_localtime=True)
register.filter(day_of_month, expects_localtime=True)
register.filter(days_in_words)
register.filter(joined_with_commas)
register.simple_tag(comma)
register.simple_tag(clause_comma)
register.simple_tag(colon)
register.simple_tag(full_stop)
#: Extracted for translation; see tools/catalogues/extraction.py.
register.simple_tag(worded_for, name="worded")


@register.filter("date", expects_localtime=True)
def date_filter(at: date | str | None, form: str) -> str:
    """Return a date in a named format such as DATE_FORMAT, in the active language.
    Return "" if there is no date.

    Formats that consist of letters, such as `c`, are for programs and do not depend on
    the language.
    """
    if not at or isinstance(at, str):
        return ""
    if form.endswith("_FORMAT"):
        return date_in_words(at, form)
    return machine_format(at, form)
