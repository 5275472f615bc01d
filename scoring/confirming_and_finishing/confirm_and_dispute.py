"""Confirm a table's result, dispute it, settle a dispute.

Each locks the session's row, as entering a hand does, and speaks of the result
after one line of the ledger: of an older line nobody can say anything any more.
So a correction takes the confirmations before it back without touching them.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Gong
from scoring.models import Confirmation, Sheet
from scoring.wording.stored_reasons import PLAYER_CONFIRMS, Reason
from tournaments.models import Entry, Round, RoundState, Session
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


@transaction.atomic
def confirm_as_player(
    session_id: int, entry: Entry, *, sequence: int, device: str = ""
) -> Confirmation:
    """A player's word that the result is right as it stands after the line
    `sequence`; it takes back what they disputed. Said twice, it is said once. `device`:
    the table's, if they said it there.

    Raises Refused if the round is closed, the ledger has gone on, play is not over,
    or they sit elsewhere.
    """
    session = _locked_for_answer(session_id, sequence)
    _refuse_unless_seated(session, entry)
    _refuse_unless_over(session)
    by = name_of(entry, device)
    for dispute in _open_disputes(session).filter(entry=entry):
        _settle(session, dispute, by, PLAYER_CONFIRMS)
    own = _confirmations(session, sequence).filter(entry=entry).first()
    return own or _say(session, CONFIRM, sequence, by, entry)


@transaction.atomic
def confirm_as_referee(session_id: int, *, sequence: int, by: str) -> Confirmation:
    """A referee's word that the result is right as it stands after the line
    `sequence`. What a referee has confirmed already stays as it was.

    Raises Refused if the round is closed, the ledger has gone on, play is not over,
    something is in dispute, or this referee made the last entry.
    """
    session = _locked_for_answer(session_id, sequence)
    _refuse_unless_over(session)
    if _open_disputes(session).exists():
        raise refusal(
            "in_dispute", _("This result is disputed. Resolve the dispute first.")
        )
    if by == author_of(session):
        raise refusal(
            "own_entry",
            _("You made the last entry at this table. Someone else must confirm it."),
        )
    said = _confirmations(session, sequence).filter(entry=None).first()
    return said or _say(session, CONFIRM, sequence, by)


@transaction.atomic
def dispute(
    session_id: int, entry: Entry, *, sequence: int, text: str, device: str = ""
) -> Confirmation:
    """A player's word that the result is wrong, and what of it. The same text sent
    twice is one dispute. `device`: the table's, if they said it there.

    Raises Refused if the round is closed, the ledger has gone on, they sit elsewhere,
    there is no text, or they dispute it already.
    """
    session = _locked_for_answer(session_id, sequence)
    _refuse_unless_seated(session, entry)
    text = text.strip()
    if not text:
        raise refusal("no_text", _("Enter what is wrong."), "text")
    if earlier := _open_disputes(session).filter(entry=entry).first():
        if earlier.text == text:
            return earlier
        raise refusal(
            "disputed_already",
            _("You have already disputed this result. A referee will look at it."),
            "text",
        )
    return _say(session, DISPUTE, sequence, name_of(entry, device), entry, text)


@transaction.atomic
def settle(dispute_id: int, *, by: str, answer: str) -> Confirmation:
    """A referee's answer to a dispute. A result that is not corrected then stands,
    also for the player who disputed it.

    Raises Refused if there is no answer, or it is settled already.
    """
    disputed = Confirmation.objects.get(pk=dispute_id, kind=DISPUTE)
    session = _locked(disputed.session_id)
    disputed.refresh_from_db()
    if not answer.strip():
        raise refusal("no_answer", _("Enter how the dispute was resolved."), "answer")
    if disputed.settled_at:
        raise refusal(
            "settled_already",
            _("This dispute was already resolved by %(by)s."),
            by=disputed.settled_by,
        )
    return _settle(session, disputed, by, Reason(answer.strip()))


def name_of(entry: Entry, device: str = "") -> str:
    """What the log calls a player, and the table's device on which they spoke. No
    account can have such a name."""
    return f"player {entry.number} on {device}" if device else f"player {entry.number}"


def author_of(session: Session) -> str:
    """Who made the last entry at a table; "" if nobody made one."""
    line = session.ledger.exclude(kind=Gong.kind).order_by("sequence").last()
    return line.by if line else ""


def _locked_for_answer(session_id: int, sequence: int) -> Session:
    """The session, locked for a confirmation or dispute of its result. Raises Refused
    if none is wanted any more, or the last line of its ledger is not `sequence`."""
    session = _locked(session_id)
    if session.round.state == RoundState.CLOSED:
        raise refusal(
            "round_closed",
            _(
                "Round %(number)s is closed. Its results can no longer be confirmed or "
                "disputed here."
            ),
            number=session.round.number,
        )
    if sequence != session.sheet.sequence:
        raise refusal(
            "changed",
            _("This table has new entries or corrections. Reload the page."),
        )
    return session


def _locked(session_id: int) -> Session:
    """The session with its sheet, locked until the transaction ends."""
    session = Session.objects.select_for_update().filter(pk=session_id).first()
    sheet = Sheet.objects.filter(session=session_id).first()
    if session is None or sheet is None:
        raise refusal("nothing_entered", _("Nothing has been entered here yet."))
    session.sheet = sheet
    session.round = Round.objects.select_related("tournament").get(pk=session.round_id)
    refuse_if_finished(session.round.tournament)
    return session


def _refuse_unless_seated(session: Session, entry: Entry) -> None:
    if not session.seats.filter(entry=entry).exists():
        raise refusal("not_at_table", _("You did not play at this table."))


def _refuse_unless_over(session: Session) -> None:
    if not session.sheet.over:
        raise refusal("not_over", _("The game at this table is not over."))


def _open_disputes(session: Session) -> QuerySet[Confirmation]:
    return session.confirmations.filter(kind=DISPUTE, settled_at=None)


def _confirmations(session: Session, sequence: int) -> QuerySet[Confirmation]:
    return session.confirmations.filter(kind=CONFIRM, sequence=sequence)


def _say(
    session: Session,
    kind: Confirmation.Kind,
    sequence: int,
    by: str,
    entry: Entry | None = None,
    text: str = "",
) -> Confirmation:
    said = Confirmation.objects.create(
        session=session, entry=entry, sequence=sequence, kind=kind, text=text, by=by
    )
    event = "result_disputed" if kind == DISPUTE else "result_confirmed"
    _record(session, event, by, Reason(text), entry)
    return said


def _settle(
    session: Session, disputed: Confirmation, by: str, answer: Reason
) -> Confirmation:
    given = {"settled_at": timezone.now(), "settled_by": by, **answer.as_answer}
    for name, value in given.items():
        setattr(disputed, name, value)
    disputed.save(update_fields=list(given))
    _record(session, "dispute_settled", by, answer, disputed.entry)
    return disputed


def _record(
    session: Session, event: str, by: str, reason: Reason, entry: Entry | None
) -> None:
    session.record(
        event,
        by=by,
        reason=reason.text,
        number=entry.number if entry else None,
        sequence=session.sheet.sequence,
        **reason.in_log,
    )
