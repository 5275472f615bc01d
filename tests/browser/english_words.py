"""Find English words on the pages that a person visits in another language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from playwright.sync_api import Page, expect

from tests.untranslated import read, scripts
from tools.catalogues import po_files
from tools.catalogues.extraction import ids_of

#: Two or more letters are a word.
LETTERS = re.compile(r"[^\W\d_]{2,}")
#: A Latin letter. Japanese letters may stand beside a name, without a space.
LETTER = "[A-Za-zÀ-ÿ]"
LATIN = re.compile(r"[A-Za-z]{2,}")
#: Languages that write their words without Latin letters.
NOT_LATIN = {"ja", "ko", "ru", "zh-hans", "zh-hant"}
#: Placeholders, tags, entities, addresses, file names and their endings.
NO_WORDS = re.compile(
    r"%(?:\([^)]*\))?[\d.]*[a-z]|\{[^{}]*\}|</?\w[^<>]*>|&#?\w+;|https?://\S+|"
    r"\S+@\S+|(?:\b[\w-]+)?\.(?:zip|json|csv|png|ics)\b|(?<!\w)/[\w./-]+"
)


def words(text: str, spelled: re.Pattern[str] = LETTERS) -> set[str]:
    """Return the words of a text in lower case."""
    return {word.lower() for word in spelled.findall(NO_WORDS.sub(" ", text))}


@cache
def english_only(language: str) -> frozenset[str]:
    """Return the words of the English texts that are in no translation into this
    language, not counting sources of rules, which contain English names of books.
    """
    english: set[str] = set()
    translated: set[str] = set()
    for message in po_files.read(language):
        if message.id and message.context != "rule source":
            english.update(*map(words, ids_of(message)))
            strings = message.string
            several = [strings] if isinstance(strings, str) else strings
            translated.update(*map(words, several))
    return frozenset(english - translated)


class Walk:
    """The pages that a person has visited in a language, and the English words on them.

    `allowed`: names and other words that are allowed on a page in this language. A name
    of several words is allowed as a whole.
    """

    def __init__(self, page: Page, language: str, allowed: Iterable[str]) -> None:
        self.page, self.language = page, language
        names = "|".join(sorted(map(re.escape, allowed), key=len, reverse=True))
        self.allowed = re.compile(rf"(?<!{LETTER})(?:{names})(?!{LETTER})", re.I)
        self.seen: list[str] = []
        self.found: dict[str, str] = {}

    def look(self) -> None:
        """Record the English words in all texts of the page, including attributes,
        hidden and collapsed parts, and sentences for scripts.
        """
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)
        content = self.page.content()
        reader = read(content, self.language, names=True)
        self.seen.append(self.page.url)
        for place, text in reader.texts:
            self._judge(place, text)
        for text in scripts(content):
            self._judge("script", text)

    def _judge(self, place: str, text: str) -> None:
        found = self.english(text)
        if found:
            what = f"{' '.join(sorted(found))}: {text!r} ({place})"
            self.found.setdefault(what, self.page.url)

    def english(self, text: str) -> set[str]:
        """Return the English words of a text, without allowed words."""
        text = self.allowed.sub(" ", text)
        if self.language in NOT_LATIN:
            return words(text, LATIN)
        return words(text) & english_only(self.language)

    def assert_all_is_translated(self) -> None:
        assert not self.found, "\n".join(
            f"{what} at {url}" for what, url in sorted(self.found.items())
        )
