"""Recognise the columns of a list by their headings; names and EMA numbers also by
their content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.list_import.list_words import bare, words_by_field
from tournaments.list_import.name_splitting import is_given
from tournaments.models.names_without_accents import plain
from tournaments.people.countries_and_ema_numbers import flag_of

Rows = Sequence[tuple[int, Sequence[str]]]

#: Possible meanings of a column, in the order shown; "" for unused.
FIELDS: Final = {
    "name": pgettext_lazy("heading of a list", "Name"),
    "first_name": pgettext_lazy("heading of a list", "First name"),
    "last_name": _("Last name"),
    "particle": _("Particle of the last name"),
    "country": _("Country"),
    "ema_number": _("EMA number"),
    "club": _("Club"),
    "team": _("Team"),
    "number": _("Player number"),
    "categories": _("Categories"),
    "group": _("Group"),
    "fixed_table": _("Fixed table"),
    "first_round": _("First round"),
    "last_round": _("Last round"),
    "state": _("Status (registered, waiting, cancelled)"),
    "ticket": _("Ticket or product"),
    "email": _("Email (private)"),
    "phone": _("Phone (private)"),
    "remarks": _("Remarks (private)"),
    "paid": _("Fee paid (private)"),
}
#: Fields for the seating.
SEATING_FIELDS: Final = ("group", "fixed_table", "first_round", "last_round")
NAME_FIELDS: Final = ("name", "first_name", "last_name")
#: Fields that several columns may have: their texts are joined.
REPEATED: Final = frozenset(("remarks",))

#: Rows searched for headings: a list may have a title and notes above them.
ROWS_WITH_A_HEADING: Final = 25
#: Rows examined to recognise a column without a heading.
ROWS_LOOKED_AT: Final = 200
MOST_WORDS_OF_A_NAME: Final = 7
#: Fewest cells from which the contents of a column can be recognised.
_FEWEST_CELLS: Final = 3
#: Most characters of a heading. Longer cells are questions or prose.
_LONGEST_HEADING: Final = 160

#: Digits and signs that do not occur in names, and a number before a name.
_NO_NAME: Final = re.compile(r"[0-9@/:=<>\[\]{}|#*~+%$€!?;_\\]")
_NUMBER_BEFORE: Final = re.compile(r"^[0-9]+[.)]?\s+")
_ENUMERATED: Final = re.compile(r"^\s*(?:\(?\d{1,2}\s*[.)、．:]|[Qq]\d{1,2}[.:]?)\s*")
_BRACKETS: Final = re.compile(r"[(\[（【].*?[)\]）】]")
_PARTS: Final = re.compile(r"\s*[/|／\n]\s*|\s+[-–—]\s+")
_EAST_ASIAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _fields_by_heading() -> dict[str, str]:
    return {
        bare(word): field
        for field, words in words_by_field("headings.csv", "field").items()
        for word in words
    }


#: Fields by heading; “ignored” for headings of columns that are not used.
HEADINGS: Final = _fields_by_heading()


@cache
def _words_in_questions() -> list[tuple[str, list[str], list[str]]]:
    """Return (field, whole words, beginnings of words) for questions, most certain
    field first."""
    fields = []
    for field, words in words_by_field("heading_words.csv", "field").items():
        stems = [bare(word[:-1]) for word in words if word.endswith("*")]
        whole = [bare(word) for word in words if not word.endswith("*")]
        fields.append((field, whole, stems))
    return fields


def field_of_heading(heading: str) -> str:
    """Return the meaning of a heading: a field, “ignored” for a column that is not
    used, or "" if no word is known.

    The heading may be in two languages, a question, numbered, or followed by an
    explanation in brackets.
    """
    if len(heading) > _LONGEST_HEADING:
        heading = heading[:_LONGEST_HEADING]
    text = _ENUMERATED.sub("", heading).strip().rstrip("*:：?？ ").strip()
    without = _BRACKETS.sub(" ", text).strip()
    if field := _exactly(text, without):
        return field
    if field := _of_parts(without):
        return field
    return _of_question(without) or _of_question(text)


def _exactly(text: str, without: str) -> str:
    """Return the field of a known heading, with or without text in brackets or after a
    colon; "" for other headings."""
    fields = (HEADINGS.get(bare(variant), "") for variant in _variants(text, without))
    return next(filter(None, fields), "")


def _variants(text: str, without: str) -> Iterator[str]:
    yield text
    yield without
    if ":" in without:
        before, _colon, after = without.partition(":")
        yield after
        yield before
    # “Player 1” and “Player 2” are columns of a pair.
    yield re.sub(r"\s*[0-9]$", "", without)


def _of_parts(text: str) -> str:
    """Return the shared meaning of a heading's parts in several languages; "" if there
    is none."""
    parts = [part for part in _PARTS.split(text) if part]
    if len(parts) < 2:
        return ""
    fields = [HEADINGS.get(bare(part), "") for part in parts]
    known = {field for field in fields if field}
    if {"first_name", "last_name"} <= known:
        return "name"
    if known == {"name", "first_name"} or known == {"name", "last_name"}:
        return next(field for field in fields if field in known and field != "name")
    useful = [field for field in fields if field and field != "ignored"]
    return (useful or [*known, ""])[0]


def _of_question(text: str) -> str:
    words = plain(text)
    spaced = f" {words} "
    for field, whole, stems in _words_in_questions():
        if any(f" {word} " in spaced for word in whole):
            return _name_or_parts(field, spaced)
        if any(f" {stem}" in spaced for stem in stems):
            return field
        if _EAST_ASIAN.search(text) and any(
            word in words for word in whole if _EAST_ASIAN.search(word)
        ):
            return field
    return ""


def _name_or_parts(field: str, spaced: str) -> str:
    """Return “name” if a question names both parts of a name; otherwise `field`."""
    if field not in ("last_name", "first_name"):
        return field
    parts = {name: whole for name, whole, _stems in _words_in_questions()}
    both = all(
        any(f" {word} " in spaced for word in parts[part])
        for part in ("last_name", "first_name")
    )
    return "name" if both else field


@dataclass(frozen=True)
class Columns:
    """The columns of a list.

    `fields`: meaning of each column, "" for unused columns. `heading`: line with the
    headings, 0 for none.
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
    """Return the columns by their headings, which are searched in the first
    `ROWS_WITH_A_HEADING` rows. Without headings, return the columns by their content.
    """
    best, heading = 0, 0
    for line, cells in rows[:ROWS_WITH_A_HEADING]:
        known = headings_in(cells)
        if known > best and is_heading(cells):
            best, heading = known, line
    if heading:
        return by_heading(rows, heading)
    return Columns(_guessed([cells for _line, cells in rows]), 0)


