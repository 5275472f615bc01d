"""What is wrong in a file, and where."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.faults import Fault
from rules.strict_reader import JsonObject
from tournaments.refusals import sentence


@dataclass(frozen=True)
class FileFault(Fault):
    """What is wrong in a file. `line` 0 is the whole file; `acceptable` faults
    contradict something but can still be imported, with a flag."""

    file: str = ""
    line: int = 0
    acceptable: bool = False

    @property
    def where(self) -> str:
        """The file and line, as far as they are known."""
        if not self.line:
            return self.file
        if not self.file:
            return gettext("line %(line)s") % {"line": self.line}
        return gettext("%(file)s line %(line)s") % {
            "file": self.file,
            "line": self.line,
        }


def at_line(fault: Fault, file: str, line: int) -> FileFault:
    """The fault at its line of a file."""
    return FileFault(fault.code, fault.message, fault.field, fault.params, file, line)


def located(fault: Fault) -> str:
    """What the fault says and where, in the reader's language."""
    where = fault.where if isinstance(fault, FileFault) else ""
    return f"{where}: {sentence(fault)}" if where else sentence(fault)


def kept(fault: Fault) -> dict[str, object]:
    """The fault as JSON keeps it, to be shown (`in_words`) in its reader's language."""
    params = {
        name: value if isinstance(value, int) else str(value)
        for name, value in fault.params.items()
    }
    data: dict[str, object] = {"message": fault.message, "params": params}
    if isinstance(fault, FileFault):
        data |= {"file": fault.file, "line": fault.line}
    return data


def in_words(data: JsonObject) -> str:
    """What a fault that was `kept` says and where, in the reader's language."""
    where = {name: data[name] for name in ("file", "line") if name in data}
    return located(FileFault("", data["message"], "", data["params"], **where))
