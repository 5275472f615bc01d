"""Lines of the program's log, without the keys that are in some addresses."""

from __future__ import annotations

import logging
import re

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
