"""Readers of values that occur in several parts of event.json: texts, days and
criteria.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.strict_reader import Reader
from rules.translation_marks import listed
from scoring.standings.criteria_and_tie_breaks import MEASURES
from tournaments.tournament_time.time_zone_and_years import YEARS, is_in_years

LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}", re.ASCII)


def part(data: object, key: str) -> Reader:
    """Return a reader of the object under a key. Raises RuleError if the value is not
    an object."""
    if not isinstance(data, dict):
        message = _("Enter a JSON object with names and values.")
        raise RuleError(Fault("not_a_group", message, key))
    return Reader(data)


def text_in(
    reader: Reader, name: str, longest: int, *, may_be_empty: bool = True
) -> str:
    """Return a text without surrounding spaces.

    Adds a fault and returns "" for any other value, or for a text that is too long or
    must not be empty.
    """
    value = reader.take(name)
    text = value.strip() if isinstance(value, str) else None
    if text is not None and len(text) <= longest and (text or may_be_empty):
        return text
    message = _("Enter a text of at most %(longest)s characters.")
    reader.fault("not_a_text", message, name, longest=longest)
    return ""


def language_in(reader: Reader, name: str, others: Collection[str] = ()) -> str:
    """Return a language code or one of `others`.

    Adds a fault and returns "" for any other value. The installation may lack this
    language.
    """
    code = reader.take(name)
    if isinstance(code, str) and (code in others or LANGUAGE.fullmatch(code)):
        return code
    message = _("Enter a language code, such as “fr” or “zh-hans”.")
    reader.fault("not_a_language", message, name)
    return ""


def day(reader: Reader, name: str) -> date | None:
    """Return a day. Adds a fault and returns None for any other value."""
    value = reader.take(name)
    try:
        at = date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        reader.fault("not_a_date", _("Enter a date such as 2026-05-02."), name)
        return None
    refuse_other_years(reader, name, at)
    return at


def measures(reader: Reader, name: str) -> list[str]:
    """Return a list of criteria without repeats.

    Adds a fault and returns [] for any other value.
    """
    value = reader.take(name)
    keys = [str(key) for key in value] if isinstance(value, list) else []
    if 0 < len(keys) == len(MEASURES.keys() & keys):
        return keys
    message = _("Enter a list of criteria without repeats: %(known)s.")
    reader.fault("unknown_measure", message, name, known=listed(MEASURES))
    return []


def says(reader: Reader, name: str) -> bool:
    """Return whether the key `name` has a value other than null.

    A null is marked as read.
    """
    return reader.peek(name) is not None or reader.take(name) is not None


def refuse_other_years(reader: Reader, name: str, at: date) -> None:
    """Add a fault if the day or time is outside the years of tournaments."""
    if not is_in_years(at):
        message = _("Enter a year from %(first)s to %(last)s.")
        reader.fault("other_year", message, name, first=YEARS[0], last=YEARS[-1])
