"""Faults in uploaded files, with file and line."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.faults import Fault
from rules.strict_reader import JsonObject
from tournaments.refusals import sentence


@dataclass(frozen=True)
class FileFault(Fault):
    """A fault in a file. `line` 0 means the whole file. `acceptable` faults are
    contradictions that can still be imported with a flag.
    """

    file: str = ""
    line: int = 0
    acceptable: bool = False

    @property
    def place(self) -> str:
        """Return the file and line, as far as they are known."""
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
    """Return the fault's message and place in the reader's language."""
    place = fault.place if isinstance(fault, FileFault) else ""
    return f"{place}: {sentence(fault)}" if place else sentence(fault)


def as_stored(fault: Fault) -> dict[str, object]:
    """Return the fault as JSON for storage; `in_words` shows it later in any
    language.
    """
    params = {
        name: value if isinstance(value, int) else str(value)
        for name, value in fault.params.items()
    }
    data: dict[str, object] = {"message": fault.message, "params": params}
    if isinstance(fault, FileFault):
        data |= {"file": fault.file, "line": fault.line}
    return data


def in_words(data: JsonObject) -> str:
    """Return message and place of a fault stored by `as_stored`, in the reader's
    language.
    """
    place = {name: data[name] for name in ("file", "line") if name in data}
    return located(FileFault("", data["message"], "", data["params"], **place))
