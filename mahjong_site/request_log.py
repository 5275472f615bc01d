"""Every request has an id, which its answer and each line of the log about it tell; as
JSON, the log has a line for each request too."""

from __future__ import annotations

import logging
import re
import time
import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from mahjong_site.metrics import View, route_of
from tournaments.web import request_log_notes
from tournaments.web.stack_preallocation import with_room

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
