"""Sentences about files. Every call supplies all placeholders, and quotes from files
are short.

The test reads the source, so the errors need not happen.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: Modules that read files.
ROOMS = (
    "rules/strict_reader.py",
    "rules/hand_as_json.py",
    "scoring/tournament_folder/**/*.py",
    "tournaments/files/strict_csv_reader.py",
    "tournaments/files/file_faults.py",
    "tournaments/people/player_files.py",
    "tournaments/rounds/seating_files.py",
    "tournaments/seating/files/*.py",
)
MODULES = sorted(path for room in ROOMS for path in ROOT.glob(room))
_NAMES = re.compile(r"%\((\w+)\)")
_MARKS = {"_", "gettext", "gettext_noop", "gettext_lazy"}

#: Methods that add placeholders themselves, by their name in the source: placeholder,
#: and index of the argument it comes from.
FILLED_IN = {
    "row.fault": ("column", 2),
    "table.fault": ("column", 2),
    "file.fault": ("column", 2),
    "cells.fault": ("column", 2),
    "sheet.fault": ("line", 2),
    "self._sheet.fault": ("line", 2),
}
#: The same for calls within the classes.
FILLED_IN_BY_CLASS = {"Row": ("column", 2), "Sheet": ("line", 2)}

#: Functions that pass a sentence on to a function above.
NOT_SAID = {"refuse_doubles"}


@dataclass(frozen=True)
class Said:
    """A sentence in a source line.

    `names`: its placeholders; `given`: the placeholders that the call supplies, or None
    if the source does not show them.
    """

    line: int
    message: str
    names: frozenset[str]
    given: frozenset[str] | None


def said_in(source: str) -> list[Said]:
    """Return every sentence with placeholders that a call or a % in the source fills
    in.
    """
    return list(_Reading(ast.parse(source)).said())


class _Reading:
    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        constants = _Names(tree.body)
        self._constants = {name: constants.all(name) for name in constants.names}

    def said(self) -> Iterator[Said]:
        yield from self._said_by(self._tree, "", None)

    def _said_by(
        self, node: ast.AST, inside: str, names: _Names | None
    ) -> Iterator[Said]:
        for child in ast.iter_child_nodes(node):
            within = child.name if isinstance(child, ast.ClassDef) else inside
            own = _Names(ast.walk(child)) if isinstance(child, _FUNCTION) else names
            if isinstance(child, ast.Call):
                yield from self._by_call(child, inside, names)
            if isinstance(child, ast.BinOp) and isinstance(child.op, ast.Mod):
                for message in self._messages(child.left, names):
                    yield from _said(child, message, _keys(child.right))
            yield from self._said_by(child, within, own)

    def _by_call(
        self, call: ast.Call, inside: str, names: _Names | None
    ) -> Iterator[Said]:
        function = ast.unparse(call.func)
        if function in _MARKS or function.rpartition(".")[2] in NOT_SAID:
            return
        filled = FILLED_IN.get(function)
        if function in ("self.fault", "self._break"):
            filled = FILLED_IN_BY_CLASS.get(inside)
        extra = {filled[0]} if filled and len(call.args) > filled[1] else set()
        extra |= {each.arg for each in call.keywords if filled and each.arg == "line"}
        given = _given(call)
        for value in [*call.args, *(each.value for each in call.keywords)]:
            for message in self._messages(value, names):
                known = None if given is None else given | extra
                yield from _said(call, message, known)

    def _messages(self, value: ast.expr, names: _Names | None) -> list[str]:
        if isinstance(value, ast.Name):
            own = names.meant(value) if names else []
            return own or self._constants.get(value.id, [])
        return _messages(value)


_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class _Names:
    """The sentences that the names in a function stand for."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._set: list[tuple[str, int, list[str]]] = []
        self._used: list[tuple[str, int]] = []
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._set.append((name, node.lineno, _messages(value)))
                case ast.Name(id=name, ctx=ast.Load()):
                    self._used.append((name, node.lineno))

    @property
    def names(self) -> set[str]:
        return {name for name, _line, _messages in self._set}

    def all(self, name: str) -> list[str]:
        return [
            each for known, _, texts in self._set if known == name for each in texts
        ]

    def meant(self, use: ast.Name) -> list[str]:
        """Return the sentences assigned to the name since its last use."""
        before = (
            line for name, line in self._used if name == use.id and line < use.lineno
        )
        last = max(before, default=0)
        return [
            text
            for name, line, texts in self._set
            if name == use.id and last <= line <= use.lineno
            for text in texts
        ]


def _said(node: ast.expr, message: str, given: frozenset[str] | None) -> Iterator[Said]:
    if names := frozenset(_NAMES.findall(message)):
        yield Said(node.lineno, message, names, given)


def _messages(value: ast.expr) -> list[str]:
    """Return the sentences that an expression may have as its value; [] if it
    has none.
    """
    match value:
        case ast.Call(func=ast.Name(id=mark), args=[ast.Constant(value=str(text))]):
            return [text] if mark in _MARKS else []
        case ast.IfExp(body=one, orelse=other):
            return [*_messages(one), *_messages(other)]
        case ast.BinOp(left=one, op=ast.Mult()):
            return _messages(one)
    return []


def _given(call: ast.Call) -> frozenset[str] | None:
    """Return the placeholders that a call supplies by keyword or in dictionaries; None
    if the source does not show them.
    """
    names = {each.arg for each in call.keywords if each.arg}
    if any(each.arg is None for each in call.keywords):
        return None
    for value in [*call.args, *(each.value for each in call.keywords)]:
        if isinstance(value, ast.Dict):
            names |= _keys(value) or set()
        elif _is_unknown(value):
            return None
    return frozenset(names)


def _is_unknown(value: ast.expr) -> bool:
    """Return whether an argument may be a mapping whose keys the source does
    not show.
    """
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("params", "facts", "data")
        case ast.Call(func=ast.Name(id=name)):
            return name not in _MARKS
    return False


def _keys(value: ast.expr) -> frozenset[str] | None:
    match value:
        case ast.Dict(keys=keys) if all(isinstance(k, ast.Constant) for k in keys):
            return frozenset(str(key.value) for key in keys)  # type: ignore[union-attr]
    return None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_is_given_the_names_it_needs(path):
    lacking = [
        f"line {said.line}: “{said.message}” lacks {sorted(said.names - said.given)}"
        for said in said_in(path.read_text(encoding="utf-8"))
        if said.given is not None and said.names - said.given
    ]
    assert lacking == []
