"""Write dates and times in the format of the reader's language, from the Unicode CLDR.
Times use the 24-hour clock. Django's names of months and weekdays are not used, because
they have capital letters even in languages that write these names with small letters.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from babel import Locale
from babel.dates import (
    get_date_format,
    get_datetime_format,
    parse_pattern,
    tokenize_pattern,
    untokenize_pattern,
)
from django.utils import timezone

from tournaments.reader_locale import reader_locale

#: Ending of the number of the first day of a month, in languages that write an ordinal
#: number for this day only. The CLDR does not contain these endings.
FIRST = {"fr": "er", "it": "º", "pt": "º"}
#: The day of a month without a leading 0, in a pattern of the CLDR. The word “de” of
#: Portuguese is quoted in the patterns.
_DAY = re.compile(r"(?<![d'])d(?![de])")
TIME, SECONDS = "HH:mm", "HH:mm:ss"


def date_in_words(at: date, form: str) -> str:
    """Return a date or time in the active language. `form` is the name of one of
    Django's formats, such as DATE_FORMAT. Raises KeyError for an unknown name."""
    return _applied(_pattern(reader_locale(), form), at)


def weekday_and_day(at: date) -> str:
    """Return a day such as "Friday 1 May", or "Friday, 1 May 2026" if it is not in the
    current year."""
    return _day(at, "MMMEd", in_full=True)


def short_weekday_and_day(at: date) -> str:
    """Return a day such as "Fri 1 May", or "Fri, 1 May 2026" if it is not in the
    current year."""
    return _day(at, "MMMEd", in_full=False)


def day_of_month(at: date) -> str:
    """Return a day such as "1 May", or "1 May 2026" if it is not in the current
    year."""
    return _day(at, "MMMd", in_full=True)


def days_in_words(first: date, last: date | None) -> str:
    """Return a day or a range of days: 1 May 2026, 1–3 May 2026, 30 April – 3 May 2026.
    If `last` is None, return one day."""
    if last is None or first == last:
        return date_in_words(first, "DATE_FORMAT")
    differs = "y" if first.year != last.year else "Md"[first.month == last.month]
    locale = reader_locale()
    formats = locale.interval_formats
    ends = (formats.get("yMMMMd") or formats["yMMMd"])[differs]
    return "".join(
        _applied(_in_full(locale, end), day)
        for end, day in zip(ends, (first, last), strict=True)
    )


def _day(at: date, skeleton: str, *, in_full: bool) -> str:
    """Return a day as text. The year is added if it is not the current year."""
    year = "" if at.year == timezone.localdate().year else "y"
    locale = reader_locale()
    pattern = _of_skeleton(locale, year + skeleton, in_full=in_full)
    return _applied(pattern, at)


def _applied(pattern: str, at: date) -> str:
    """Return a date in the active language by the CLDR's pattern."""
    locale = reader_locale()
    if at.day == 1 and locale.language in FIRST:
        pattern = _DAY.sub(f"d'{FIRST[locale.language]}'", pattern)
    return str(parse_pattern(pattern).apply(at, locale))


@lru_cache(256)
def _pattern(locale: Locale, form: str) -> str:
    day = {
        "DATE_FORMAT": get_date_format("long", locale).pattern,
        "DATETIME_FORMAT": get_date_format("long", locale).pattern,
        "SHORT_DATE_FORMAT": get_date_format("medium", locale).pattern,
        "SHORT_DATETIME_FORMAT": get_date_format("medium", locale).pattern,
        "MONTH_DAY_FORMAT": _of_skeleton(locale, "MMMd", in_full=True),
        "TIME_FORMAT": TIME,
        "SECONDS_FORMAT": SECONDS,
    }[form]
    if not form.endswith("DATETIME_FORMAT"):
        return day
    return str(get_datetime_format("medium", locale)).format(TIME, day)


@lru_cache(256)
def _of_skeleton(locale: Locale, skeleton: str, *, in_full: bool) -> str:
    """Return the pattern of the CLDR for the parts in `skeleton`.

    If `in_full` is True, the pattern has full names of months and weekdays. If the CLDR
    has no such pattern, use a pattern with short names and lengthen the names, as the
    CLDR specifies.
    """
    known = locale.datetime_skeletons
    if not in_full:
        return str(known[skeleton].pattern)
    months, days = ("MMM", "MMMM"), ("E", "EEEE")
    wider = (
        skeleton.replace(*months).replace(*days),
        skeleton.replace(*days),
        skeleton.replace(*months),
        skeleton,
    )
    pattern = next(known[name].pattern for name in wider if name in known)
    return _in_full(locale, pattern)


def _in_full(locale: Locale, pattern: str) -> str:
    """Return the pattern with full names of months and weekdays, and with days without
    a leading zero.

    If long dates use numbers for months, as in Chinese (9月1日), the months do not
    change.
    """
    names = "MMMM" in get_date_format("long", locale).pattern
    tokens: list[tuple[str, str | tuple[str, int]]] = []
    for kind, value in tokenize_pattern(pattern):
        if isinstance(value, tuple):
            letter, width = value
            if letter in "Ec" or (letter in "ML" and width == 3 and names):
                width = 4
            elif letter == "d":
                width = 1
            tokens.append((kind, (letter, width)))
        else:
            tokens.append((kind, value))
    return str(untokenize_pattern(tokens))
