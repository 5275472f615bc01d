"""Recognise words in lists by their meaning, in the languages of countries that play:
states, totals, free spots, answers. The words are in `list_words.csv`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from tournaments.files.strict_csv_reader import CsvFile
from tournaments.models.names_without_accents import plain

#: Most words of a remark in which a state is looked for beyond its beginning.
_SHORT_REMARK: Final = 5
_PARTS: Final = re.compile(r"\s*[/|／]\s*")


def bare(text: str) -> str:
    """Return a text in small letters without signs, for comparison. A text of signs
    only, such as “#”, is unchanged."""
    return plain(text) or text.strip()


def words_by_field(name: str, column: str) -> dict[str, list[str]]:
    """Return the words in a data file of this folder, grouped by the value of
    `column`."""
    content = Path(__file__).with_name(name).read_bytes()
    rows = CsvFile(name, content, (column, "words")).rows
    return {row.raw(column): row.raw("words").split("|") for row in rows}


@cache
def _kinds() -> dict[str, frozenset[str]]:
    return {
        kind: frozenset(map(bare, words))
        for kind, words in words_by_field("list_words.csv", "kind").items()
    }


def is_word(text: str, *kinds: str) -> bool:
    """Return whether the whole text, or each of its parts between slashes, is a word of
    these kinds."""
    known = _kinds()
    parts = [bare(text), *map(bare, _PARTS.split(text))]
    whole, *others = parts
    return any(whole in known[kind] for kind in kinds) or (
        len(others) > 1
        and all(any(part in known[kind] for kind in kinds) for part in others)
    )


def begins_with(text: str, *kinds: str) -> bool:
    """Return whether the text begins with a word or phrase of these kinds."""
    return _is_phrase_at(bare(text).split(), 0, kinds)


def has_word(text: str, *kinds: str) -> bool:
    """Return whether the text contains a word or phrase of these kinds."""
    words = bare(text).split()
    return any(_is_phrase_at(words, at, kinds) for at in range(len(words)))


def _is_phrase_at(words: list[str], at: int, kinds: tuple[str, ...]) -> bool:
    known = _kinds()
    phrases = [" ".join(words[at:end]) for end in range(at + 1, at + 6)]
    return any(phrase in known[kind] for phrase in phrases for kind in kinds)


def state_word(text: str) -> str:
    """Return the state that a cell in a column of states means: "waiting", "left_out"
    or "registered"; "" if unknown."""
    for state in ("left_out", "waiting", "registered"):
        if is_word(text, state):
            return state
    state, is_sure = state_in(text)
    return state if is_sure else ""


def state_in(text: str) -> tuple[str, bool]:
    """Return the state that a remark means ("waiting", "left_out" or ""), and whether
    the meaning is certain.

    “BAJA: no puede venir” is certain, “Cannot come on Friday” is not.
    """
    for state in ("waiting", "left_out"):
        if is_word(text, state):
            return state, True
    words = plain(text).split()
    for state in ("left_out", "waiting"):
        for count in range(min(len(words), 5), 0, -1):
            phrase = " ".join(words[:count])
            if len(phrase) > 3 and phrase in _kinds()[state]:
                return state, _is_said_plainly(text, words, count)
        if len(words) <= _SHORT_REMARK and _ends_with(words, state):
            others = set(words[:-1]) & _kinds()["condition"]
            return state, not others and "?" not in text
    return "", True


def _is_said_plainly(text: str, words: list[str], count: int) -> bool:
    """Return whether the words after the first `count` words only add a date or a
    reason."""
    rest = words[count:]
    if "?" in text or (rest and rest[0] in _kinds()["condition"]):
        return False
    words_before = rf"\W*(?:\w[\w'’.]*\W+){{{count - 1}}}"
    begin = re.match(words_before, text)
    after = text[begin.end() :] if begin else text
    return (
        not rest
        or any(map(str.isdigit, " ".join(rest[:3])))
        or bool(re.match(r"[\w'’]+\s*[:;,.!()–—-]", after))
    )


def _ends_with(words: list[str], state: str) -> bool:
    known = _kinds()[state]
    return any(
        len(phrase) > 4 and phrase in known
        for phrase in (" ".join(words[at:]) for at in range(1, len(words)))
    )
