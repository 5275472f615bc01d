"""Where a federation's workbook has what: read from `layouts/`, a file for each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("layouts")


@dataclass(frozen=True)
class Layout:
    """`player` and `event` name what stands in which column (by letter) of a player's
    row and of the event's; `headings` are those of the first row. Rows count from 1;
    the event's row is one of the players'."""

    key: str
    name: str
    sheet: str
    headings: Mapping[str, str]
    first_player_row: int
    player: Mapping[str, str]
    event_row: int
    event: Mapping[str, str]
    #: What the twelve months are called in dates.
    months: tuple[str, ...]


@cache
def layouts() -> Mapping[str, Layout]:
    """The layout of every federation that is known, by its key."""
    found = {}
    for file in sorted(FOLDER.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        months = tuple(data.pop("months"))
        found[file.stem] = Layout(key=file.stem, months=months, **data)
    return found
