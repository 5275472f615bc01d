"""Reseat the players of a table as they really sat, and preview the effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Follow, Raw, Reseat
from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS, Wind
from scoring.ledger import gong_in_ledger, ledger_transaction, why_ledger_takes_nothing
from scoring.ledger.entry_sent_again import Sent, receipt_for
from scoring.ledger.ledger_transaction import Receipt
from scoring.ledger.replay_with_unsaved_entry import Draft, Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Game, Seat
from tournaments.refusals import refusal
from tournaments.rounds.seat_rounds_and_exchange_seats import exchange


@dataclass(frozen=True)
class Moved:
    """A player's seat and score before and after a reseat.

    `was`: recorded seat; `sat`: real seat.
    """

    seat: Seat
    was: Wind
    sat: Wind
    before: int
    after: int

    @property
    def moves(self) -> bool:
        return self.was is not self.sat

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class ReseatPreview:
    """Effect of a reseat on the table and its players.

    Players are in the order of their real seats.
    """

    players: tuple[Moved, ...]
    preview: Preview

    @property
    def after(self) -> TableState:
        return self.preview.after


def raw_of(seats: Mapping[Wind, Wind], follow: Follow) -> Raw:
    """Return the reseat in the rules' notation. `seats`: real seat by recorded seat."""
    return {"kind": Reseat.kind, "seats": dict(seats), "follow": follow}


def preview(game: Game, raw: Raw, *, seating: int | None = None) -> ReseatPreview:
    """Return the effect of a reseat. `seating`: number of reseats known to the user.

    Raises RuleError with all faults, for example a hand below the minimum in the
    winner's real seat. Raises Refused if no reseat is possible now.
    """
    ledger = TableLedger(game)
    entry = _read(ledger, raw)
    _refuse(ledger, seating)
    return _previewed(game, entry, ledger.preview(ledger.draft(entry)))


def preview_back(ledger: TableLedger, line: LedgerEntry) -> ReseatPreview:
    """Return the effect of undoing a reseat.

    Raises RuleError if a hand would be impossible, the reseat swapped players of two
    tables, or a hand has two versions.
    """
    entry = _read(ledger, line.raw)
    why_ledger_takes_nothing.refuse_between_tables(entry)
    why_ledger_takes_nothing.refuse_while_versions_wait(ledger)
    preview = ledger.preview(Draft.instead_of(line, None))
    return _previewed(ledger.game, entry.back, preview)


def _previewed(game: Game, entry: Reseat, shown: Preview) -> ReseatPreview:
    by_seat = game.seats_by_wind()
    players = [
        Moved(
            by_seat[was],
            was,
            sat,
            shown.before.scores[was],
            shown.after.scores[sat],
        )
        for was, sat in entry.seats.items()
        if was in by_seat
    ]
    players.sort(key=lambda player: WINDS.index(player.sat))
    return ReseatPreview(tuple(players), shown)


@ledger_transaction.ledger_change
def reseat(
    game_id: int,
    raw: Raw,
    *,
    device_key: str,
    by: str,
    reason: str,
    seating: int | None = None,
) -> Receipt:
    """Reseat the players as they really sat, replay all entries and return the receipt.

    `seating`: number of reseats known to the user. Raises RuleError with all faults:
    for example, no player moves, the reason is missing, the seats have changed, or a
    hand would be impossible.
    """
    ledger = gong_in_ledger.open_now(game_id)
    entry = _read(ledger, raw)
    sent = Sent(entry, seating=seating, reason=reason)
    if repeated := receipt_for(ledger, device_key, sent):
        return repeated
    _refuse(ledger, seating)
    if not reason.strip():
        raise refusal(
            "no_reason", _("Enter a reason for reseating the players."), "reason"
        )
    draft = ledger.draft(entry, Reason(reason))
    ledger.state_with(draft)
    exchange(ledger.game, entry.seats)
    receipt = ledger_transaction.append(ledger, draft, device_key=device_key, by=by)
    gong_in_ledger.end_resumed_play(ledger, device_key=device_key, by=by)
    return receipt


def _refuse(ledger: TableLedger, seating: int | None) -> None:
    """Raise Refused if no reseat is possible now: the round has not started, the
    tournament is finished or archived, the seats have changed, or a hand has two
    versions.
    """
    why_ledger_takes_nothing.refuse_before_the_start(ledger)
    why_ledger_takes_nothing.refuse_old_seats(ledger, seating)
    why_ledger_takes_nothing.refuse_while_versions_wait(ledger)


def _read(ledger: TableLedger, raw: Raw) -> Reseat:
    entry = ledger.rules.read_entry(raw)
    if not isinstance(entry, Reseat):
        raise TypeError(entry.kind)
    return entry
