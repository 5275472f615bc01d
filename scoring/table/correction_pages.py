"""Undo the last entry, and correct earlier entries with a reason."""

from __future__ import annotations

from functools import partial
from typing import Unpack

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.faults import RuleError
from rules.ledger_entries import Reseat
from rules.ruleset_and_table_state import Line
from scoring.corrections import (
    correct_and_undo,
    insert_and_remove_hands,
    reseat_players,
)
from scoring.entry_forms import rulings_false_wins_and_endings
from scoring.entry_forms.reason_and_undo_forms import ReasonForm, say_reason_is_public
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import NOT_ENTERED, TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import AtTable
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.table.entry_effects_and_receipts import effect_of
from scoring.table.hand_entry_pages import entry_page
from scoring.table.reseat_page import reseat_shown
from scoring.table.table_page_access import (
    address_of,
    at_table,
    at_table_or_its_device,
    previewed,
)
from scoring.table.table_page_contents import names_of, table_page, winds_at
from scoring.table.tile_entry_pages import address_at
from scoring.wording import ledger_entry_wording
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game, Seat
from tournaments.refusals import sentence
from tournaments.web.form_fields_and_types import FormArguments, Sent
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    faults_in,
    new_device_key,
    refusals_to,
)


@require_POST
@at_table_or_its_device
def undo(request: TableRequest, game: Game) -> HttpResponseBase:
    """Undo the last entry, if the page showed it as the last entry."""
    device = request.visitor.is_device
    form = rulings_false_wins_and_endings.UndoForm(request.POST, device=device)
    if form.is_valid():
        with faults_in(form):
            undone = correct_and_undo.undo(
                game.pk,
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
                reason=form.cleaned_data.get("reason", ""),
                sequence=form.cleaned_data["sequence"],
                device=device,
            )
            done = _("Correction undone.")
            if undone.entry.kind == RETRACTION:
                done = _("Last entry undone.")
            messages.success(request, done)
            return redirect(address_of(game))
    return entry_page(request, TableLedger.as_now(game), status=422, refused=form)


