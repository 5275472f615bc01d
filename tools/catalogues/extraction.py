"""Find the texts to translate in the program's Python files and templates."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("templates", "mahjong_site", "scoring", "tournaments", "rules")
TEMPLATES = {".html", ".txt", ".xml"}
#: Functions that mark texts, with the positions of their text, plural and context
#: ("c").
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
    "cited": None,
    "also_for_riichi": None,
}
#: Django's module that contains these functions.
MODULE = "django.utils.translation"
#: Functions whose texts have a fixed context.
CONTEXT_OF = {"cited": "rule source"}
#: The function and the template tag whose texts have a second entry in this context.
TWICE, TAG, RIICHI = (
    "also_for_riichi",
    re.compile(r"{% worded \S+ (\"[^\"]+\")"),
    "riichi",
)
#: Start of a comment for translators.
COMMENT = "Translators:"

#: Line, text (or singular and plural), comments and context.
Found = tuple[int, str | tuple[str, ...], list[str], str | None]


def extracted() -> Catalog:
    """Return a catalogue of all texts with the files that contain them, sorted by first
    file and text.
    """
    unsorted = Catalog()
    for file in files():
        place = (file.relative_to(ROOT).as_posix(), 0)
        for _line, ids, comments, context in texts_of(file):
            unsorted.add(ids, None, [place], auto_comments=comments, context=context)
    # Sorted by text, not by line, so that moving code does not change the catalogues.
    in_order = Catalog()
    for message in sorted((message for message in unsorted if message.id), key=_order):
        in_order[message.id] = message
    return in_order


def _order(message: Message) -> tuple[str, ...]:
    first, _line = min(message.locations)
    return (first, *ids_of(message), message.context or "")


def ids_of(message: Message) -> tuple[str, ...]:
    """Return a tuple of the text, or of its singular and plural."""
    return tuple(message.id) if message.pluralizable else (message.id,)


def files() -> Iterator[Path]:
    """Yield the program's files that may contain texts, without migrations."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.*")):
            python = file.suffix == ".py" and "migrations" not in file.parts
            if python or file.suffix in TEMPLATES:
                yield file


def texts_of(file: Path) -> list[Found]:
    """Return line, text (or singular and plural), comments and context of each text."""
    if file.suffix == ".py":
        return list(_in_python(file.read_text("utf-8")))
    if not settings.configured:
        settings.configure()  # `templatize` needs the encoding of files.
    with file.open("rb") as opened:
        return list(extract(django_template, opened, KEYWORDS, [COMMENT]))


def _in_python(source: str) -> Iterator[Found]:
    """Yield the texts of a Python file's source.

    Unlike Babel's own method, this finds texts inside f-strings, and functions imported
    under another name.
    """
    # Most files have no texts, and parsing takes most of the time.
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
        arguments = [_text(argument) for argument in call.args]
        if kind in KEYWORDS and (text := _marked(KEYWORDS[kind], arguments)):
            context, ids = text
            context = CONTEXT_OF.get(kind, context)
            comments = _comments(lines, call.lineno)
            yield call.lineno, ids, comments, context
            if kind == TWICE:
                yield call.lineno, ids, comments, RIICHI


def _text(argument: ast.expr) -> str | None:
    """Return the text of an argument, or None if the argument is not a string
    literal.
    """
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def _marked(
    places: tuple | None, arguments: list[str | None]
) -> tuple[str | None, str | tuple[str, ...]] | None:
    """Return context (None without one) and text (or singular and plural) of a call.

    Returns None if a text or context is not a literal. `places`: the arguments to read,
    as in KEYWORDS.
    """
    context, ids = None, []
    for place in places or (1,):
        at = place[0] if isinstance(place, tuple) else place
        text = arguments[at - 1] if at <= len(arguments) else None
        if text is None:
            return None
        if isinstance(place, tuple):
            context = text
        else:
            ids.append(text)
    return context, ids[0] if len(ids) == 1 else tuple(ids)


def _comments(lines: list[str], line: int) -> list[str]:
    """Return the comment for translators directly above a line (numbered from 1) as a
    list of one text; an empty list if there is none.
    """
    above: list[str] = []
    while line > 1 and lines[line - 2].strip().startswith("#"):
        line -= 1
        above.insert(0, lines[line - 1].strip().removeprefix("#").strip())
    start = next((i for i, text in enumerate(above) if text.startswith(COMMENT)), None)
    return [] if start is None else [" ".join(above[start:])]


def django_template(
    file: IO[bytes], keywords: dict, tags: list[str], options: dict
) -> Iterator[tuple]:
    """Yield the texts of a template. Django first converts it to Python."""
    source = TAG.sub(
        rf'{{% translate \1 %}}{{% translate \1 context "{RIICHI}" %}}\g<0>',
        file.read().decode(),
    )
    python = templatize(source)
    # Python's tokenizer would reject these lines because of their indents.
    lines = "\n".join(line.strip() for line in python.split("\n"))
    return extract_python(io.BytesIO(lines.encode()), keywords, tags, options)
