"""Countries as people write them, and the flags they are known by."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tournaments.files.csv_reader import CsvFile


def _flags() -> dict[str, str]:
    """The name of a flag's file by everything its country is called."""
    flags: dict[str, str] = {}
    content = Path(__file__).with_name("countries.csv").read_bytes()
    for row in CsvFile("countries.csv", content, ("code", "flag", "names")).rows:
        called = [row.raw("flag"), row.raw("code"), *row.raw("names").split("|")]
        flags |= {name.casefold(): row.raw("flag") for name in called if name}
    return flags


FLAGS: Final = _flags()


def flag_of(country: str) -> str:
    """The name of the flag's file; "" for a country that is not known."""
    return FLAGS.get(country.strip().casefold(), "")
