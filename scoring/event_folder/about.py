"""What the event says of itself: the key `about` of event.json, and logo.png."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.reading import Reader
from scoring.event_folder.layout import ABOUT, LOGO
from scoring.event_folder.source import Files
from tournaments.event_time.years import YEARS, is_in_years
from tournaments.events.descriptions import IN_WORDS, description_of
from tournaments.events.logos import logo_of
from tournaments.files import logo_files
from tournaments.files.faults import FileFault
from tournaments.models import EventDescription, Tournament

DATES = ("starts_on", "ends_on")
LINK = "link"
#: A text that nobody reads to its end.
LONGEST_TEXT = 8000

LONGEST: Mapping[str, int] = {
    field.name: field.max_length
    for field in EventDescription._meta.concrete_fields
    if field.max_length
}

About = Mapping[str, object]


def read_about(given: object) -> About:
    """What is said, by the names of `EventDescription`; raises RuleError with every
    fault."""
    if not isinstance(given, dict):
        message = _("Give an object with named values.")
        raise RuleError(Fault("not_a_group", message, ABOUT))
    reader = _AboutReader(given)
    said = reader.said()
    if reader.faults:
        raise RuleError(*reader.faults)
    return said


def written_about(tournament: Tournament) -> dict[str, object]:
    """What it says, without what it does not say."""
    description = description_of(tournament)
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name in IN_WORDS
        if (value := getattr(description, name))
    }


def read_logo(files: Files) -> tuple[bytes, list[FileFault]]:
    """The logo as it is kept, b"" without one; and what is wrong with it."""
    if LOGO not in files:
        return b"", []
    try:
        return logo_of(files[LOGO]), []
    except RuleError as error:
        return b"", [
            FileFault(fault.code, fault.message, "", fault.params, LOGO)
            for fault in error.faults
        ]


def written_logo(tournament: Tournament) -> Files:
    """The file of the logo, if there is one."""
    content = logo_files.read(description_of(tournament).logo)
    return {LOGO: content} if content else {}


class _AboutReader(Reader):
    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self._given = values

    def said(self) -> dict[str, object]:
        """Everything that is given; only good if there is no fault."""
        for name in self._given.keys() - set(IN_WORDS):
            message = _("“%(name)s” is not known; known are %(known)s.")
            known = ", ".join(IN_WORDS)
            self.fault("unknown", message, name, name=name, known=known)
        said = {name: self._value(name) for name in IN_WORDS if name in self._given}
        starts, ends = said.get("starts_on"), said.get("ends_on")
        if isinstance(ends, date) and not (isinstance(starts, date) and starts <= ends):
            message = _("An event ends on the day it starts, or later.")
            self.fault("ends_early", message, "ends_on")
        return said

    def _value(self, name: str) -> object:
        given = self._given[name]
        if name in DATES:
            return self._date(name, given)
        longest = LONGEST.get(name, LONGEST_TEXT)
        if not isinstance(given, str) or len(given) > longest:
            message = _("Give a text of at most %(longest)s characters.")
            self.fault("not_a_text", message, name, longest=longest)
            return ""
        text = given.strip()
        if name == LINK and text:
            self._refuse_no_link(text)
        return text

    def _date(self, name: str, given: object) -> date | None:
        try:
            day = date.fromisoformat(given if isinstance(given, str) else "")
            if is_in_years(day):
                return day
            message = _("Give a year from %(first)s to %(last)s.")
            first, last = YEARS[0], YEARS[-1]
            self.fault("other_year", message, name, first=first, last=last)
            return None
        except ValueError:
            message = _("Give a date as 2026-05-02.")
            self.fault("not_a_date", message, name)
            return None

    def _refuse_no_link(self, text: str) -> None:
        try:
            URLValidator(schemes=["http", "https"])(text)
        except ValidationError:
            message = _("Give an address that begins with https:// or http://.")
            self.fault("not_a_link", message, LINK)
