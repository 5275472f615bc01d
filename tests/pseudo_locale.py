"""An invented language for tests. Every translated text has accents, is 40 % longer and
is in brackets. Plain letters on a page are therefore data or a text that was not
translated, and a text without its closing bracket was cut.

Tests write its catalogue to a temporary folder. No installation offers it.
"""

from __future__ import annotations

import re
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from mahjong_site.compiled_catalogues import compiled
from mahjong_site.languages import catalogue
from tools.catalogues.extraction import extracted, ids_of

#: Codes of the longer language, and of the same written from right to left.
LONG, RIGHT_TO_LEFT = "en-xa", "en-xb"
OPEN, CLOSE = "⟦", "⟧"
#: Unicode's right-to-left mark, right-to-left override and end of an override.
RIGHT, OVERRIDE, END = "\u200f", "\u202e", "\u202c"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđèƒĝĥìĵķłɱñòƥɋřšťùṽŵẋýžÀßĆĐÈƑĜĤÌĴĶŁṀÑÒƤɊŘŠŤÙṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
VOWELS = re.compile(r"([àèìòùýÀÈÌÒÙÝ])")
#: Unchanged parts of a text: placeholders, tags, entities, addresses.
UNCHANGED = re.compile(
    r"(%(?:%|(?:\([^)]*\))?[\d.]*[a-z])|\{[^{}]*\}|</?\w[^<>]*>|&#?\w+;|https?://\S+)"
)


def pseudo(text: str) -> str:
    """Return the text in the longer language.

    Spaces at the start and end stay outside the brackets.
    """
    inner = text.strip()
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    parts = UNCHANGED.split(inner)
    parts[::2] = [VOWELS.sub(r"\1\1", accented(part)) for part in parts[::2]]
    return f"{start}{OPEN}{''.join(parts)}{CLOSE}{end}"


def accented(text: str) -> str:
    """Return the text with accented letters."""
    return text.translate(ACCENTS)


def from_right(text: str) -> str:
    """Return the text in the longer language, marked as right-to-left text."""
    parts = UNCHANGED.split(pseudo(text))
    parts[::2] = [
        f"{RIGHT}{OVERRIDE}{part}{END}{RIGHT}" if part.strip() else part
        for part in parts[::2]
    ]
    return "".join(parts)


def write(folder: Path, *codes: str) -> None:
    """Write compiled catalogues of these languages into a folder, with all texts of the
    program and its libraries.
    """
    messages = [message for texts in _all_texts() for message in texts if message.id]
    for code in codes:
        change = {LONG: pseudo, RIGHT_TO_LEFT: from_right}[code]
        content = Catalog(locale="en", header_comment="")
        for message in messages:
            forms = tuple(change(text) for text in ids_of(message))
            content.add(message.id, _like(message, forms), context=message.context)
        file = catalogue(folder, code).with_suffix(".mo")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(compiled(content))


def _like(message: Message, forms: tuple[str, ...]) -> str | tuple[str, ...]:
    return forms if message.pluralizable else forms[0]


def _all_texts() -> list[Catalog]:
    import allauth

    # The libraries have their own catalogues. One language of each is enough to get all
    # texts.
    library = Path(django.__file__).parent
    files = [
        *library.rglob("locale/en/LC_MESSAGES/django.po"),
        Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po",
    ]
    texts = [extracted()]
    for file in files:
        with file.open("rb") as opened:
            texts.append(read_po(opened))
    return texts
