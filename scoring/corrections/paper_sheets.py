"""Copy the hands of a paper sheet for a table with paper totals, then choose which
result counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext_noop as _

from rules.ledger_entries import (
    Entry,
    Gong,
    Penalty,
    PlayEnded,
    Raw,
    Reseat,
    RulesChanged,
    Substituted,
    Totals,
)
from rules.ledger_replay import follow_seated
from rules.ruleset_and_table_state import Ending
from rules.winds import Scores, Wind
from scoring.ledger import ledger_transaction, why_ledger_takes_nothing
from scoring.ledger.entry_sent_again import Sent, receipt_for
from scoring.ledger.gong_in_ledger import open_now
from scoring.ledger.ledger_transaction import HandConflict, Receipt
from scoring.ledger.replay_with_unsaved_entry import Draft, Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.wording.stored_reasons import FROM_THE_SHEET, PLAYED_BEFORE, Reason
from tournaments.models import Game
from tournaments.refusals import refusal


class Stands(StrEnum):
    """The result that counts at a table with paper totals and hands."""

    HANDS = "hands"
    TOTALS = "totals"


@dataclass(frozen=True)
class Difference:
    """A seat's score in the paper totals and by the hands."""

    seat: Wind
    totals: int
    hands: int

    @property
    def more(self) -> int:
        """Return the score by the hands minus the total."""
        return self.hands - self.totals


def differences(ledger: TableLedger) -> tuple[Difference, ...]:
    """Return the two scores of each seat; empty without paper totals."""
    if ledger.totals is None:
        return ()
    totals, hands = _scores(ledger.totals, ledger), _by_hands(ledger)
    seats = ledger.state.position.seats
    return tuple(Difference(seat, totals[seat], hands[seat]) for seat in seats)


def preview_hand(game: Game, raw: Raw) -> Preview:
    """Return the effect of one more hand of the paper sheet on the scores by hands.

    Raises RuleError with all faults.
    """
    ledger = TableLedger(game)
    entry = _of_a_sheet(ledger, raw)
    _totals_of(ledger)
    before = ledger.by_hands()
    after = follow_seated(ledger.rules, before, entry)
    return Preview(before, after, after.lines[-1])


@ledger_transaction.ledger_change
def copy_hand(
    game_id: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    hand: int | None = None,
    reason: str = "",
) -> Receipt:
    """Enter a hand, penalty or false win of the paper sheet and return the receipt.

    The totals still count. Also works in a closed round. Raises RuleError with all
    faults, and HandConflict if the hand already has a different outcome.
    """
    ledger = open_now(game_id)
    entry = _of_a_sheet(ledger, raw)
    number = hand if entry.settles_hand else None
    if repeated := receipt_for(ledger, device_key, Sent(entry, number, reason=reason)):
        return repeated
    why_ledger_takes_nothing.refuse_before_the_start(ledger)
    _totals_of(ledger)
    state = ledger.by_hands()
    retracted: LedgerEntry | None = None
    if entry.settles_hand:
        retracted = ledger.outcome(hand) if hand else None
        if retracted and retracted.kind != RETRACTION:
            if ledger.entry_of(retracted) == entry:
                return Receipt(retracted, ledger, repeated=True)
            raise HandConflict(retracted, raw)
        if hand != state.position.hand:
            raise refusal(
                "out_of_order",
                _("The next hand here is hand %(following)s, not hand %(hand)s."),
                "hand",
                following=state.position.hand,
                hand=hand or 0,
            )
    follow_seated(ledger.rules, state, entry)
    why = Reason(reason) if reason else FROM_THE_SHEET
    draft = Draft(entry, state.position.hand, entry.settles_hand, retracted, why)
    return ledger_transaction.append(ledger, draft, device_key=device_key, by=by)


@ledger_transaction.ledger_change
def settle(
    game_id: int, stands: Stands, *, device_key: str, by: str, reason: str
) -> Receipt:
    """Choose which result counts and return the receipt.

    The totals are either written again with the reason, or retracted so that the hands
    count. Raises Refused without a reason, totals or hands.
    """
    ledger = open_now(game_id)
    sent = Sent(takes_back=stands is Stands.HANDS, reason=reason)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    totals = _totals_of(ledger)
    why_ledger_takes_nothing.refuse_correction(ledger, totals, Reason(reason))
    if not ledger.by_hands().hands_played:
        raise refusal(
            "no_hands",
            _("No hands have been entered from the paper sheet. Enter them first."),
        )
    entry = ledger.entry_of(totals) if stands is Stands.TOTALS else None
    if stands is Stands.HANDS:
        _clear_the_end(ledger, totals, device_key=device_key, by=by)
    draft = Draft.instead_of(totals, entry, Reason(reason))
    receipt = ledger_transaction.append(ledger, draft, device_key=device_key, by=by)
    if stands is Stands.HANDS:
        _end(ledger, device_key=device_key, by=by)
    ledger.game.record("sheet_settled", by=by, reason=reason, stands=stands.value)
    return receipt


def _clear_the_end(
    ledger: TableLedger, totals: LedgerEntry, *, device_key: str, by: str
) -> None:
    """Move the gong behind the last hand of the sheet and retract an earlier end of
    play, because hands on paper have no times. `totals`: entry of the paper totals.
    """
    behind = [
        line
        for line in ledger.live
        if line.kind in (Gong.kind, PlayEnded.kind) and line.place < totals.place
    ]
    for number, line in enumerate(behind):
        draft = Draft.instead_of(line, None, PLAYED_BEFORE)
        ledger.write(draft, device_key=f"{device_key}/end{number}", by=by)
        if line.kind == Gong.kind:
            hand = ledger.by_hands().position.hand
            later = Draft(Gong(line.data["policy"]), hand, settles_hand=False)
            ledger.write(later, device_key=f"{device_key}/gong{number}", by=by)


def _end(ledger: TableLedger, *, device_key: str, by: str) -> None:
    """End play by ruling if the hands alone do not end it, because the retracted totals
    had ended play. Do nothing if older totals count again.
    """
    if ledger.totals is not None:
        return  # older totals count again
    if ledger.state.over is None:
        ended = ledger.draft(PlayEnded(Ending.RULING))
        ledger.write(ended, device_key=f"{device_key}/end", by=by)


def _of_a_sheet(ledger: TableLedger, raw: Raw) -> Entry:
    """Return an entry that a paper sheet can contain; a penalty becomes part of the
    totals. Raises Refused for other kinds, and RuleError for an unreadable entry.
    """
    entry = ledger.rules.read_entry(raw)
    if isinstance(entry, Penalty):
        return replace(entry, in_totals=True)
    of_the_table = Totals | PlayEnded | Reseat | Gong | RulesChanged | Substituted
    if isinstance(entry, of_the_table):
        raise refusal("not_of_a_sheet", _("A paper sheet cannot contain this entry."))
    return entry


def _totals_of(ledger: TableLedger) -> LedgerEntry:
    why_ledger_takes_nothing.refuse_unless_begun(ledger.game.round)
    totals = ledger.totals
    if totals is None:
        raise refusal("no_totals", _("This table has no paper totals."))
    return totals


def _scores(totals: LedgerEntry, ledger: TableLedger) -> Scores:
    entry = ledger.entry_of(totals)
    return entry.scores if isinstance(entry, Totals) else {}


def _by_hands(ledger: TableLedger) -> Scores:
    """Return each seat's score by the hands.

    After the end of play, scores include points that the rules add at the end.
    """
    state = ledger.by_hands()
    if state.over is None:
        return state.scores
    placed = ledger.rules.rank(state)
    return {seat: placing.score for seat, placing in placed.items()}
