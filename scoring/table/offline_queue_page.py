"""Use of a table's page offline: the queue of unsent entries, the service worker that
caches the page, and the web app manifest.
"""

from __future__ import annotations

from functools import partial

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from scoring.all_pages import web_app_manifest
from scoring.corrections import conflicting_hands
from scoring.corrections.conflicting_hands import may_settle
from scoring.entry_forms.form_by_ruleset import HandForm, hand_form, tile_form
from scoring.ledger import enter_late_hand
from scoring.ledger.entry_sent_again import Sent
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LateHand, LedgerEntry
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import EntryForm
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.table.table_page_access import address_of, at_table_or_its_device, left_out
from scoring.table.table_page_contents import names_of
from scoring.table.tile_entry_pages import position_now
from scoring.table.tile_hand_reports import UnseenDifferences, inspect_with
from scoring.wording import ledger_entry_wording, stored_reasons
from tournaments.access import page_access
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.refusals import sentence
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.list_wording import joined_sentences
from tournaments.web.read_only_and_service_workers import service_worker
from tournaments.web.request_types_and_form_faults import TableRequest


class ReportForm(EntryForm):
    """A device's report of an entry that is not saved.

    `words`: the device's text of the entry.
    """

    hand = forms.IntegerField(min_value=1, max_value=9999)
    words = forms.CharField(max_length=2000)


class DiscardedForm(ReportForm):
    """A device's report of a discarded entry."""

    reason = forms.CharField(max_length=500)


def _queue_when_over(request: TableRequest, game: Game) -> HttpResponseBase:
    """Return the queue's response once the round is closed.

    GET returns that the round is closed. POST logs the entry for the directors, and
    returns 410 with `refused`, or 200 with `saved` if it was saved before.
    """
    if request.method == "GET":
        return JsonResponse({"token": get_token(request), "closed": True})
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _refused(form, closed=True)
    data = form.cleaned_data
    if line := _saved_before(request, game, data["device_key"]):
        return JsonResponse({"saved": line.sequence, "hand": line.hand})
    _hand, raw = left_out(_sent(request, game))
    conflicting_hands.note_too_late(game, **data, raw=raw, by=request.visitor.by)
    why = _(
        "Round %(number)s is closed, so this hand was not entered. Directors see it "
        "in the log. If it is missing from the result, tell a referee."
    )
    sentences = [why % {"number": game.round.number}]
    return JsonResponse({"refused": sentences, "closed": True}, status=410)


def _saved_before(
    request: TableRequest, game: Game, device_key: str
) -> LedgerEntry | None:
    """Return the entry saved with this key; None if there is none or it differs from
    the one sent.
    """
    ledger = TableLedger(game)
    line = next((line for line in ledger.lines if line.device_key == device_key), None)
    if line is None:
        return None
    form = _sent(request, game)
    if not form.is_valid():
        return None
    try:
        entry = ledger.rules.read_entry(form.raw())
    except RuleError:
        return None
    values = form.cleaned_data
    sent = Sent(entry, values["hand"], values["seating"])
    return line if sent.is_saved_in(line, ledger) else None


@require_http_methods(["GET", "POST"])
@partial(at_table_or_its_device, when_over=_queue_when_over)
def queue(request: TableRequest, game: Game) -> HttpResponseBase:
    """Exchange entries with the device's queue. All responses are JSON.

    GET returns whether the table is open to this device, a CSRF token and, with ?next,
    the number of the next hand. POST saves a queued entry, in the fields of the table's
    form:

    - 200 `saved`: number of the entry, new or not. `kept`: a referee chose the other
      version of this hand. `held`: the hand waits for a referee. The first two include
      the table's state (`_standing`).
    - 409 `conflict`: both versions, and whether this device or account `may_choose`.
    - 422 `refused`: sentences. `needs_word`: a referee must decide whether the late
      hand counts. `seen`: differences between tiles and announced value, to be sent
      with the entry once the user has seen them. `final`: a referee refused the entry,
      so sending it again is useless.
    """
    if request.method == "GET":
        answer: dict[str, object] = {"token": get_token(request)}
        if "next" in request.GET:
            answer["next"] = TableLedger(game).state.position.hand
        return JsonResponse(answer)
    form = _sent(request, game)
    if not form.is_valid():
        return _refused(form)
    device_key = form.cleaned_data["device_key"]
    try:
        entered = enter_late_hand.enter_or_hold(
            game,
            form.raw(),
            request.visitor,
            form.cleaned_data,
            inspect=inspect_with(form) if isinstance(form, TileForm) else None,
        )
    except UnseenDifferences as difference:
        return _refused(form, seen=difference.seen)
    except HandConflict as conflict:
        noted = conflicting_hands.note(
            conflict, device_key=device_key, by=request.visitor.by
        )
        return _conflict(request, game, conflict, noted)
    except RuleError as error:
        form.add_faults(error)
        return _refused(form)
    if isinstance(entered, LateHand):
        return _late(entered)
    line = entered.entry
    return JsonResponse(
        {"saved": line.sequence, **_standing(entered.ledger, line.hand)}
    )


