"""The verbs of the ledger: enter, correct, retract, undo. Each is one transaction.

Every verb locks the session's row, replays the ledger with the change in it,
and only if the rules accept every entry appends one line, writes the projections
and records the change. A device key that is known answers with the first
receipt, so an entry sent twice is one entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from rules.entries import (
    CANCELLED,
    Entry,
    FalseWin,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    Totals,
)
from rules.table import Ending, TableState, replay
from scoring import results
from scoring.book import Book, Draft, Preview
from scoring.models import RETRACTION, Conflict, LedgerEntry
from tournaments.models import RoundState, Session
from tournaments.refusals import Refused, refusal
from tournaments.seat_exchange import exchange

#: Keys as devices make them. What the program itself writes has a key with a
#: slash, which no device can take from it.
DEVICE_KEY = re.compile(r"[^/\0]{1,64}")

#: What a closed round can still lose; anything else it could not enter again.
TAKEN_BACK_WHEN_CLOSED = (FalseWin.kind, Penalty.kind, Reseat.kind)

Raw = Mapping[str, Any]
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Receipt:
    """What became of an entry. `repeated`: it had arrived before."""

    entry: LedgerEntry
    state: TableState
    repeated: bool = False


class HandConflict(Exception):
    """Another outcome of the same hand is already in the ledger."""

    def __init__(self, existing: LedgerEntry, offered: Raw) -> None:
        super().__init__(f"hand {existing.hand} is already entered")
        self.existing = existing
        self.offered = offered


def verb(change: Callable[Given, Receipt]) -> Callable[Given, Receipt]:
    """One transaction, in which no other table takes the `device_key`."""

    @wraps(change)
    def changed(*args: Given.args, **given: Given.kwargs) -> Receipt:
        try:
            with transaction.atomic():
                return change(*args, **given)
        except IntegrityError:
            # Another table has a lock of its own: it may have been a little faster.
            if LedgerEntry.objects.filter(device_key=given["device_key"]).exists():
                raise _key_used() from None
            raise

    return changed


def preview(session: Session, raw: Raw) -> Preview:
    """What one more entry would do, without entering it. Reads only.

    Raises RuleError with every fault.
    """
    book = Book(session)
    entry = book.rules.read_entry(raw)
    _refuse_unless_playing(book, entry)
    return book.preview(book.draft(entry))


def preview_retraction(line: LedgerEntry, *, book: Book) -> Preview:
    """What taking back `line` would do. Reads only.

    Raises RuleError if a later line could not follow.
    """
    return book.preview(Draft.instead_of(line, None, ""))


def preview_correction(line: LedgerEntry, raw: Raw) -> Preview:
    """What correcting `line` to `raw` would do. Reads only.

    Raises RuleError with every fault.
    """
    book = Book(line.session)
    return book.preview(Draft.instead_of(line, book.rules.read_entry(raw), ""))


@verb
def enter(
    session_id: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    hand: int | None = None,
    before_gong: bool = False,
    seating: int | None = None,
    reason: str = "",
) -> Receipt:
    """Append what happened at a table.

    `raw` is the entry in the rules' notation; `hand` is the number the device
    believes it enters (needed for the outcome of a hand). `before_gong` is the
    referee's word that the hand had begun (with `stop_at_once`: had ended)
    before time; `seating` how often players had been reseated when the device was
    told who sits where. Raises RuleError with every fault, HandConflict if that hand
    has another outcome.
    """
    book = Book.locked(session_id)
    if repeated := receipt_for(book, device_key):
        return repeated
    refuse_old_seats(book, seating)
    entry = book.rules.read_entry(raw)
    _refuse_unless_open(book, entry)
    _refuse_clockwork(book, entry)
    _refuse_unless_playing(book, entry)
    if entry.settles_hand:
        if same := _same_outcome(book, hand, entry, raw):
            return Receipt(same, book.state, repeated=True)
        _refuse_out_of_order(book, hand)
        _heed_gong(book, before_gong, device_key=device_key, by=by)
    return append(book, book.draft(entry, reason), device_key=device_key, by=by)


@verb
def correct(
    line_id: int, raw: Raw, *, device_key: str, by: str, reason: str
) -> Receipt:
    """Put `raw` in the place of a line; all later hands are replayed.

    Raises RuleError with every fault, among them that a reason is missing, that
    somebody else corrected the line first, or that a later hand could not follow.
    """
    line = LedgerEntry.objects.get(pk=line_id)
    book = Book.locked(line.session_id)
    if repeated := receipt_for(book, device_key):
        return repeated
    refuse_correction(book, line, reason)
    entry = book.rules.read_entry(raw)
    if isinstance(entry, Reseat):
        raise refusal(
            "only_taken_back",
            _("Take this back, and seat the players again as they really sat."),
        )
    if not line.settles_hand == entry.settles_hand or not (
        entry.settles_hand or entry.kind == line.kind
    ):
        raise refusal(
            "other_kind",
            _("This can only be corrected to something of its own kind."),
            "kind",
        )
    draft = Draft.instead_of(line, entry, reason)
    receipt = append(book, draft, device_key=device_key, by=by)
    end_if_closed(book, device_key=device_key, by=by)
    return replace(receipt, state=book.state)


@verb
def retract(line_id: int, *, device_key: str, by: str, reason: str) -> Receipt:
    """Take back a line: the last hand's outcome, or any penalty or ruling.

    Raises Refused if hands were entered after it.
    """
    line = LedgerEntry.objects.get(pk=line_id)
    book = Book.locked(line.session_id)
    if repeated := receipt_for(book, device_key):
        return repeated
    refuse_correction(book, line, reason)
    return _retract(book, line, device_key=device_key, by=by, reason=reason)


@verb
def undo(
    session_id: int,
    *,
    device_key: str,
    by: str,
    reason: str,
    sequence: int | None = None,
) -> Receipt:
    """Take back the last thing that stands in the ledger, but for the gong.

    `sequence` is the line the device believes that is. Raises Refused if it is
    another by now, or if there is none.
    """
    book = Book.locked(session_id)
    if repeated := receipt_for(book, device_key):
        return repeated
    last = book.last_entered
    if last is None:
        raise refusal("nothing_to_undo", _("There is nothing to take back."))
    if sequence not in (None, last.sequence):
        raise refusal(
            "not_the_last",
            _("Something else is the last entry here by now: look again."),
        )
    refuse_correction(book, last, reason)
    return _retract(book, last, device_key=device_key, by=by, reason=reason)


def append_gong(session_id: int, policy: str, *, device_key: str, by: str) -> None:
    """Tell a session that time is up; nothing if its play is already over.

    Called inside the transaction that ends the round, which does the recording.
    """
    book = Book.locked(session_id)
    if book.state.over is None:
        book.write(book.draft(Gong(policy)), device_key=device_key, by=by)


def append_end(session_id: int, why: str, *, device_key: str, by: str) -> None:
    """End play at a session by ruling or by time; nothing if it is over.

    Called inside the transaction that closes the round, which does the recording.
    """
    book = Book.locked(session_id)
    if book.state.over is None:
        book.write(book.draft(PlayEnded(why)), device_key=device_key, by=by)


def append_all(
    session: Session, rows: Sequence[tuple[int, Raw, str]], *, by: str
) -> TableState:
    """Write a whole ledger at once: (hand, entry, reason) in order.

    For imports, which record the change themselves. Raises RuleError for the
    first entry that cannot follow; nothing is written then.
    """
    rules = session.round.tournament.rules
    entries = [rules.read_entry(raw) for _hand, raw, _reason in rows]
    state = replay(rules, entries)
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            session=session,
            sequence=sequence,
            place=sequence,
            hand=hand,
            kind=entry.kind,
            settles_hand=entry.settles_hand,
            data=entry.as_data(),
            device_key=f"import/{session.pk}/{sequence}",
            by=by,
            reason=reason,
        )
        for sequence, ((hand, _raw, reason), entry) in enumerate(
            zip(rows, entries, strict=True), start=1
        )
    )
    results.project(session, state, sequence=len(rows))
    return state


def receipt_for(book: Book, device_key: str) -> Receipt | None:
    """The receipt of the entry that came with this key before."""
    if not DEVICE_KEY.fullmatch(device_key):
        raise refusal("bad_key", _("This page cannot be saved from: open it again."))
    earlier = LedgerEntry.objects.filter(device_key=device_key).first()
    if earlier is None:
        return None
    if earlier.session_id != book.session.pk:
        raise _key_used()
    return Receipt(earlier, book.state, repeated=True)


def _key_used() -> Refused:
    return refusal("key_used", _("This entry was already sent for another table."))


def _refuse_unless_open(book: Book, entry: Entry) -> None:
    """A closed round takes penalties only: they may be decided later."""
    round_ = book.session.round
    closed = round_.state == RoundState.CLOSED
    if round_.is_open or (closed and isinstance(entry, Penalty)):
        return
    if closed:
        message = _("Round %(number)s is closed: hands can only be corrected.")
    else:
        message = _("Round %(number)s has not started yet.")
    raise refusal("round_not_open", message, number=round_.number)


def refuse_old_seats(book: Book, seating: int | None) -> None:
    """Whoever saw the table before players were reseated meant other seats."""
    if seating not in (None, len(book.seats.steps)):
        raise refusal(
            "reseated",
            _(
                "The players of this table were seated again meanwhile: look who sits "
                "where, and enter it again."
            ),
        )


def _refuse_unless_playing(book: Book, entry: Entry) -> None:
    """Hands are not played where totals stand for them, and nothing follows where
    the table was cancelled."""
    over = book.state.over
    if over is Ending.TOTALS and not isinstance(entry, Penalty | Totals | PlayEnded):
        raise refusal(
            "play_is_over",
            _("Play is over here: the totals come from paper."),
        )
    if over is Ending.CANCELLED:
        raise refusal(
            "cancelled",
            _("This table was cancelled and counts for nothing: take that back first."),
        )


def _refuse_clockwork(book: Book, entry: Entry) -> None:
    """Nobody rings the gong at one table, or ends its play by time before it."""
    if isinstance(entry, Gong):
        raise refusal("gong", _("Only the clock of the round rings the gong."))
    if isinstance(entry, Reseat):
        raise refusal("reseat", _("Players are seated again on a page of its own."))
    if not isinstance(entry, PlayEnded):
        return
    if book.state.over:
        raise refusal("play_is_over", _("Play at this table is over already."))
    if entry.why == Ending.TIME and book.state.hands_left is None:
        raise refusal("time_not_up", _("Time is not up: play goes on."))


def _same_outcome(
    book: Book, hand: int | None, entry: Entry, raw: Raw
) -> LedgerEntry | None:
    """The hand's outcome if it is just this one. Raises HandConflict if another."""
    if hand is None:
        raise refusal("no_hand", _("Say which hand this is."), "hand")
    outcome = book.outcome(hand)
    if outcome is None or outcome.kind == RETRACTION:
        return None
    if book.entry_of(outcome) == entry:
        return outcome
    raise HandConflict(outcome, raw)


