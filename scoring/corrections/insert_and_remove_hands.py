"""Insert or remove a hand and renumber the later ones.

Later entries are retracted and entered again under their new numbers, so the chain of
each hand keeps its history. All of it is one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_noop as _

from rules.entering import read_new_entry
from rules.entries_with_seats_exchanged import in_another_hand
from rules.ledger_entries import (
    DEAD_HANDS,
    Entry,
    Gong,
    Penalty,
    PlayEnded,
    Raw,
    Reseat,
    RulesChanged,
    Totals,
)
from rules.ruleset_and_table_state import Position, TableState
from rules.winds import Scores
from scoring.ledger import riichi_sticks_laid, stored_results, stored_wins
from scoring.ledger.entry_sent_again import Sent, receipt_for
from scoring.ledger.gong_in_ledger import end_resumed_play, open_now
from scoring.ledger.ledger_transaction import (
    Receipt,
    figures,
    ledger_change,
    scores_now,
)
from scoring.ledger.table_ledger import Book
from scoring.ledger.unsaved_entry_and_preview import Draft, Preview, replayed
from scoring.ledger.why_ledger_takes_nothing import (
    refuse_before_the_start,
    refuse_while_versions_wait,
)
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import Reason, hand_inserted, hand_removed
from tournaments.models import Session
from tournaments.refusals import refusal

#: Kinds that concern the table, whatever their hand.
OF_THE_TABLE = (
    Gong.kind,
    PlayEnded.kind,
    Reseat.kind,
    RulesChanged.kind,
    Totals.kind,
)

#: Kinds that stay when the hand they were entered in is removed.
STAYS = (Penalty.kind, *OF_THE_TABLE)


@dataclass(frozen=True)
class Rearranged:
    """A book with unsaved new entries, and its state. `own`: the inserted hand; `was`:
    former numbers of hands, moved by `step` from hand `first` on."""

    book: Book
    lines: Sequence[LedgerEntry]
    state: TableState
    was: dict[int, int]
    first: int
    step: int
    own: LedgerEntry | None = None


def preview_removal(book: Book, line: LedgerEntry) -> Preview:
    """Return what removing the hand of `line` would do. Reads only. Raises RuleError if
    a later hand cannot follow."""
    return _preview(book, _without(book, line, ""))


def preview_insertion(session: Session, after: int, raw: Raw) -> Preview:
    """Return what `insert` would do. Reads only. Raises RuleError with every fault."""
    book = Book(session)
    hand = hand_after(book, after)
    return _preview(book, _with(book, hand, _outcome(book, raw), ""))


def remove(
    book: Book, line: LedgerEntry, *, device_key: str, by: str, reason: str
) -> Receipt:
    """Remove the hand of `line` and renumber the later ones. Called by
    `correct_and_undo.retract`, under its lock and in its transaction."""
    refuse_while_versions_wait(book)
    before = scores_now(book)
    done = _without(book, line, reason)
    given = {"device_key": device_key, "by": by, "reason": reason}
    return _write(done, before, "hand_removed", line.hand, **given)


@ledger_change
def insert(
    session_id: int,
    after: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    reason: str,
) -> Receipt:
    """Insert a forgotten hand after the entry numbered `after` (0: before the first
    hand) and renumber the later ones.

    Raises RuleError with every fault, such as a change of that entry since then, a
    missing reason, or a later hand that cannot follow.
    """
    book = open_now(session_id)
    entry = _outcome(book, raw)
    sent = Sent(entry, _number_after(book, after), reason=reason)
    if repeated := receipt_for(book, device_key, sent):
        return repeated
    refuse_before_the_start(book)
    refuse_while_versions_wait(book)
    if not reason.strip():
        raise refusal(
            "no_reason", _("Enter a reason for inserting this hand."), "reason"
        )
    hand = hand_after(book, after)
    before = scores_now(book)
    done = _with(book, hand, entry, reason)
    given = {"device_key": device_key, "by": by, "reason": reason}
    return _write(done, before, "hand_inserted", hand, **given)


def hand_after(book: Book, sequence: int) -> int:
    """Return the number of a hand inserted after that entry (0: before the first).
    Raises Refused if the entry no longer counts."""
    if sequence == 0:
        return 1
    for line in book.live:
        if line.sequence == sequence and line.settles_hand:
            return line.hand + 1
    raise refusal(
        "superseded",
        _("Someone else has changed this entry. Reload the page and try again."),
    )


def _number_after(book: Book, sequence: int) -> int | None:
    """Return the same number whether the entry still counts or not; None if there is
    none."""
    if sequence == 0:
        return 1
    line = next((line for line in book.lines if line.sequence == sequence), None)
    return line.hand + 1 if line else None


def position_in(book: Book, hand: int) -> Position:
    """Return the position when that hand was played, or the current one."""
    state = book.by_hands()
    positions = {line.before.hand: line.before for line in state.lines}
    return positions.get(hand, state.position)


def is_followed(book: Book, line: LedgerEntry) -> bool:
    """Return whether later hands, or faults of play in them, were entered."""
    return line.settles_hand and any(
        other.hand > line.hand and other.kind not in OF_THE_TABLE for other in book.live
    )


def _outcome(book: Book, raw: Raw) -> Entry:
    entry = read_new_entry(book.rules, raw)
    if not entry.settles_hand:
        raise refusal("no_outcome", _("Enter how the hand ended."), "kind")
    return entry


def _without(book: Book, line: LedgerEntry, reason: str) -> Rearranged:
    beside = [
        other
        for other in book.live
        if other.hand == line.hand and other != line and _goes_with_its_hand(other)
    ]
    gone = [line, *beside]
    why = hand_removed(line.hand, reason)
    return _rearranged(book, line.hand + 1, -1, gone, None, why)


def _with(book: Book, hand: int, entry: Entry, reason: str) -> Rearranged:
    return _rearranged(book, hand, 1, [], entry, hand_inserted(hand, reason))


def _rearranged(
    book: Book,
    first: int,
    step: int,
    gone: Sequence[LedgerEntry],
    entry: Entry | None,
    reason: Reason,
) -> Rearranged:
    """Return `book` with everything from hand `first` on moved by `step`, `gone`
    retracted and `entry` inserted before it. Raises RuleError if an entry cannot
    follow."""
    moving = [each for each in book.live if each.hand >= first and _moves(book, each)]
    then = Book(book.session, book.lines)
    lines = [
        _pencil(then, Draft.instead_of(line, None, reason))
        for line in (*gone, *reversed(moving))
    ]
    own = _pencil(then, _drafted(then, entry, first, reason)) if entry else None
    again = []
    for line in moving:
        moved = _drafted(then, _moved(book, line), line.hand + step, reason)
        again.append(_pencil(then, replace(moved, moved_from=line)))
    lines += [line for line in (own, *again) if line]
    state = replayed(book.rules, then.live, then.seats, own.sequence if own else 0)
    was = {line.hand + step: line.hand for line in moving if line.settles_hand}
    return Rearranged(then, lines, state, was, first, step, own)


def _goes_with_its_hand(line: LedgerEntry) -> bool:
    """Return whether the entry concerns the hand alone; a referee's penalty stays."""
    return line.kind not in STAYS or line.data.get("offence") in DEAD_HANDS


