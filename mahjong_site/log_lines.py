"""Lines of the program's log, without the keys that are in some addresses."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from tournaments.web import request_notes

#: What comes before a key: links of tables and players, the hall's screen, streams,
#: the first visit.
_KEYS = re.compile(
    r"(/table/link/|/table/at/[^/\s]+/[^/\s]+/|/hall/[^/\s]+/|/me/|/live/|/welcome/)[^/\s\"']+"
)


class WithoutKeys(logging.Formatter):
    """Django names the address of every request that it refuses or cannot answer;
    whoever reads the log shall not be able to use it."""

    def format(self, record: logging.LogRecord) -> str:
        return _KEYS.sub(r"\1…", super().format(record))


class AsJson(WithoutKeys):
    """One object a line: when, how grave, who says what, and of which request. A line
    that a save wrote of itself names the ledger's line (`entry`)."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        words = super().format(record)
        said = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": words,
        }
        facts = getattr(record, "facts", {})
        line = said | request_notes.notes() | facts
        return json.dumps(line, ensure_ascii=False, default=str)
