"""Checks whether a ledger accepts an entry or a correction.

Each check returns nothing, and raises Refused if the ledger does not accept the change.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from rules.hands_after_gong import FactToConfirm, fact_to_confirm
from rules.ledger_entries import (
    Entry,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    RulesChanged,
    Substituted,
    Totals,
)
from rules.ruleset_and_table_state import Ending
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Round, RoundState
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.rounds.start_checks import refuse_read_only


def refuse_unless_open(ledger: TableLedger, entry: Entry) -> None:
    """Raise Refused if the ledger accepts no such entry: the round has not started, it
    is closed and the entry is not a penalty, or the tournament is finished or archived.
    """
    round_ = ledger.game.round
    refuse_read_only(round_.tournament)
    closed = round_.state == RoundState.CLOSED
    if round_.is_open or (closed and isinstance(entry, Penalty)):
        refuse_if_finished(round_.tournament)
        return
    if closed:
        message = _("Round %(number)s is closed. Hands can only be corrected.")
    else:
        message = _("Round %(number)s has not started yet.")
    raise refusal("round_not_open", message, number=round_.number)


def refuse_before_the_start(ledger: TableLedger) -> None:
    """Raise Refused if the round has not started, or the tournament is finished or
    archived."""
    round_ = ledger.game.round
    refuse_read_only(round_.tournament)
    refuse_if_finished(round_.tournament)
    refuse_unless_begun(round_)


def refuse_unless_begun(round_: Round) -> None:
    """Raise Refused for a round that has not started."""
    if not (round_.is_open or round_.state == RoundState.CLOSED):
        raise refusal(
            "round_not_open",
            _("Round %(number)s has not started yet."),
            number=round_.number,
        )


def refuse_unless_playing(ledger: TableLedger, entry: Entry) -> None:
    """Raise Refused for a hand at a table with paper totals, and for any entry at a
    cancelled table.
    """
    over = ledger.state.over
    if over is Ending.TOTALS and not isinstance(entry, Penalty | Totals | PlayEnded):
        raise refusal(
            "play_is_over",
            _("The game is over: this table has paper totals."),
        )
    if over is Ending.CANCELLED:
        raise refusal(
            "cancelled",
            _("This table was cancelled. Undo the cancellation first."),
        )


def refuse_clockwork(ledger: TableLedger, entry: Entry) -> None:
    """Raise Refused for an entry that cannot be made at one table: a gong, rule change,
    reseat or substitute. Also raise Refused for an end of play if play is already over,
    or for an end by time before the time limit.
    """
    if isinstance(entry, Gong):
        raise refusal("gong", _("Only the round clock can sound the gong."))
    if isinstance(entry, RulesChanged):
        raise _of_the_event()
    if isinstance(entry, Reseat):
        raise refusal("reseat", _("To reseat players, use the page “Reseat players”."))
    if isinstance(entry, Substituted):
        raise refusal(
            "substituted",
            _("To seat a new player, use the page “Seat a new player”."),
        )
    if not isinstance(entry, PlayEnded):
        return
    if ledger.state.over:
        raise refusal("play_is_over", _("The game at this table is already over."))
    if entry.why == Ending.TIME and ledger.state.hands_left is None:
        raise refusal("time_not_up", _("The time is not up yet."))
    if (
        entry.why == Ending.TIME
        and fact_to_confirm(ledger.state) is not FactToConfirm.BEGUN
    ):
        raise refusal(
            "one_more", _("The hand played at the gong is over. One more hand follows.")
        )


def refuse_old_seats(ledger: TableLedger, seating: int | None) -> None:
    """Raise Refused if players were reseated since the device loaded the table.

    `seating`: number of reseats known to the device, None to skip the check.
    """
    if seating not in (None, len(ledger.seats.steps)):
        raise refusal(
            "reseated",
            _(
                "The players were reseated. Check the seats, then enter this hand "
                "again."
            ),
        )


def refuse_out_of_order(ledger: TableLedger, hand: int | None) -> None:
    following = ledger.state.position.hand
    if ledger.state.over in (None, Ending.TIME) and hand != following:
        raise refusal(
            "out_of_order",
            _("The next hand here is hand %(following)s, not hand %(hand)s."),
            "hand",
            following=following,
            hand=hand,
        )


def refuse_correction(ledger: TableLedger, line: LedgerEntry, reason: Reason) -> None:
    refuse_if_finished(ledger.game.round.tournament)
    if line not in ledger.live:
        raise refusal(
            "superseded",
            _("Someone else has changed this entry. Reload the page."),
        )
    if line.kind == Gong.kind:
        raise refusal("gong", _("Only the round clock can sound the gong."))
    if line.kind == RulesChanged.kind:
        raise _of_the_event()
    if not reason:
        raise refusal("no_reason", _("Enter a reason for the correction."), "reason")


def refuse_between_tables(entry: Reseat) -> None:
    """Raise Refused if the reseat swapped players of two tables.

    Only another swap can undo it, because both tables change.
    """
    if entry.tables:
        raise refusal(
            "between_tables",
            _(
                "This swap affects 2 tables. To undo it, swap the players back "
                "(Rulings, “Swap players between tables”)."
            ),
        )


def _of_the_event() -> Refused:
    return refusal(
        "rules_changed",
        _("To change the rules of the whole tournament, use the Rules page."),
    )


def refuse_while_versions_wait(ledger: TableLedger) -> None:
    """Raise Refused while a hand has two versions.

    A version refers to the seats of its time, so one version must be chosen before
    seats change.
    """
    waiting = Conflict.objects.filter(
        line__game=ledger.game, line__superseded_by=None, choice=""
    ).first()
    if waiting:
        raise refusal(
            "versions_wait",
            _("Hand %(hand)s has two versions. Choose one first."),
            hand=waiting.line.hand,
        )
