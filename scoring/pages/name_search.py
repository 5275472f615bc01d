"""Find people by the beginnings of words, whatever their accents, case and order."""

from __future__ import annotations

import re
import unicodedata

#: Letters that are not a plain letter with a mark, and how people type them.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
APOSTROPHES = re.compile("['’ʼ`´]")
WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """The text in small plain letters: “Łukasz Gómez” is “lukasz gomez”."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(PLAIN)


def words_of(text: str) -> list[str]:
    return WORD.findall(folded(APOSTROPHES.sub("", text)))


def is_meant(query: str, number: int, name: str, beside: str = "") -> bool:
    """Whether `query` is the start number, or each of its words begins a word of
    the name, or of what stands `beside` it. Nothing typed means everybody."""
    asked = words_of(query)
    if not asked or asked == [str(number)]:
        return bool(asked) or not query
    words = [*_from_each_word(words_of(name)), *words_of(beside)]
    return all(any(word.startswith(start) for word in words) for start in asked)


def _from_each_word(words: list[str]) -> list[str]:
    """The words of a name. Where letters have no case, as in Chinese or Korean, people
    write a name as one word, the family name first: each with the others behind it."""
    if "".join(words).islower():
        return words
    return ["".join((*words[at:], *words[:at])) for at in range(len(words))]
