"""Find untranslated words in pages of the pseudo-locale, in which every translated
letter has an accent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.pseudo_locale import CLOSE, OPEN

#: Two or more letters without accents.
WORD = re.compile(r"[A-Za-z]{2,}(?:['’][a-z]+)?")
#: Elements that people do not read, or that are the same in all languages.
NOT_READ = {"script", "style", "code", "kbd", "pre", "template"}
#: Attributes that people read or hear.
SHOWN = {"title", "aria-label", "aria-description", "placeholder", "alt", "label"}
BUTTONS = {"submit", "button", "reset"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"}
VOID |= {"source", "track", "wbr"}
#: Elements with whole sentences, so all brackets must be closed at their end.
BLOCKS = {"p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "dt", "dd", "label"}
BLOCKS |= {"option", "button", "legend", "summary", "title", "caption", "section"}
#: Elements that choose a language, with the language's own name.
CHOICES = {"option", "a", "button"}
#: Meta elements with a text.
META = re.compile("description|title|site_name|og:image:alt")
#: At least two words: codes have one, texts for scripts have more.
SENTENCE = re.compile(r"[A-Za-z]{2,}[ ,][^=;]*[A-Za-z]{2,}")
#: Paths, codes and JSON for scripts.
NO_TEXT = re.compile(r"[/{\[]|[a-z_ -]+$")


class Reader(HTMLParser):
    """Collects the texts of a page with their places.

    Leaves out parts in another language than `language`, but not parts in English
    except in lists of languages. Leaves out names (`bdi`) unless `names`.
    """

    def __init__(self, language: str = "", *, names: bool = False) -> None:
        super().__init__()
        self._language, self._names = language, names
        self.texts: list[tuple[str, str]] = []
        self.cut: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._depth, self._last = 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        skipped = tag in NOT_READ or attributes.get("translate") == "no"
        skipped = skipped or (tag == "bdi" and not self._names)
        if "lang" in attributes and tag != "html":
            is_english_text = attributes["lang"] == "en" and tag not in CHOICES
            is_read = is_english_text or attributes["lang"] == self._language
            skipped = skipped or not is_read
        if not self._is_skipped():
            self.texts += [
                (f"@{name}", attributes[name]) for name in SHOWN & attributes.keys()
            ]
            self.texts += [
                (f"@{name}", value)
                for name, value in attributes.items()
                if name.startswith("data-") and _is_text(value)
            ]
            if tag == "input" and attributes.get("type") in BUTTONS:
                self.texts.append(("@value", attributes.get("value", "")))
            named = attributes.get("name", "") or attributes.get("property", "")
            if tag == "meta" and META.search(named):
                self.texts.append((named, attributes.get("content", "")))
        if tag not in VOID:
            self._open.append((tag, skipped))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag in BLOCKS and self._depth:
            self.cut.append(self._last)
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if not data.strip():
            return
        if not self._is_skipped():
            inner = self._open[-1][0] if self._open else ""
            self.texts.append((inner, " ".join(data.split())))
            self._last = data.strip()
        if not any(tag in NOT_READ for tag, _skipped in self._open):
            self._depth += data.count(OPEN) - data.count(CLOSE)

    def _is_skipped(self) -> bool:
        return any(skipped for _tag, skipped in self._open)


def _is_text(value: str) -> bool:
    return bool(SENTENCE.search(value)) and not NO_TEXT.match(value)


def read(page: str, language: str = "", *, names: bool = False) -> Reader:
    """Return a reader with the texts of a page."""
    reader = Reader(language, names=names)
    reader.feed(page)
    reader.close()
    return reader


def plain_words(text: str, allowed: set[str]) -> list[str]:
    """Return the words of a text that are not translated and not allowed."""
    return [word for word in WORD.findall(text) if word not in allowed]


def texts_in_json(content: object) -> Iterator[str]:
    """Yield every string of a JSON value, without keys."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for value in content.values():
            yield from texts_in_json(value)
    elif isinstance(content, list):
        for value in content:
            yield from texts_in_json(value)


def scripts(page: str) -> Iterator[str]:
    """Yield each string that looks like a text in the JSON that a page has for its
    scripts.
    """
    contents = re.findall(
        r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S
    )
    for content in contents:
        yield from filter(SENTENCE.search, texts_in_json(json.loads(content)))
