"""Decide whether a late hand counts, or withdraw a late hand.

`decide` and `take_back` each run in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.ledger_entries import PlayEnded
from rules.ruleset_and_table_state import Ending
from scoring.ledger import enter_hand, late_hands
from scoring.ledger.ledger_transaction import HandConflict
from scoring.models import LateHand, LedgerEntry
from scoring.wording.stored_reasons import ANOTHER_VERSION, NONE, Reason
from tournaments.models import Game
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.web.request_types_and_form_faults import new_device_key

COUNTS = LateHand.Decision.COUNTS
REFUSED = LateHand.Decision.REFUSED
TAKEN_BACK = LateHand.Decision.TAKEN_BACK


@transaction.atomic
def decide(
    late_id: int,
    *,
    counts: bool,
    by: str,
    reason: str = "",
    ends_play: bool = False,
) -> LateHand:
    """Enter a late hand that had started before the gong, or refuse it with a reason.
    Return the late hand.

    `ends_play`: also record that no hand was in progress at the gong. `decide` can
    accept a hand that the table has confirmed or that was refused earlier, but cannot
    refuse a confirmed hand: `scoring/corrections` removes it. Raises RuleError if the
    decision was made before, the reason is missing, the hand no longer fits the ledger,
    or the tournament is finished.
    """
    late = locked(late_id)
    if late.decision not in ("", REFUSED) or (late.decision and not counts):
        raise refusal("decided", _("This has already been decided. Reload the page."))
    if not counts and not reason.strip():
        raise refusal("no_reason", _("Enter why the hand does not count."), "reason")
    if late.line_id and not counts:
        raise refusal(
            "counts_already",
            _("This hand already counts. To change this, remove the hand."),
        )
    if counts and not late.line_id:
        late.line = _entered(late)
        for other in (
            late_hands.open_at(late.game).filter(hand=late.hand).exclude(pk=late.pk)
        ):
            _decided(other, REFUSED, by=by, answer=ANOTHER_VERSION)
    kind = "late_hand_counts" if counts else "late_hand_refused"
    _decided(late, COUNTS if counts else REFUSED, by=by, answer=Reason(reason))
    record(late, kind, by=by, reason=reason)
    if ends_play and not counts:
        _end_play(late, by=by, reason=reason)
    return late


def taken_out(
    late: LateHand, *, by: str, reason: str, ends_play: bool = False
) -> LateHand:
    """Refuse a late hand that the table had confirmed, and return it.

    `ends_play`: as in `decide`. Call in the transaction that has retracted the hand's
    entry.
    """
    late.line = None
    _decided(late, REFUSED, by=by, answer=Reason(reason))
    record(late, "late_hand_refused", by=by, reason=reason)
    if ends_play:
        _end_play(late, by=by, reason=reason)
    return late


def _end_play(late: LateHand, *, by: str, reason: str) -> None:
    """End play by time: no hand was in progress at the gong."""
    ended = {"kind": PlayEnded.kind, "why": Ending.TIME}
    key = new_device_key()
    enter_hand.enter(late.game_id, ended, device_key=key, by=by, reason=reason)


@transaction.atomic
def take_back(late_id: int, *, by: str) -> LateHand:
    """Withdraw a late hand at the table and return it.

    Raises Refused if the hand counts already, a referee has decided, or the tournament
    is finished.
    """
    late = locked(late_id)
    if late.decision or late.line_id:
        raise refusal(
            "decided",
            _(
                "This hand has been decided. Only a referee or director can change "
                "the decision."
            ),
        )
    _decided(late, TAKEN_BACK, by=by)
    record(late, "late_hand_taken_back", by=by)
    return late


def enter_what_waits(games: Iterable[Game], *, by: str) -> None:
    """Decide that the undecided late hands of these games count, oldest first.

    Hands that the ledger refuses keep waiting. Call in the transaction that gives extra
    time.
    """
    for late in LateHand.objects.filter(game__in=list(games), decision=""):
        try:
            with transaction.atomic():
                decide(late.pk, counts=True, by=by)
        except RuleError:
            continue


def locked(late_id: int) -> LateHand:
    """Return the late hand, with its game locked until the end of the transaction.
    Raises Refused if the tournament is finished."""
    late = LateHand.objects.select_related("game__round__tournament").get(pk=late_id)
    Game.objects.select_for_update().get(pk=late.game_id)
    late.refresh_from_db(fields=["decision", "line"])
    tournament = late.game.round.tournament
    tournament.refresh_from_db(fields=["finished_at"])
    refuse_if_finished(tournament)
    return late


def _entered(late: LateHand) -> LedgerEntry:
    """Enter the hand as confirmed by a referee and return its entry.

    Raises RuleError if the ledger refuses it, or the hand already has another outcome.
    """
    try:
        receipt = enter_hand.enter(
            late.game_id,
            late.offered,
            device_key=_free_key(late),
            by=late.by,
            hand=late.hand,
            before_gong=True,
            seating=late.seating,
        )
    except HandConflict:
        raise refusal(
            "entered_meanwhile",
            _(
                "Hand %(hand)s now has a different entry. Correct it on the table's "
                "page."
            ),
            hand=late.hand,
        ) from None
    if LateHand.objects.filter(line=receipt.entry).exists():
        raise refusal(
            "counts_already",
            _("Hand %(hand)s already counts as shown here."),
            hand=late.hand,
        )
    return receipt.entry


def _free_key(late: LateHand) -> str:
    """Return the hand's device key; a new one if an entry with it was retracted."""
    used = LedgerEntry.objects.filter(device_key=late.device_key)
    taken = used.filter(game=late.game, superseded_by__isnull=False)
    return new_device_key() if taken.exists() else late.device_key


def _decided(late: LateHand, decision: str, *, by: str, answer: Reason = NONE) -> None:
    late.decision = decision
    late.decided_by = by
    late.decided_at = timezone.now()
    late.answer, late.answer_key = answer.text, answer.key
    late.save()


def record(late: LateHand, kind: str, *, by: str, reason: str = "") -> None:
    """Log a decision on a late hand, in its transaction."""
    late.game.record(kind, by=by, reason=reason, hand=late.hand)
