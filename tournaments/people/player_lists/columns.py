"""What the columns of a list mean: by their headings, or by what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.files.csv_reader import CsvFile
from tournaments.people.countries import flag_of
from tournaments.people.plain_words import plain

Rows = Sequence[tuple[int, Sequence[str]]]

#: What a column can be, in the order in which pages name them; "" is not used.
FIELDS: Final = {
    "name": _("Name"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "country": _("Country"),
    "ema_number": _("EMA number"),
    "club": _("Club"),
    "team": _("Team"),
    "number": _("Start number"),
    "group": _("Group"),
    "fixed_table": _("Always at table"),
    "first_round": _("First round"),
    "last_round": _("Last round"),
}
NAMES: Final = ("name", "first_name", "last_name")

#: A heading is looked for in so many rows: a list may have a title above it.
ROWS_WITH_A_HEADING: Final = 10
#: So many rows say what a column without a heading holds.
ROWS_LOOKED_AT: Final = 200


def _words() -> dict[str, str]:
    content = Path(__file__).with_name("headings.csv").read_bytes()
    return {
        _bare(word): row.raw("field")
        for row in CsvFile("headings.csv", content, ("field", "words")).rows
        for word in row.raw("words").split("|")
    }


def _bare(heading: str) -> str:
    """A heading as it is compared; of “#” and the like nothing but signs is left."""
    return plain(heading) or heading.strip()


HEADINGS: Final = _words()


@dataclass(frozen=True)
class Columns:
    """`fields`: what each column is, "" for one that is not used. `heading`: the line
    that names them, 0 if none does."""

    fields: tuple[str, ...]
    heading: int

    @property
    def has_names(self) -> bool:
        return "name" in self.fields or "last_name" in self.fields

    @property
    def takes_names_apart(self) -> bool:
        return "name" in self.fields


def columns_of(rows: Rows) -> Columns:
    """The columns as their headings say, or as they look."""
    for line, cells in rows[:ROWS_WITH_A_HEADING]:
        if _is_heading(cells):
            return by_heading(rows, line)
    return Columns(_guessed([cells for _line, cells in rows]), 0)


def by_heading(rows: Rows, heading: int) -> Columns:
    """The columns if that line names them; guessed for 0."""
    cells = next((cells for line, cells in rows if line == heading), None)
    below = [cells for line, cells in rows if line > heading][:ROWS_LOOKED_AT]
    if cells is None:
        return Columns(_guessed([cells for _line, cells in rows]), 0)
    return Columns(_named(cells, below), heading)


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether a row names columns: somebody may be called like one of them."""
    known = [HEADINGS[_bare(cell)] for cell in cells if _bare(cell) in HEADINGS]
    return len(known) > 1 or (
        len(known) == 1 and known[0] in NAMES and sum(map(bool, cells)) < 3
    )


def _named(heading: Sequence[str], below: Sequence[Sequence[str]]) -> tuple[str, ...]:
    fields = [HEADINGS.get(_bare(cell), "") for cell in heading]
    for place, field in enumerate(fields):
        # “First” and “Last” may be rounds.
        if plain(heading[place]) in ("first", "last") and _all_numbers(below, place):
            fields[place] = {"first_name": "first_round"}.get(field, "last_round")
    # Beside “Vorname”, “Name” is the family name; beside “Cognome”, “Nome” the first.
    if "name" in fields:
        if "first_name" in fields and "last_name" not in fields:
            fields[fields.index("name")] = "last_name"
        elif "last_name" in fields and "first_name" not in fields:
            fields[fields.index("name")] = "first_name"
        elif "last_name" in fields:
            fields[fields.index("name")] = ""
    return _each_once(fields)


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What columns without a heading look like: numbers, countries, then names, and
    of what is left the club and the team."""
    looked_at = rows[:ROWS_LOOKED_AT]
    width = len(rows[0]) if rows else 0
    fields = [_looks_like(looked_at, place) for place in range(width)]
    texts = [place for place, field in enumerate(fields) if field == "text"]
    if len(texts) == 1 or (texts and _has_whole_names(looked_at, texts[0])):
        meanings = ["name", "club", "team"]
    else:
        meanings = ["first_name", "last_name", "club", "team"]
        if len(texts) > 1 and _in_capitals(looked_at, texts[0]):
            meanings[:2] = ["last_name", "first_name"]
    for place in texts:
        fields[place] = meanings.pop(0) if meanings else ""
    return _each_once(fields)


def _looks_like(rows: Sequence[Sequence[str]], place: int) -> str:
    cells = [row[place] for row in rows if row[place]]
    if not cells:
        return ""

    def most(are: Callable[[str], object]) -> bool:
        return sum(bool(are(cell)) for cell in cells) * 10 >= len(cells) * 7

    if most(_is_ema_number):
        return "ema_number"
    if most(str.isdecimal):
        return "number"
    if most(flag_of):
        return "country"
    return "text" if most(_has_letters) else ""


def _is_ema_number(cell: str) -> bool:
    return cell.isdecimal() and len(cell) in (7, 8)


def _has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell


def _has_whole_names(rows: Sequence[Sequence[str]], place: int) -> bool:
    cells = [row[place] for row in rows if row[place]]
    return sum(" " in cell for cell in cells) * 2 > len(cells)


def _in_capitals(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(row[place].isupper() for row in rows if row[place])


def _all_numbers(rows: Sequence[Sequence[str]], place: int) -> bool:
    filled = [row[place] for row in rows if row[place]]
    return all(map(str.isdecimal, filled)) and bool(filled)


def _each_once(fields: Sequence[str]) -> tuple[str, ...]:
    """No field twice: the first column of it is used."""
    return tuple(
        field if field in FIELDS and field not in fields[:place] else ""
        for place, field in enumerate(fields)
    )
