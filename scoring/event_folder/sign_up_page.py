"""What the page of registration says: the key `registration` of event.json."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.reading import Reader
from scoring.event_folder.layout import REGISTRATION
from scoring.event_folder.line_columns import read_time, write_time
from tournaments.event_time.years import YEARS, is_in_years
from tournaments.models import Tournament
from tournaments.people.sign_up.page import LONGEST, MOST_PLACES, SAID, page_of

TIMES = ("opens_at", "closes_at")
PLACES = "places"
#: Whether it takes anybody is a matter of the day, and begins with no.
KEPT = tuple(name for name in SAID if name != "is_on")

SignUpPageSaid = Mapping[str, object]


def written_sign_up_page(tournament: Tournament) -> dict[str, object]:
    """What it says, without what it does not say."""
    page = page_of(tournament)
    said = ((name, getattr(page, name)) for name in KEPT)
    return {
        name: write_time(value) if isinstance(value, datetime) else value
        for name, value in said
        if value
    }


def read_sign_up_page(given: object) -> SignUpPageSaid:
    """What is said, by the names of `SignUpPage`, or nothing; raises RuleError with
    every fault."""
    if not isinstance(given, dict):
        message = _("Give an object with named values.")
        raise RuleError(Fault("not_a_group", message, REGISTRATION))
    if not given:
        return {}
    reader = Reader(given)
    said = {name: _value(reader, name, given) for name in KEPT}
    for name in given.keys() - set(KEPT):
        message = _("“%(name)s” is not known; known are %(known)s.")
        reader.fault("unknown", message, name, name=name, known=", ".join(KEPT))
    if reader.faults:
        raise RuleError(*reader.faults)
    return said


def _value(reader: Reader, name: str, given: Mapping[str, Any]) -> object:
    value = given.get(name)
    if name == PLACES:
        if value is None:
            return None
        return reader.integer(name, low=1, high=MOST_PLACES)
    if name in TIMES:
        at = read_time(value)
        if value is not None and at is None:
            message = _("Give a time with its zone, as 2026-05-02T10:30:00+00:00.")
            reader.fault("not_a_time", message, name)
        if at and not is_in_years(at):
            message = _("Give a year from %(first)s to %(last)s.")
            first, last = YEARS[0], YEARS[-1]
            reader.fault("other_year", message, name, first=first, last=last)
        return at
    longest = LONGEST[name]
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > longest:
        message = _("Give a text of at most %(longest)s characters.")
        reader.fault("not_a_text", message, name, longest=longest)
        return ""
    return value.strip()
