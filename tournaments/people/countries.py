"""Countries as people write them, and the flags they are known by."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Final

from tournaments.files.csv_reader import CsvFile
from tournaments.people.plain_words import plain


def _countries() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The name of a flag's file by everything its country is called; what the program
    calls the country of a flag, and its three letters."""
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


FLAGS, NAMES, CODES = _countries()
#: The same, however accents and signs are written.
_PLAIN_FLAGS: Final = {plain(name): flag for name, flag in FLAGS.items() if plain(name)}
#: Short codes are near to everything.
_LONG_ENOUGH: Final = [name for name in _PLAIN_FLAGS if len(name) > 3]


def flag_of(country: str) -> str:
    """The name of the flag's file; "" for a country that is not known."""
    exactly = FLAGS.get(country.strip().casefold(), "")
    return exactly or _PLAIN_FLAGS.get(plain(country), "")


def code_of(country: str) -> str:
    """The three letters of the country; "" if it is not known."""
    return CODES.get(flag_of(country), "")


def country_named(text: str) -> str:
    """What the program calls the country; "" if it is not known."""
    return NAMES.get(flag_of(text), "")


@lru_cache(maxsize=1024)
def nearest_country(text: str) -> str:
    """The country that is written most like it; "" if none is."""
    found = get_close_matches(plain(text), _LONG_ENOUGH, n=1, cutoff=0.7)
    return NAMES[_PLAIN_FLAGS[found[0]]] if found else ""
