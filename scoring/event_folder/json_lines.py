"""Files with a JSON object a line, each about a table of a round."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.reading import Reader
from rules.table import Ruleset
from scoring.event_folder.recorded import Key
from tournaments.files.faults import FileFault
from tournaments.seating.files.sheets import MOST_ROUNDS, MOST_TABLES

T = TypeVar("T")

LONGEST_NAME = 150


@dataclass(frozen=True)
class Line(Generic[T]):
    """A line of a file as it was read; None for what has a fault."""

    number: int
    table: Key | None
    value: T | None
    faults: tuple[FileFault, ...]


def write_lines(lines: Iterable[Mapping[str, object]]) -> bytes:
    """The file with these objects."""
    written = (json.dumps(values, ensure_ascii=False) for values in lines)
    return "".join(f"{line}\n" for line in written).encode()


def written_entry(raw: Mapping[str, Any]) -> object:
    """An entry as files have it: PostgreSQL keeps JSON with its keys in another
    order."""
    return json.loads(json.dumps(raw, sort_keys=True))


def kept_entry(rules: Ruleset, raw: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of a file as the database keeps it. Raises RuleError for one that the
    rules cannot read."""
    entry = rules.read_entry(raw)
    return {"kind": entry.kind, **entry.as_data()}


def write_time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def read_time(text: object) -> datetime | None:
    """A time with its zone; None if it is none."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        return at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):
        return None


def read_lines(
    file: str, content: bytes, read: Callable[[LineReader], T]
) -> Iterator[Line[T]]:
    """The lines of a file; `read` makes of each what it is. Raises nothing."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        first_bad = content.count(b"\n", 0, error.start) + 1
        fault = Fault("not_utf8", _("This is not text in UTF-8."))
        yield Line(first_bad, None, None, (at_line(fault, file, first_bad),))
        return
    for number, written in enumerate(text.split("\n"), start=1):
        if written.strip():
            yield _read_line(file, written, number, read)


def _read_line(
    file: str, written: str, number: int, read: Callable[[LineReader], T]
) -> Line[T]:
    try:
        values = keepable_json(written)
    except (ValueError, RecursionError):
        message = _("This line is not JSON, or holds text that is none.")
        fault = Fault("not_json", message)
        return Line(number, None, None, (at_line(fault, file, number),))
    if not isinstance(values, dict):
        fault = Fault("not_json", _("Give a JSON object about a table."))
        return Line(number, None, None, (at_line(fault, file, number),))
    reader = LineReader(values, number)
    value = read(reader)
    reader.refuse_the_rest()
    faults = tuple(at_line(fault, file, number) for fault in reader.faults)
    return Line(number, reader.table, None if faults else value, faults)


def good_lines(
    file: str, content: bytes, read: Callable[[LineReader], T]
) -> tuple[tuple[T, ...], list[FileFault]]:
    """What could be read of a file, and what is wrong with the rest."""
    lines = list(read_lines(file, content, read))
    values = tuple(line.value for line in lines if line.value is not None)
    return values, [fault for line in lines for fault in line.faults]


def keepable_json(text: str) -> Any:
    """The JSON in `text`. Raises ValueError for what is none, and for what Python
    reads and databases cannot keep: NaN, half a character, a NUL."""
    values = json.loads(text)
    written = json.dumps(values, ensure_ascii=False, allow_nan=False)
    if b"\\u0000" in written.encode():
        raise ValueError("a NUL")
    return values


def at_line(fault: Fault, file: str, line: int) -> FileFault:
    """The fault at its line of a file."""
    return FileFault(fault.code, fault.message, fault.field, fault.params, file, line)


def refused_at(error: RuleError, file: str, line: int) -> list[FileFault]:
    """What the rules say against a line of a file."""
    return [at_line(fault, file, line) for fault in error.faults]


class LineReader(Reader):
    """Reads the values of one line; see `rules.reading.Reader`. `table` is the table
    it is about, None with a fault."""

    def __init__(self, values: Mapping[str, object], number: int) -> None:
        super().__init__(values)
        self.number = number
        #: Good if there is no fault.
        self.key: Key = (
            self.integer("round", low=1, high=MOST_ROUNDS),
            self.integer("table", low=1, high=MOST_TABLES),
        )
        self.table = None if self.faults else self.key

    def optional_integer(self, name: str, *, low: int, high: int) -> int | None:
        return self.integer(name, low=low, high=high) if self.has(name) else None

    def entry(self) -> Mapping[str, Any]:
        """An entry with its kind, which the rules have not read."""
        value = self.take("entry")
        if isinstance(value, dict) and "kind" in value:
            return value
        message = _("Give the entry: an object with its kind and its values.")
        self.fault("not_an_entry", message, "entry")
        return {}

    def optional_entry(self) -> Mapping[str, Any] | None:
        return self.entry() if self.take("entry") is not None else None

    def words(self, name: str, longest: int | None = None) -> str:
        value = self.take(name)
        if value is None:
            return ""
        if not isinstance(value, str) or (longest and len(value) > longest):
            self.fault("not_text", _("Give text, and not too much of it."), name)
            return ""
        return value

    def time(self, name: str) -> datetime:
        at = read_time(self.take(name))
        if at is None:
            message = _("Give a time with its zone, as 2026-05-02T10:30:00+00:00.")
            self.fault("not_a_time", message, name)
        return at or datetime.min.replace(tzinfo=UTC)

    def optional_time(self, name: str) -> datetime | None:
        return self.time(name) if self.has(name) else None
