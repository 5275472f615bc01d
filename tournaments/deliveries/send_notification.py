"""Send one notification to its service, and interpret the reply.

Redirects are not followed. Errors may contain secret addresses, so only their type is
stored, and nothing is logged.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from http import HTTPStatus
from threading import Timer
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.deliveries.delivery_answers import Answer, Outcome
from tournaments.deliveries.public_connections import (
    HTTPS_PORT,
    NotPublic,
    public_connection,
)
from tournaments.deliveries.service_requests import (
    Message,
    ServiceRequest,
    request_for,
)
from tournaments.models import Delivery

#: Seconds for each step of an exchange, and for all of it.
TIMEOUT, LONGEST = 5.0, 12.0
#: Status codes for which the message is sent again later, as for server errors (5xx).
AGAIN = (
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.TOO_EARLY,
    HTTPStatus.TOO_MANY_REQUESTS,
)


def send(delivery: Delivery) -> Answer:
    """Send a notification to its service, and return the result."""
    destination = delivery.destination
    assert destination is not None
    if not destination.is_on:
        return Answer(Outcome.REFUSED, _("This destination is off."))
    message = Message(**json.loads(delivery.body))
    request = request_for(destination, message, timezone.now())
    parts = urlsplit(destination.address)
    try:
        connection = public_connection(
            parts.hostname or "", parts.port or HTTPS_PORT, timeout=TIMEOUT
        )
        status, reason = _exchanged(connection, request)
    except NotPublic:
        return Answer(Outcome.REFUSED, _("The address is in a private network."))
    except TimeoutError:
        return Answer(Outcome.UNREACHABLE, _("No answer within the time limit."))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(Outcome.UNREACHABLE, type(error).__name__)
    return _meaning(status, f"{status} {reason}".strip()[:100])


def _exchanged(
    connection: http.client.HTTPConnection, request: ServiceRequest
) -> tuple[int, str]:
    """Send the request, and return the status and the reason of the reply.

    Raises TimeoutError if the whole exchange takes too long, even if data keeps
    arriving. Raises OSError or HTTPException if it fails.
    """
    is_late = False

    def give_up() -> None:
        nonlocal is_late
        is_late = True
        if connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    watch = Timer(LONGEST, give_up)
    watch.daemon = True
    watch.start()
    try:
        connection.request(request.method, request.path, request.body, request.headers)
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException):
        if not is_late:
            raise
    finally:
        watch.cancel()
        connection.close()
    if is_late:
        # Headers cut off by the end of the connection count as complete ones.
        raise TimeoutError
    return answer.status, answer.reason


def _meaning(status: int, text: str) -> Answer:
    if 200 <= status < 300:
        return Answer(Outcome.ACCEPTED, text)
    if status == HTTPStatus.GONE:
        return Answer(Outcome.GONE, text)
    if status in AGAIN or status >= 500:
        return Answer(Outcome.AGAIN, text)
    if 300 <= status < 400:
        return Answer(Outcome.REFUSED, _("%(answer)s: redirected") % {"answer": text})
    return Answer(Outcome.REFUSED, text)
