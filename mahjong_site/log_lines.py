"""Lines of the program's log: without the secrets of links, and one line for what is
the client's fault."""

from __future__ import annotations

import copy
import json
import logging
from datetime import UTC, datetime

from tournaments.web import request_log_notes


class WithoutSecrets(logging.Formatter):
    """Django names the address of every request that it refuses or cannot answer. The
    log shows none that anyone who reads it could open.

    A traceback is for a fault of the program. Where the answer says that the client
    sent something wrong (4xx), the message is enough.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Later: this module is read with the settings, before any address.
        from mahjong_site.redaction import redacted

        if 400 <= getattr(record, "status_code", 0) < 500:
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        # Django's line about an answer comes when the request is over.
        path = getattr(getattr(record, "request", None), "path", "")
        return redacted(super().format(record), path)


class AsJson(WithoutSecrets):
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
        line = said | request_log_notes.notes() | facts
        return json.dumps(line, ensure_ascii=False, default=str)
