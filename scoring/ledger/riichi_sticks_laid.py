"""Deposits that players lay on the table while a hand is played (riichi sticks, say).

They are part of what the table shows, not of its ledger: the hand says itself whose
deposits it took, once it is saved. `lay` and `take_up` are one transaction each.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.winds import WINDS, Wind
from scoring.ledger.gong_in_ledger import open_now
from scoring.ledger.table_ledger import Book
from scoring.ledger.why_ledger_takes_nothing import refuse_old_seats
from scoring.models import LaidDeposit
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Entry, Session
from tournaments.refusals import refusal

Change = Callable[[Book, Entry, str], None]


def laid(book: Book) -> tuple[Wind, ...]:
    """The seats whose deposits lie there in the hand that is played now. Reads only;
    asks nothing where the rules know no deposits."""
    if not presenter_of(book.rules.id).deposit:
        return ()
    hand = book.state.position.hand
    rows = LaidDeposit.objects.filter(session=book.session, hand=hand)
    players = set(rows.values_list("entry", flat=True))
    seats = {Wind(seat.wind): seat.entry_id for seat in book.session.seats.all()}
    return tuple(wind for wind in WINDS if seats.get(wind) in players)


@transaction.atomic
def lay(
    session_id: int, seat: Wind, *, hand: int, seating: int | None, by: str
) -> Book:
    """The player in `seat` lays a deposit in the `hand` that is played; twice is once.

    `seating` counts the reseats that the device knew. Returns the book. Raises Refused
    if another hand is played, the players sit elsewhere, or nothing can be laid.
    """
    book, entry = _opened(session_id, seat, hand, seating)
    if seat in book.state.position.dead:
        raise refusal(
            "dead_hand", _("%(name)s has a dead hand."), name=book.names[seat]
        )
    given = {"session": book.session, "hand": hand, "entry": entry}
    _row, is_new = LaidDeposit.objects.get_or_create(**given, defaults={"by": by})
    if is_new:
        _record(book, "deposit_laid", entry, by)
    return book


@transaction.atomic
def take_up(
    session_id: int, seat: Wind, *, hand: int, seating: int | None, by: str
) -> Book:
    """As `lay`: the player in `seat` takes the deposit up again, if one lies there."""
    book, entry = _opened(session_id, seat, hand, seating)
    given = {"session": book.session, "hand": hand, "entry": entry}
    gone, _rows = LaidDeposit.objects.filter(**given).delete()
    if gone:
        _record(book, "deposit_taken_up", entry, by)
    return book


def renumber(session: Session, first: int, step: int) -> None:
    """Let deposits follow their hands, those from `first` on, which moved by `step`;
    what was laid in a hand that is no more is gone."""
    rows = list(
        LaidDeposit.objects.filter(session=session, hand__gte=first + min(step, 0))
    )
    LaidDeposit.objects.filter(pk__in=[row.pk for row in rows]).delete()
    moved = [row for row in rows if row.hand >= first]
    for row in moved:
        row.pk, row.hand = None, row.hand + step
    LaidDeposit.objects.bulk_create(moved)


def _opened(
    session_id: int, seat: Wind, hand: int, seating: int | None
) -> tuple[Book, Entry]:
    """The book, its table locked, and who sits there."""
    book = open_now(session_id)
    refuse_old_seats(book, seating)
    if not presenter_of(book.rules.id).deposit:
        raise refusal("no_deposits", _("These rules have no sticks."))
    if not book.session.round.is_open or book.state.over:
        raise refusal("not_played", _("No hand is in progress here."))
    if hand != book.state.position.hand:
        raise refusal(
            "other_hand",
            _("The current hand is hand %(following)s, not hand %(hand)s."),
            following=book.state.position.hand,
            hand=hand,
        )
    return book, book.session.seats.get(wind=seat).entry


def _record(book: Book, kind: str, entry: Entry, by: str) -> None:
    hand = book.state.position.hand
    book.session.record(kind, by=by, hand=hand, number=entry.number)
