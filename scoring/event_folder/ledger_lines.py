"""ledger.jsonl: whole ledgers, line by line, with everything that was corrected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.reading import Reader
from scoring.book import Book
from scoring.event_folder.layout import LEDGER, MOST_HANDS
from scoring.event_folder.recorded import Key, LedgerLine
from scoring.models import RETRACTION, LedgerEntry
from tournaments.file_faults import FileFault
from tournaments.files import MOST_ROUNDS, MOST_TABLES

MOST_LINES = 9_999
LONGEST_NAME = 150


@dataclass(frozen=True)
class LedgerFile:
    """The lines that could be read, by table in the order of the file; the tables
    that are named at all, and what is wrong with the other lines."""

    lines: Mapping[Key, list[LedgerLine]]
    first_lines: Mapping[Key, int]
    unreadable: frozenset[Key]
    faults: tuple[FileFault, ...]


def write_ledgers(books: Iterable[Book]) -> bytes:
    """The file that tells all lines of these books."""
    lines = (_written(book, line) for book in books for line in book.lines)
    return "".join(f"{line}\n" for line in lines).encode()


def _written(book: Book, line: LedgerEntry) -> str:
    sequences = {each.pk: each.sequence for each in book.lines}
    values: dict[str, object] = {
        "round": book.session.round.number,
        "table": book.session.table,
        "line": line.sequence,
        "hand": line.hand,
    }
    if line.kind != RETRACTION:
        # PostgreSQL keeps JSON with its keys in another order.
        values["entry"] = json.loads(json.dumps(line.raw, sort_keys=True))
    if line.supersedes_id:
        values["instead_of"] = sequences[line.supersedes_id]
    if line.reason:
        values["reason"] = line.reason
    values |= {"by": line.by, "at": write_time(line.at)}
    return json.dumps(values, ensure_ascii=False)


def write_time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def read_time(text: object) -> datetime | None:
    """A time with its zone; None if it is none."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        return at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):
        return None


def read_ledgers(content: bytes) -> LedgerFile:
    """What the file says. Raises nothing."""
    found: dict[Key, list[LedgerLine]] = {}
    first_lines: dict[Key, int] = {}
    unreadable: set[Key] = set()
    faults: list[FileFault] = []
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        first_bad = content.count(b"\n", 0, error.start) + 1
        fault = _fault("not_utf8", _("This is not text in UTF-8."), first_bad)
        return LedgerFile({}, {}, frozenset(), (fault,))
    for number, key, line, wrong in _read_lines(text):
        faults += wrong
        if key:
            first_lines.setdefault(key, number)
        if key and line:
            found.setdefault(key, []).append(line)
        elif key:
            unreadable.add(key)
    return LedgerFile(found, first_lines, frozenset(unreadable), tuple(faults))


def _read_lines(
    text: str,
) -> Iterator[tuple[int, Key | None, LedgerLine | None, list[FileFault]]]:
    """(line of the file, table, ledger line, faults); None for what has a fault."""
    for number, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            values = keepable_json(written)
        except (ValueError, RecursionError):
            message = _("This line is not JSON, or holds text that is none.")
            yield number, None, None, [_fault("not_json", message, number)]
            continue
        if not isinstance(values, dict):
            message = _("Give a JSON object with a line of a ledger.")
            yield number, None, None, [_fault("not_json", message, number)]
            continue
        reader = _LineReader(values)
        key, line = reader.key(), reader.line(number)
        reader.refuse_the_rest()
        wrong = [at_line(fault, number) for fault in reader.faults]
        yield number, key, (None if wrong else line), wrong


def keepable_json(text: str) -> Any:
    """The JSON in `text`. Raises ValueError for what is none, and for what Python
    reads and databases cannot keep: NaN, half a character, a NUL."""
    values = json.loads(text)
    written = json.dumps(values, ensure_ascii=False, allow_nan=False)
    if b"\\u0000" in written.encode():
        raise ValueError("a NUL")
    return values


def at_line(fault: Fault, line: int, acceptable: bool = False) -> FileFault:
    """The fault at its line of ledger.jsonl."""
    given = (fault.code, fault.message, fault.field, fault.params)
    return FileFault(*given, LEDGER, line, acceptable)


def refused_at(error: RuleError, line: int) -> list[FileFault]:
    """What the rules say against a line of ledger.jsonl."""
    return [at_line(fault, line) for fault in error.faults]


def _fault(code: str, message: str, line: int) -> FileFault:
    return FileFault(code, message, "", {}, LEDGER, line)


class _LineReader(Reader):
    """Reads the values of one line; see `rules.reading.Reader`."""

    def key(self) -> Key | None:
        before = len(self.faults)
        key = (
            self.integer("round", low=1, high=MOST_ROUNDS),
            self.integer("table", low=1, high=MOST_TABLES),
        )
        return key if len(self.faults) == before else None

    def line(self, number: int) -> LedgerLine:
        """The ledger line; only good if there is no fault."""
        instead_of = None
        if self.has("instead_of"):
            instead_of = self.integer("instead_of", low=1, high=MOST_LINES)
        return LedgerLine(
            line=number,
            sequence=self.integer("line", low=1, high=MOST_LINES),
            hand=self.integer("hand", low=1, high=MOST_HANDS),
            entry=self._entry(),
            instead_of=instead_of,
            by=self._words("by", LONGEST_NAME),
            at=self._time("at"),
            reason=self._words("reason"),
        )

    def _entry(self) -> Mapping[str, Any] | None:
        value = self.take("entry")
        if value is None or (isinstance(value, dict) and "kind" in value):
            return value
        message = _("Give the entry: an object with its kind and its values.")
        self.fault("not_an_entry", message, "entry")
        return None

    def _words(self, name: str, longest: int | None = None) -> str:
        value = self.take(name)
        if value is None:
            return ""
        if not isinstance(value, str) or (longest and len(value) > longest):
            self.fault("not_text", _("Give text, and not too much of it."), name)
            return ""
        return value

    def _time(self, name: str) -> datetime:
        at = read_time(self.take(name))
        if at is None:
            message = _("Give a time with its zone, as 2026-05-02T10:30:00+00:00.")
            self.fault("not_a_time", message, name)
        return at or datetime.min.replace(tzinfo=UTC)
