"""Why a ledger takes no entry, or no correction, now. Each raises Refused or does
nothing."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from rules.hands_after_gong import Word, word_needed
from rules.ledger_entries import (
    Entry,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    RulesChanged,
    Totals,
)
from rules.ruleset_and_table_state import Ending
from scoring.ledger.table_ledger import Book
from scoring.models import Conflict, LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Round, RoundState
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.rounds.start_checks import refuse_put_away


def refuse_unless_open(book: Book, entry: Entry) -> None:
    """A closed round takes penalties only: they may be decided later. An event that
    was put away takes nothing."""
    round_ = book.session.round
    refuse_put_away(round_.tournament)
    closed = round_.state == RoundState.CLOSED
    if round_.is_open or (closed and isinstance(entry, Penalty)):
        refuse_if_finished(round_.tournament)
        return
    if closed:
        message = _("Round %(number)s is closed. Hands can only be corrected.")
    else:
        message = _("Round %(number)s has not started yet.")
    raise refusal("round_not_open", message, number=round_.number)


def refuse_before_the_start(book: Book) -> None:
    """Whatever is changed at a table, its round has begun, and the event was not
    finished or put away."""
    round_ = book.session.round
    refuse_put_away(round_.tournament)
    refuse_if_finished(round_.tournament)
    refuse_unless_begun(round_)


def refuse_unless_begun(round_: Round) -> None:
    """Raises Refused for a round that has not started."""
    if not (round_.is_open or round_.state == RoundState.CLOSED):
        raise refusal(
            "round_not_open",
            _("Round %(number)s has not started yet."),
            number=round_.number,
        )


def refuse_unless_playing(book: Book, entry: Entry) -> None:
    """Hands are not played where totals stand for them, and nothing follows where
    the table was cancelled."""
    over = book.state.over
    if over is Ending.TOTALS and not isinstance(entry, Penalty | Totals | PlayEnded):
        raise refusal(
            "play_is_over",
            _("The game is over: this table has paper totals."),
        )
    if over is Ending.CANCELLED:
        raise refusal(
            "cancelled",
            _("This table was cancelled. Undo that first."),
        )


def refuse_clockwork(book: Book, entry: Entry) -> None:
    """Nobody rings the gong at one table, or ends its play by time before it, or has
    other rules there."""
    if isinstance(entry, Gong):
        raise refusal("gong", _("Only the round clock can sound the gong."))
    if isinstance(entry, RulesChanged):
        raise _of_the_event()
    if isinstance(entry, Reseat):
        raise refusal("reseat", _("Use the page for reseating players."))
    if not isinstance(entry, PlayEnded):
        return
    if book.state.over:
        raise refusal("play_is_over", _("The game at this table is already over."))
    if entry.why == Ending.TIME and book.state.hands_left is None:
        raise refusal("time_not_up", _("The time is not up yet."))
    if entry.why == Ending.TIME and word_needed(book.state) is not Word.BEGUN:
        raise refusal(
            "one_more", _("The hand of the gong is over. One more hand follows.")
        )


def refuse_old_seats(book: Book, seating: int | None) -> None:
    """Raises Refused for an entry that was made for an older seating: `seating` counts
    the reseats that its device knew."""
    if seating not in (None, len(book.seats.steps)):
        raise refusal(
            "reseated",
            _(
                "The players of this table were reseated. Check the seats and enter"
                " it again."
            ),
        )


def refuse_out_of_order(book: Book, hand: int | None) -> None:
    following = book.state.position.hand
    if book.state.over in (None, Ending.TIME) and hand != following:
        raise refusal(
            "out_of_order",
            _("The next hand here is hand %(following)s, not hand %(hand)s."),
            "hand",
            following=following,
            hand=hand,
        )


def refuse_correction(book: Book, line: LedgerEntry, reason: Reason) -> None:
    refuse_if_finished(book.session.round.tournament)
    if line not in book.live:
        raise refusal(
            "superseded",
            _("Someone else has changed this entry. Reload the page and try again."),
        )
    if line.kind == Gong.kind:
        raise refusal("gong", _("Only the round clock can sound the gong."))
    if line.kind == RulesChanged.kind:
        raise _of_the_event()
    if not reason:
        raise refusal("no_reason", _("Enter a reason for the correction."), "reason")


def refuse_between_tables(entry: Reseat) -> None:
    """Who came from another table goes back by an exchange, which changes both."""
    if entry.tables:
        raise refusal(
            "between_tables",
            _(
                "This affects two tables. Swap the two players back (Rulings, “Swap"
                " players between tables”)."
            ),
        )


def _of_the_event() -> Refused:
    return refusal(
        "rules_changed",
        _("Change rules for the whole tournament on the Rules page."),
    )


def refuse_while_versions_wait(book: Book) -> None:
    """Two versions of a hand name the seats of their time: one is chosen first."""
    waiting = Conflict.objects.filter(
        line__session=book.session, line__superseded_by=None, choice=""
    ).first()
    if waiting:
        raise refusal(
            "versions_wait",
            _("Hand %(hand)s has two versions. Choose one first."),
            hand=waiting.line.hand,
        )
