"""Insert or remove a hand and renumber the later hands, in one transaction.

Later entries are retracted and entered again under their new numbers, so the ledger
keeps the history of each hand.
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
    Substituted,
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
from scoring.ledger.replay_with_unsaved_entry import Draft, Preview, replayed
from scoring.ledger.table_ledger import TableLedger
from scoring.ledger.why_ledger_takes_nothing import (
    refuse_before_the_start,
    refuse_while_versions_wait,
)
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import Reason, hand_inserted, hand_removed
from tournaments.models import Game
from tournaments.refusals import refusal

#: Kinds that concern the table, not a hand.
OF_THE_TABLE = (
    Gong.kind,
    PlayEnded.kind,
    Reseat.kind,
    RulesChanged.kind,
    Substituted.kind,
    Totals.kind,
)

#: Kinds that stay in the ledger when their hand is removed.
STAYS = (Penalty.kind, *OF_THE_TABLE)


@dataclass(frozen=True)
class Rearranged:
    """A ledger with unsaved new entries `lines`, and its state.

    `was`: former hand number by new number. All hands from `first` on are moved by
    `step`. `own`: the inserted hand, None if a hand was removed.
    """

    ledger: TableLedger
    lines: Sequence[LedgerEntry]
    state: TableState
    was: dict[int, int]
    first: int
    step: int
    own: LedgerEntry | None = None


def preview_removal(ledger: TableLedger, line: LedgerEntry) -> Preview:
    """Return the effect of removing the hand of `line`.

    Raises RuleError if a later hand no longer fits.
    """
    return _preview(ledger, _without(ledger, line, ""))


def preview_insertion(game: Game, after: int, raw: Raw) -> Preview:
    """Return the effect of `insert`. Raises RuleError with all faults."""
    ledger = TableLedger(game)
    hand = hand_after(ledger, after)
    return _preview(ledger, _with(ledger, hand, _outcome(ledger, raw), ""))


def remove(
    ledger: TableLedger, line: LedgerEntry, *, device_key: str, by: str, reason: str
) -> Receipt:
    """Remove the hand of `line`, renumber the later hands and return the receipt.

    Call under the lock and in the transaction of `correct_and_undo.retract`. Raises
    RuleError if a later hand no longer fits, or while a hand has two versions.
    """
    refuse_while_versions_wait(ledger)
    before = scores_now(ledger)
    done = _without(ledger, line, reason)
    fields = {"device_key": device_key, "by": by, "reason": reason}
    return _write(done, before, "hand_removed", line.hand, **fields)


@ledger_change
def insert(
    game_id: int,
    after: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    reason: str,
) -> Receipt:
    """Insert a forgotten hand after the entry numbered `after` (0: before the first
    hand). Renumber the later hands and return the receipt.

    Raises RuleError with all faults: for example, the entry `after` no longer counts,
    the reason is missing, or a later hand no longer fits.
    """
    ledger = open_now(game_id)
    entry = _outcome(ledger, raw)
    sent = Sent(entry, _number_after(ledger, after), reason=reason)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    refuse_before_the_start(ledger)
    refuse_while_versions_wait(ledger)
    if not reason.strip():
        raise refusal(
            "no_reason", _("Enter a reason for inserting this hand."), "reason"
        )
    hand = hand_after(ledger, after)
    before = scores_now(ledger)
    done = _with(ledger, hand, entry, reason)
    fields = {"device_key": device_key, "by": by, "reason": reason}
    return _write(done, before, "hand_inserted", hand, **fields)


def hand_after(ledger: TableLedger, sequence: int) -> int:
    """Return the number of a hand inserted after the entry numbered `sequence` (0:
    before the first hand). Raises Refused if that entry no longer counts."""
    if sequence == 0:
        return 1
    for line in ledger.live:
        if line.sequence == sequence and line.settles_hand:
            return line.hand + 1
    raise refusal(
        "superseded",
        _("Someone else has changed this entry. Reload the page."),
    )


def _number_after(ledger: TableLedger, sequence: int) -> int | None:
    """Return the number of a hand inserted after the entry numbered `sequence`, even if
    that entry no longer counts. Return None for an unknown entry.
    """
    if sequence == 0:
        return 1
    line = next((line for line in ledger.lines if line.sequence == sequence), None)
    return line.hand + 1 if line else None


def position_in(ledger: TableLedger, hand: int) -> Position:
    """Return the position before that hand.

    If the hand was not played, return the current position.
    """
    state = ledger.by_hands()
    positions = {line.before.hand: line.before for line in state.lines}
    return positions.get(hand, state.position)


def is_followed(ledger: TableLedger, line: LedgerEntry) -> bool:
    """Return whether `line` is the outcome of a hand and the ledger has entries for
    later hands, such as outcomes or false wins.
    """
    return line.settles_hand and any(
        other.hand > line.hand and other.kind not in OF_THE_TABLE
        for other in ledger.live
    )


def _outcome(ledger: TableLedger, raw: Raw) -> Entry:
    entry = read_new_entry(ledger.rules, raw)
    if not entry.settles_hand:
        raise refusal("no_outcome", _("Enter how the hand ended."), "kind")
    return entry


def _without(ledger: TableLedger, line: LedgerEntry, reason: str) -> Rearranged:
    beside = [
        other
        for other in ledger.live
        if other.hand == line.hand and other != line and _goes_with_its_hand(other)
    ]
    gone = [line, *beside]
    why = hand_removed(line.hand, reason)
    return _rearranged(ledger, line.hand + 1, -1, gone, None, why)


def _with(ledger: TableLedger, hand: int, entry: Entry, reason: str) -> Rearranged:
    return _rearranged(ledger, hand, 1, [], entry, hand_inserted(hand, reason))


def _rearranged(
    ledger: TableLedger,
    first: int,
    step: int,
    gone: Sequence[LedgerEntry],
    entry: Entry | None,
    reason: Reason,
) -> Rearranged:
    """Return the ledger with all hands from `first` on moved by `step`, the entries
    `gone` retracted, and `entry` inserted before hand `first`. Raises RuleError if an
    entry no longer fits.
    """
    moving = [
        entry_line
        for entry_line in ledger.live
        if entry_line.hand >= first and _moves(ledger, entry_line)
    ]
    then = TableLedger(ledger.game, ledger.lines)
    lines = [
        _pencil(then, Draft.instead_of(line, None, reason))
        for line in (*gone, *reversed(moving))
    ]
    own = _pencil(then, _drafted(then, entry, first, reason)) if entry else None
    again = []
    for line in moving:
        moved = _drafted(then, _moved(ledger, line), line.hand + step, reason)
        again.append(_pencil(then, replace(moved, moved_from=line)))
    lines += [line for line in (own, *again) if line]
    state = replayed(ledger.rules, then.live, then.seats, own.sequence if own else 0)
    was = {line.hand + step: line.hand for line in moving if line.settles_hand}
    return Rearranged(then, lines, state, was, first, step, own)


def _goes_with_its_hand(line: LedgerEntry) -> bool:
    """Return whether the entry is removed with its hand.

    A penalty stays, unless it is for a dead hand.
    """
    return line.kind not in STAYS or line.data.get("offence") in DEAD_HANDS


def _moves(ledger: TableLedger, line: LedgerEntry) -> bool:
    """Return whether the entry gets a new number with its hand.

    With paper totals, gong and end of play keep their numbers.
    """
    if line.kind in (Gong.kind, PlayEnded.kind):
        return ledger.totals is None
    return line.kind != Reseat.kind and ledger.is_of_hands(line)


def _moved(ledger: TableLedger, line: LedgerEntry) -> Entry:
    entry = in_another_hand(ledger.entry_of(line))
    if isinstance(entry, Penalty) and ledger.totals is not None:
        return replace(entry, in_totals=True)
    return entry


def _drafted(ledger: TableLedger, entry: Entry, hand: int, reason: Reason) -> Draft:
    """Return a draft for that hand. An outcome supersedes the hand's latest version."""
    chain = ledger.outcome(hand) if entry.settles_hand else None
    return Draft(entry, hand, entry.settles_hand, chain, reason)


