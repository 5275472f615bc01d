"""Enter a late hand.

The hand counts immediately if the table may confirm it; otherwise the hand waits for a
referee.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.hands_after_gong import fact_to_confirm
from rules.ledger_entries import Entry, Raw
from rules.ruleset_and_table_state import Position
from scoring.ledger import decide_late_hand, enter_hand, late_hands
from scoring.ledger.entry_sent_again import is_same, other_content
from scoring.ledger.gong_in_ledger import AFTER_TIME, open_now, ring_if_due
from scoring.ledger.late_hands import as_logged
from scoring.ledger.ledger_transaction import Receipt
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand, LedgerEntry
from scoring.wording import ledger_entry_wording
from tournaments.access.page_access import Visitor
from tournaments.models import Game, LogEvent
from tournaments.refusals import refusal
from tournaments.web.form_fields_and_types import Cleaned

#: Log kind of a hand that the table itself did not count.
LEFT_OUT = "hand_left_out"


def enter_or_hold(
    game: Game,
    raw: Raw,
    visitor: Visitor,
    values: Cleaned,
    *,
    inspect: Callable[[Position], None] | None = None,
) -> Receipt | LateHand:
    """Enter a hand, or store it until a referee decides. Return its receipt or the late
    hand.

    `values`: cleaned form data; `inspect` as in `enter_hand.enter`. A late hand
    confirmed by a table device counts and is flagged. Sending a hand again returns its
    current state. Raises RuleError with all faults, HandConflict if the hand already
    has a different outcome.
    """
    word = late_hands.gives_word(visitor, game)
    enter = partial(
        enter_hand.enter,
        game.pk,
        raw,
        device_key=values["device_key"],
        by=visitor.by,
        hand=values["hand"],
        seating=values["seating"],
        inspect=inspect,
        known=game,
    )
    try:
        if word and values["before_gong"] and visitor.is_device:
            return _enter_flagged(enter, game, raw, visitor, values)
        return enter(before_gong=values["before_gong"] and word)
    except RuleError as error:
        codes = {fault.code for fault in error.faults}
        if codes == {"out_of_order"} and (first := late_hands.open_at(game).first()):
            raise refusal(
                "waits_for_word",
                _(
                    "Hand %(hand)s awaits a referee. Enter this hand after the "
                    "decision."
                ),
                "hand",
                hand=first.hand,
            ) from error
        if AFTER_TIME not in codes:
            raise
        if word:
            # The retry form asks for the confirmation once the gong is in the ledger.
            ring_if_due(game.pk)
            raise
    return _hold(game, raw, visitor, values)


@transaction.atomic
def leave_out(game: Game, hand: int | None, raw: Raw | None, visitor: Visitor) -> None:
    """Log that the table did not enter a hand because the hand started (or ended) after
    the gong. `raw`: None if the hand was unreadable.

    The same hand is logged only once. Does nothing if the round is closed, no
    confirmation is needed, or the visitor may not confirm.
    """
    ledger = open_now(game.pk)
    round_ = ledger.game.round
    word = fact_to_confirm(ledger.state) if round_.is_open else None
    if word is None or not late_hands.gives_word(visitor, ledger.game):
        return
    log_data: dict[str, object] = {
        "round": round_.number,
        "table": game.table,
        "hand": hand or ledger.state.position.hand,
        **as_logged(game, raw),
    }
    repeated = LogEvent.objects.filter(
        tournament=round_.tournament, kind=LEFT_OUT, data=log_data
    )
    if not repeated.exists():
        round_.tournament.record(LEFT_OUT, by=visitor.by, reason="", **log_data)


@transaction.atomic
def _enter_flagged(
    enter: Callable[..., Receipt],
    game: Game,
    raw: Raw,
    visitor: Visitor,
    values: Mapping[str, object],
) -> Receipt:
    """Enter the hand and return its receipt.

    If the hand needs a confirmation, enter it as confirmed by the table and flag it.
    Raises RuleError if the ledger refuses it.
    """
    try:
        return enter(before_gong=False)
    except RuleError as error:
        if {fault.code for fault in error.faults} != {AFTER_TIME}:
            raise
    receipt = enter(before_gong=True)
    late = _kept(game, raw, visitor, values, line=receipt.entry)
    decide_late_hand.record(late, "hand_flagged", by=visitor.by)
    return receipt


@transaction.atomic
def _hold(game: Game, raw: Raw, visitor: Visitor, values: Cleaned) -> LateHand:
    open_now(game.pk)
    rules = game.rules
    entry = rules.read_entry(raw)
    stored = LateHand.objects.filter(game=game, device_key=values["device_key"]).first()
    if stored:
        _refuse_another(stored, entry, values)
        return stored
    for other in late_hands.open_at(game).filter(hand=values["hand"]):
        if is_same(other.offered, entry, rules):
            return other
    late = _kept(game, raw, visitor, values)
    decide_late_hand.record(late, "hand_held", by=visitor.by)
    return late


def _kept(
    game: Game,
    raw: Raw,
    visitor: Visitor,
    values: Cleaned,
    line: LedgerEntry | None = None,
) -> LateHand:
    """Store a late hand as sent and return it.

    `line`: the ledger entry, if the hand counts already.
    """
    entry = game.rules.read_entry(raw)
    return LateHand.objects.create(
        game=game,
        hand=values["hand"],
        offered={"kind": entry.kind, **entry.as_data()},
        seating=values["seating"],
        device_key=values["device_key"],
        by=visitor.by,
        line=line,
    )


def _refuse_another(
    stored: LateHand, entry: Entry, values: Mapping[str, object]
) -> None:
    """Raise Refused, showing both hands, if a stored late hand is sent again with its
    key but another content.
    """
    rules = stored.game.rules
    same = is_same(stored.offered, entry, rules)
    if same and (stored.hand, stored.seating) == (values["hand"], values["seating"]):
        return
    names = TableLedger(stored.game).names
    stored_text = ledger_entry_wording.of_entry(rules.read_entry(stored.offered), names)
    raise other_content(stored_text, ledger_entry_wording.of_entry(entry, names))
