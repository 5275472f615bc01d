"""The end of time in one table's ledger: refuse a hand that nobody vouches for, ring
the gong at a table that plays again, end play in a closed round."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from rules.after_time import Word, word_needed
from rules.entries import HANDS_AFTER_GONG, Gong, PlayEnded
from rules.replay import replay_seated
from rules.table import Ending
from scoring.ledger.book import Book
from scoring.ledger.drafts import Draft
from scoring.wording.reasons import ENDED_BEFORE_TIME
from tournaments.models import RoundState
from tournaments.refusals import refusal

#: The code of the refusal of a hand that nobody has vouched for.
AFTER_TIME = "after_time"


def require_word_after_time(
    book: Book, before_gong: bool, *, device_key: str, by: str
) -> None:
    """Raises Refused if the next hand counts only on a referee's word, and that is not
    given: `before_gong`. Where the gong stopped play, it moves behind the hand."""
    word = word_needed(book.state)
    if word is None:
        return
    if not before_gong:
        raise refusal(
            AFTER_TIME,
            _("Time is up. Confirm that this hand counts before you enter it."),
            "before_gong",
        )
    gong = next(line for line in book.live if line.kind == Gong.kind)
    if word is Word.ENDED and gong.hand == book.state.position.hand:
        retracting = Draft.instead_of(gong, None, ENDED_BEFORE_TIME)
        book.write(retracting, device_key=f"{device_key}/gong", by=by)
        later = Draft(Gong(gong.data["policy"]), gong.hand + 1, settles_hand=False)
        book.write(later, device_key=f"{device_key}/later", by=by)


def read_before_gong(book: Book) -> None:
    """Read the ledger of a table whose play the gong stopped as if it had not rung,
    to see what a hand before it would do. Nothing is written."""
    if word_needed(book.state) is Word.ENDED:
        book.live = [line for line in book.live if line.kind != Gong.kind]
        book.state = replay_seated(book.rules, map(book.entry_of, book.live))


def ring_if_time_is_up(book: Book, *, device_key: str, by: str) -> None:
    """Ring the gong at a table whose play was over when the others heard it, and goes
    on after a change."""
    rings = book.session.time_is_up and book.state.hands_left is None
    if rings and (draft := gong_for(book)):
        book.write(draft, device_key=f"{device_key}/gong", by=by)


def gong_for(book: Book) -> Draft | None:
    """The line that tells a table that its time is up; None if its play is over, or
    time means nothing to the tournament's tables."""
    policy = book.session.round.end_policy
    if policy in HANDS_AFTER_GONG and book.state.over is None:
        return book.draft(Gong(policy))
    return None


def end_if_closed(book: Book, *, device_key: str, by: str) -> None:
    """End play by ruling at a table of a closed round that a change set going
    again: nothing more can be entered there."""
    closed = book.session.round.state == RoundState.CLOSED
    if closed and book.state.over is None:
        ended = book.draft(PlayEnded(Ending.RULING))
        book.write(ended, device_key=f"close/{device_key}", by=by)
