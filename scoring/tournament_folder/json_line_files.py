"""Files with a JSON object on each line, each about a table of a round."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic

from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from rules.strict_reader import Reader
from scoring.tournament_folder.column_types_and_table_points import (
    Key,
    L,
    key_in,
    read_line,
)
from tournaments.files.file_faults import FileFault, at_line
from tournaments.files.upload_limits import (
    FILE_FAULTS,
    FILE_LINES,
    JSON_LINE_CHARACTERS,
)


@dataclass(frozen=True)
class Line(Generic[L]):
    """A line of a file.

    `table`: None if it has a fault; `value`: the line as read, None if it has a fault.
    """

    number: int
    table: Key | None
    value: L | None
    faults: tuple[FileFault, ...]


def write_lines(lines: Iterable[Mapping[str, object]]) -> bytes:
    """Return the file with these objects."""
    written = (json.dumps(values, ensure_ascii=False) for values in lines)
    return "".join(f"{line}\n" for line in written).encode()


def read_lines(file: str, content: bytes, kind: type[L]) -> Iterator[Line[L]]:
    """Yield the lines of a file, until `FILE_FAULTS` lines have faults.

    Faults of the content are in the lines, not raised.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        first_bad = content.count(b"\n", 0, error.start) + 1
        fault = Fault("not_utf8", _("This is not UTF-8 text."))
        yield Line(first_bad, None, None, (at_line(fault, file, first_bad),))
        return
    wrong = 0
    for number, written in enumerate(io.StringIO(text, newline="\n"), start=1):
        if number > FILE_LINES:
            message = _("This file has more than %(limit)s lines.")
            fault = Fault("too_many_lines", message, "", {"limit": FILE_LINES})
            yield Line(0, None, None, (at_line(fault, file, 0),))
            return
        if written.strip():
            line = _read_line(file, written, number, kind)
            wrong += bool(line.faults)
            yield line
        if wrong >= FILE_FAULTS:
            return


def _read_line(file: str, written: str, number: int, kind: type[L]) -> Line[L]:
    if len(written) > JSON_LINE_CHARACTERS:
        message = _("This line has more than %(limit)s characters.")
        fault = Fault("line_too_long", message, "", {"limit": JSON_LINE_CHARACTERS})
        return Line(number, None, None, (at_line(fault, file, number),))
    try:
        values = keepable_json(written)
    except (ValueError, RecursionError):
        message = _("This line is not JSON, or contains invalid text.")
        fault = Fault("not_json", message)
        return Line(number, None, None, (at_line(fault, file, number),))
    if not isinstance(values, dict):
        fault = Fault("not_json", _("Enter a JSON object for a table."))
        return Line(number, None, None, (at_line(fault, file, number),))
    reader = LineReader(values, number)
    value = read_line(kind, reader, reader.key)
    if not reader.faults:
        value.refuse_half(reader)
    reader.refuse_the_rest()
    faults = tuple(at_line(fault, file, number) for fault in reader.faults)
    return Line(number, reader.table, None if faults else value, faults)


def keepable_json(text: str) -> object:
    """Return the JSON in `text`.

    Raises ValueError if it is not JSON, or contains values that Python reads but
    databases cannot store: NaN, lone surrogates and NUL characters.
    """
    values = json.loads(text)
    written = json.dumps(values, ensure_ascii=False, allow_nan=False)
    if b"\\u0000" in written.encode():
        raise ValueError("a NUL")
    return values


class LineReader(Reader):
    """Reader of the values of one line, based on `rules.strict_reader.Reader`.

    `table`: the line's table, None if it has a fault.
    """

    def __init__(self, values: Mapping[str, object], line: int) -> None:
        super().__init__(values)
        self.line = line
        #: Only valid without a fault.
        self.key = key_in(self)
        self.table = None if self.faults else self.key

    def says(self, name: str) -> bool:
        return self.take(name) is not None

    def free_text(self, name: str, longest: int | None = None) -> str:
        value = self.take(name)
        if value is None:
            return ""
        if not isinstance(value, str) or (longest and len(value) > longest):
            self.fault("not_text", _("Enter a shorter text."), name)
            return ""
        return value

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        return self.text(name, choices)