def by_heading(rows: Rows, heading: int) -> Columns:
    """Return the columns with this line as headings; for 0, by the content of the
    columns.

    If the line above or below also has headings, for example in another language, it is
    used for columns that the first line does not name.
    """
    at = next((place for place, row in enumerate(rows) if row[0] == heading), None)
    below = [cells for line, cells in rows if line > heading][:ROWS_LOOKED_AT]
    if at is None:
        return Columns(_guessed([cells for _line, cells in rows]), 0)
    fields = [field_of_heading(cell) if cell else "" for cell in rows[at][1]]
    for other in (at - 1, at + 1):
        if 0 <= other < len(rows) and is_heading(rows[other][1]):
            others = rows[other][1]
            for place, field in enumerate(fields):
                if not field and others[place]:
                    fields[place] = field_of_heading(others[place])
    if other_parts := _parts_below(rows, at):
        fields = other_parts
    return Columns(_named(rows[at][1], fields, below), heading)


def _parts_below(rows: Rows, at: int) -> list[str]:
    """Return the fields of two lines of headings if the second line divides the first,
    such as “Name” above “First” and “Last”; otherwise empty."""
    if at + 1 >= len(rows):
        return []
    above, below = rows[at][1], rows[at + 1][1]
    parts = [field_of_heading(cell) if cell else "" for cell in below]
    if not {"first_name", "last_name"} <= set(parts):
        return []
    return [
        part or (field_of_heading(cell) if cell else "")
        for part, cell in zip(parts, above, strict=True)
    ]


def columns_of_other_people(
    rows: Rows, heading: int, fields: Sequence[str]
) -> list[int]:
    """Return the positions of unused columns with a second person, such as “Player
    2”."""
    headings = next((cells for line, cells in rows if line == heading), ())
    return [
        place
        for place, (text, used) in enumerate(zip(headings, fields, strict=False))
        if not used
        and text[-1:].isdecimal()
        and field_of_heading(text) in ("name", "last_name")
    ]


def headings_in(cells: Sequence[str]) -> int:
    """Return the number of known headings in a row."""
    return sum(bool(cell) and bool(field_of_heading(cell)) for cell in cells)


