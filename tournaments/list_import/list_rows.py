"""Convert the rows of a list to data of players, with the errors in each row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournaments.list_import.list_columns import FIELDS
from tournaments.list_import.list_words import is_word
from tournaments.list_import.rows_with_state import ListRow
from tournaments.models import Person, Player, PlayerContact, Team
from tournaments.people.categories import categories_in
from tournaments.people.countries_and_ema_numbers import (
    EmaNumber,
    country_named,
    ema_number,
    nearest_country,
)
from tournaments.people.country_spellings import country_in_list
from tournaments.people.player_files import longest_text
from tournaments.people.presence_in_rounds import Reached, refuse_presence
from tournaments.people.private_data import NO_PRIVATE_DATA, PrivateData
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused, sentence
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
)

_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_EMA_PREFIX: Final = re.compile(
    r"^\W*EMA\b[\s:#.-]*(?:ID|no|nr)?[\s:#.-]*", re.IGNORECASE
)
_EMA_DIGITS: Final = re.compile(r"(?<!\d)\d{7,8}(?!\d)")

#: Fields that can be edited in a row; a full name only as its two parts.
MENDABLE: Final = tuple(
    field for field in FIELDS if field not in ("name", "particle", "state", "ticket")
)

#: Maximum lengths of texts, in characters.
LONGEST: Final = {
    "first_name": longest_text(Person, "first_name"),
    "last_name": longest_text(Person, "last_name"),
    "country": longest_text(Person, "country"),
    "club": longest_text(Person, "club"),
    "team": longest_text(Team, "name"),
    "group": longest_text(Player, "group"),
    "categories": longest_text(Player, "categories"),
    "phone": longest_text(PlayerContact, "phone"),
    "remarks": longest_text(PlayerContact, "remarks"),
}
#: Limits of numbers.
NUMBERS: Final = {
    "number": (1, MOST_START_NUMBER),
    "fixed_table": (1, MOST_TABLES),
    "first_round": (1, MOST_ROUNDS),
    "last_round": (1, MOST_ROUNDS),
}


@dataclass(frozen=True)
class CheckedRow:
    """A player in a row, with the errors.

    `wrong`: errors that prevent registration. `ema_fault`: error in the EMA number.
    `unknown_country`: an unknown spelling, and `nearest` the most similar country.
    `remarks`: corrections made while reading. `contact`: private data.
    """

    row: ListRow
    player: PlayerRow
    wrong: tuple[str, ...] = ()
    ema_fault: str = ""
    unknown_country: str = ""
    nearest: str = ""
    remarks: tuple[str, ...] = ()
    contact: PrivateData = NO_PRIVATE_DATA

    @property
    def line(self) -> int:
        return self.row.line


def checked(row: ListRow, countries: Mapping[str, str], now: Reached) -> CheckedRow:
    """Return the data and errors of a row.

    `countries` has the country that each unknown spelling means; "" leaves the spelling
    unchanged. `now` is the progress of the tournament.
    """
    wrong = [*_wrong_texts(row), *_wrong_numbers(row)]
    categories = ""
    try:
        categories = categories_in(row.says("categories"))
    except Refused as refused:
        wrong += map(sentence, refused.faults)
    numbers = {name: _number(row.says(name)) for name in NUMBERS}
    try:
        first = numbers["first_round"] or now.comes_next
        refuse_presence(now, first, numbers["last_round"])
    except Refused as refused:
        wrong += map(sentence, refused.faults)
    ema = ema_number_in_list(row.says("ema_number"))
    contact, contact_remarks = _contact(row)
    checked_row = CheckedRow(
        row,
        PlayerRow(
            last_name=row.says("last_name"),
            first_name=row.says("first_name"),
            club=row.says("club"),
            team=row.says("team"),
            group=row.says("group"),
            categories=categories,
            ema_number=ema.number,
            number=numbers["number"],
            fixed_table=numbers["fixed_table"],
            first_round=numbers["first_round"],
            last_round=numbers["last_round"],
            fee_paid=is_word(row.says("paid"), "yes"),
        ),
        tuple(wrong),
        ema_fault=ema.fault,
        remarks=(*row.remarks, *filter(None, [ema.remark]), *contact_remarks),
        contact=contact,
    )
    return _with_country(checked_row, row.says("country"), countries)


def ema_number_in_list(text: str) -> EmaNumber:
    """Return the EMA number in a cell. Words before and after the number are skipped.

    A cell with only words, such as “none” or “applied for”, has no number.
    """
    text = _EMA_PREFIX.sub("", text, count=1).strip()
    if not any(map(str.isdecimal, text)):
        if not any(map(str.isalpha, text)) or is_word(text, "no", "guest"):
            return EmaNumber()
        remark = _("EMA number “%(text)s” is not a number and is left out.") % {
            "text": text
        }
        return EmaNumber(remark=remark)
    numbers = _EMA_DIGITS.findall(text)
    if len(numbers) == 1 and any(map(str.isspace, text)):
        return ema_number(numbers[0])
    return ema_number(text)


def _contact(row: ListRow) -> tuple[PrivateData, list[str]]:
    """Return the private data in a row, and the corrections made while reading it."""
    email, remarks = row.says("email"), row.says("remarks")
    corrections = []
    try:
        if email:
            validate_email(email)
    except ValidationError:
        message = _("“%(email)s” is not an email address and is kept as a remark.")
        corrections.append(message % {"email": email})
        email, remarks = "", " / ".join(filter(None, (remarks, email)))
    paid = row.says("paid")
    if paid and not is_word(paid, "yes", "no"):
        message = _(
            "“%(text)s” does not show whether the fee is paid. The text is kept as a "
            "remark."
        )
        corrections.append(message % {"text": paid})
        remarks = " / ".join(filter(None, (remarks, paid)))
    return PrivateData(email, row.says("phone"), remarks), corrections


def _with_country(
    checked_row: CheckedRow, written: str, countries: Mapping[str, str]
) -> CheckedRow:
    country = country_in_list(written) or countries.get(written) or written
    player = replace(checked_row.player, country=country)
    if not written or country_named(country) or written in countries:
        return replace(checked_row, player=player)
    return replace(
        checked_row,
        player=player,
        unknown_country=written,
        nearest=nearest_country(written),
    )


def _wrong_texts(row: ListRow) -> list[str]:
    wrong = [
        _("%(field)s is longer than %(longest)s characters.")
        % {"field": FIELDS[field], "longest": longest}
        for field, longest in LONGEST.items()
        if len(row.says(field)) > longest
    ]
    if not row.says("last_name"):
        wrong.append(_("The last name is missing."))
    elif not any(map(str.isalnum, row.says("last_name"))):
        wrong.append(_("The last name contains no letters."))
    return wrong


def _wrong_numbers(row: ListRow) -> list[str]:
    wrong = []
    for field, (low, high) in NUMBERS.items():
        text = row.says(field)
        shown = {"field": FIELDS[field], "value": text, "low": low, "high": high}
        if text and not _WHOLE.fullmatch(text):
            message = _("%(field)s is “%(value)s”. Enter a whole number.")
            wrong.append(message % shown)
        elif text and not low <= int(text) <= high:
            wrong.append(
                _("%(field)s is %(value)s. Enter a number from %(low)s to %(high)s.")
                % shown
            )
    return wrong


def _number(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None
