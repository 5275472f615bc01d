"""Correct, retract and undo entries, and preview the effects."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.entering import read_new_entry, refuse_impossible
from rules.ledger_entries import CANCELLED, FalseWin, Penalty, PlayEnded, Raw, Reseat
from scoring.corrections import insert_and_remove_hands
from scoring.corrections.undo_by_table_device import why_not_by_device
from scoring.ledger import decide_late_hand
from scoring.ledger.entry_sent_again import Sent, receipt_for
from scoring.ledger.gong_in_ledger import end_resumed_play, open_now
from scoring.ledger.ledger_transaction import Receipt, append, ledger_change
from scoring.ledger.replay_with_unsaved_entry import Draft, Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.ledger.why_ledger_takes_nothing import (
    refuse_between_tables,
    refuse_correction,
    refuse_while_versions_wait,
)
from scoring.models import LateHand, LedgerEntry
from scoring.wording.stored_reasons import UNDONE_AT_TABLE, Reason, from_form
from tournaments.models import RoundState
from tournaments.refusals import refusal
from tournaments.rounds.seat_rounds_and_exchange_seats import exchange
from tournaments.web.request_types_and_form_faults import new_device_key

#: Kinds that can be undone in a closed round; others could not be entered again.
TAKEN_BACK_WHEN_CLOSED = (FalseWin.kind, Penalty.kind, Reseat.kind)


def preview_correction(line: LedgerEntry, raw: Raw) -> Preview:
    """Return the effect of correcting `line` to `raw`.

    Raises RuleError with all faults.
    """
    ledger = TableLedger(line.game)
    return ledger.preview(Draft.instead_of(line, read_new_entry(ledger.rules, raw)))


def preview_retraction(line: LedgerEntry, *, ledger: TableLedger) -> Preview:
    """Return the effect of retracting `line`.

    A hand is removed, and later hands are renumbered. Raises RuleError if a later entry
    no longer fits.
    """
    if insert_and_remove_hands.is_followed(ledger, line):
        return insert_and_remove_hands.preview_removal(ledger, line)
    return ledger.preview(Draft.instead_of(line, None))


@ledger_change
def correct(
    line_id: int, raw: Raw, *, device_key: str, by: str, reason: str
) -> Receipt:
    """Replace an entry by `raw`, replay all later entries and return the receipt.

    Raises RuleError with all faults: for example, the reason is missing, someone else
    has changed the entry, the entry is a reseat, nothing changes, or a later hand no
    longer fits.
    """
    line = LedgerEntry.objects.get(pk=line_id)
    ledger = open_now(line.game_id)
    entry, why = ledger.rules.read_entry(raw), from_form(reason)
    sent = Sent(entry, instead_of=line, reason=why.text)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    refuse_correction(ledger, line, why)
    refuse_impossible(ledger.rules, entry)
    if isinstance(entry, Reseat):
        raise refusal(
            "only_taken_back",
            _(
                "A reseating cannot be corrected. Undo it, then reseat the players "
                "again."
            ),
        )
    if not line.settles_hand == entry.settles_hand or not (
        entry.settles_hand or entry.kind == line.kind
    ):
        raise refusal(
            "other_kind",
            _("The correction must be of the same kind as the entry."),
            "kind",
        )
    if entry == ledger.entry_of(line):
        raise refusal(
            "unchanged",
            _("Nothing has changed. Change an entry, or go back."),
        )
    draft = Draft.instead_of(line, entry, why)
    return _changed(ledger, draft, device_key=device_key, by=by)


@ledger_change
def retract(line_id: int, *, device_key: str, by: str, reason: str) -> Receipt:
    """Retract a ruling or a hand, and return the receipt.

    Hands after a retracted hand get new numbers. Raises RuleError if the reason is
    missing, someone else has changed the entry, or a later hand no longer fits.
    """
    line = LedgerEntry.objects.get(pk=line_id)
    ledger = open_now(line.game_id)
    sent = Sent(instead_of=line, takes_back=True, reason=reason)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    why = Reason(reason)
    refuse_correction(ledger, line, why)
    return _retract(ledger, line, device_key=device_key, by=by, why=why)


@transaction.atomic
def take_out(
    late_id: int, *, by: str, reason: str, ends_play: bool = False
) -> LateHand:
    """Remove a hand that its table had confirmed, because the hand had not started
    before the gong. Return the late hand. `ends_play`: no hand was in progress at the
    gong. Raises RuleError if the reason is missing, the hand was already decided, or a
    later hand no longer fits.
    """
    late = decide_late_hand.locked(late_id)
    line = late.line
    if late.decision or line is None:
        raise refusal("decided", _("This has already been decided. Reload the page."))
    if not reason.strip():
        raise refusal("no_reason", _("Enter why the hand does not count."), "reason")
    ledger = open_now(line.game_id)
    refuse_correction(ledger, line, Reason(reason))
    key = new_device_key()
    _retract(ledger, line, device_key=key, by=by, why=Reason(reason))
    return decide_late_hand.taken_out(late, by=by, reason=reason, ends_play=ends_play)


@ledger_change
def undo(
    game_id: int,
    *,
    device_key: str,
    by: str,
    reason: str,
    sequence: int | None = None,
    device: bool = False,
) -> Receipt:
    """Undo the latest entry that counts, and return the receipt. Gongs, rule changes
    and takeovers by substitutes are skipped. If the entry was a correction, the
    corrected entry counts again.

    `sequence`: number of the latest entry that the user saw; `device`: a table device
    asks for the undo and needs no reason. Raises Refused if there is no entry, another
    entry is the latest, the reason is missing, or the table may not undo the entry.
    """
    ledger = open_now(game_id)
    seen = next((line for line in ledger.lines if line.sequence == sequence), None)
    why = from_form(reason) if reason or not device else UNDONE_AT_TABLE
    sent = Sent(instead_of=seen, reason=why.text)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    last = ledger.last_entered
    if last is None:
        raise refusal("nothing_to_undo", _("There is nothing to undo."))
    if sequence not in (None, last.sequence):
        raise refusal(
            "not_the_last",
            _("The last entry has changed. Reload the page."),
        )
    if device and (why_not := why_not_by_device(ledger, last)):
        raise refusal("referee_only", why_not)
    refuse_correction(ledger, last, why)
    before = ledger.before_correction(last)
    if before is None:
        return _retract(ledger, last, device_key=device_key, by=by, why=why)
    draft = Draft.instead_of(last, before, why)
    return _changed(ledger, draft, device_key=device_key, by=by)


def _retract(
    ledger: TableLedger, line: LedgerEntry, *, device_key: str, by: str, why: Reason
) -> Receipt:
    if insert_and_remove_hands.is_followed(ledger, line):
        text = why.text or why.as_written
        return insert_and_remove_hands.remove(
            ledger, line, device_key=device_key, by=by, reason=text
        )
    round_ = ledger.game.round
    if round_.state == RoundState.CLOSED and not _may_go_when_closed(line):
        raise refusal(
            "round_closed",
            _("Round %(number)s is closed. Correct this entry instead."),
            number=round_.number,
        )
    draft = Draft.instead_of(line, None, why)
    if line.kind == Reseat.kind:
        _unseat(ledger, line)
    return _changed(ledger, draft, device_key=device_key, by=by)


def _changed(ledger: TableLedger, draft: Draft, *, device_key: str, by: str) -> Receipt:
    """Append a change and return its receipt.

    If the change resumed play that must end, also append the end of play.
    """
    receipt = append(ledger, draft, device_key=device_key, by=by)
    end_resumed_play(ledger, device_key=device_key, by=by)
    return receipt


def _unseat(ledger: TableLedger, line: LedgerEntry) -> None:
    """Restore the seats as they were before a reseat; do nothing for any other entry.

    Raises Refused for a swap between tables, and while a hand has two versions.
    """
    refuse_while_versions_wait(ledger)
    entry = ledger.rules.read_entry(line.raw)
    if isinstance(entry, Reseat):
        refuse_between_tables(entry)
        exchange(ledger.game, entry.back.seats)


def _may_go_when_closed(line: LedgerEntry) -> bool:
    """Return whether the entry can be undone in a closed round.

    A hand can be inserted again, and a table without its cancellation gets its former
    result back.
    """
    cancelled = line.kind == PlayEnded.kind and line.data.get("why") == CANCELLED
    return line.settles_hand or cancelled or line.kind in TAKEN_BACK_WHEN_CLOSED
