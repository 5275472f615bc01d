"""Error pages for outages and for wrong methods (405).

An outage of the database, disk or broker gives status 503 with Retry-After. The message
shows whether nothing, perhaps something, or everything was saved. Errors that no view
handles arrive here (`server_error`, the site's handler500).

For a wrong method, Django's response is empty. Here it is a page with a link. People
see it if they had to sign in while they submitted a form.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from django.conf import settings
from django.contrib.sessions import middleware as sessions
from django.db import DataError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    JsonResponse,
)
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjong_site.refuse_non_utf8_requests import holds_nul, refuse_nul
from tournaments.access.page_access import session_key
from tournaments.languages import page_language
from tournaments.upkeep.outage_detection import (
    Outage,
    OutageLog,
    maybe_committed,
    outage_of,
)

View = Callable[[HttpRequest], HttpResponseBase]


def fill_empty_405(get_response: View) -> View:
    """Return middleware that adds a page to Django's empty 405 response, for clients
    that accept HTML."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        if request.accepts("text/html"):
            response.content = render_to_string("405.html", request=request)
        return response

    return middleware


log = OutageLog(logging.getLogger(__name__), quiet=5.0)

#: Seconds until the client may try again.
RETRY_AFTER = {Outage.AWAY: 5, Outage.BUSY: 2, Outage.BROKER: 5}
LONG = 30

WHY: dict[Outage, str | Promise] = {
    Outage.AWAY: gettext_lazy("The database is not responding."),
    Outage.BUSY: gettext_lazy("The database is too busy."),
    Outage.READ_ONLY: gettext_lazy(
        "The database is read-only. Ask the person who runs the server to check it."
    ),
    Outage.FULL: gettext_lazy(
        "The server's disk is full. Ask the person who runs the server to free some "
        "space."
    ),
    Outage.BROKER: gettext_lazy("The background worker is not responding."),
}

#: Routes used by scripts that expect JSON.
JSON = {"table:queue", "table:discard", "table:manifest", "director:draw_json"}

#: Fields that no page may repeat.
SECRET = ("password",)

#: Parts of statements that do not count as saving: sessions, and the time of sign-in.
_BESIDE = ('"django_session"', 'UPDATE "auth_user" SET "last_login"')
#: First words of writing statements; "WITH" begins statements that write to several
#: tables, and no others here.
WRITES = ("INSERT", "UPDATE", "DELETE", "WITH")


class Outcome(Enum):
    """The effect of a request on stored data: nothing saved, perhaps saved, or
    saved."""

    NOTHING = "nothing"
    MAYBE = "maybe"
    SAVED = "saved"


class Saving:
    """Record of whether the statements of a request have saved anything. It is used as
    an `execute_wrapper` of the request's connection."""

    def __init__(self) -> None:
        self.outcome = Outcome.NOTHING
        self.answered = False

    def __call__(
        self,
        execute: Callable[..., object],
        sql: str,
        params: object,
        many: bool,
        context: Mapping[str, BaseDatabaseWrapper],
    ) -> object:
        before = self.outcome
        writes = sql.startswith(WRITES) and not any(name in sql for name in _BESIDE)
        alone = writes and not context["connection"].in_atomic_block
        if alone and before is Outcome.NOTHING:
            self.outcome = Outcome.MAYBE
        try:
            result = execute(sql, params, many, context)
        except Exception as error:
            if outage_of(error) is not Outage.AWAY:
                self.outcome = before
            raise
        self.answered = True
        if writes:
            context["connection"].on_commit(self._saved)
        return result

    def _saved(self) -> None:
        self.outcome = Outcome.SAVED

    def after(self, error: BaseException | None) -> Outcome:
        """Return the effect of the request on stored data. `error` is the error that it
        raised."""
        if self.outcome is Outcome.NOTHING and maybe_committed(error):
            return Outcome.MAYBE
        return self.outcome


