"""The tournament's description: the key `about` of event.json, and logo.png."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.strict_reader import Reader
from scoring.tournament_folder.event_json_values import day, part, text_in
from scoring.tournament_folder.file_layout import ABOUT, LOGO
from scoring.tournament_folder.folder_or_zip import Files
from tournaments.files import stored_logos
from tournaments.files.file_faults import FileFault
from tournaments.files.logo_images import logo_of
from tournaments.models import EventDescription, Tournament
from tournaments.tournament_setup.description_and_logo import IN_WORDS, description_of

DATES = ("starts_on", "ends_on")
LINK = "link"
#: Maximum length of the description in characters.
LONGEST_TEXT = 8000

LONGEST: Mapping[str, int] = {
    field.name: field.max_length
    for field in EventDescription._meta.concrete_fields
    if field.max_length
}

About = Mapping[str, object]


def read_about(data: object) -> About:
    """Return the description by the field names of `EventDescription`. Raises RuleError
    with all faults."""
    reader = part(data, ABOUT)
    about = {name: _value(reader, name) for name in IN_WORDS if reader.has(name)}
    starts, ends = about.get("starts_on"), about.get("ends_on")
    if isinstance(ends, date) and not (isinstance(starts, date) and starts <= ends):
        message = _("The last day cannot be before the first day.")
        reader.fault("ends_early", message, "ends_on")
    reader.done()
    return about


def written_about(tournament: Tournament) -> dict[str, object]:
    """Return the description's fields that are not empty."""
    description = description_of(tournament)
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name in IN_WORDS
        if (value := getattr(description, name))
    }


def read_logo(files: Files) -> tuple[bytes, list[FileFault]]:
    """Return the logo as it will be stored (b"" without a logo), and its faults."""
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
    """Return the file of the logo by name; empty without a logo."""
    content = stored_logos.read(description_of(tournament).logo)
    return {LOGO: content} if content else {}


def _value(reader: Reader, name: str) -> object:
    if name in DATES:
        return day(reader, name)
    text = text_in(reader, name, LONGEST.get(name, LONGEST_TEXT))
    if name == LINK and text:
        _refuse_no_link(reader, text)
    return text


def _refuse_no_link(reader: Reader, text: str) -> None:
    try:
        URLValidator(schemes=["http", "https"])(text)
    except ValidationError:
        message = _("Enter an address that starts with https:// or http://.")
        reader.fault("not_a_link", message, LINK)