def _refuse_out_of_order(book: Book, hand: int | None) -> None:
    following = book.state.position.hand
    if book.state.over in (None, Ending.TIME) and hand != following:
        raise refusal(
            "out_of_order",
            _("Hand %(following)s comes next here, not hand %(hand)s."),
            "hand",
            following=following,
            hand=hand,
        )


def _heed_gong(book: Book, before_gong: bool, *, device_key: str, by: str) -> None:
    """After time a hand counts only on a referee's word.

    With `stop_at_once` the hand ended before time, so the gong moves behind it.
    """
    state = book.state
    ended_by_time = state.over is Ending.TIME and state.hands_left == 0
    if not state.is_last_hand and not ended_by_time:
        return
    gong = next((line for line in book.live if line.kind == Gong.kind), None)
    if ended_by_time and (gong is None or gong.hand != state.position.hand):
        return  # the last hand has been played; replaying refuses any other
    if not before_gong:
        raise refusal(
            "after_time",
            _("Time is up. Confirm that this hand counts before you enter it."),
            "before_gong",
        )
    if ended_by_time and gong:
        reason = "the hand had ended before time"
        retracting = Draft.instead_of(gong, None, reason)
        book.write(retracting, device_key=f"{device_key}/gong", by=by)
        later = Draft(Gong(gong.data["policy"]), gong.hand + 1, settles_hand=False)
        book.write(later, device_key=f"{device_key}/later", by=by)


