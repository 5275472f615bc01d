"""Confirm a table's result, dispute it, or settle a dispute.

Each function locks the game's row, as entering a hand does. It accepts only answers to
the result after the last ledger entry. So a correction makes earlier confirmations
outdated without changing them.
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
    """Confirm the result after the ledger entry `sequence` as a player, and settle the
    player's disputes. Return the confirmation; repeating it changes nothing.
    `device`: the table device used, if any.

    Raises Refused if the round is closed, the ledger has new entries, play is not over,
    or the player sits at another table.
    """
    session = _locked_for_answer(session_id, sequence)
    _refuse_unless_seated(session, entry)
    _refuse_unless_over(session)
    by = name_of(entry, device)
    for dispute in _open_disputes(session).filter(entry=entry):
        _settle(session, dispute, by, PLAYER_CONFIRMS)
    earlier = _confirmations(session, sequence).filter(entry=entry).first()
    return earlier or _say(session, CONFIRM, sequence, by, entry)


@transaction.atomic
def confirm_as_referee(session_id: int, *, sequence: int, by: str) -> Confirmation:
    """Confirm the result after the ledger entry `sequence` as a referee. Return the
    confirmation; an existing one by a referee is kept.

    Raises Refused if the round is closed, the ledger has new entries, play is not over,
    a dispute is open, or this referee made the last entry.
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
            _("You made the last entry here. Someone else must confirm it."),
        )
    earlier = _confirmations(session, sequence).filter(entry=None).first()
    return earlier or _say(session, CONFIRM, sequence, by)


@transaction.atomic
def dispute(
    session_id: int, entry: Entry, *, sequence: int, text: str, device: str = ""
) -> Confirmation:
    """Dispute a result as a player, and return the dispute. Repeating the same text
    changes nothing. `device`: the table device used, if any.

    Raises Refused if the round is closed, the ledger has new entries, the player sits
    at another table, the text is empty, or the player has another open dispute.
    """
    session = _locked_for_answer(session_id, sequence)
    _refuse_unless_seated(session, entry)
    text = text.strip()
    if not text:
        raise refusal("no_text", _("Describe the mistake."), "text")
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
    """Settle a dispute with a referee's answer, and return it. If the result is not
    corrected, it then counts, also for the player who disputed it. Raises Refused if
    the answer is missing or the dispute is already settled."""
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
    """Return the name of a player for the log, with the table device used. No account
    can have such a name."""
    return f"player {entry.number} on {device}" if device else f"player {entry.number}"


def author_of(session: Session) -> str:
    """Return the author of the last entry at a table, other than the gong; "" if there
    is none."""
    line = session.ledger.exclude(kind=Gong.kind).order_by("sequence").last()
    return line.by if line else ""


def _locked_for_answer(session_id: int, sequence: int) -> Session:
    """Return the game, locked for a confirmation or dispute. Raises Refused if the
    round is closed, or `sequence` is not the last ledger entry."""
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
    """Return the game with its sheet, locked until the end of the transaction. Raises
    Refused if it has no sheet or the tournament is finished."""
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
    answer = Confirmation.objects.create(
        session=session, entry=entry, sequence=sequence, kind=kind, text=text, by=by
    )
    event = "result_disputed" if kind == DISPUTE else "result_confirmed"
    _record(session, event, by, Reason(text), entry)
    return answer


def _settle(
    session: Session, disputed: Confirmation, by: str, answer: Reason
) -> Confirmation:
    fields = {"settled_at": timezone.now(), "settled_by": by, **answer.as_answer}
    for name, value in fields.items():
        setattr(disputed, name, value)
    disputed.save(update_fields=list(fields))
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
