"""Countries as people write them, and the flags they are known by."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final


def _flags() -> dict[str, str]:
    """The name of a flag's file by everything its country is called."""
    flags: dict[str, str] = {}
    with Path(__file__).with_name("countries.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            called = [row["flag"], row["code"], *row["names"].split("|")]
            flags |= {name.casefold(): row["flag"] for name in called if name}
    return flags


FLAGS: Final = _flags()


def flag_of(country: str) -> str:
    """The name of the flag's file; "" for a country that is not known."""
    return FLAGS.get(country.strip().casefold(), "")