def refuse_correction(book: Book, line: LedgerEntry, reason: str) -> None:
    if line not in book.live:
        raise refusal(
            "superseded", _("Somebody changed this entry before: look again.")
        )
    if line.kind == Gong.kind:
        raise refusal("gong", _("Only the clock of the round rings the gong."))
    if not reason.strip():
        raise refusal("no_reason", _("Give the reason for the correction."), "reason")


def _retract(
    book: Book, line: LedgerEntry, *, device_key: str, by: str, reason: str
) -> Receipt:
    later = any(other.settles_hand and other.hand > line.hand for other in book.live)
    if line.settles_hand and later:
        raise refusal(
            "not_last",
            _("Hand %(hand)s has hands after it: correct it instead."),
            hand=line.hand,
        )
    round_ = book.session.round
    if round_.state == RoundState.CLOSED and not _may_go_when_closed(book, line):
        raise refusal(
            "round_closed",
            _("Round %(number)s is closed: this can only be corrected."),
            number=round_.number,
        )
    draft = Draft.instead_of(line, None, reason)
    if line.kind == Reseat.kind:
        unseat(book, line)
    receipt = append(book, draft, device_key=device_key, by=by)
    ring_if_time_is_up(book, device_key=device_key, by=by)
    end_if_closed(book, device_key=device_key, by=by)
    return replace(receipt, state=book.state)


