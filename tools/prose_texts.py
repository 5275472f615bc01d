"""Collect the project's English: strings of pages, docstrings, comments, documents."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mahjong_site.languages import LANGUAGES

SKIPPED_DIRS = {
    ".git", ".venv", "venv", "env", "node_modules", "locale", "migrations",
    "staticfiles", "site-packages", "__pycache__", "vendor", "licences", "build",
    "dist", ".tox", ".mypy_cache", ".ruff_cache", ".pytest_cache",
}  # fmt: skip
#: Reads a file: its path within the project and its content.
Reader = Callable[[str, str], "Iterator[Text]"]
#: Bytes of the largest file that is read.
LARGEST_BYTES = 400_000
#: Folders of documents in other languages, or about their vocabulary.
OTHER_LANGUAGES = {"translating", *LANGUAGES} - {"en"}

KINDS = ("ui", "docstrings", "comments", "docs")


@dataclass(frozen=True)
class Text:
    """A piece of English and its place."""

    kind: str
    path: str
    line: int
    text: str
    of: str = ""  # for docstrings: module, class, function or property


TRANSLATE = re.compile(
    r"""\{%-?\s*(?:translate|trans)\s+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')"""
)
BLOCK = re.compile(
    r"\{%-?\s*(blocktranslate|blocktrans)\b[^%]*%\}(.*?)\{%-?\s*end\1\s*-?%\}", re.S
)
PLURAL = re.compile(r"\{%-?\s*plural\s*-?%\}")
INLINE = re.compile(r"""\b_\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\)""")
TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
TEMPLATE_COMMENT = re.compile(
    r"\{#(.*?)#\}|\{%\s*comment\b[^%]*%\}(.*?)\{%\s*endcomment\s*%\}", re.S
)
HTML_NOISE = re.compile(
    r"<!--.*?-->|<(script|style|svg|pre|code)\b.*?</\1>|\{#.*?#\}"
    r"|\{%\s*comment\b.*?\{%\s*endcomment\s*%\}",
    re.S | re.I,
)


def line_of(source: str, position: int) -> int:
    """Return the line number, from 1, of a position in the source."""
    return source.count("\n", 0, position) + 1


def without_tags(text: str) -> str:
    """Return a text with " X " for each template tag and without HTML tags, so that
    only words are left.
    """
    text = TAG.sub(" X ", text)
    text = re.sub(r"</(p|li|td|th|h\d|div|option|dt|dd)>|<br\s*/?>", " ¶ ", text)
    text = re.sub(r"<[^<>]*>", "", text)
    return html.unescape(text)


def template_texts(path: str, source: str) -> Iterator[Text]:
    """Yield the strings and comments of a template's source."""
    for match in TEMPLATE_COMMENT.finditer(source):
        text = match[1] or match[2] or ""
        yield Text("comments", path, line_of(source, match.start()), text)
    for match in BLOCK.finditer(source):
        for part in PLURAL.split(match[2]):
            line = line_of(source, match.start())
            yield Text("ui", path, line, without_tags(part))
    for pattern in (TRANSLATE, INLINE):
        for match in pattern.finditer(source):
            text = match[1] if match[1] is not None else match[2]
            line = line_of(source, match.start())
            yield Text("ui", path, line, without_tags(text))


GETTEXT = {
    "gettext": (0,), "gettext_lazy": (0,), "gettext_noop": (0,),
    "ngettext": (0, 1), "ngettext_lazy": (0, 1),
    "pgettext": (1,), "pgettext_lazy": (1,),
    "npgettext": (1, 2), "npgettext_lazy": (1, 2),
}  # fmt: skip


def gettext_names(tree: ast.Module) -> dict[str, tuple[int, ...]]:
    """Return the names of the functions that mark strings in a module, with the
    positions of their text arguments.
    """
    imports = [
        alias
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in GETTEXT
    ]
    aliases = {alias.asname or alias.name: GETTEXT[alias.name] for alias in imports}
    return {"_": (0,), **GETTEXT, **aliases}


def described(node: ast.AST) -> str:
    """Return the kind of object that a docstring describes: "module", "class",
    "property" or "function".
    """
    if isinstance(node, ast.Module):
        return "module"
    if isinstance(node, ast.ClassDef):
        return "class"
    decorators = getattr(node, "decorator_list", [])
    names = {getattr(d, "attr", getattr(d, "id", "")) for d in decorators}
    return "property" if names & {"property", "cached_property"} else "function"


NOT_PROSE = re.compile(
    r"^#\s*(!|noqa|type:|fmt:|ruff:|mypy:|-\*-|=+|-+$|nosec|prose: ok)"
)


