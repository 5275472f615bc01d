"""Find the names of one person in words, and put another in their place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.strict_reader import Json
from tournaments.people.names_without_accents import plain

#: Keys of what somebody wrote in words of their own: a name can stand there alone.
PROSE = frozenset({"reason", "text", "answer", "announcement", "error", "name"})
#: Keys of what says who a person is.
PERSON = frozenset({"first_name", "last_name", "club", "ema_number", "email"})

#: A first name and a last name.
Name = tuple[str, str]


@dataclass(frozen=True)
class Names:
    """The names of one person in an event, and what is to be read in their place.

    `known`: every pair they were called by; `alone`: words that mean nobody else there
    when they stand by themselves in a sentence; `marks`: what else names them, whole,
    such as an e-mail address; `number`: their start number.
    """

    known: frozenset[Name]
    alone: frozenset[str]
    marks: frozenset[str]
    number: int
    instead: str

    @cached_property
    def _whole(self) -> re.Pattern[str] | None:
        """The full names in either order, however they are spelt out. A name of one
        word could be a code of the program as well: it counts in sentences only."""
        ways = set(self.marks)
        for first, last in self.known:
            ways |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
            ways -= {f" {last}", f"{last} ", f"{last}, "}
        return _any_of(ways, re.IGNORECASE)

    @cached_property
    def _by_itself(self) -> re.Pattern[str] | None:
        words = {word for each in self.alone for word in (each, each.upper())}
        return _any_of(words, re.NOFLAG)

    def out_of(self, text: str, *, prose: bool) -> str:
        """The text without the names; `prose`: in a sentence, where one name alone is
        enough. Otherwise what would be a code as well as a name stays."""
        found = unicodedata.normalize("NFC", text)
        said = found
        for pattern in (self._whole, self._by_itself if prose else None):
            if pattern:
                said = pattern.sub(self.instead, said)
        return text if said == found else said

    def out_of_data(self, told: object, *, prose: bool = False) -> Json:
        """The same of JSON; data about the person themselves, as of a line of standings
        or of a correction, keep a start number for a name."""
        if isinstance(told, str):
            return self.out_of(told, prose=prose)
        if isinstance(told, list):
            return [self.out_of_data(each, prose=prose) for each in told]
        if not isinstance(told, dict):
            return told
        if self.are_of(told):
            told = {key: self._of_person(key, value) for key, value in told.items()}
        changes = told.get("changes")
        if isinstance(changes, dict) and told.get("number") == self.number:
            blank = {key: ["", ""] for key in PERSON & changes.keys()}
            told = {**told, "changes": {**changes, **blank}}
        return {
            key: self.out_of_data(value, prose=prose or key in PROSE)
            for key, value in told.items()
        }

    def are_of(self, row: Mapping[str, object]) -> bool:
        """Whether a row with a first and a last name is about the person."""
        if "last_name" not in row:
            return False
        name = (str(row.get("first_name") or ""), str(row["last_name"] or ""))
        return name in self.known or any(
            plain(" ".join(name)) == plain(" ".join(each)) for each in self.known
        )

    def _of_person(self, key: str, value: object) -> object:
        if key == "last_name":
            return self.instead
        return "" if key in PERSON else value


def names_alone(known: Iterable[Name], others: Collection[str]) -> frozenset[str]:
    """Of the parts of names those that mean one person among `others` (words of the
    names of everybody else, plain)."""
    parts = {part for name in known for part in name}
    return frozenset(
        part
        for part in parts
        if len(part) > 1 and not set(plain(part).split()) & set(others)
    )


def _any_of(ways: Collection[str], flags: re.RegexFlag) -> re.Pattern[str] | None:
    spelt = sorted((_spelt(way) for way in ways if way.strip()), key=len, reverse=True)
    if not spelt:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelt)})(?!\w)", flags)


def _spelt(way: str) -> str:
    """A pattern of the words, with or without accents, with any space between."""
    words = unicodedata.normalize("NFC", way).split()
    return r"\s+".join("".join(map(_letter, word)) for word in words)


def _letter(letter: str) -> str:
    bare = plain(letter)
    if len(bare) != 1 or bare == letter.lower():
        return re.escape(letter)
    return f"[{letter}{bare if letter.islower() else bare.upper()}]"
