"""Country names in many spellings, their flags, and EMA numbers. An EMA number has
eight digits; the first two are the country."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from tournaments.files.strict_csv_reader import CsvFile
from tournaments.models.names_without_accents import plain


def _countries() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return three mappings: country name in small letters to the flag's file name;
    flag's file name to the English country name; and flag's file name to the
    three-letter code."""
    flags: dict[str, str] = {}
    names: dict[str, str] = {}
    codes: dict[str, str] = {}
    content = Path(__file__).with_name("countries.csv").read_bytes()
    for row in CsvFile("countries.csv", content, ("code", "flag", "names")).rows:
        all_names = row.raw("names").split("|")
        called = [row.raw("flag"), row.raw("code"), *all_names]
        flags |= {name.casefold(): row.raw("flag") for name in called if name}
        names[row.raw("flag")] = all_names[0]
        codes[row.raw("flag")] = row.raw("code")
    return flags, names, codes


FLAGS, COUNTRY_NAMES, CODES = _countries()
#: The same, with names without accents and signs.
_PLAIN_FLAGS: Final = {plain(name): flag for name, flag in FLAGS.items() if plain(name)}
#: Names that can be compared for similarity. Short codes resemble too many of them.
_LONG_ENOUGH: Final = [name for name in _PLAIN_FLAGS if len(name) > 3]


def flag_of(country: str) -> str:
    """Return the file name of a country's flag; "" for an unknown country."""
    exactly = FLAGS.get(country.strip().casefold(), "")
    return exactly or _PLAIN_FLAGS.get(plain(country), "")


def code_of(country: str) -> str:
    """Return a country's three-letter code; "" for an unknown country."""
    return CODES.get(flag_of(country), "")


def country_named(text: str) -> str:
    """Return a country's English name; "" for an unknown country."""
    return COUNTRY_NAMES.get(flag_of(text), "")


def standard_country(text: str) -> str:
    """Return a country's English name; an unknown country as typed."""
    return country_named(text) or text


@lru_cache(maxsize=1024)
def nearest_country(text: str) -> str:
    """Return the English name of the country whose spelling is most similar, or "" if
    no country is similar."""
    matches = get_close_matches(plain(text), _LONG_ENOUGH, n=1, cutoff=0.7)
    return COUNTRY_NAMES[_PLAIN_FLAGS[matches[0]]] if matches else ""


DIGITS = 8

#: Entries of people without an EMA number.
_NONE = re.compile(r"|0+|[-–—?./x]+|n\.?/?a\.?|no|none|nein|non|new", re.IGNORECASE)
#: Dots, spaces and dashes between the digits.
_BETWEEN = re.compile(r"[\s.\-–]")


@dataclass(frozen=True)
class EmaNumber:
    """An EMA number as read.

    `number`: eight digits, or "" for none. `remark`: the correction that was made.
    `fault`: why the text is invalid, or "".
    """

    number: str = ""
    remark: str = ""
    fault: str = ""


def ema_number(text: str) -> EmaNumber:
    """Return the EMA number in a text, or why it is invalid.

    Spreadsheets drop a leading 0, so seven digits get a 0. Fewer digits are invalid,
    because there is no country 00.
    """
    if _NONE.fullmatch(text.strip()):
        return EmaNumber()
    digits = _BETWEEN.sub("", text)
    shown = {"number": text.strip()}
    if not (digits.isascii() and digits.isdigit()):
        return EmaNumber(fault=_("EMA number “%(number)s”: enter 8 digits.") % shown)
    if len(digits) == DIGITS - 1:
        remark = _("EMA number %(digits)s was changed to 0%(digits)s.")
        return EmaNumber("0" + digits, remark=remark % {"digits": digits})
    if len(digits) != DIGITS or digits.startswith("00"):
        fault = _("EMA number %(number)s has %(count)s digits instead of 8.")
        if len(digits) == DIGITS:
            fault = _("EMA number %(number)s starts with 00, which is not a country.")
        return EmaNumber(fault=fault % {**shown, "count": len(digits)})
    return EmaNumber(digits)
