"""Recognise what the comma in full names separates: “Berg, Anna” is a family name and a
first name, “Anna Berg, Dragon Club” a name and a club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tournaments.list_import.list_words import has_word
from tournaments.list_import.name_cells import NameCell
from tournaments.list_import.name_splitting import (
    is_capital,
    is_given,
    is_particle,
    is_suffix,
    without_titles,
)

#: Answer that a comma separates family name and first name.
AS_NAME: Final = "name"


@dataclass(frozen=True)
class Commas:
    """The commas in the full names of a list.

    `doubtful`: the names in which the comma may separate the name from another text;
    `example`: the first of them, and `rows` their number. `text_is_likelier`: another
    text is likelier there than a first name.
    """

    doubtful: frozenset[str] = frozenset()
    example: str = ""
    rows: int = 0
    text_is_likelier: bool = False

    def without_text(self, cell: NameCell, answer: str) -> NameCell:
        """Return the cell with a text after a doubtful comma separate from the name.

        `answer`: the director's answer about commas; "" if there is none.
        """
        is_name = answer == AS_NAME or (not answer and not self.text_is_likelier)
        if is_name or cell.name not in self.doubtful:
            return cell
        name, _comma, text = cell.name.partition(",")
        return replace(cell, name=name.strip(), after_comma=text.strip())


def commas_in(names: Iterable[str]) -> Commas:
    """Return the commas in the full names of a list.

    A comma is certain after one word, after CAPITALS and before a known first name. In
    a list in which most commas are certain, other family names may have several words;
    only commas before a word such as “Club” stay doubtful there.
    """
    all_names = list(names)
    with_comma = [name for name in all_names if _has_comma(name)]
    texts = {_text(name) for name in with_comma if not _is_family_first(name)}
    doubtful = [name for name in with_comma if _text(name) in texts]
    certain = len(with_comma) - len(doubtful)
    whole = sum(not _has_comma(name) and " " in name for name in all_names)
    clubs = [name for name in doubtful if _names_a_club(name)]
    if certain > len(doubtful) - len(clubs) + whole:
        doubtful = clubs
    return Commas(
        frozenset(doubtful),
        next(iter(doubtful), ""),
        len(doubtful),
        bool(clubs or whole) or any(map(_begins_with_whole_name, doubtful)),
    )


def _has_comma(name: str) -> bool:
    """Return whether a comma separates two parts. Suffixes and particles after a comma
    belong to the family name."""
    before, after = _parts(name)
    return bool(before) and not all(
        is_suffix(word) or is_particle(word) for word in after.split()
    )


def _is_family_first(name: str) -> bool:
    """Return whether the part before the comma is certainly the family name."""
    before, after = _parts(name)
    words = [word for word in before.split() if not is_particle(word)]
    if _names_a_club(name) or not words:
        return False
    if is_given(after.split()[0]) and not is_given(words[0]):
        return True
    if all(map(is_capital, words)) and not all(map(is_capital, after.split())):
        return True
    return len(words) == 1 and not is_given(words[0])


def _begins_with_whole_name(name: str) -> bool:
    """Return whether the part before the comma seems to contain a first name."""
    words = _parts(name)[0].split()
    capitals = sum(map(is_capital, words))
    return any(map(is_given, words)) or 0 < capitals < len(words)


def _names_a_club(name: str) -> bool:
    return has_word(_parts(name)[1], "club")


def _text(name: str) -> str:
    return _parts(name)[1].casefold()


def _parts(name: str) -> tuple[str, str]:
    """Return the texts before and after the first comma, without titles."""
    before, _comma, after = without_titles(name)[0].partition(",")
    return before.strip(), after.strip()