@require_GET
@at_table(Ability.ENTER)
def entries(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render all entries of the table for correction, newest first."""
    context = table_page(TableLedger(game))
    lines = [line for line in context["lines"] if line.line.kind not in NOT_ENTERED]
    context["lines"] = lines[::-1]
    return render(request, "table/entries.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.ENTER)
def correct(request: AccountRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Correct an entry.

    GET renders the form; an entry that can only be undone has no form.
    """
    line = _line(game, sequence)
    if request.method != "POST":
        if hands_in(line.raw) and "by" not in request.GET:
            return redirect(address_at(game, "correct_tiles", sequence))
        return _page(request, game, line)
    form = _sent(request, game, line)
    if form.is_valid():
        with refusals_to(form.add_faults):
            correct_and_undo.correct(
                line.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            done = _("Entry in hand %(hand)s corrected.")
            if line.settles_hand:
                done = _("Hand %(hand)s corrected.")
            messages.success(request, done % {"hand": line.hand})
            return redirect(address_of(game))
    form.focus_first_fault()
    return _page(request, game, line, form=form)


@require_POST
@at_table(Ability.ENTER)
def preview(request: AccountRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Render the effect of the correction on this hand and all later hands."""
    line = _line(game, sequence)
    form = _sent(request, game, line)
    return previewed(
        request, game, form, partial(correct_and_undo.preview_correction, line)
    )


@require_POST
@at_table(Ability.ENTER)
def retract(request: AccountRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Undo one entry, with a reason, and redirect to the table page.

    If the form is invalid, render the page again with the errors.
    """
    line = _line(game, sequence)
    form = _retraction(TableLedger(game), line, request.POST)
    if form.is_valid():
        with faults_in(form):
            correct_and_undo.retract(
                line.pk,
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("Entry undone."))
            return redirect(address_of(game))
    return _page(request, game, line, retraction=form)


def _sent(request: AccountRequest, game: Game, line: LedgerEntry) -> AtTable:
    rules = game.rules
    form_class = rulings_false_wins_and_endings.form_class_for(line, rules)
    if form_class is None:
        raise Http404
    return _with_reason(form_class, game, request.POST)


def _blank(game: Game, line: LedgerEntry) -> AtTable | None:
    """Return the form that corrects the entry, filled with its current values; None if
    the form does not exist for entries of this kind.
    """
    rules = game.rules
    form_class = rulings_false_wins_and_endings.form_class_for(line, rules)
    if form_class is None:
        return None
    values = form_class.initial_of(TableLedger(game).raw_of(line), rules)
    values |= {"hand": line.hand, "device_key": new_device_key()}
    return _with_reason(form_class, game, initial=values)


def _with_reason(
    form_class: type[AtTable],
    game: Game,
    data: Sent | None = None,
    **arguments: Unpack[FormArguments],
) -> AtTable:
    """Return the form that corrects an entry. Its reason is labelled with its purpose,
    because the page has a second reason."""
    form = rulings_false_wins_and_endings.correction_form(
        form_class,
        data,
        tournament=game.round.tournament,
        names=names_of(game),
        rules=game.rules,
        **arguments,
    )
    form.fields["reason"].label = _("Reason for the correction (required)")
    return form


def _retraction(
    ledger: TableLedger, line: LedgerEntry, data: Sent | None = None
) -> ReasonForm:
    """Return the form that undoes the entry or removes its hand."""
    form = ReasonForm(data, prefix="retract", initial={"device_key": new_device_key()})
    form.fields["reason"].label = (
        _("Reason for removing the hand (required)")
        if insert_and_remove_hands.is_followed(ledger, line)
        else _("Reason for undoing the entry (required)")
    )
    say_reason_is_public(form, ledger.game.round.tournament)
    return form


def _page(
    request: AccountRequest,
    game: Game,
    line: LedgerEntry,
    *,
    form: AtTable | None = None,
    retraction: ReasonForm | None = None,
) -> HttpResponseBase:
    """Render the page of the entry. A refused form is shown with its errors (422)."""
    refused = form or retraction
    ledger = TableLedger(game)
    is_live = line in ledger.live
    later = insert_and_remove_hands.is_followed(ledger, line)
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "line": line,
        "entered": ledger.as_entered(line),
        "is_live": is_live,
        "refused": refused,
        "words": ledger_entry_wording.of_entry(
            ledger.completed(line), ledger.names_for(line, names_of(game))
        ),
        "now_winds": winds_at(line, ledger) if is_live else [],
        "form": form or _blank(game, line),
        "retraction": retraction or _retraction(ledger, line),
        "hands_move": later,
    }
    if is_live:
        context |= _without(line, ledger)
    return render(
        request, "table/correct.html", context, status=422 if refused else 200
    )


def _without(line: LedgerEntry, ledger: TableLedger) -> dict[str, object]:
    """Return the effect of undoing the entry, or the reasons why it cannot be
    undone.
    """
    try:
        if line.kind == Reseat.kind:
            return reseat_shown(reseat_players.preview_back(ledger, line), ledger.game)
        preview = correct_and_undo.preview_retraction(line, ledger=ledger)
    except RuleError as error:
        return {"gone_faults": [sentence(fault) for fault in error.faults]}
    gone = ledger.state.lines[ledger.live.index(line)]
    return {
        "gone": effect_of(preview, ledger.game),
        "gone_back": _points_returned(preview, gone, ledger),
    }


def _points_returned(
    preview: Preview, line: Line, ledger: TableLedger
) -> list[tuple[Seat, int]]:
    """Return the points that each player gets or pays back if `line` no longer counts.

    For paper totals, which no player paid, return the change of scores.
    """
    before, after = preview.before.scores, preview.after.scores
    at = ledger.state.position.seats
    points = {seat: -change for seat, change in line.settlement.changes.items()}
    if not line.settlement.payments:
        points = {seat: after[seat] - before[seat] for seat in at}
    seats = ledger.game.seats_by_wind()
    return [(seats[seat], points[seat]) for seat in at if points[seat]]


def _line(game: Game, sequence: int) -> LedgerEntry:
    """Return the entry with this sequence number.

    Raises Http404 for entries of the clock, retractions and unknown numbers.
    """
    line = (
        game.ledger.filter(sequence=sequence)
        .exclude(kind__in=[RETRACTION, *NOT_ENTERED])
        .first()
    )
    if line is None:
        raise Http404
    line.game = game
    return line
