"""Lock a round's tables, and add or retract the gong in their ledgers.

Only for functions of this folder, which change and log the round's clock in the same
transaction. An import contract enforces this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from rules.ledger_entries import Gong, PlayEnded
from rules.ruleset_and_table_state import Ending
from scoring.ledger import decide_late_hand
from scoring.ledger.gong_in_ledger import CLOSE, gong_for, gong_key
from scoring.ledger.replay_with_unsaved_entry import Draft
from scoring.ledger.table_ledger import TableLedger, write_all
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Game


@contextmanager
def tables_locked(round_id: int) -> Iterator[None]:
    """Run the block in a transaction in which no hand can be entered in the round.

    Tables are locked before round and tournament, as when a hand is entered.
    """
    with transaction.atomic():
        list(Game.objects.filter(round=round_id).select_for_update().order_by("pk"))
        yield


def append_gongs(ledgers: Iterable[TableLedger], *, by: str) -> None:
    """Add the gong at tables without a gong that are still playing.

    Do nothing without a time limit.
    """
    rung = [
        (ledger, draft, gong_key(ledger.game, ledger.game.round.clock_version))
        for ledger in ledgers
        if (draft := gong_for(ledger))
    ]
    write_all(rung, by=by)


def take_back_gongs(ledgers: Sequence[TableLedger], *, by: str, reason: Reason) -> None:
    """Retract the gong, so that play resumes, and decide that late hands count.

    Tables without a gong stay unchanged.
    """
    for ledger in ledgers:
        _take_back_gong(ledger, by=by, reason=reason)
    decide_late_hand.enter_what_waits([ledger.game for ledger in ledgers], by=by)


def append_ends(ledgers: Iterable[TableLedger], *, by: str) -> None:
    """End play by ruling at each table that is still playing."""
    ended = [
        (ledger, ledger.draft(PlayEnded(Ending.RULING)), _key_of_end(ledger))
        for ledger in ledgers
        if ledger.state.over is None
    ]
    write_all(ended, by=by)


def take_back_ends(ledgers: Iterable[TableLedger], *, by: str, reason: str) -> None:
    """Retract the end of play at tables where closing the round ended play, so that
    play resumes.
    """
    for ledger in ledgers:
        for line in [line for line in ledger.live if _by_closing(line)]:
            back = Draft.instead_of(line, None, Reason(reason))
            ledger.write(back, device_key=f"{_key_of_end(ledger)}/back", by=by)


def _key_of_end(ledger: TableLedger) -> str:
    """Return the device key of the entry that ends play when the round is closed."""
    return f"{CLOSE}/{ledger.game.pk}/{ledger.game.round.clock_version}"


def _by_closing(line: LedgerEntry) -> bool:
    """Return whether the entry ended play because the round was closed, or after a
    change in the closed round (`scoring.ledger.gong_in_ledger.end_resumed_play`)."""
    ruling = line.kind == PlayEnded.kind and line.data.get("why") == Ending.RULING
    return ruling and line.device_key.startswith(f"{CLOSE}/")


def _take_back_gong(ledger: TableLedger, *, by: str, reason: Reason) -> None:
    """Retract the gong, and an end of play by time, in one ledger."""
    key = f"gong-back/{ledger.game.pk}/{ledger.game.round.clock_version}"
    ended = [line for line in ledger.live if line.kind == Gong.kind or _by_time(line)]
    for number, line in enumerate(reversed(ended)):
        back = Draft.instead_of(line, None, reason)
        ledger.write(back, device_key=f"{key}/{number}", by=by)


def _by_time(line: LedgerEntry) -> bool:
    """Return whether the entry states that no hand was in progress at the gong."""
    return line.kind == PlayEnded.kind and line.data.get("why") == Ending.TIME