def _pencil(ledger: TableLedger, draft: Draft) -> LedgerEntry:
    """Add the draft to the ledger as an unsaved entry and return the entry.

    It gets a temporary key, so that other entries can refer to it.
    """
    line = ledger.line_of(draft)
    line.pk = -line.sequence
    ledger.append(line)
    return line


def _preview(ledger: TableLedger, then: Rearranged) -> Preview:
    live, own = then.ledger.live, then.own
    line = then.state.lines[live.index(own)] if own else None
    return Preview(ledger.state, then.state, line, tuple(live), then.was)


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
    """Save the entries, update the stored results, log the change and return the
    receipt. `kind`: kind of the log entry. The hand itself gets the device key; other
    entries get keys made from it.
    """
    ledger, entry = then.ledger, then.own or then.lines[0]
    for number, line in enumerate(then.lines):
        line.pk = None
        line.supersedes = line.supersedes  # set its id, now saved
        line.device_key = device_key if line is entry else f"{device_key}/{number}"
        line.by = by
        line.save(force_insert=True)
    stored_results.project(ledger.game, then.state, sequence=len(ledger.lines))
    riichi_sticks_laid.renumber(ledger.game, then.first, then.step)
    ledger.renew()
    stored_wins.renew([ledger.game], ledger.wins())
    ledger.game.record(kind, by=by, reason=reason, hand=hand, **figures(ledger, before))
    end_resumed_play(ledger, device_key=device_key, by=by)
    return Receipt(entry, ledger)
