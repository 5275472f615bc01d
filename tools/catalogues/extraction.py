"""Find the texts for translation in the program's Python files and templates."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("templates", "mahjong_site", "scoring", "tournaments", "rules")
TEMPLATES = {".html", ".txt", ".xml"}
#: Functions, and which of their arguments are a text, a plural and a context ("c").
PLURAL, CONTEXT, BOTH = (1, 2), ((1, "c"), 2), ((1, "c"), 2, 3)
KEYWORDS = {
    "_": None,
    "noop": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": PLURAL,
    "ngettext_lazy": PLURAL,
    "pgettext": CONTEXT,
    "pgettext_lazy": CONTEXT,
    "npgettext": BOTH,
    "npgettext_lazy": BOTH,
    "in_context": CONTEXT,
}
#: Calls of these functions. Python files without one need no slow tokenizing.
CALL = re.compile(rb"\b(%s)\(" % "|".join(KEYWORDS).encode())
#: How a comment for translators begins.
COMMENT = "Translators:"


def extracted() -> Catalog:
    """Return all texts with the files where they are, sorted by first file and text."""
    found = Catalog()
    paths = list(files())
    with ProcessPoolExecutor() as pool:
        lists = list(pool.map(texts_of, paths, chunksize=50))
    for file, texts in zip(paths, lists, strict=True):
        place = (file.relative_to(ROOT).as_posix(), 0)
        for _line, ids, comments, context in texts:
            found.add(ids, None, [place], auto_comments=comments, context=context)
    # By text, not by line: moving code does not change the catalogues.
    in_order = Catalog()
    for message in sorted((message for message in found if message.id), key=_order):
        in_order[message.id] = message
    return in_order


def _order(message: Message) -> tuple[str, ...]:
    first, _line = min(message.locations)
    return (first, *ids_of(message), message.context or "")


def ids_of(message: Message) -> tuple[str, ...]:
    """Return the text; if it has a plural, both."""
    return tuple(message.id) if message.pluralizable else (message.id,)


def files() -> Iterator[Path]:
    """Return the program's files that may contain texts, without migrations."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.*")):
            python = file.suffix == ".py" and "migrations" not in file.parts
            if python or file.suffix in TEMPLATES:
                yield file


def texts_of(file: Path) -> list[tuple]:
    """Return line, text (or text and plural), comments and context of each text."""
    if not settings.configured:
        settings.configure()  # Django's `templatize` asks for the encoding of files.
    source = file.read_bytes()
    method = "python"
    if file.suffix in TEMPLATES:
        method = django_template
    elif not CALL.search(source):
        return []
    return list(extract(method, io.BytesIO(source), KEYWORDS, [COMMENT]))


def django_template(
    file: IO[bytes], keywords: dict, tags: list[str], options: dict
) -> Iterator[tuple]:
    """A method of Babel: extract from the Python that Django makes of a template."""
    made = templatize(file.read().decode())
    # Python's tokenizer would object to indents, which mean nothing here.
    lines = "\n".join(line.strip() for line in made.split("\n"))
    return extract_python(io.BytesIO(lines.encode()), keywords, tags, options)
