"""Recognition of the columns of a list: by their headings; names and EMA numbers also
by their contents."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.files.strict_csv_reader import CsvFile
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.people.names_without_accents import plain

Rows = Sequence[tuple[int, Sequence[str]]]

#: Possible meanings of a column, in the order shown; "" for unused.
FIELDS: Final = {
    "name": _("Name"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "country": _("Country"),
    "ema_number": _("EMA number"),
    "club": _("Club"),
    "team": _("Team"),
    "number": _("Player number"),
    "group": _("Group"),
    "fixed_table": _("Fixed table"),
    "first_round": _("First round"),
    "last_round": _("Last round"),
}
NAME_FIELDS: Final = ("name", "first_name", "last_name")

#: Rows searched for headings: a list may have a title above them.
ROWS_WITH_A_HEADING: Final = 10
#: Rows examined to recognise a column without a heading.
ROWS_LOOKED_AT: Final = 200
MOST_WORDS_OF_A_NAME: Final = 7

#: Digits and signs that do not occur in names, and a number before a name.
_NO_NAME: Final = re.compile(r"[0-9@/:=<>\[\]{}|#*~+%$€!?;_\\]")
_NUMBER_BEFORE: Final = re.compile(r"^[0-9]+[.)]?\s+")


def _words() -> dict[str, str]:
    content = Path(__file__).with_name("headings.csv").read_bytes()
    return {
        _bare(word): row.raw("field")
        for row in CsvFile("headings.csv", content, ("field", "words")).rows
        for word in row.raw("words").split("|")
    }


def _bare(heading: str) -> str:
    """Return a heading for comparison. A heading of signs only, such as “#”, stays as
    it is.
    """
    return plain(heading) or heading.strip()


HEADINGS: Final = _words()


@dataclass(frozen=True)
class Columns:
    """The columns of a list. `fields`: meaning of each column, "" for unused;
    `heading`: line with the headings, 0 for none.
    """

    fields: tuple[str, ...]
    heading: int

    @property
    def has_names(self) -> bool:
        return "name" in self.fields or "last_name" in self.fields

    @property
    def takes_names_apart(self) -> bool:
        return "name" in self.fields


def columns_of(rows: Rows) -> Columns:
    """Return the columns by their headings; without headings, by their contents."""
    for line, cells in rows[:ROWS_WITH_A_HEADING]:
        if _is_heading(cells):
            return by_heading(rows, line)
    return Columns(_guessed([cells for _line, cells in rows]), 0)


def by_heading(rows: Rows, heading: int) -> Columns:
    """Return the columns with that line as headings; by contents for 0."""
    cells = next((cells for line, cells in rows if line == heading), None)
    below = [cells for line, cells in rows if line > heading][:ROWS_LOOKED_AT]
    if cells is None:
        return Columns(_guessed([cells for _line, cells in rows]), 0)
    return Columns(_named(cells, below), heading)


def _is_heading(cells: Sequence[str]) -> bool:
    """Return whether a row consists of headings. One matching cell is not enough: it
    may be a player's name."""
    fields = [HEADINGS[_bare(cell)] for cell in cells if _bare(cell) in HEADINGS]
    return len(fields) > 1 or (
        len(fields) == 1 and fields[0] in NAME_FIELDS and sum(map(bool, cells)) < 3
    )


def _named(heading: Sequence[str], below: Sequence[Sequence[str]]) -> tuple[str, ...]:
    fields = [HEADINGS.get(_bare(cell), "") for cell in heading]
    for place, field in enumerate(fields):
        # “First” and “Last” may mean rounds.
        if plain(heading[place]) in ("first", "last") and _all_numbers(below, place):
            fields[place] = {"first_name": "first_round"}.get(field, "last_round")
    # With “Vorname”, “Name” is the family name; with “Cognome”, “Nome” is the first
    # name.
    if "name" in fields:
        if "first_name" in fields and "last_name" not in fields:
            fields[fields.index("name")] = "last_name"
        elif "last_name" in fields and "first_name" not in fields:
            fields[fields.index("name")] = "first_name"
        elif "last_name" in fields:
            fields[fields.index("name")] = ""
    return _each_once(fields)


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the meaning of columns without headings: names and EMA numbers only.

    Club, team, country and player number are public. A column that looks like one of
    them may contain a diet, an age or an address. It stays unused until a director sets
    its meaning.
    """
    looked_at = rows[:ROWS_LOOKED_AT]
    width = len(rows[0]) if rows else 0
    fields = [
        "ema_number" if _most(looked_at, place, _is_ema_number) else ""
        for place in range(width)
    ]
    for place, field in _guessed_names(looked_at, width).items():
        fields[place] = field
    return _each_once(fields)


def _guessed_names(rows: Sequence[Sequence[str]], width: int) -> dict[int, str]:
    """Return the meaning of columns that contain names, by position; empty if there are
    none."""
    if width == 1 and _most(rows, 0, _has_letters):
        return {0: "name"}
    places = [place for place in range(width) if _looks_like_names(rows, place)]
    if not places:
        return {}
    first = places[0]
    if _has_whole_names(rows, first) or first + 1 not in places:
        return {first: "name"}
    if _in_capitals(rows, first):
        return {first: "last_name", first + 1: "first_name"}
    return {first: "first_name", first + 1: "last_name"}


def _looks_like_names(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether nearly all rows have a value in the column, mostly different words
    without digits and signs. Diets, states and answers are often empty or equal."""
    cells = [row[place].casefold() for row in rows if row[place]]
    return (
        len(cells) * 4 >= len(rows) * 3
        and len(set(cells)) * 2 >= len(cells)
        and _most(rows, place, _may_be_name)
        and not _most(rows, place, flag_of)
    )


def _most(
    rows: Sequence[Sequence[str]], place: int, are: Callable[[str], object]
) -> bool:
    cells = [row[place] for row in rows if row[place]]
    return bool(cells) and sum(bool(are(cell)) for cell in cells) * 10 >= len(cells) * 7


def _is_ema_number(cell: str) -> bool:
    return cell.isdecimal() and len(cell) in (7, 8)


def _has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell


def _may_be_name(cell: str) -> bool:
    """Return whether a cell can be a name, possibly after a number. Most answers and
    states begin with a small letter, most names do not."""
    name = _NUMBER_BEFORE.sub("", cell, count=1)
    return (
        any(map(str.isalpha, name))
        and not name[0].islower()
        and not _NO_NAME.search(name)
        and len(name.split()) <= MOST_WORDS_OF_A_NAME
    )


def _has_whole_names(rows: Sequence[Sequence[str]], place: int) -> bool:
    cells = [row[place] for row in rows if row[place]]
    return sum(" " in cell for cell in cells) * 2 > len(cells)


def _in_capitals(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(row[place].isupper() for row in rows if row[place])


def _all_numbers(rows: Sequence[Sequence[str]], place: int) -> bool:
    filled = [row[place] for row in rows if row[place]]
    return all(map(str.isdecimal, filled)) and bool(filled)


def _each_once(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields without repetition: only the first column of each is used."""
    return tuple(
        field if field in FIELDS and field not in fields[:place] else ""
        for place, field in enumerate(fields)
    )
