"""Correction and insertion of hands by their tiles."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from rules.ruleset_and_table_state import Position
from scoring.corrections import correct_and_undo, insert_and_remove_hands
from scoring.entry_forms.form_by_ruleset import tile_form
from scoring.entry_forms.rulings_false_wins_and_endings import asking_why
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.table_page_access import address_of, at_table
from scoring.table.table_page_contents import names_of
from scoring.table.tile_entry_pages import (
    CorrectionPage,
    address_at,
    page,
    position_before,
    previewed,
    redirect_to,
    sent_form,
)
from scoring.table.tile_hand_reports import unseen_differences
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.web.request_types_and_form_faults import (
    TableRequest,
    new_device_key,
    refusals_to,
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.ENTER)
def correct(request: TableRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Correct a hand by its tiles. GET renders the form with the current tiles."""
    line, ledger = _line(game, sequence)
    if line not in ledger.live:
        return redirect(f"{address_at(game, 'correct', sequence)}?by=points")
    shown = partial(page, request, game, mending=_correction(game, line))
    previewing = partial(correct_and_undo.preview_correction, line)
    if request.method != "POST":
        return shown(_filled(ledger, line))
    form = _sent(request, game, position_before(ledger, line))
    if "preview" in request.POST:
        return shown(form, previewing=previewing)
    if form.is_valid() and not unseen_differences(form):
        with refusals_to(form.add_faults):
            correct_and_undo.correct(
                line.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
                reason=form.cleaned_data["reason"],
            )
            done = _("Hand %(hand)s corrected.")
            messages.success(request, done % {"hand": line.hand})
            return redirect_to(request, address_of(game))
    return shown(form, previewing=previewing, status=422)


@require_POST
@at_table(Ability.ENTER)
def preview_correction(
    request: TableRequest, game: Game, sequence: int
) -> HttpResponseBase:
    """Render the current hand value and the effect of the correction."""
    line, ledger = _line(game, sequence)
    form = _sent(request, game, position_before(ledger, line))
    return previewed(
        request, game, form, partial(correct_and_undo.preview_correction, line)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.ENTER)
def insert(request: TableRequest, game: Game, sequence: int) -> HttpResponseBase:
    """Insert a forgotten hand after the entry numbered `sequence` (0: before the first
    hand). GET renders the form, or raises Http404 if that entry no longer counts.
    """
    ledger = TableLedger(game)
    hand = _hand_after(ledger, sequence)
    shown = partial(page, request, game, mending=_insertion(game, sequence, hand))
    previewing = partial(insert_and_remove_hands.preview_insertion, game, sequence)
    if request.method != "POST":
        if not hand:
            raise Http404
        return shown(_blank(ledger, hand))
    form = _sent(request, game, insert_and_remove_hands.position_in(ledger, hand))
    if "preview" in request.POST:
        return shown(form, previewing=previewing)
    if form.is_valid() and not unseen_differences(form):
        with refusals_to(form.add_faults):
            done = insert_and_remove_hands.insert(
                game.pk,
                sequence,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
                reason=form.cleaned_data["reason"],
            )
            message = _("Hand %(hand)s inserted.") % {"hand": done.entry.hand}
            messages.success(request, message)
            return redirect_to(request, address_of(game))
    return shown(form, previewing=previewing, status=422)


@require_POST
@at_table(Ability.ENTER)
def preview_insertion(
    request: TableRequest, game: Game, sequence: int
) -> HttpResponseBase:
    """Render the current hand value and the effect of the insertion."""
    ledger = TableLedger(game)
    position = insert_and_remove_hands.position_in(
        ledger, _hand_after(ledger, sequence)
    )
    form = _sent(request, game, position)
    return previewed(
        request,
        game,
        form,
        partial(insert_and_remove_hands.preview_insertion, game, sequence),
    )


def _correction(game: Game, line: LedgerEntry) -> CorrectionPage:
    sequence = line.sequence
    return CorrectionPage(
        title=_("Correct hand %(hand)s by tiles") % {"hand": line.hand},
        save=_("Save correction"),
        here=address_at(game, "correct_tiles", sequence),
        preview_url=address_at(game, "preview_tiles_correction", sequence),
        points_url=f"{address_at(game, 'correct', sequence)}?by=points",
        points_words=_("Correct by points, or undo"),
    )


def _insertion(game: Game, sequence: int, hand: int) -> CorrectionPage:
    title = _("Insert hand %(hand)s by tiles") % {"hand": hand}
    return CorrectionPage(
        title=title if hand else _("Insert a hand"),
        save=_("Insert hand"),
        here=address_at(game, "insert_tiles", sequence),
        preview_url=address_at(game, "preview_tiles_insertion", sequence),
        points_url=address_at(game, "insert", sequence),
        points_words=_("Insert by points"),
        help=_("Later hands are renumbered and recalculated."),
    )


def _line(game: Game, sequence: int) -> tuple[LedgerEntry, TableLedger]:
    ledger = TableLedger(game)
    for line in ledger.lines:
        if line.sequence == sequence and line.settles_hand:
            return line, ledger
    raise Http404


def _hand_after(ledger: TableLedger, sequence: int) -> int:
    """Return the number of the hand to insert; 0 if the entry before it no longer
    counts."""
    try:
        return insert_and_remove_hands.hand_after(ledger, sequence)
    except RuleError:
        return 0


def _sent(request: TableRequest, game: Game, position: Position) -> TileForm:
    return asking_why(sent_form(request, game, position), game.round.tournament)


def _filled(ledger: TableLedger, line: LedgerEntry) -> TileForm:
    """Return the form that corrects the entry, filled with its current values."""
    values = {"hand": line.hand, "device_key": new_device_key()}
    if hands_in(line.raw):
        values |= presenter_of(ledger.rules.id).tile_form.initial_of(
            ledger.raw_of(line), ledger.rules
        )
    form = tile_form(
        ledger.rules,
        names=names_of(ledger.game),
        position=position_before(ledger, line),
        initial=values,
    )
    return asking_why(form, ledger.game.round.tournament)


def _blank(ledger: TableLedger, hand: int) -> TileForm:
    form = tile_form(
        ledger.rules,
        names=names_of(ledger.game),
        position=insert_and_remove_hands.position_in(ledger, hand),
        initial={"hand": hand, "device_key": new_device_key()},
    )
    return asking_why(form, ledger.game.round.tournament)
