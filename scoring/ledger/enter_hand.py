"""Enter or preview a hand or ruling, and create the entries of an imported ledger.

Each change locks the game's row and replays the ledger with the new entry. If the rules
accept every entry, the new entry is appended, the stored results are updated and the
change is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_noop as _

from rules.entering import read_new_entry, refuse_impossible
from rules.ledger_entries import Entry, Raw
from rules.ruleset_and_table_state import Position, Ruleset
from scoring.ledger.entry_sent_again import Sent, receipt_for, saved_under
from scoring.ledger.gong_in_ledger import (
    open_now,
    read_before_gong,
    require_word_after_time,
)
from scoring.ledger.ledger_transaction import (
    HandConflict,
    Receipt,
    append,
    ledger_change,
)
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.ledger.why_ledger_takes_nothing import (
    refuse_clockwork,
    refuse_old_seats,
    refuse_out_of_order,
    refuse_unless_open,
    refuse_unless_playing,
)
from scoring.models import RETRACTION, LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Game
from tournaments.refusals import refusal

#: Prefix of device keys for entries created from a table's hands and totals.
IMPORT_KEY_PREFIX = "import/"

#: Prefix of device keys for entries of an imported ledger.
FOLDER_KEY_PREFIX = "folder/"


def preview(game: Game, raw: Raw, *, before_gong: bool = False) -> Preview:
    """Return the effect of one more entry, without storing it.

    `before_gong`: as in `enter`. Raises RuleError with all faults.
    """
    ledger = TableLedger(game)
    if before_gong:
        read_before_gong(ledger)
    entry = read_new_entry(ledger.rules, raw)
    refuse_unless_playing(ledger, entry)
    return ledger.preview(ledger.draft(entry))


@ledger_change
def enter(
    game_id: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    hand: int | None = None,
    before_gong: bool = False,
    seating: int | None = None,
    reason: str = "",
    inspect: Callable[[Position], None] | None = None,
    known: Game | None = None,
) -> Receipt:
    """Append an entry to a table's ledger and return its receipt.

    `raw`: the entry in the rules' notation. `hand`: number of the hand according to the
    device, required for the outcome of a hand. `before_gong`: the user confirms that
    the hand started (with `stop_at_once`: ended) before the gong. `seating`: number
    of reseats known to the device. `inspect`: called with the position before a new
    hand is written; may raise to refuse the hand. `known`: the game as read before
    (`open_now`).

    An entry sent again with the same key is not written twice. Raises RuleError with
    all faults, and HandConflict if the hand already has a different outcome.
    """
    ledger = open_now(game_id, known)
    entry = ledger.rules.read_entry(raw)
    number = hand if entry.settles_hand else None
    sent = Sent(entry, number, seating, reason=reason)
    if repeated := _known(ledger, device_key, sent, raw):
        return repeated
    refuse_impossible(ledger.rules, entry)
    refuse_old_seats(ledger, seating)
    refuse_unless_open(ledger, entry)
    refuse_clockwork(ledger, entry)
    refuse_unless_playing(ledger, entry)
    if entry.settles_hand:
        if same := _same_outcome(ledger, hand, entry, raw):
            return Receipt(same, ledger, repeated=True)
        refuse_out_of_order(ledger, hand)
        if inspect:
            inspect(ledger.state.position)
        require_word_after_time(ledger, before_gong, device_key=device_key, by=by)
    return append(
        ledger, ledger.draft(entry, Reason(reason)), device_key=device_key, by=by
    )


def unwritten(
    rules: Ruleset, rows: Sequence[tuple[int, Raw, Reason]], *, by: str
) -> list[LedgerEntry]:
    """Return unsaved ledger entries without a game.

    `rows`: hand number, entry and reason, in order. Raises RuleError for an unreadable
    entry.
    """
    return [
        LedgerEntry(
            sequence=sequence,
            place=sequence,
            hand=hand,
            kind=entry.kind,
            settles_hand=entry.settles_hand,
            data=entry.as_data(),
            by=by,
            **reason.as_fields,
        )
        for sequence, (hand, raw, reason) in enumerate(rows, start=1)
        for entry in [rules.read_entry(raw)]
    ]


def attach_to(game: Game, line: LedgerEntry, *, from_folder: bool = False) -> None:
    """Assign an imported entry to the game and give it a device key.

    The key starts with `FOLDER_KEY_PREFIX` if the entry comes from a ledger file and
    must be exported again, otherwise with `IMPORT_KEY_PREFIX`.
    """
    line.game = game
    prefix = FOLDER_KEY_PREFIX if from_folder else IMPORT_KEY_PREFIX
    line.device_key = f"{prefix}{game.pk}/{line.sequence}"


def _known(
    ledger: TableLedger, device_key: str, sent: Sent, raw: Raw
) -> Receipt | None:
    """Return the receipt of an earlier entry with this key, or None for a new key.

    Raises HandConflict for another outcome of the same hand, and Refused for other
    content.
    """
    line = saved_under(ledger, device_key)
    if line and sent.entry and sent.hand and not sent.is_saved_in(line, ledger):
        outcome = ledger.outcome(sent.hand)
        if outcome and line in ledger.versions(outcome):
            refuse_old_seats(ledger, sent.seating)
            if same := _same_outcome(ledger, sent.hand, sent.entry, raw):
                return Receipt(same, ledger, repeated=True)
    return receipt_for(ledger, device_key, sent)


def _same_outcome(
    ledger: TableLedger, hand: int | None, entry: Entry, raw: Raw
) -> LedgerEntry | None:
    """Return the hand's outcome if it equals `entry`, or None if the hand has no
    outcome. Raises HandConflict if the outcome differs, and Refused without a hand
    number.
    """
    if hand is None:
        raise refusal("no_hand", _("Enter the hand number."), "hand")
    outcome = ledger.outcome(hand)
    if outcome is None or outcome.kind == RETRACTION:
        return None
    if ledger.entry_of(outcome) == entry:
        return outcome
    raise HandConflict(outcome, raw)
