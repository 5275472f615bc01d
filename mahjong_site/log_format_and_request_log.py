"""Lines of the program's log: without the secrets of links, and one line for what is
the client's fault.

Every request has an id, which its answer and each line of the log about it tell; as
JSON, the log has a line for each request too.
"""

from __future__ import annotations

import copy
import json
import logging
import re
import time
import uuid
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from mahjong_site.request_metrics import View, route_of
from tournaments.web import request_log_notes
from tournaments.web.stack_preallocation import with_room


class WithoutSecrets(logging.Formatter):
    """Django names the address of every request that it refuses or cannot answer. The
    log shows none that anyone who reads it could open.

    A traceback is for a fault of the program. Where the answer says that the client
    sent something wrong (4xx), the message is enough.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Later: this module is read with the settings, before any address.
        from mahjong_site.log_redaction import redacted

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


HEADER = "X-Request-Id"
#: What a proxy may have given: nothing that would spoil a log.
_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")

log = logging.getLogger(__name__)


def with_id(get_response: View) -> View:
    """Middleware: the id that the proxy gave, else a new one."""

    @with_room
    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        own = given if _GIVEN.fullmatch(given) else uuid.uuid4().hex
        start = time.perf_counter()
        request_log_notes.begin(own, request.path)
        try:
            response = get_response(request)
            response[HEADER] = own
            if settings.LOG_FORMAT == "json":
                _tell(request, response, time.perf_counter() - start)
            return response
        finally:
            request_log_notes.end()

    return middleware


def _tell(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """A line of its own. By its route: an address may hold a key."""
    facts = {
        "route": route_of(request),
        "method": request.method,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }
    log.info("answered", extra={"facts": facts})
