"""Format log lines as text or JSON, without secrets of links.

Errors caused by the client take one line. Every request has an id, which is in its
response and in each log line about the request. In JSON, the log also has a line for
each request.
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
from tournaments.web.stack_preallocation import preallocate_stack


class WithoutSecrets(logging.Formatter):
    """Formatter that removes secrets from addresses. Django logs the address of every
    request that it refuses or cannot answer.

    Only faults of the program have a traceback. For client errors (4xx), the message is
    enough.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Not at the top: the settings import this module, before there are addresses.
        from mahjong_site.log_redaction import redacted

        if 400 <= getattr(record, "status_code", 0) < 500:
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        # Django logs a response after the request has ended.
        path = getattr(getattr(record, "request", None), "path", "")
        return redacted(super().format(record), path)


class AsJson(WithoutSecrets):
    """Formatter for log lines as JSON: time, level, logger, message and request. The
    line about a saved ledger entry also has `entry`."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        message = super().format(record)
        base = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
        }
        facts = getattr(record, "facts", {})
        line = base | request_log_notes.notes() | facts
        return json.dumps(line, ensure_ascii=False, default=str)


HEADER = "X-Request-Id"
#: Ids accepted from a proxy: characters that are safe in a log.
_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")

log = logging.getLogger(__name__)


def with_id(get_response: View) -> View:
    """Return middleware that gives each request an id: the id from the proxy, or a new
    id."""

    @preallocate_stack
    def middleware(request: HttpRequest) -> HttpResponseBase:
        sent_id = request.headers.get(HEADER, "")
        own = sent_id if _GIVEN.fullmatch(sent_id) else uuid.uuid4().hex
        start = time.perf_counter()
        request_log_notes.begin(own, request.path)
        try:
            response = get_response(request)
            response[HEADER] = own
            if settings.LOG_FORMAT == "json":
                _log_request(request, response, time.perf_counter() - start)
            return response
        finally:
            request_log_notes.end()

    return middleware


def _log_request(
    request: HttpRequest, response: HttpResponseBase, seconds: float
) -> None:
    """Log a request with its route, method, status and duration. The address is not
    logged, because it may contain a key."""
    facts = {
        "route": route_of(request),
        "method": request.method,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }
    log.info("answered", extra={"facts": facts})
