"""What a table's page needs to work without a network: the queue of what was entered
meanwhile, the worker that keeps the page, and what makes the page an app."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from scoring import conflicts, ledger, words
from scoring.entry_forms import HandForm, hand_form
from scoring.ledger import HandConflict
from scoring.models import Conflict, LedgerEntry
from scoring.table_page import names_of
from scoring.views.at_table import (
    address_of,
    at_table,
    at_table_or_its_device,
)
from tournaments.models import Session
from tournaments.refusals import sentence
from tournaments.web import AccountRequest, TableRequest


@require_http_methods(["GET", "POST"])
@at_table_or_its_device
def queue(request: TableRequest, session: Session) -> HttpResponseBase:
    """GET: that the table is open to this device, and the token to send with. POST:
    one entry that waited, in the fields of the table's form. Answers in JSON:

    - 200 `saved`: the number of its line, new or not; or `kept`: a referee chose the
      other version of this hand.
    - 409 `conflict`: both versions; 422 `refused`: sentences, and `needs_word` if a
      referee must say that the hand counts after time.
    """
    if request.method == "GET":
        return JsonResponse({"token": get_token(request)})
    names = names_of(session)
    form = hand_form(session.round.tournament.rules, request.POST, names=names)
    if not form.is_valid():
        return _refused(form)
    device_key = form.cleaned_data["device_key"]
    try:
        receipt = ledger.enter(
            session.pk,
            form.raw(),
            device_key=device_key,
            by=request.visitor.by,
            hand=form.cleaned_data["hand"],
            before_gong=form.cleaned_data["before_gong"],
            seating=form.cleaned_data["seating"],
        )
    except HandConflict as found:
        noted = conflicts.note(found, device_key=device_key, by=request.visitor.by)
        return _conflict(session, found, noted)
    except RuleError as error:
        form.add_faults(error)
        return _refused(form)
    line = receipt.entry
    return JsonResponse({"saved": line.sequence, **_moment(line)})


@require_POST
@at_table
def settle(request: AccountRequest, session: Session, conflict: int) -> HttpResponse:
    """A referee chooses one of two versions of a hand."""
    choice = request.POST.get("choice", "")
    try:
        conflicts.settle(
            session,
            conflict,
            choice,
            by=request.user.get_username(),
            reason=request.POST.get("reason", "")[:500],
        )
    except RuleError as error:
        messages.error(request, " ".join(map(sentence, error.faults)))
    else:
        messages.success(request, _("It is decided which version counts."))
    return redirect(address_of(session))


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at an address above all the tables' pages."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker() -> str:
    return (Path(settings.BASE_DIR) / "static" / "table-worker.js").read_text("utf-8")


@require_GET
@at_table_or_its_device
def manifest(_request: TableRequest, session: Session) -> HttpResponseBase:
    """What a phone needs to put the table on its home screen."""
    title = str(session.round.tournament.title)
    table = _("Table %(table)s") % {"table": session.table}
    return JsonResponse(
        {
            "name": f"{table} · {title}",
            "short_name": table,
            "start_url": address_of(session),
            "scope": "/table/",
            "display": "standalone",
            "background_color": "#fffdf7",
            "theme_color": "#1a2b25",
            "icons": [
                {
                    "src": static("icon.svg"),
                    "sizes": "any",
                    "type": "image/svg+xml",
                    "purpose": "any",
                }
            ],
        },
        content_type="application/manifest+json",
    )


def _refused(form: HandForm) -> JsonResponse:
    return JsonResponse(
        {
            "refused": [text for texts in form.errors.values() for text in texts],
            "needs_word": "before_gong" in form.errors,
        },
        status=422,
    )


def _moment(line: LedgerEntry) -> dict[str, int]:
    """Which hand, and when that was so, by the server's clock."""
    return {"hand": line.hand, "at": int(time.time())}


def _conflict(session: Session, found: HandConflict, noted: Conflict) -> JsonResponse:
    """Both versions; or what a referee chose, if that has been done."""
    line = found.existing
    if noted.choice:
        return JsonResponse({"kept": line.sequence, **_moment(line)})
    rules, names = session.round.tournament.rules, names_of(session)
    at = date_format(localtime(line.at), "H:i")
    return JsonResponse(
        {
            "conflict": {
                "hand": line.hand,
                "entered": words.of_entry(rules.read_entry(line.raw), names),
                "by": _("by %(by)s, %(at)s") % {"by": line.by, "at": at},
                "offered": words.of_entry(rules.read_entry(found.offered), names),
            }
        },
        status=409,
    )
