"""Faults in uploaded files, with file and line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.utils.translation import gettext

from rules.faults import Fault
from rules.strict_reader import Json, JsonObject
from rules.translation_marks import (
    FilledText,
    ListedTexts,
    MarkedText,
    in_context,
    listed,
)
from tournaments.reader_locale import colon
from tournaments.refusals import sentence


@dataclass(frozen=True)
class FileFault(Fault):
    """A fault in a file. If `line` is 0, it concerns the whole file.

    `acceptable`: the fault is a contradiction, and an option can import the file
    anyway.
    """

    file: str = ""
    line: int = 0
    acceptable: bool = False

    @property
    def place(self) -> str:
        """Return the file and line of the fault in words, if known; "" if not."""
        if not self.line:
            return self.file
        if not self.file:
            return gettext("line %(line)s") % {"line": self.line}
        return gettext("%(file)s line %(line)s") % {
            "file": self.file,
            "line": self.line,
        }


def at_line(fault: Fault, file: str, line: int) -> FileFault:
    """Return the fault with its file and line."""
    return FileFault(fault.code, fault.message, fault.field, fault.params, file, line)


def located(fault: Fault) -> str:
    """Return the fault's message with its place, in the active language."""
    place = fault.place if isinstance(fault, FileFault) else ""
    return f"{place}{colon()}{sentence(fault)}" if place else sentence(fault)


def as_stored(fault: Fault) -> dict[str, object]:
    """Return the fault as JSON values for storage. `in_words` can show it later in any
    language."""
    data: dict[str, object] = {
        "message": fault.message,
        "params": stored_params(fault.params),
    }
    if isinstance(fault, FileFault):
        data |= {"file": fault.file, "line": fault.line}
    return data


def in_words(data: JsonObject) -> str:
    """Return the message of a fault stored by `as_stored`, with its place, in the
    active language."""
    place = {name: data[name] for name in ("file", "line") if name in data}
    return located(FileFault("", data["message"], "", params_of(data), **place))


def as_data(fault: Fault) -> dict[str, object]:
    """Return all fields of the fault as JSON values; `fields_of` reads them."""
    data = {one.name: getattr(fault, one.name) for one in fields(fault)}
    return data | {"params": stored_params(fault.params)}


def fields_of(data: JsonObject) -> JsonObject:
    """Return the fields of a fault by name, from JSON values made by `as_data`."""
    return {**data, "params": params_of(data)}


def stored_params(params: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a message as JSON values for `params_of`. Texts that are
    translated when shown keep their mark."""
    return {name: _stored(value) for name, value in params.items()}


def params_of(data: JsonObject) -> dict[str, object]:
    """Return the values of a message from JSON values made by `stored_params`."""
    return {name: _restored(stored) for name, stored in data["params"].items()}


def _stored(value: object) -> object:
    if isinstance(value, MarkedText):
        return {"marked": str(value), "context": value.context}
    if isinstance(value, FilledText):
        return {"message": value.message, "params": stored_params(value.params)}
    if isinstance(value, ListedTexts):
        return [_stored(part) for part in value]
    return value if isinstance(value, int) else str(value)


def _restored(stored: Json) -> object:
    if isinstance(stored, list):
        return listed(map(_restored, stored))
    if not isinstance(stored, dict):
        return stored
    if "marked" in stored:
        return in_context(stored["context"], stored["marked"])
    return FilledText(stored["message"], params_of(stored))
