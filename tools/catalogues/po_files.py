"""Read and write catalogues (.po)."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from mahjong_site.languages import LANGUAGES, SOURCE, catalogue
from tools.catalogues.extraction import ROOT

FOLDER = ROOT / "locale"
#: Header without dates, names and programs, which would cause conflicts between
#: branches.
HEADER = r"""# Prevailing Wind, {name}. See docs/translating.md.
msgid ""
msgstr ""
"Language: {locale}\n"
"Plural-Forms: {plural_forms}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def present() -> list[str]:
    """Return the codes of the languages with a catalogue."""
    codes = (code for code in LANGUAGES if code != SOURCE)
    return [code for code in codes if catalogue(FOLDER, code).exists()]


def read(code: str) -> Catalog:
    """Return a language's catalogue; an empty one if there is no file. Raises
    PoFileError if the file is invalid.
    """
    file = catalogue(FOLDER, code)
    locale = file.parents[1].name
    if not file.exists():
        return Catalog(locale=locale)
    with file.open("rb") as opened:
        return read_po(opened, locale=locale, abort_invalid=True)


def updated(old: Catalog, texts: Catalog) -> Catalog:
    """Return a catalogue of `texts` with the translations of `old`. Translations of
    deleted texts are dropped."""
    new = Catalog(locale=old.locale)
    new.mime_headers = [("Plural-Forms", old.plural_forms)]
    for text in texts:
        if not text.id:
            continue
        message = text.clone()
        former = old.get(text.id, text.context)
        if former and former.pluralizable == text.pluralizable:
            message.string = former.string
            message.user_comments = former.user_comments
            message.flags |= former.flags & {"fuzzy"}
        new[message.id] = message
    return new


def write(code: str, content: Catalog) -> None:
    """Write a language's catalogue, without wrapped lines."""
    file = catalogue(FOLDER, code)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(as_po(code, content))


def as_po(code: str, content: Catalog) -> bytes:
    """Return the content of the .po file."""
    entries = io.BytesIO()
    write_po(entries, content, width=0, omit_header=True, include_lineno=False)
    header = HEADER.format(
        name=LANGUAGES[code],
        locale=catalogue(Path(), code).parts[0],
        plural_forms=content.plural_forms,
    )
    return header.encode() + entries.getvalue().rstrip(b"\n") + b"\n"
