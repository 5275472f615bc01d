"""The gong in a table's ledger: record the gong, require that late hands are confirmed,
and stop play resumed by a change."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.hands_after_gong import FactToConfirm, fact_to_confirm
from rules.ledger_entries import HANDS_AFTER_GONG, Gong, PlayEnded
from rules.ledger_replay import replay_seated
from rules.ruleset_and_table_state import Ending
from scoring.ledger.replay_with_unsaved_entry import Draft
from scoring.ledger.table_ledger import TableLedger
from scoring.wording.stored_reasons import ENDED_BEFORE_TIME
from tournaments.models import Game, RoundState
from tournaments.refusals import refusal
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.row_locks_and_finished_check import lock_round

#: Fault code for a late hand without confirmation.
AFTER_TIME = "after_time"

#: Prefix of device keys for the end of play in a closed round.
CLOSE = "close"


def open_now(game_id: int, known: Game | None = None) -> TableLedger:
    """Return the ledger of a table, locked until the end of the transaction, for a
    change now. `known`: the game as read before (`table_ledger.locked`).

    If the table's time is over, the gong is added first, even before the clock process
    adds it. Whether an entry is late never depends on the clock process.
    """
    ledger = TableLedger.locked(game_id, known)
    if ledger.game.is_due(timezone.now()):
        _ring_due(ledger)
    return ledger


@transaction.atomic
def ring_if_due(game_id: int) -> None:
    """Add the gong at a table whose time is over."""
    open_now(game_id)


def require_word_after_time(
    ledger: TableLedger, before_gong: bool, *, device_key: str, by: str
) -> None:
    """Raise Refused if the next hand needs a confirmation and `before_gong` is false.

    If the gong has stopped play before a confirmed hand, move the gong behind that
    hand. `device_key`: key of the hand's entry.
    """
    word = fact_to_confirm(ledger.state)
    if word is None:
        return
    if not before_gong:
        raise refusal(
            AFTER_TIME,
            _(
                "The gong has sounded. Confirm that this hand counts before you save "
                "it."
            ),
            "before_gong",
        )
    gong = next(line for line in ledger.live if line.kind == Gong.kind)
    if word is FactToConfirm.ENDED and gong.hand == ledger.state.position.hand:
        retracting = Draft.instead_of(gong, None, ENDED_BEFORE_TIME)
        ledger.write(retracting, device_key=f"{device_key}/gong", by=by)
        later = Draft(Gong(gong.data["policy"]), gong.hand + 1, settles_hand=False)
        ledger.write(later, device_key=f"{device_key}/later", by=by)


def read_before_gong(ledger: TableLedger) -> None:
    """Ignore a gong that has stopped play, to preview a hand before the gong.

    Changes only the ledger in memory.
    """
    if fact_to_confirm(ledger.state) is FactToConfirm.ENDED:
        ledger.live = [line for line in ledger.live if line.kind != Gong.kind]
        ledger.state = replay_seated(ledger.rules, map(ledger.entry_of, ledger.live))


def end_of_resumed_play(ledger: TableLedger) -> Draft | None:
    """Return the draft that ends play again where a change has resumed it. Return None
    if play continues or is over.

    The draft is an end of play by ruling if the round is closed, or the gong if the
    time is over.
    """
    if ledger.state.over:
        return None
    if ledger.game.round.state == RoundState.CLOSED:
        return ledger.draft(PlayEnded(Ending.RULING))
    return gong_for(ledger) if ledger.game.time_is_up else None


def end_resumed_play(ledger: TableLedger, *, device_key: str, by: str) -> None:
    """Write the draft of `end_of_resumed_play`, if there is one.

    `device_key`: key of the change that resumed play.
    """
    draft = end_of_resumed_play(ledger)
    if draft is None:
        return
    rings = isinstance(draft.entry, Gong)
    key = f"{device_key}/gong" if rings else f"{CLOSE}/{device_key}"
    ledger.write(draft, device_key=key, by=by)


def gong_for(ledger: TableLedger) -> Draft | None:
    """Return the draft of a gong for a table.

    Return None if the ledger has a gong, play is over, or the round has no time limit.
    """
    policy, state = ledger.game.round.end_policy, ledger.state
    if policy not in HANDS_AFTER_GONG or state.over or state.hands_left is not None:
        return None
    return ledger.draft(Gong(policy))


def gong_key(game: Game, clock_version: int) -> str:
    """Return the device key of the gong that the clock adds when the round's clock
    version becomes `clock_version`."""
    return f"gong/{game.pk}/{clock_version}"


def _ring_due(ledger: TableLedger) -> None:
    """Add the gong if it is still due after locking the round.

    The lock excludes pauses and extensions.
    """
    game = ledger.game
    game.round = lock_round(game.round_id)
    draft = gong_for(ledger) if game.is_due(timezone.now()) else None
    if draft is None:
        return
    key = gong_key(game, game.round.clock_version + 1)
    ledger.write(draft, device_key=key, by=CLOCK)
    game.record("gong_at_table", by=CLOCK)