def python_texts(path: str, source: str) -> Iterator[Text]:
    """Yield UI strings, docstrings and comments of a Python file's source; nothing if
    it has a syntax error.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    names = gettext_names(tree)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented):
            text = ast.get_docstring(node)
            if text:
                line = node.body[0].lineno
                yield Text(
                    "docstrings", path, line, undocumented(text), described(node)
                )
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            for place in names.get(name, ()):
                if place < len(node.args):
                    value = node.args[place]
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        text = without_tags(value.value)
                        yield Text("ui", path, value.lineno, text)
    yield from python_comments(path, source)


#: Comment lines that follow each other, or a comment after code.
PYTHON_COMMENT = re.compile(r"(?m)(?:^[ \t]*#.*\n?)+|(?<=  )# .*$")


def python_comments(path: str, source: str) -> Iterator[Text]:
    """Yield the comments of a Python file's source.

    Consecutive comment lines are one text.
    """
    for match in PYTHON_COMMENT.finditer(source):
        lines = [line.strip() for line in match[0].splitlines()]
        prose = [line.lstrip("#: ") for line in lines if not NOT_PROSE.match(line)]
        if any(prose):
            yield Text(
                "comments", path, line_of(source, match.start()), " ".join(prose)
            )


def undocumented(text: str) -> str:
    """Return a docstring without doctests and code samples, and with "X" for each
    inline code.
    """
    text = re.sub(r"(?m)^\s*(>>>|\.\.\.).*$", "", text)
    text = re.sub(r"::\n\n(?:[ \t]+.*\n|\n)+", ".\n\n", text)
    return re.sub(r"``[^`]*``|`[^`]*`|:\w+:`[^`]*`", "X", text)


def script_texts(path: str, source: str) -> Iterator[Text]:
    """Yield the comments of a JavaScript or CSS file's source."""
    for match in re.finditer(r"/\*(.*?)\*/", source, re.S):
        text = re.sub(r"(?m)^\s*\*", "", match[1])
        yield Text("comments", path, line_of(source, match.start()), text)
    if path.endswith(".js"):
        pattern = r"(?m)(?:^[ \t]*//.*\n?)+|(?<=[;{},)] )//.*$"
        for match in re.finditer(pattern, source):
            text = re.sub(r"(?m)^\s*//", "", match[0])
            yield Text("comments", path, line_of(source, match.start()), text)


def document_texts(path: str, source: str) -> Iterator[Text]:
    """Yield the paragraphs of a Markdown file's source, without code and links'
    addresses.
    """

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    source = re.sub(r"(?ms)^[ \t]*(```|~~~).*?^[ \t]*\1[ \t]*$", blank, source)
    source = HTML_NOISE.sub(blank, source)
    source = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", source)
    source = re.sub(r"``[^`]+``|`[^`\n]+`", "X", source)
    source = re.sub(r"https?://\S+", "X", source)
    start, block = 1, []
    for number, line in enumerate([*source.split("\n"), ""], 1):
        new = re.match(r"\s*([-*+]|\d+\.|#+|\|)\s", line)
        if not line.strip() or new:
            if block:
                yield Text("docs", path, start, " ".join(block))
            block = []
        if line.lstrip().startswith("|"):
            for cell in line.strip().strip("|").split("|"):
                if re.search(r"[A-Za-z]{2}", cell):
                    yield Text("docs", path, number, cell.strip())
            continue
        if line.strip():
            if not block:
                start = number
            block.append(re.sub(r"^\s*([-*+]|\d+\.|#+)\s+|^>\s?", "", line).strip())


def files(root: Path) -> Iterator[Path]:
    """Yield the project's files, without folders of generated or foreign files, and
    without symbolic links.
    """
    for path in sorted(root.iterdir()):
        if path.is_symlink() or path.name in SKIPPED_DIRS:
            continue
        if path.is_dir():
            yield from files(path)
        else:
            yield path


def collect(root: Path, folder: str = "") -> list[Text]:
    """Return the texts of the project, or of one folder, except texts marked `prose:
    ok`.
    """
    return [
        text
        for path in files(root / folder)
        if (read := READERS.get(path.suffix)) and is_ours(path)
        for text in of_file(path, str(path.relative_to(root)), read)
    ]


def is_ours(path: Path) -> bool:
    """Return whether a file may contain the project's English: it has at most
    LARGEST_BYTES, is not minified, and is in no folder for other languages.
    """
    is_text = path.stat().st_size <= LARGEST_BYTES and ".min." not in path.name
    return is_text and not OTHER_LANGUAGES.intersection(path.parts)


def of_file(path: Path, name: str, read: Reader) -> Iterator[Text]:
    """Yield the texts of a file, without texts that begin on a line with `prose: ok`.

    `name`: the file's path within the project.
    """
    source = path.read_text(encoding="utf-8", errors="replace")
    lines = source.splitlines()
    for text in read(name, source):
        if "prose: ok" not in (lines[text.line - 1] if text.line else ""):
            yield text


def html_or_text(path: str, source: str) -> Iterator[Text]:
    """Yield the texts of an HTML or text file if it is a template, otherwise
    nothing.
    """
    if "templates" in Path(path).parts:
        yield from template_texts(path, source)


READERS: dict[str, Reader] = {
    ".py": python_texts,
    ".html": html_or_text,
    ".txt": html_or_text,
    ".js": script_texts,
    ".css": script_texts,
    ".md": document_texts,
}