def _moves(book: Book, line: LedgerEntry) -> bool:
    """Return whether an entry moves with its hand. With totals, the end of play belongs
    to them."""
    if line.kind in (Gong.kind, PlayEnded.kind):
        return book.totals is None
    return line.kind != Reseat.kind and book.is_of_hands(line)


def _moved(book: Book, line: LedgerEntry) -> Entry:
    entry = in_another_hand(book.entry_of(line))
    if isinstance(entry, Penalty) and book.totals is not None:
        return replace(entry, in_totals=True)
    return entry


def _drafted(book: Book, entry: Entry, hand: int, reason: Reason) -> Draft:
    """Return the draft for that hand; an outcome joins the hand's chain."""
    chain = book.outcome(hand) if entry.settles_hand else None
    return Draft(entry, hand, entry.settles_hand, chain, reason)


def _pencil(book: Book, draft: Draft) -> LedgerEntry:
    """Add an unsaved entry that other entries can refer to."""
    line = book.line_of(draft)
    line.pk = -line.sequence
    book.append(line)
    return line


def _preview(book: Book, then: Rearranged) -> Preview:
    live, own = then.book.live, then.own
    line = then.state.lines[live.index(own)] if own else None
    return Preview(book.state, then.state, line, tuple(live), then.was)


def _write(
    then: Rearranged,
    before: Scores,
    kind: str,
    hand: int,
    *,
    device_key: str,
    by: str,
    reason: str,
) -> Receipt:
    """Write the entries; the hand itself gets the device key."""
    book, entry = then.book, then.own or then.lines[0]
    for number, line in enumerate(then.lines):
        line.pk = None
        line.supersedes = line.supersedes  # set its id, now saved
        line.device_key = device_key if line is entry else f"{device_key}/{number}"
        line.by = by
        line.save(force_insert=True)
    stored_results.project(book.session, then.state, sequence=len(book.lines))
    riichi_sticks_laid.renumber(book.session, then.first, then.step)
    book.renew()
    stored_wins.renew([book.session], book.wins())
    book.session.record(kind, by=by, reason=reason, hand=hand, **figures(book, before))
    end_resumed_play(book, device_key=device_key, by=by)
    return Receipt(entry, book)