def unseat(book: Book, line: LedgerEntry) -> None:
    """Let the players sit as they did before a reseat."""
    refuse_while_versions_wait(book)
    entry = book.rules.read_entry(line.raw)
    if isinstance(entry, Reseat):
        exchange(book.session, entry.back.seats)


def refuse_while_versions_wait(book: Book) -> None:
    """Two versions of a hand name the seats of their time: one is chosen first."""
    waiting = Conflict.objects.filter(
        line__session=book.session, line__superseded_by=None, choice=""
    ).first()
    if waiting:
        raise refusal(
            "versions_wait",
            _("There are two versions of hand %(hand)s: choose one of them first."),
            hand=waiting.line.hand,
        )


def _may_go_when_closed(book: Book, line: LedgerEntry) -> bool:
    """Whether a closed round can lose the line: hands behind totals it can enter
    again, and a cancelled table counts again as it stood."""
    behind_totals = line.settles_hand and book.totals is not None
    cancelled = line.kind == PlayEnded.kind and line.data.get("why") == CANCELLED
    return behind_totals or cancelled or line.kind in TAKEN_BACK_WHEN_CLOSED


def end_if_closed(book: Book, *, device_key: str, by: str) -> None:
    """End play by ruling at a table of a closed round that a change set going
    again: nothing more can be entered there."""
    closed = book.session.round.state == RoundState.CLOSED
    if closed and book.state.over is None:
        ended = book.draft(PlayEnded(Ending.RULING))
        book.write(ended, device_key=f"{device_key}/end", by=by)


def ring_if_time_is_up(book: Book, *, device_key: str, by: str) -> None:
    """As `append_gong`, after a change at a table whose time is up."""
    if book.session.round.state == RoundState.TIME_UP:
        _ring_late(book, device_key=device_key, by=by)


def _ring_late(book: Book, *, device_key: str, by: str) -> None:
    """The gong, for a table whose play was over when it rang and no longer is."""
    if book.state.over is None and book.state.hands_left is None:
        gong = Gong(book.session.round.tournament.end_policy)
        book.write(book.draft(gong), device_key=f"{device_key}/gong", by=by)


def append(book: Book, draft: Draft, *, device_key: str, by: str) -> Receipt:
    line = book.write(draft, device_key=device_key, by=by)
    book.session.round.tournament.record(
        "corrected" if draft.supersedes else "entered",
        by=by,
        reason=draft.reason,
        round=book.session.round.number,
        table=book.session.table,
        hand=line.hand,
        sequence=line.sequence,
        entry=line.kind,
    )
    return Receipt(line, book.state)
