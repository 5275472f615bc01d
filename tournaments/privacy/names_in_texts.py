"""Find one person's names in texts, and replace them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.strict_reader import Json
from tournaments.models.names_without_accents import plain

#: Keys of texts written by people, where a first or last name may be alone.
PROSE = frozenset({"reason", "text", "answer", "announcement", "error", "name"})
#: Keys of personal data.
PERSON = frozenset({"first_name", "last_name", "club", "ema_number", "email"})

#: First name and last name.
Name = tuple[str, str]


@dataclass(frozen=True)
class Names:
    """The names of one person in a tournament, and the text that replaces them
    (`instead`).

    `known`: every pair of first name and family name used for the person. `alone`:
    single words that only this person uses as a name in the tournament. `marks`: other
    identifying texts, such as an email address. `number`: the player number.
    """

    known: frozenset[Name]
    alone: frozenset[str]
    marks: frozenset[str]
    number: int
    instead: str

    @cached_property
    def _whole(self) -> re.Pattern[str] | None:
        """Return a pattern for the full names in any order and spelling; None if there
        are none.

        Single names are left out, because they could also be a code of the program.
        They are replaced in sentences only.
        """
        ways = set(self.marks)
        for first, last in self.known:
            ways |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
            ways -= {f" {last}", f"{last} ", f"{last}, "}
        return _any_of(ways, re.IGNORECASE)

    @cached_property
    def _by_itself(self) -> re.Pattern[str] | None:
        spellings = {word for name in self.alone for word in (name, name.upper())}
        return _any_of(spellings, re.NOFLAG)

    def out_of(self, text: str, *, prose: bool) -> str:
        """Return the text with the names replaced.

        With `prose`, the text is a sentence, and single names are replaced too.
        Otherwise a single word remains, because it could be a code.
        """
        original = unicodedata.normalize("NFC", text)
        result = original
        for pattern in (self._whole, self._by_itself if prose else None):
            if pattern:
                result = pattern.sub(self.instead, result)
        return text if result == original else result

    def out_of_data(self, data: object, *, prose: bool = False) -> Json:
        """Return JSON values with the names replaced.

        In data about this person, such as a line of standings or a correction, the
        player number replaces the name.
        """
        if isinstance(data, str):
            return self.out_of(data, prose=prose)
        if isinstance(data, list):
            return [self.out_of_data(item, prose=prose) for item in data]
        if not isinstance(data, dict):
            return data
        if self.are_of(data):
            data = {key: self._of_person(key, value) for key, value in data.items()}
        changes = data.get("changes")
        if isinstance(changes, dict) and data.get("number") == self.number:
            blank = {key: ["", ""] for key in PERSON & changes.keys()}
            data = {**data, "changes": {**changes, **blank}}
        return {
            key: self.out_of_data(value, prose=prose or key in PROSE)
            for key, value in data.items()
        }

    def are_of(self, row: Mapping[str, object]) -> bool:
        """Return whether a row with first name and family name is about the person."""
        if "last_name" not in row:
            return False
        name = (str(row.get("first_name") or ""), str(row["last_name"] or ""))
        return name in self.known or any(
            plain(" ".join(name)) == plain(" ".join(known_name))
            for known_name in self.known
        )

    def _of_person(self, key: str, value: object) -> object:
        if key == "last_name":
            return self.instead
        return "" if key in PERSON else value


def names_alone(known: Iterable[Name], others: Collection[str]) -> frozenset[str]:
    """Return the single names that identify the person.

    `others` are the words in all other players' names, normalised.
    """
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
    """Return a regular expression for the words, with or without accents and with any
    spaces."""
    parts = unicodedata.normalize("NFC", way).split()
    return r"\s+".join("".join(map(_letter, word)) for word in parts)


def _letter(letter: str) -> str:
    bare = plain(letter)
    if len(bare) != 1 or bare == letter.lower():
        return re.escape(letter)
    return f"[{letter}{bare if letter.islower() else bare.upper()}]"
