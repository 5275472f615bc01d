"""Find the texts for translation in the program's Python files and templates."""

from __future__ import annotations

import ast
import io
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
    "one_or_several": PLURAL,
}
#: Module of Django's functions.
MODULE = "django.utils.translation"
#: How a comment for translators begins.
COMMENT = "Translators:"

#: Line, text (or text and plural), comments and context.
Found = tuple[int, str | tuple[str, ...], list[str], str | None]


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


def texts_of(file: Path) -> list[Found]:
    """Return line, text (or text and plural), comments and context of each text."""
    if file.suffix == ".py":
        return list(_in_python(file.read_text("utf-8")))
    if not settings.configured:
        settings.configure()  # Django's `templatize` asks for the encoding of files.
    with file.open("rb") as opened:
        return list(extract(django_template, opened, KEYWORDS, [COMMENT]))


def _in_python(source: str) -> Iterator[Found]:
    """Yield the texts of a Python file, also those in expressions of f-strings and by
    functions imported under another name. Babel's own method misses both.
    """
    # Most files have none, and parsing takes most of the time.
    if not any(name in source for name in (MODULE, "translation_marks")):
        return
    tree, lines = ast.parse(source), source.splitlines()
    names = {name: name for name in KEYWORDS}
    calls = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == MODULE:
            names |= {one.asname: one.name for one in node.names if one.asname}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append((node.func.id, node))
    for name, call in sorted(calls, key=lambda one: (one[1].lineno, one[1].col_offset)):
        kind = names.get(name)
        given = [_text(argument) for argument in call.args]
        if kind in KEYWORDS and (text := _marked(KEYWORDS[kind], given)):
            context, ids = text
            yield call.lineno, ids, _comments(lines, call.lineno), context


def _text(argument: ast.expr) -> str | None:
    """Return the text of an argument, None if it is another expression."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def _marked(
    places: tuple | None, given: list[str | None]
) -> tuple[str | None, str | tuple[str, ...]] | None:
    """Return context and text (or text and plural) of a call, None if one of them is
    not a literal.
    """
    context, ids = None, []
    for place in places or (1,):
        at = place[0] if isinstance(place, tuple) else place
        text = given[at - 1] if at <= len(given) else None
        if text is None:
            return None
        if isinstance(place, tuple):
            context = text
        else:
            ids.append(text)
    return context, ids[0] if len(ids) == 1 else tuple(ids)


def _comments(lines: list[str], line: int) -> list[str]:
    """Return the comments for translators directly above a line."""
    above: list[str] = []
    while line > 1 and lines[line - 2].strip().startswith("#"):
        line -= 1
        above.insert(0, lines[line - 1].strip().removeprefix("#").strip())
    start = next((i for i, text in enumerate(above) if text.startswith(COMMENT)), None)
    return [] if start is None else [" ".join(above[start:])]


def django_template(
    file: IO[bytes], keywords: dict, tags: list[str], options: dict
) -> Iterator[tuple]:
    """Yield the texts of a template, from the Python that Django makes of it."""
    made = templatize(file.read().decode())
    # Python's tokenizer would object to indents, which mean nothing here.
    lines = "\n".join(line.strip() for line in made.split("\n"))
    return extract_python(io.BytesIO(lines.encode()), keywords, tags, options)
