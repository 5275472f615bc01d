"""A language for tests: every translated text has accented letters, is 40 % longer and
has brackets around it. Plain letters on a page are then data, or a text that cannot be
translated; a missing bracket is a text that was cut.

Tests write it to a temporary folder; no installation offers it.
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

#: Language codes: longer, and also from right to left.
LONG, RIGHT_TO_LEFT = "en-xa", "en-xb"
OPEN, CLOSE = "⟦", "⟧"
#: Right-to-left mark and override; end of the override.
RIGHT, OVERRIDE, END = "\u200f", "\u202e", "\u202c"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđèƒĝĥìĵķłɱñòƥɋřšťùṽŵẋýžÀßĆĐÈƑĜĤÌĴĶŁṀÑÒƤɊŘŠŤÙṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
VOWELS = re.compile(r"([àèìòùýÀÈÌÒÙÝ])")
#: Unchanged parts of a text: placeholders, tags, entities, addresses.
KEPT = re.compile(
    r"(%(?:%|(?:\([^)]*\))?[\d.]*[a-z])|\{[^{}]*\}|</?\w[^<>]*>|&#?\w+;|https?://\S+)"
)


def pseudo(text: str) -> str:
    """Return the text in the longer language; spaces at its ends stay outside."""
    inner = text.strip()
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    parts = KEPT.split(inner)
    parts[::2] = [VOWELS.sub(r"\1\1", accented(part)) for part in parts[::2]]
    return f"{start}{OPEN}{''.join(parts)}{CLOSE}{end}"


def accented(text: str) -> str:
    """Return the text with other letters."""
    return text.translate(ACCENTS)


def from_right(text: str) -> str:
    """Return the text in the longer language, with marks from right to left."""
    parts = KEPT.split(pseudo(text))
    parts[::2] = [
        f"{RIGHT}{OVERRIDE}{part}{END}{RIGHT}" if part.strip() else part
        for part in parts[::2]
    ]
    return "".join(parts)


def write(folder: Path, *codes: str) -> None:
    """Write these languages, compiled, with the texts of the program and libraries."""
    messages = [message for texts in _all_texts() for message in texts if message.id]
    for code in codes:
        change = {LONG: pseudo, RIGHT_TO_LEFT: from_right}[code]
        made = Catalog(locale="en", header_comment="")
        for message in messages:
            forms = tuple(change(text) for text in ids_of(message))
            made.add(message.id, _like(message, forms), context=message.context)
        file = catalogue(folder, code).with_suffix(".mo")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(compiled(made))


def _like(message: Message, forms: tuple[str, ...]) -> str | tuple[str, ...]:
    return forms if message.pluralizable else forms[0]


def _all_texts() -> list[Catalog]:
    import allauth

    # The libraries translate their own texts; any of their languages has them all.
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
