"""Catalogues with a few invented translations, so that tests do not depend on the real
ones."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from mahjong_site.languages import LANGUAGES

#: Languages of the tests, except English.
TESTED = ("fr", "de", "ja", "pt-br", "zh-hans", "zh-hant")
#: Texts in the catalogues. Their translation is the text itself after the language
#: code.
TEXTS = (
    *("Standings", "Sign in", "Round %(number)s starts soon", "Rule sheet", "Paper"),
    *("Your seat in round %(number)s", "Registration: %(title)s", "Clock", "Seating"),
    *("House player", "Lunch"),
    *("Hall screen", "Invitation: %(tournament)s", "Latest hands", "Live standings"),
)


def compiled(texts: Mapping[str, str]) -> bytes:
    """Return the content of a .mo file with these translations by text.

    The sizes and positions of all texts come before the texts.
    """
    header = (
        "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0"
    )
    pairs = sorted({"": header, **texts}.items())
    sources, targets = ([pair[at].encode() for pair in pairs] for at in (0, 1))
    place = 28 + 16 * len(pairs)
    tables = []
    for text in (*sources, *targets):
        tables.append(struct.pack("<II", len(text), place))
        place += len(text) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return (
        head
        + b"".join(tables)
        + b"".join(text + b"\0" for text in (*sources, *targets))
    )


def install(folder: Path, settings) -> None:
    """Install the languages of TESTED in this folder, for one test."""
    for code in TESTED:
        language, _dash, variant = code.partition("-")
        name = f"{language}_{variant.title() if len(variant) > 2 else variant.upper()}"
        path = folder / name.rstrip("_") / "LC_MESSAGES" / "django.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(compiled({text: f"{code}: {text}" for text in TEXTS}))
    settings.LOCALE_PATHS = [folder]
    settings.LANGUAGES = [(code, LANGUAGES[code]) for code in ("en", *TESTED)]