def _discard(request: TableRequest, game: Game) -> HttpResponseBase:
    """Log an entry that was discarded on the device.

    The response is as in `queue`, or 200 with `discarded`.
    """
    form = DiscardedForm(request.POST)
    if not form.is_valid():
        return _refused(form)
    _hand, raw = left_out(_sent(request, game))
    conflicting_hands.note_discarded(
        game, **form.cleaned_data, raw=raw, by=request.visitor.by
    )
    return JsonResponse({"discarded": True})


#: Allowed after the round is closed too: nothing else can be done with an entry then.
discard = require_POST(at_table_or_its_device(_discard, when_over=_discard))


@require_POST
@partial(at_table_or_its_device, ability=Ability.RULE)
def settle(request: TableRequest, game: Game, conflict: int) -> HttpResponseBase:
    """Choose one of two versions of a hand, as a referee or on the table device.

    Redirect to the table page. Raises PermissionDenied for a device if the director
    does not allow this.
    """
    if request.visitor.is_device and not may_settle(game):
        raise PermissionDenied
    choice = request.POST.get("choice", "")
    try:
        conflicting_hands.settle(
            game,
            conflict,
            choice,
            by=request.visitor.by,
            reason=request.POST.get("reason", "")[:500],
            device=request.visitor.is_device,
        )
    except RuleError as error:
        messages.error(request, joined_sentences(map(sentence, error.faults)))
    else:
        messages.success(request, _("Version chosen."))
    return redirect(address_of(game))


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker.

    Its address is above all table pages, because this decides its scope.
    """
    return service_worker("table-pages-service-worker.js")


@require_GET
@at_table_or_its_device
def manifest(_request: TableRequest, game: Game) -> HttpResponseBase:
    """Return the manifest for adding the table to a phone's home screen."""
    title = str(game.round.tournament.title)
    table = _("Table %(table)s") % {"table": game.table}
    return web_app_manifest.manifest(
        name=f"{table} · {title}",
        short_name=table,
        start_url=address_of(game),
        scope=page_access.tables(),
        display="standalone",
    )


def _sent(request: TableRequest, game: Game) -> HandForm | TileForm:
    """Return the submitted form: the form by tiles or by value."""
    rules, names = game.rules, names_of(game)
    if request.POST.get("by") == "tiles":
        position = position_now(game)
        return tile_form(rules, request.POST, names=names, position=position)
    return hand_form(rules, request.POST, names=names)


def _refused(form: EntryForm, **more: str | bool) -> JsonResponse:
    return JsonResponse(
        {
            "refused": [text for texts in form.errors.values() for text in texts],
            "needs_word": "before_gong" in form.errors,
            **more,
        },
        status=422,
    )


def _late(late: LateHand) -> JsonResponse:
    """Return the response on a late hand: refused, discarded or waiting for a
    referee.
    """
    if late.decision == LateHand.Decision.REFUSED:
        why = _("A referee decided that this hand does not count: %(reason)s")
        sentences = [why % {"reason": stored_reasons.of_answer(late)}]
        return JsonResponse({"refused": sentences, "final": True}, status=422)
    if late.decision == LateHand.Decision.TAKEN_BACK:
        return JsonResponse({"discarded": True})
    return JsonResponse({"held": late.pk, "hand": late.hand})


def _standing(ledger: TableLedger, hand: int) -> dict[str, int]:
    """Return number of the hand, number of the next hand, and the table's state: number
    of ledger `lines` and the tournament's `revision`.
    """
    return {
        "hand": hand,
        "next": ledger.state.position.hand,
        "lines": len(ledger.lines),
        "revision": ledger.game.round.tournament.revision,
    }


def _conflict(
    request: TableRequest, game: Game, conflict: HandConflict, noted: Conflict
) -> JsonResponse:
    """Return both versions of a hand, or the version that a referee has chosen."""
    line, ledger = conflict.existing, TableLedger(game)
    if noted.choice:
        return JsonResponse({"kept": line.sequence, **_standing(ledger, line.hand)})
    names = names_of(game)
    at = date_in_words(localtime(line.at), "TIME_FORMAT")
    by = request.visitor.calls(line.by)
    return JsonResponse(
        {
            "conflict": {
                "hand": line.hand,
                "entered": ledger_entry_wording.of_entry(ledger.completed(line), names),
                "by": _("Entered by %(by)s at %(at)s.") % {"by": by, "at": at},
                "offered": ledger_entry_wording.of_entry(
                    ledger.rules.read_entry(conflict.offered), names
                ),
                "may_choose": conflicting_hands.may_choose(
                    ledger, noted, request.visitor
                ),
            }
        },
        status=409,
    )
