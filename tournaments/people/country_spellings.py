"""Find countries in the spellings of lists: in the languages of countries that play,
with codes from sports and cars, with flags, in brackets, or twice.

For a country that players type themselves, only `countries_and_ema_numbers` is used,
because a single letter is probably a typing error there. Source of the names: Unicode
CLDR 46 and common usage.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from tournaments.files.strict_csv_reader import CsvFile
from tournaments.models.names_without_accents import plain
from tournaments.people.countries_and_ema_numbers import (
    COUNTRY_NAMES,
    country_named,
)

_FLAG_CODE: Final = re.compile(r":flag[_-]([a-z]{2}):")
_BRACKETS: Final = re.compile(r"\s*[(\[（].*?[)\]）]\s*")
_PARTS: Final = re.compile(r"\s*[/|:;,／]\s*|\s+[-–—]\s+")
_FIRST_LETTER: Final = 0x1F1E6
_ARTICLES: Final = re.compile(
    r"^(?:the|die|la|le|les|l'|el|los|de|het)\s+", re.IGNORECASE
)


@cache
def _spellings() -> dict[str, str]:
    content = Path(__file__).with_name("country_spellings.csv").read_bytes()
    rows = CsvFile("country_spellings.csv", content, ("flag", "spellings")).rows
    countries: dict[str, str] = {}
    for row in rows:
        for spelling in row.raw("spellings").split("|"):
            countries.setdefault(plain(spelling) or spelling, row.raw("flag"))
            countries.setdefault(spelling.casefold(), row.raw("flag"))
    return countries


def flag_letters(text: str) -> str:
    """Return the two letters of a flag in a text, such as an emoji or `:flag_de:`.
    Return "" if there is no flag."""
    if code := _FLAG_CODE.search(text.casefold()):
        return code[1]
    letters = [
        chr(ord(sign) - _FIRST_LETTER + ord("a"))
        for sign in text
        if 0 <= ord(sign) - _FIRST_LETTER < 26
    ]
    return "".join(letters[:2]) if len(letters) > 1 else ""


def country_in_list(text: str) -> str:
    """Return the English name of the country in a cell; "" if it is unknown or the cell
    names several countries."""
    text = text.strip()
    if (letters := flag_letters(text)) and (country := _one_spelling(letters)):
        return country
    if country := _one_spelling(text):
        return country
    without = _BRACKETS.sub(" ", text).strip()
    if without != text and (country := _one_spelling(without)):
        return country
    parts = [part for part in _PARTS.split(without) if part.strip()]
    meant = {_one_spelling(part) for part in parts}
    return meant.pop() if len(parts) > 1 and len(meant) == 1 else ""


def _one_spelling(text: str) -> str:
    for variant in (text, _ARTICLES.sub("", text)):
        flag = _spellings().get(variant.casefold()) or _spellings().get(plain(variant))
        if country := country_named(variant):
            return country
        if flag:
            return COUNTRY_NAMES[flag]
    return ""