def is_heading(cells: Sequence[str]) -> bool:
    """Return whether a row consists of headings. One known heading is not enough,
    because it may be a player's name."""
    filled = [cell for cell in cells if cell]
    fields = [field for cell in filled if (field := field_of_heading(cell))]
    exact = [
        field
        for cell in filled
        if (field := _exactly(cell, _BRACKETS.sub(" ", cell).strip()))
    ]
    if any(_is_data(cell) for cell in filled):
        return False
    has_names = bool(set(NAME_FIELDS) & set(fields))
    if len(filled) < 3:
        says_enough = has_names or {"country", "club", "email"} & set(fields)
        return bool(exact and says_enough) and len(fields) == len(filled)
    names_it = bool(set(NAME_FIELDS) & set(exact))
    return names_it or len(fields) * 2 > len(filled) or (len(exact) > 1 and has_names)


def repeats_headings(filled: Sequence[str]) -> bool:
    """Return whether a row below the headings repeats headings."""
    exact = sum(bare(cell) in HEADINGS for cell in filled)
    return exact > 1 and exact * 2 > len(filled)


def _is_data(cell: str) -> bool:
    """Return whether a cell cannot be a heading: an address, or mostly digits."""
    digits = sum(map(str.isdecimal, cell))
    return "@" in cell or digits > 5 or (digits * 2 > len(cell))


def _named(
    heading: Sequence[str], known: Sequence[str], below: Sequence[Sequence[str]]
) -> tuple[str, ...]:
    fields = list(known)
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
    elif "last_name" not in fields and "first_name" in fields:
        fields[fields.index("first_name")] = "name"
    if "name" not in fields and "last_name" not in fields and "handle" in fields:
        fields[fields.index("handle")] = "name"
    fields = ["remarks" if field == "handle" else field for field in fields]
    return _each_once(
        [_as_its_contents(fields, below, at) for at in range(len(fields))]
    )


def _as_its_contents(
    fields: Sequence[str], below: Sequence[Sequence[str]], place: int
) -> str:
    """Return a column's field; "" if its cells below the heading do not fit this
    field."""
    field = fields[place]
    if field == "number" and not _some(below, place, _begins_with_digit):
        return ""
    return field


def _some(
    rows: Sequence[Sequence[str]], place: int, are: Callable[[str], object]
) -> bool:
    """Return whether `are` is true for at least a third of the filled cells in a
    column. Also true if the column has too few filled cells."""
    cells = [row[place] for row in rows if row[place]]
    fitting = sum(bool(are(cell)) for cell in cells)
    return len(cells) < _FEWEST_CELLS or fitting * 3 >= len(cells)


def _begins_with_digit(cell: str) -> bool:
    return cell[:1].isdecimal() or cell[:1] == "#"


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the meaning of columns without headings: only names and EMA numbers are
    recognised.

    Club, team, country and player number are public. A column that looks like these may
    contain a diet, an age or an address. It stays unused until a director sets its
    meaning.
    """
    # Titles and notes beside a table have one cell.
    several = [row for row in rows if sum(map(bool, row)) > 1]
    most = several if len(several) * 2 > len(rows) else rows
    looked_at = most[:ROWS_LOOKED_AT]
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
    if _in_capitals(rows, first) or _given_names(rows, first) < _given_names(
        rows, first + 1
    ):
        return {first: "last_name", first + 1: "first_name"}
    return {first: "first_name", first + 1: "last_name"}


def _looks_like_names(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether nearly all rows have a value in the column, and the values are
    mostly different words without digits and signs.

    Diets, states and answers are often empty or equal.
    """
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
    return bool(re.fullmatch(r"(?:EMA[\s#:-]*)?[0-9]{7,8}", cell, re.IGNORECASE))


def _has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell


def _may_be_name(cell: str) -> bool:
    """Return whether a cell can be a name, possibly after a number.

    Most answers and states begin with a small letter; most names do not.
    """
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


def _given_names(rows: Sequence[Sequence[str]], place: int) -> int:
    """Return the number of cells in a column that begin with a known first name."""
    return sum(is_given(row[place].split()[0]) for row in rows if row[place])


def _in_capitals(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(row[place].isupper() for row in rows if row[place])


def _all_numbers(rows: Sequence[Sequence[str]], place: int) -> bool:
    filled = [row[place] for row in rows if row[place]]
    return all(map(str.isdecimal, filled)) and bool(filled)


def _each_once(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields without repetition: only the first column of each field is
    used."""
    return tuple(
        field
        if field in FIELDS and (field in REPEATED or field not in fields[:place])
        else ""
        for place, field in enumerate(fields)
    )
