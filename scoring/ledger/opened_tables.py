"""What a book is made of, read from the database: a table with all that its pages and
changes ask of it, and the lines of its ledger."""

from __future__ import annotations

from scoring.ledger.named_seats import give_seats
from scoring.models import LedgerEntry
from tournaments.models import Session, Tournament
from tournaments.models.kept_queries import KeptQuery


def opened(session_id: int) -> Session:
    """The table as it is now. Raises DoesNotExist."""
    session = _SESSION.row(session_id)
    if session is None:
        raise Session.DoesNotExist
    give_seats(session)
    return session


def locked(session_id: int, known: Session | None = None) -> Session:
    """The table, locked until the transaction ends. Raises DoesNotExist.

    Round and seats are read after the lock is held: the one may have ended meanwhile,
    the others been exchanged. What is `known` of the table, read before as it is here,
    still holds if its tournament has the revision it had then: whatever changes round,
    seats or rules makes a new one.
    """
    _LOCKED.row(session_id)
    if known and _is_as_known(known.round.tournament):
        return known
    return opened(session_id)


def lines_of(session: Session) -> list[LedgerEntry]:
    """Its ledger."""
    lines = _LEDGER.rows(session.pk)
    for line in lines:
        line.session = session
    return lines


def _is_as_known(tournament: Tournament) -> bool:
    now = _REVISION.row(tournament.pk)
    return now is not None and now.revision == tournament.revision


_SESSION = KeptQuery(
    lambda pk: Session.objects.select_related("round__tournament", "extension").filter(
        pk=pk
    ),
    int,
)
_LOCKED = KeptQuery(lambda pk: Session.objects.select_for_update().filter(pk=pk), int)
_LEDGER = KeptQuery(lambda pk: LedgerEntry.objects.filter(session=pk), int)
_REVISION = KeptQuery(lambda pk: Tournament.objects.filter(pk=pk).only("revision"), int)