def follow_saving(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that sets `request.saving`, which tracks what the request
    saves."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        saving = request.saving = Saving()  # type: ignore[attr-defined]
        with connection.execute_wrapper(saving):
            response = get_response(request)
        if saving.answered and response.status_code < 500:
            log.worked()
        return response

    return middleware


class SessionMiddleware(sessions.SessionMiddleware):
    """Session middleware that also works if sessions cannot be stored.

    If a session cannot be written, pages still work. A cookie without a valid key is
    treated as missing.
    """

    def process_request(self, request: HttpRequest) -> None:
        if not session_key(request.COOKIES):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except Exception as error:
            outage = outage_of(error)
            if outage is None or (_asks_to_save(request) and not _has_saved(request)):
                raise
            log.met(outage, error)
        patch_vary_headers(response, ("Cookie",))
        return response


def server_error(request: HttpRequest, template_name: str = "500.html") -> HttpResponse:
    """Return the response to an unhandled error: 503 for outages, 400 for text that the
    database rejects, otherwise 500.
    """
    error = sys.exception()
    if isinstance(error, DataError) and holds_nul(request):
        return refuse_nul()
    outage = outage_of(error)
    if error is None or outage is None:
        outcome = {"outcome": _outcome(request, error).value}
        return HttpResponse(render_to_string(template_name, outcome), status=500)
    log.met(outage, error)
    response = _unavailable(request, outage, _outcome(request, error))
    response["Retry-After"] = str(_wait(outage))
    response["Cache-Control"] = "no-store"
    # Logged above, once instead of for every request.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _unavailable(
    request: HttpRequest, outage: Outage, outcome: Outcome
) -> HttpResponse:
    why, state = str(WHY[outage]), _saved_message(request, outcome)
    if _wants_json(request):
        body = {
            "error": f"{why} {state}",
            "may_be_saved": outcome is not Outcome.NOTHING,
        }
        return JsonResponse(body, status=503)
    if request.headers.get("HX-Request") == "true":
        # Text for static/connection-and-outage-messages.js, which shows it on the
        # current page.
        plain = "text/plain; charset=utf-8"
        return HttpResponse(f"{why} {state}", status=503, content_type=plain)
    fields = list(_fields(request))
    keyed = any(name == "device_key" for name, _value in fields)
    context = {
        "why": why,
        "what": state,
        "next": _next(request, outcome, bool(fields), keyed),
        "path": page_language.full_path(request),
        "asks": not _asks_to_save(request),
        "fields": fields,
        "keyed": keyed,
        "outcome": outcome.value,
        "wait": _wait(outage),
    }
    return HttpResponse(render_to_string("503.html", context), status=503)


def _saved_message(request: HttpRequest, outcome: Outcome) -> str:
    """Return the message about whether anything was saved."""
    if outcome is Outcome.SAVED:
        return _("Your entry was saved, but the confirmation cannot be shown.")
    if outcome is Outcome.MAYBE:
        return _("Your entry may have been saved.")
    if _asks_to_save(request):
        return _("Nothing was saved.")
    return _("This page cannot be shown.")


def _next(request: HttpRequest, outcome: Outcome, kept: bool, keyed: bool) -> str:
    """Return the message about what happens next or what to do."""
    if not _asks_to_save(request):
        return _("The page reloads automatically.")
    if keyed:
        return _("The page retries automatically. The entry counts only once.")
    if outcome is not Outcome.NOTHING:
        return _("Check whether your entry was saved before you send it again.")
    if kept:
        return _("Your entry is still on this page. Send it again.")
    return _("Go back and send your entry again.")


def _wait(outage: Outage) -> int:
    return RETRY_AFTER.get(outage, LONG)


def _asks_to_save(request: HttpRequest) -> bool:
    return request.method not in ("GET", "HEAD", "OPTIONS")


def _outcome(request: HttpRequest, error: BaseException | None) -> Outcome:
    saving: Saving | None = getattr(request, "saving", None)
    return saving.after(error) if saving else Outcome.NOTHING


def _has_saved(request: HttpRequest) -> bool:
    return _outcome(request, None) is Outcome.SAVED


def _wants_json(request: HttpRequest) -> bool:
    match = request.resolver_match
    named = match.view_name if match else ""
    return named in JSON or "application/json" in request.headers.get("Accept", "")


def _fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield name and value of the submitted fields, for sending them again; none if the
    fields include a file or a secret."""
    if not _asks_to_save(request):
        return
    try:
        sent, files = request.POST, request.FILES
    except Exception:  # Reading the submitted data may be what failed.
        return
    if files or any(word in name for name in sent for word in SECRET):
        return
    for name, values in sent.lists():
        yield from ((name, str(value)) for value in values)
