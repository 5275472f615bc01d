"""The key `registration` of event.json: settings of the public registration page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from rules.strict_reader import Reader
from scoring.tournament_folder.column_types_and_table_points import (
    read_moment,
    write_time,
)
from scoring.tournament_folder.event_json_values import (
    part,
    refuse_other_years,
    says,
    text_in,
)
from scoring.tournament_folder.file_layout import REGISTRATION
from tournaments.models import Tournament
from tournaments.people.registration_open_and_spots import (
    LONGEST,
    MOST_PLACES,
    REGISTRATION_FIELDS,
    TIMES,
    page_of,
)

PLACES = "places"
#: All settings except `is_on`, because registration is closed after an import.
KEPT = tuple(name for name in REGISTRATION_FIELDS if name != "is_on")

SignUpPageSaid = Mapping[str, object]


def written_sign_up_page(tournament: Tournament) -> dict[str, object]:
    """Return the settings of registration that are not empty."""
    page = page_of(tournament)
    settings = ((name, getattr(page, name)) for name in KEPT)
    return {
        name: write_time(value) if isinstance(value, datetime) else value
        for name, value in settings
        if value
    }


def read_sign_up_page(data: object) -> SignUpPageSaid:
    """Return the settings by the field names of `SignUpPage`; empty if `data` is empty.

    Raises RuleError with all faults.
    """
    reader = part(data, REGISTRATION)
    if not data:
        return {}
    settings = {name: _value(reader, name) for name in KEPT}
    reader.done()
    return settings


def _value(reader: Reader, name: str) -> object:
    is_given = says(reader, name)
    if name == PLACES:
        return reader.integer(name, low=1, high=MOST_PLACES) if is_given else None
    if name not in TIMES:
        return text_in(reader, name, LONGEST[name]) if is_given else ""
    if not is_given:
        return None
    at = read_moment(reader, name)
    if not reader.faults:
        refuse_other_years(reader, name, at)
    return at
